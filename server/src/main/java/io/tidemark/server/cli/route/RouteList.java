package io.tidemark.server.cli.route;

import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.PrintingCommand;
import io.tidemark.server.route.contract.RouteContract;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tidemark routes list}: lists the routes. */
@Command(name = "list", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class RouteList extends PrintingCommand {

    @Mixin
    OwnRoutesOption own;

    @Override
    public Integer call() {
        show(List.copyOf(own.catalog().routes()), RouteList::fields, List.of("ROUTE", "PERMISSION", "SUMMARY"),
                route -> List.of(route.path(), route.family().permission(), route.summary()));
        return FailureReport.DONE;
    }

    private static Map<String, Object> fields(RouteContract route) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("path", route.path());
        fields.put("file", route.file());
        fields.put("query", route.query().file());
        fields.put("permission", route.family().permission());
        fields.put("confidentiality", route.confidentiality().kind().name().toLowerCase(Locale.ROOT));
        fields.put("summary", route.summary());
        return fields;
    }
}
