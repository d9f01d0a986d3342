package io.tidemark.bench;

import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.parameter.ParameterReader;
import io.tidemark.server.parameter.RequestValues;
import io.tidemark.server.request.CallerView;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.snapshot.ServedSnapshot;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A request with the values for its SQL, on the day after the data end.
 *
 * @param request path and query
 * @param route   its route
 * @param asked   the values in the request
 * @param values  all values for the SQL
 */
record AskedRoute(String request, RouteContract route, Map<String, @Nullable Object> asked,
        Map<String, @Nullable Object> values) {

    /** Reads a request of an analyst, or of a company if {@code farmer} is given. */
    static AskedRoute of(RouteCatalog catalog, ServedSnapshot snapshot, String request, @Nullable String farmer) {
        String[] parts = request.split("\\?", 2);
        RouteContract route = catalog.match(parts[0])
                .orElseThrow(() -> new IllegalArgumentException("no route " + parts[0])).route();
        LocalDate end = snapshot.dataEnd();
        LocalDate today = end == null ? LocalDate.EPOCH : end.plusDays(1);
        RequestValues asked = ParameterReader.read(route, query(parts), Map.of(), snapshot.areas(), today, end);
        Role role = farmer == null ? Role.ANALYST : Role.FARMER;
        Caller caller = new Caller("bench", "bench", null, role, role.defaultPermissions(), farmer, null);
        return new AskedRoute(request, route, asked.sql(), CallerView.values(route, asked, caller, snapshot, today));
    }

    /** Requests for the default windows of all routes without variables in their paths. */
    static List<String> defaults(RouteCatalog catalog) {
        return catalog.routes().stream().filter(r -> r.pathParameters().isEmpty()).map(RouteContract::path).toList();
    }

    private static Map<String, List<String>> query(String[] parts) {
        Map<String, List<String>> query = new TreeMap<>();
        if (parts.length == 2) {
            for (String each : parts[1].split("&", -1)) {
                String[] pair = each.split("=", 2);
                query.put(pair[0], List.of(URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
            }
        }
        return query;
    }
}
