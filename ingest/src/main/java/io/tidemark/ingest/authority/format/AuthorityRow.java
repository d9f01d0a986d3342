package io.tidemark.ingest.authority.format;

import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;

/** One row of an authority table, its values by column. */
public final class AuthorityRow {

    /** A decimal point, never a comma; the point in {@code 1.000} is not a thousands separator. */
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}(\\.\\d{1,18})?");

    private static final int LONGEST_STORED = 200;

    private final Header header;
    private final List<String> values;
    private final long line;

    private AuthorityRow(Header header, List<String> values, long line) {
        this.header = header;
        this.values = values;
        this.line = line;
    }

    /**
     * The row, if it has as many values as the header has columns.
     *
     * @param values without surrounding blanks
     */
    static AuthorityRow of(Header header, List<String> values, long line) throws RowRejected {
        int columns = header.names().size();
        if (values.size() != columns) {
            throw new RowRejected("", values.size() + " values", "the header has " + columns + " columns");
        }
        return new AuthorityRow(header, values, line);
    }

    /** Physical line where it begins; of JSON its number among the objects, from 1. */
    public long line() {
        return line;
    }

    /** All columns of its table, as written. */
    public List<String> columns() {
        return header.names();
    }

    /** The value, empty if there is none, or no such column. */
    public String text(String column) {
        int position = header.position(column);
        return position < 0 ? "" : values.get(position);
    }

    /** The value of a column, which must not be empty. */
    public String required(String column) throws RowRejected {
        String text = text(column);
        if (text.isEmpty()) {
            throw new RowRejected(column, text, "no value");
        }
        return text;
    }

    /**
     * A value that the lake stores as a text, such as a name; empty if there is none. A file's column may be shifted or hostile: a text of a
     * million letters would be in every answer.
     */
    public String stored(String column) throws RowRejected {
        return stored(column, text(column));
    }

    /** A text that the lake stores, if it is not longer than 200 letters and without control characters. */
    public static String stored(String column, String text) throws RowRejected {
        if (text.length() > LONGEST_STORED) {
            throw new RowRejected(column, text, "is longer than " + LONGEST_STORED + " letters");
        }
        return seen(column, text);
    }

    /** A text without control characters, other than line breaks and tabs. */
    public static String seen(String column, String text) throws RowRejected {
        if (text.chars().anyMatch(c -> Character.isISOControl(c) && !Character.isWhitespace(c))) {
            throw new RowRejected(column, text, "has control characters");
        }
        return text;
    }

    /** The value of a column as a number with a decimal point. */
    public BigDecimal number(String column) throws RowRejected {
        return number(column, required(column));
    }

    /** A text of a column as a number with a decimal point. */
    public static BigDecimal number(String column, String text) throws RowRejected {
        if (!NUMBER.matcher(text).matches()) {
            throw new RowRejected(column, text, "not a number with decimal point");
        }
        return new BigDecimal(text);
    }

    /** The value of a column as a whole number in a range. */
    public int whole(String column, int least, int most) throws RowRejected {
        BigDecimal number = number(column);
        if (number.stripTrailingZeros().scale() > 0
                || number.compareTo(BigDecimal.valueOf(least)) < 0 || number.compareTo(BigDecimal.valueOf(most)) > 0) {
            throw new RowRejected(column, text(column), "not a whole number from " + least + " to " + most);
        }
        return number.intValueExact();
    }
}
