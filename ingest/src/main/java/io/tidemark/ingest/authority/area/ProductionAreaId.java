package io.tidemark.ingest.authority.area;

import io.tidemark.ingest.authority.format.RowRejected;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The number of a production area, as the regulation of production areas (FOR-2017-01-16-61) counts them: 1 to 13,
 * south to north. Published as {@code 5}, {@code 05}, {@code PO5}, by programs that keep numbers as {@code 5.0}, or
 * with the name behind it, as in {@code 5 - Stadt til Hustadvika}.
 * The macro {@code published_area} reads the same of tables.
 */
final class ProductionAreaId {

    private static final int LAST = 13;
    // takes blanks once and for all: a value of a million blanks must not cost their square
    private static final Pattern PUBLISHED =
            Pattern.compile("(?:PO\\s*)?(\\d{1,2})(?:\\.0+)?(?:(?:\\s++|\\s*+[-:]\\s++)\\p{L}.*)?");

    private ProductionAreaId() {}

    /**
     * The number in the text.
     *
     * @throws RowRejected if the text has no number, or another than these 13
     */
    static int parse(String column, String text) throws RowRejected {
        Matcher matcher = PUBLISHED.matcher(text);
        if (!matcher.matches()) {
            throw new RowRejected(column, text, "not a production area's number");
        }
        int id = Integer.parseInt(matcher.group(1));
        if (id < 1 || id > LAST) {
            throw new RowRejected(column, text, "production areas are numbered 1 to " + LAST);
        }
        return id;
    }
}
