package io.tidemark.server.docs;

import io.tidemark.data.table.Column;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.data.table.TableContract;
import io.tidemark.server.config.ConfigReader;
import io.tidemark.server.parameter.FlexibleDate;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.Confidentiality;
import io.tidemark.server.route.contract.Confidentiality.Figure;
import io.tidemark.server.route.contract.FieldContract;
import io.tidemark.server.route.contract.RouteContract;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Generates reference pages from the program: the list of routes, their figures by kind, dates,
 * the lake's tables, and settings.
 */
final class ReferencePages {

    private static final String GROUP = "Reference";

    private ReferencePages() {}

    static List<DocsPage> all(RouteCatalog catalog) {
        return List.of(routes(catalog), figures(catalog), dates(), tables(), settings());
    }

    private static DocsPage routes(RouteCatalog catalog) {
        StringBuilder text = new StringBuilder("""
                # Routes

                Each has a page: what it answers, how it is asked, and the SQL that makes its numbers.

                | route | what it answers | permission |
                |---|---|---|
                """);
        for (RouteContract route : catalog.routes()) {
            if (!route.internal()) {
                text.append("| [").append(Markdown.cell(route.path())).append("](").append(RoutePage.path(route))
                        .append(") | ")
                        .append(Markdown.cell(route.summary())).append(" | `").append(route.family().permission())
                        .append("` |\n");
            }
        }
        return new DocsPage("routes.html", GROUP, "Routes: how each number is made", text.toString());
    }

    private static DocsPage figures(RouteCatalog catalog) {
        StringBuilder text = new StringBuilder("""
                # Every figure by its kind

                What each field of a route with benchmarks shows, as the headers of the SQL files say it; the server
                refuses a file in which a field has no kind, or two. [Confidentiality](confidentiality.md) explains why
                sums and figures made once are safe. Of the other routes, those without figures of companies are public
                as a whole, and those for rows of their own show the caller's own alone.

                """);
        for (Figure figure : Figure.values()) {
            text.append("## ").append(figure.wireName()).append("\n\n").append("What it is: ").append(figure.meaning())
                    .append(".\n\n| route | fields |\n|---|---|\n");
            catalog.routes().stream().filter(route -> !route.internal()).forEach(route -> {
                Confidentiality said = route.confidentiality();
                String names = route.fields().stream().map(FieldContract::name)
                        .filter(name -> said.benchmarks() && said.figures(name).contains(figure))
                        .collect(Collectors.joining("`, `"));
                if (!names.isEmpty()) {
                    text.append("| [").append(Markdown.cell(route.path())).append("](").append(RoutePage.path(route))
                            .append(") | `").append(names).append("` |\n");
                }
            });
            text.append('\n');
        }
        return new DocsPage("figures.html", GROUP, "Every figure by its kind", text.toString());
    }

    private static DocsPage dates() {
        StringBuilder text = new StringBuilder("# Dates\n\nA window begins with the first day of what `from_date` "
                + "names and ends with the last day "
                + "of what `to_date` names. Norwegian and English, in any case:\n\n");
        for (String form : (FlexibleDate.FORMS + FlexibleDate.QUARTER_FORMS).split(", ", -1)) {
            text.append("- `").append(form).append("`\n");
        }
        text.append("\nQuarters are understood where a route's page says so. Routes with `start_date` and `end_date` "
                + "take `YYYY-MM-DD` alone. "
                + "Today is the day in Norway. Weeks are ISO weeks: they begin on Monday, and week 1 has the year's "
                + "first Thursday.\n");
        return new DocsPage("dates.html", GROUP, "Dates", text.toString());
    }

    private static DocsPage tables() {
        StringBuilder text = new StringBuilder("# The lake's tables\n\nA snapshot is a folder of Parquet files, one "
                + "folder a table, and a manifest. Tables that are cut by year have a file for each year.\n\n");
        LakeTables.all().forEach(table -> table(text, table));
        text.append("# The ledger's tables\n\nWhat benchmarks are made of: the folder `ledger` beside the snapshots, "
                + "with files that are written once, and a log that names those of each entry.\n\n");
        LedgerTables.all().forEach(table -> table(text, table));
        return new DocsPage("tables.html", GROUP, "The lake's tables", text.toString());
    }

    private static void table(StringBuilder text, TableContract table) {
        text.append("## ").append(table.name()).append("\n\n").append(Markdown.cell(table.meaning())).append(". Key: `")
                .append(String.join("`, `", table.key())).append("`. Version ").append(table.version()).append(".\n\n")
                .append("| column | type | may be null | meaning |\n|---|---|---|---|\n");
        for (Column column : table.columns()) {
            text.append("| `").append(column.name()).append("` | ").append(Markdown.cell(column.type().sql()))
                    .append(" | ")
                    .append(column.nullable() ? "yes" : "").append(" | ").append(Markdown.cell(column.meaning()))
                    .append(" |\n");
        }
        text.append('\n');
    }

    private static DocsPage settings() {
        return new DocsPage("settings.html", GROUP, "Settings",
                "# Settings\n\nThe configuration file with every setting and its default, as "
                + "`tidemark serve --dump-config` prints it. The name in parentheses is the environment variable that "
                + "sets the same; a flag goes before a variable, a variable before the file.\n\n```yaml\n"
                + ConfigReader.dump(null, Map.of(), Map.of()) + "```\n");
    }
}
