package io.tidemark.server.live;

import io.tidemark.server.identity.account.Role;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteAccess;
import io.tidemark.server.route.contract.RouteContract;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/** Who gets what of each route, read off the routes' contracts: the table of docs/access.md. */
final class AccessTable {

    /** Refused with 403. */
    static final String NOTHING = "no";
    /** The same rows for everybody. */
    static final String ROWS = "yes";
    /** The same rows, with the figures of the caller's own group beside the benchmark. */
    static final String WITH_OWN = "yes, with own figures";
    /** Rows of the caller's own company alone. */
    static final String OWN = "own rows";
    /** Rows of every company. */
    static final String EVERYBODYS = "everybody's rows";
    /** Sums over companies and sites. */
    static final String SUMS = "sums";

    private static final Map<String, String> NORWEGIAN = Map.of(NOTHING, "nei", ROWS, "ja", WITH_OWN,
            "ja, med egne tall",
            OWN, "egne rader", EVERYBODYS, "alles rader", SUMS, "summer", "route", "rute", "permission", "rettighet",
            "farmer, key of a company", "farmer, nøkkel for et selskap",
            "readonly, other API key", "readonly, annen API-nøkkel");
    private static final Pattern CELL = Pattern.compile("\\| (" + String.join("|", NORWEGIAN.keySet()) + ")(?= \\|)");

    private AccessTable() {}

    /** The table in Markdown, a line a route. */
    static String text(RouteCatalog catalog) {
        StringJoiner lines = new StringJoiner("\n", "", "\n");
        lines.add("| route | permission | admin | analyst | farmer, key of a company | readonly, other API key |")
                .add("|---|---|---|---|---|---|");
        for (RouteContract route : catalog.routes()) {
            lines.add("| `" + route.path() + "` | `" + route.family().permission() + "` | " + cell(route, Role.ADMIN)
                    + " | "
                    + cell(route, Role.ANALYST) + " | " + cell(route, Role.FARMER) + " | " + cell(route, Role.READONLY)
                    + " |");
        }
        return lines.toString();
    }

    /** The same table for the Norwegian page. */
    static String norwegian(RouteCatalog catalog) {
        return CELL.matcher(text(catalog)).replaceAll(cell -> "| " + NORWEGIAN.get(cell.group(1)));
    }

    /** What a role gets that has the route's permission, and raw:read where it can have that. */
    static String cell(RouteContract route, Role role) {
        boolean farmer = role == Role.FARMER;
        boolean admin = role == Role.ADMIN;
        return switch (route.access()) {
            case ALL -> !farmer ? ROWS : hasOwnFigures(route) ? WITH_OWN : isOfOwn(route) ? OWN : ROWS;
            case FARMER -> !farmer ? NOTHING : isOfOwn(route) ? OWN : ROWS;
            case OWN -> farmer ? OWN : NOTHING;
            case ADMIN -> admin ? ROWS : NOTHING;
            case OWNERS -> farmer ? OWN : admin ? EVERYBODYS : NOTHING;
            case SUMMED -> farmer ? OWN : admin ? EVERYBODYS : SUMS;
        };
    }

    private static boolean isOfOwn(RouteContract route) {
        return route.sql().text().contains(":own_farmer");
    }

    /** Whether a route's records have fields of the caller's own group beside those of the benchmark. */
    static boolean hasOwnFigures(RouteContract route) {
        return !route.access().isForFarmers()
                && route.fields().stream().anyMatch(field -> field.name().startsWith("farmer_"));
    }
}
