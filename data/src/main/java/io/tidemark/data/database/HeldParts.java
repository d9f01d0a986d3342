package io.tidemark.data.database;

import java.util.ArrayList;
import java.util.List;

/**
 * The parts of years in which the rows of a view are taken into memory. DuckDB compresses a table after all of its rows
 * are there, so that a large one needs many times its memory while it is made; in parts it needs little more than it
 * has in the end.
 */
final class HeldParts {

    private HeldParts() {}

    /**
     * Conditions of which each row meets exactly one, rows without a day the first; a single condition that is always
     * true if there are few rows.
     *
     * @param column  a day in each row
     * @param first   the first year
     * @param last    the last year; rows outside of the years belong to the first or the last part
     * @param rows    the size of the whole, in rows
     * @param atOnce  the size of a part
     */
    static List<String> of(String column, int first, int last, long rows, long atOnce) {
        int years = last - first + 1;
        int parts = Math.clamp((rows + atOnce - 1) / atOnce, 1, years);
        if (parts == 1) {
            return List.of("true");
        }
        List<String> conditions = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            List<String> bounds = new ArrayList<>();
            if (part > 0) {
                bounds.add(column + " >= " + newYear(first + years * part / parts));
            }
            if (part < parts - 1) {
                bounds.add(column + " < " + newYear(first + years * (part + 1) / parts));
            }
            conditions.add(String.join(" AND ", bounds) + (part == 0 ? " OR " + column + " IS NULL" : ""));
        }
        return List.copyOf(conditions);
    }

    private static String newYear(int year) {
        return "DATE '" + year + "-01-01'";
    }
}
