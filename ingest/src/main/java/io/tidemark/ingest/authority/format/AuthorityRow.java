package io.tidemark.ingest.authority.format;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/** One row of an authority CSV file, its values by column. */
public final class AuthorityRow {

    /** A decimal point, never a comma; the point in {@code 1.000} is not a thousands separator. */
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}(\\.\\d{1,18})?");

    private final NamedCsvRecord csv;

    private AuthorityRow(NamedCsvRecord csv) {
        this.csv = csv;
    }

    /** Wraps a row; rejects it unless it has as many values as the header has columns. */
    public static AuthorityRow of(NamedCsvRecord csv, int columns) throws RowRejected {
        if (csv.getFieldCount() != columns) {
            throw new RowRejected("", csv.getFieldCount() + " values", "the header has " + columns + " columns");
        }
        return new AuthorityRow(csv);
    }

    /** The physical line on which the row begins. */
    public long line() {
        return csv.getStartingLineNumber();
    }

    /** The value of a column; empty without one. */
    public String text(String column) {
        return csv.getField(column);
    }

    /** The value of a column, which must not be empty. */
    public String required(String column) throws RowRejected {
        String text = text(column);
        if (text.isEmpty()) {
            throw new RowRejected(column, text, "no value");
        }
        return text;
    }

    /** The value of a column as a number with a decimal point. */
    public BigDecimal number(String column) throws RowRejected {
        String text = required(column);
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
