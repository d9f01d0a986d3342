package io.tidemark.server.route;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The views of {@code views.sql} as DuckDB gets them. One whose comment says {@code -- held: why} is worked out once, when a
 * snapshot is opened, and kept in memory as a table; everywhere else, Trino too, it is the view that it says.
 */
final class HeldViews {

    private static final Pattern HELD = Pattern.compile("^-- held: \\S.*\\R((?:--.*\\R)*)CREATE VIEW\\b", Pattern.MULTILINE);
    private static final Pattern MARK = Pattern.compile("^\\s*--\\s*held\\b.*", Pattern.MULTILINE | Pattern.CASE_INSENSITIVE);

    private HeldViews() {}

    /**
     * The text with CREATE TABLE for every held view.
     *
     * @throws RouteFileException when a mark stands above no view
     */
    static String asTables(String file, String text) {
        String tables = HELD.matcher(text).replaceAll("--\n$1CREATE TABLE");
        Matcher lost = MARK.matcher(tables);
        if (lost.find()) {
            int line = (int) tables.substring(0, lost.start()).lines().count() + 1;
            throw new RouteFileException(file, line,
                    "'-- held: why' stands in the comment right above a CREATE VIEW; here it holds nothing");
        }
        return tables;
    }
}
