package io.tidemark.ingest.check;

import io.tidemark.data.text.NearestName;
import java.util.List;

/**
 * A rejected row.
 *
 * @param line   the line of the file on which it begins, from 1; 0 for the whole file
 * @param column the faulty column, or the columns of the key
 * @param value  the delivered value
 * @param reason the fault, the same for all rows of its kind
 * @param detail details of this row; may be empty
 */
public record RejectedRow(long line, String column, String value, String reason, String detail) {

    private static final String ONE_OF = "must be one of ";
    private static final String NEAR = "near are ";

    /** Reason and detail together, and the nearest word where the reason lists those that are allowed. */
    public String text() {
        return detail.isEmpty() ? reason + hint() : reason + ": " + detail;
    }

    /** The nearest of the words that the reason allows, or of the causes of loss, to append; empty if none is near. */
    public String hint() {
        return reason.startsWith(ONE_OF) ? NearestName.hint(value,
                List.of(reason.substring(ONE_OF.length()).split(", ", -1)))
                : detail.startsWith(NEAR) ? " (" + detail + ")"
                // pandas makes numbers with a fraction of a column that lacks a value
                : reason.startsWith("is not ") && value.matches("\\d+\\.0")
                ? "; is it " + value.substring(0, value.length() - 2) + ", as pandas writes it?" : "";
    }
}
