package io.tidemark.server.cli.route;

import io.tidemark.data.text.NearestName;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.PrintingCommand;
import io.tidemark.server.http.Json;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.AllWeights;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.sql.CellTables;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tidemark routes show}: prints the SQL of a route. */
@Command(name = "show", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class RouteShow extends PrintingCommand {

    @Parameters(paramLabel = "ROUTE")
    String path;

    @Mixin
    OwnRoutesOption own;

    @Override
    public Integer call() {
        RouteCatalog catalog = own.catalog();
        String asked = path.startsWith("/") ? path : "/" + path;
        RouteContract route = catalog.match(asked)
                .orElseThrow(() -> wrong("there is no route "
                + asked + NearestName.hint(asked, catalog.routes().stream().map(RouteContract::path).toList())
                + "; tidemark routes list shows all")).route();
        if (json) {
            Map<String, Object> fields = Json.object("path", route.path(), "file", route.query().file(),
                    "set", route.query().constants(), "sql", route.query().sql().text());
            AllWeights allWeights = route.query().allWeights();
            if (allWeights != null) {
                fields.put("sql_for_all_weights", allWeights.sql().text());
            }
            printJson(fields);
        } else {
            out().println("-- " + route.path() + ": " + route.summary());
            out().println("-- sql/" + route.query().file() + (route.query().constants().isEmpty() ? ""
                    : ", with " + route.query().constants()));
            if (route.query().allWeights() != null) {
                out().println("-- " + CellTables.NOTE);
            }
            out().println(route.query().sql().text());
            out().flush();
        }
        return FailureReport.DONE;
    }
}
