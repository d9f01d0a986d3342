package io.tidemark.server.watch;

import com.fasterxml.jackson.databind.MappingIterator;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.server.delivery.RejectedFiles;
import io.tidemark.server.delivery.RejectedFiles.RejectsFile;
import io.tidemark.server.http.Json;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.request.LocalQuery;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.CommonParameters;
import io.tidemark.server.snapshot.ServedSnapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes reports from the route that the dashboard asks too, and from the lake's rejected rows.
 *
 * @param catalog  the routes
 * @param snapshot the snapshot
 * @param lake     its lake
 * @param folder   for answers that are too large for memory
 * @param today    the current day in Norway
 */
public record WatchReports(RouteCatalog catalog, ServedSnapshot snapshot, Lake lake, Path folder, LocalDate today) {

    /** The route of the pens. */
    public static final String ROUTE = "/v3/watch/units";

    /**
     * The report of a caller's company, with what the caller may read.
     *
     * @param since rejected rows of this snapshot's delivery and older ones are left out, as they were told; null
     *              leaves out none
     * @throws io.tidemark.server.http.ApiException if the caller may not ask for its pens
     */
    WatchReport of(Caller caller, @Nullable String since) {
        boolean mayReadRejected = caller.may(Permission.COMMON_READ) && caller.may(Permission.RAW_READ);
        return of(caller, pens(caller), mayReadRejected
                ? rejected(Objects.requireNonNull(caller.farmerId()), since) : List.of());
    }

    /** The report of these pens. */
    WatchReport of(Caller caller, List<WatchedPen> pens, List<RejectsFile> rejected) {
        return new WatchReport(Objects.requireNonNull(caller.farmerId()), snapshot.id(),
                pens.stream().filter(WatchedPen::hasSignal).toList(),
                pens.stream().filter(pen -> pen.missingDays() > 0).toList(), rejected);
    }

    /** The pens of a caller's company. */
    List<WatchedPen> pens(Caller caller) {
        return rows(ROUTE, Map.of(), caller, WatchedPen.class);
    }

    /** All rows of a route as a caller gets them; refusals are those of HTTP. */
    <T> List<T> rows(String route, Map<String, String> parameters, Caller caller, Class<T> type) {
        Map<String, List<String>> query = new HashMap<>(Map.of(CommonParameters.FORMAT, List.of("ndjson")));
        parameters.forEach((name, value) -> query.put(name, List.of(value)));
        LocalQuery local = new LocalQuery(catalog.match(route).orElseThrow(), query, caller, today);
        local.admit();
        byte[] lines = local.bytes(catalog, snapshot, LocalQuery.NO_LIMITS, folder);
        try (MappingIterator<T> rows = Json.MAPPER.readerFor(type).readValues(lines)) {
            return rows.readAll();
        } catch (IOException e) {
            throw new UncheckedIOException("the rows of " + route + " cannot be read", e);
        }
    }

    private List<RejectsFile> rejected(String farmer, @Nullable String since) {
        // ids are instants, so they sort by age
        return RejectedFiles.ofFarmer(lake, farmer, 1).stream()
                .filter(delivery -> since == null || delivery.id().compareTo(since) > 0)
                .flatMap(delivery -> delivery.files().stream()).toList();
    }
}
