package io.tidemark.server.assistant;

import io.tidemark.data.text.NearestName;
import io.tidemark.server.docs.DocsText;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ApiException.Detail;
import io.tidemark.server.request.Admission;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.CommonParameters;
import io.tidemark.server.route.contract.FieldContract;
import io.tidemark.server.route.contract.Paging;
import io.tidemark.server.route.contract.RouteContract;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The four tools. Each gives a map that is the tool's answer.
 *
 * @param maxRows rows of one answer at most
 */
record RouteTools(int maxRows) {

    private static final String ROUTE = "route";
    private static final String FIELDS = "fields";
    private static final String LIMIT = "limit";
    private static final String OFFSET = "offset";

    /** Calls a tool; throws {@link ApiException} as a request over HTTP does. */
    Map<String, Object> call(String tool, ToolArguments arguments, ToolCaller caller) {
        return switch (tool) {
            case "list_routes" -> list(arguments, caller);
            case "describe_route" -> RouteWords.whole(admitted(match(arguments, caller).route(), caller));
            case "query_route" -> query(arguments, caller);
            case "explain_route" -> Map.of("markdown", DocsText.route(caller.catalog(),
                    admitted(match(arguments, caller).route(), caller)));
            default -> throw new ApiException.NotFound("There is no tool " + tool);
        };
    }

    private static Map<String, Object> list(ToolArguments arguments, ToolCaller caller) {
        List<String> words = List.of(arguments.text("about").toLowerCase(Locale.ROOT).strip().split("\\s+"));
        return Map.of("routes", caller.catalog().routes().stream().filter(route -> !route.internal())
                .filter(route -> isAdmitted(route, caller))
                .filter(route -> words.stream().allMatch((route.path() + " " + route.summary())
                        .toLowerCase(Locale.ROOT)::contains))
                .map(RouteWords::summary).toList());
    }

    private Map<String, Object> query(ToolArguments arguments, ToolCaller caller) {
        Map<String, String> parameters = arguments.parameters();
        RouteCatalog.Match match = match(arguments, caller);
        RouteContract route = match.route();
        List<String> fields = fields(route, arguments.texts(FIELDS));
        int offset = arguments.number(OFFSET, 0);
        int limit = Math.min(maxRows, arguments.number(LIMIT, maxRows));
        match.pathValues().keySet().forEach(parameters::remove);
        checkCommon(parameters);
        if (route.paging() == Paging.PAGES) {
            parameters.put(LIMIT, Integer.toString(limit));
            parameters.put(OFFSET, Integer.toString(offset));
        }
        Map<String, List<String>> query = new HashMap<>();
        parameters.forEach((name, value) -> query.put(name, List.of(value)));
        String address = path(arguments) + parameters.entrySet().stream()
                .map(each -> encoded(each.getKey()) + "=" + encoded(each.getValue()))
                .collect(Collectors.joining("&", parameters.isEmpty() ? "" : "?", ""));
        return new AnswerTable(route, fields, offset, limit, address).of(caller.ask(match, query));
    }

    // an answer is a table of the served snapshot, whose page the tool's own arguments say
    private static void checkCommon(Map<String, String> parameters) {
        List<Detail> faults = Stream.concat(CommonParameters.PARAMETERS.stream(), Stream.of(LIMIT, OFFSET))
                .filter(parameters::containsKey).map(name -> new Detail(name, parameters.get(name), "is no parameter "
                        + "here: limit and offset are the tool's, format and snapshot are fixed")).toList();
        ApiException.BadRequest.throwIfAny(faults);
    }

    private static List<String> fields(RouteContract route, List<String> asked) {
        List<String> known = route.fields().stream().map(FieldContract::name).toList();
        List<Detail> faults = asked.stream().filter(name -> !known.contains(name))
                .map(name -> new Detail(FIELDS, name, "no such field" + NearestName.hint(name, known))).toList();
        ApiException.BadRequest.throwIfAny(faults);
        return asked;
    }

    private static RouteCatalog.Match match(ToolArguments arguments, ToolCaller caller) {
        String path = path(arguments);
        return caller.catalog().match(path).orElseThrow(() -> new ApiException.NotFound("There is no route " + path
                + NearestName.hint(path, caller.catalog().routes().stream().filter(route -> isAdmitted(route, caller))
                        .map(RouteContract::path).toList())));
    }

    /** The path as asked, its parts in braces filled in from the parameters. */
    private static String path(ToolArguments arguments) {
        String path = arguments.text(ROUTE).strip();
        String whole = path.startsWith("/") ? path : "/" + path;
        for (Map.Entry<String, String> each : arguments.parameters().entrySet()) {
            whole = whole.replace("{" + each.getKey() + "}", each.getValue());
        }
        return whole;
    }

    private static RouteContract admitted(RouteContract route, ToolCaller caller) {
        Admission.toRoute(caller.caller(), route);
        return route;
    }

    private static boolean isAdmitted(RouteContract route, ToolCaller caller) {
        try {
            admitted(route, caller);
            return true;
        } catch (ApiException.Forbidden e) {
            return false;
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
