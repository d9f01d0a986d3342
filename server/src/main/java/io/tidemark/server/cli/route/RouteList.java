package io.tidemark.server.cli.route;

import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.PrintingCommand;
import io.tidemark.server.http.Json;
import io.tidemark.server.route.contract.RouteContract;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tidemark routes list}: lists the routes. */
@Command(name = "list", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class RouteList extends PrintingCommand {

    @Mixin
    OwnRoutesOption own;

    @Override
    public Integer call() {
        show(List.copyOf(own.catalog().routes()), RouteList::fields, List.of("ROUTE", "PERMISSION", "SUMMARY"),
                route -> List.of(route.path(), route.family().permission(), route.summary()));
        return FailureReport.DONE;
    }

    private static Map<String, Object> fields(RouteContract route) {
        return Json.object("path", route.path(), "file", route.file(), "query", route.query().file(),
                "permission", route.family().permission(),
                "confidentiality", route.confidentiality().kind().name().toLowerCase(Locale.ROOT),
                "summary", route.summary());
    }
}
