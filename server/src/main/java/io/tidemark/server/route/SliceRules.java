package io.tidemark.server.route;

import io.tidemark.server.route.contract.EnvelopeKind;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.sql.RouteFileException.Fault;
import io.tidemark.server.sql.SqlLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Checks a file with {@code slice}: the rows of all time, cut to a window, must be the rows that the query gives for
 * that window. So the SQL may only compare with the window. That is necessary and not enough: an engine also compares
 * the first slice of each kind with an answer.
 */
final class SliceRules {

    private static final Pattern COMPARED = Pattern.compile(
            "(?i)\\bBETWEEN\\s+:(?:first_day|read_from)\\s+AND\\s+:last_day\\b"
            + "|>=\\s*:(?:first_day|read_from)\\b|<=\\s*:last_day\\b");
    private static final Pattern WINDOW = Pattern.compile("(?<!:):(first_day|last_day|read_from)\\b");

    private static final Set<EnvelopeKind> OF_ROWS = Set.of(EnvelopeKind.V2_DATED, EnvelopeKind.V3_SOURCED);

    private SliceRules() {}

    /**
     * The faults of a route.
     *
     * @param line the header's line
     */
    static List<Fault> faults(RouteContract route, SqlLine line) {
        List<Fault> faults = new ArrayList<>();
        if (route.slice() == null) {
            return faults;
        }
        if (route.single() || OF_ROWS.contains(route.family().envelope())) {
            faults.add(line.fault("slice is for lists of rows, without a metadata field that depends on them"));
        }
        if (route.window() != null || !route.sql().names().contains("last_day")) {
            faults.add(line.fault("slice is for routes whose callers choose the window"));
        }
        if (WINDOW.matcher(COMPARED.matcher(route.sql().text()).replaceAll(" ")).find()) {
            faults.add(line.fault("slice is for rows that do not depend on the window: the SQL may use it only in"
                    + " BETWEEN :first_day AND :last_day, BETWEEN :read_from AND :last_day, >= :first_day and <= "
                    + ":last_day"));
        }
        return faults;
    }
}
