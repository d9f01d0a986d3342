package io.tidemark.server.docs;

import io.tidemark.data.database.SnapshotView;
import io.tidemark.server.openapi.OpenApiDocument;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.FieldContract;
import io.tidemark.server.route.contract.FieldType;
import io.tidemark.server.route.contract.ParameterContract;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.sql.CellTables;
import io.tidemark.server.sql.SqlViews;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes the page of a route: its response, its parameters, and how each number is calculated. */
final class RoutePage {

    private static final Pattern MACRO = Pattern.compile("CREATE MACRO ([a-z_0-9]+)\\(", Pattern.CASE_INSENSITIVE);

    private final RouteCatalog catalog;
    private final RouteContract route;
    private final RoutePictures pictures;
    private final StringBuilder text = new StringBuilder();

    private RoutePage(RouteCatalog catalog, RouteContract route, RoutePictures pictures) {
        this.catalog = catalog;
        this.route = route;
        this.pictures = pictures;
    }

    /** The path of a route's page: {@code routes/v3/common/site-site_id.html} for {@code /v3/common/site/{site_id}}. */
    static String path(RouteContract route) {
        return "routes" + route.path().replace("/{", "-").replace("}", "") + ".html";
    }

    static DocsPage of(RouteCatalog catalog, RouteContract route, RoutePictures pictures) {
        RoutePage page = new RoutePage(catalog, route, pictures);
        page.write();
        return new DocsPage(path(route), "", route.path(), page.text.toString());
    }

    private void write() {
        line("# " + route.path());
        line(route.summary() + ".");
        if (route.isNot() != null) {
            line("**What it is, and is not.** " + Markdown.cell(route.isNot()));
        }
        line("Permission `" + route.family().permission() + "`; admitted: "
                + OpenApiDocument.words("admitted", route.access().name()) + ". " + confidentiality());
        line(pictures.of(route.path(), PageLayout.up(path(route))));
        line("```\ncurl -H \"Authorization: Bearer $TOKEN\" \"$SERVER" + route.path() + "\"\n```");
        line("## Parameters");
        parameters();
        line("Every route also has `format`, `decimal` and `snapshot`: see [answers](answers.md).");
        line("## Fields");
        fields();
        line("## How each number is made");
        line("One query, over one snapshot. Words with a colon are values of the request; [the SQL's own "
                + "page](../sql/README.md) says which.");
        line("```sql\n" + route.sql().text() + "\n```");
        if (route.query().allWeights() != null) {
            line(CellTables.NOTE);
        }
        macros();
        views();
    }

    private String confidentiality() {
        return switch (route.confidentiality().kind()) {
            case NONE -> "It reads no figures of companies.";
            case BENCHMARK -> "Benchmark values are sums over whole atoms: see [confidentiality](confidentiality.md).";
            case OWN -> "The caller's own rows alone.";
            case ADMIN -> "For admins alone.";
            case RULE -> "How it keeps figures confidential: " + route.confidentiality().rule() + ".";
        };
    }

    private void parameters() {
        if (route.parameters().isEmpty()) {
            line("None of its own.");
            return;
        }
        StringBuilder table = new StringBuilder("| name | type | when absent | meaning |\n|---|---|---|---|\n");
        route.parameters().forEach((name, parameter) -> table.append("| `").append(name).append("` | ")
                .append(type(parameter)).append(" | ")
                .append(Markdown.cell(absent(parameter))).append(" | ").append(Markdown.cell(parameter.meaning()))
                .append(" |\n"));
        line(table.toString());
    }

    private static String type(ParameterContract parameter) {
        String range = parameter.min() == null ? "" : ", " + parameter.min() + " to " + parameter.max();
        String words = parameter.values() == null ? "" : ": " + String.join(", ", parameter.values());
        return Markdown.cell(parameter.type().name().toLowerCase(Locale.ROOT).replace('_', ' ') + range + words);
    }

    private static String absent(ParameterContract parameter) {
        return parameter.inPath() ? "required" : parameter.defaultTo() != null ? parameter.defaultTo()
                : parameter.defaultBack() != null ? parameter.defaultBack() + " back from today" : "";
    }

    private void fields() {
        StringBuilder table = new StringBuilder("| name | type | unit | meaning |\n|---|---|---|---|\n");
        for (FieldContract field : route.fields()) {
            row(table, "", field);
            field.keys().forEach(key -> row(table, field.name() + ".", key));
        }
        line(table.toString());
    }

    private static void row(StringBuilder table, String before, FieldContract field) {
        String type = field.type() == FieldType.NUMBER ? "number, " + field.decimals() + " decimals" : field.type()
                .wireName();
        table.append("| `").append(before).append(field.name()).append("` | ").append(type).append(" | ")
                .append(Markdown.cell(field.unit()))
                .append(" | ").append(Markdown.cell(field.meaning())).append(" |\n");
    }

    /** Lists the formulas that the query calls, directly or through others. */
    private void macros() {
        List<String> called = new ArrayList<>();
        Set<String> names = new TreeSet<>();
        collect(route.sql().text(), names, called);
        if (!called.isEmpty()) {
            line("### Formulas");
            line("```sql\n" + String.join(";\n\n", called) + ";\n```");
        }
    }

    private void collect(String sql, Set<String> names, List<String> called) {
        Set<String> words = SqlViews.words(sql);
        for (String macro : catalog.contents().macros()) {
            Matcher name = MACRO.matcher(macro);
            if (name.find() && words.contains(name.group(1)) && names.add(name.group(1))) {
                called.add(macro.strip());
                collect(macro.substring(name.end()), names, called);
            }
        }
    }

    private void views() {
        StringBuilder all = new StringBuilder();
        Set<String> words = route.query().texts().stream().flatMap(sql -> SqlViews.words(sql.text()).stream())
                .collect(Collectors.toSet());
        for (SnapshotView view : catalog.contents().views()) {
            if (words.contains(view.name())) {
                all.append("CREATE VIEW ").append(view.name()).append(" AS\n").append(view.select()).append(";\n\n");
            }
        }
        if (!all.isEmpty()) {
            line("### Views that it reads");
            line("```sql\n" + all.toString().strip() + "\n```");
        }
    }

    private void line(String paragraph) {
        text.append(paragraph).append("\n\n");
    }
}
