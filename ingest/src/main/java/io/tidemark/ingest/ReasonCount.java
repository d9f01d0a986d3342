package io.tidemark.ingest;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.tidemark.ingest.delivery.DisplayText;

/**
 * A kind of fault and its number of rows.
 *
 * @param table   the delivered table
 * @param column  the column; empty for the row or the file as a whole
 * @param reason  the fault and the allowed values
 * @param count   number of rows
 * @param example an example: file, line and value
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record ReasonCount(String table, String column, String reason, long count, String example) {

    /** Escapes text from the delivery. */
    public ReasonCount {
        reason = DisplayText.of(reason);
        example = DisplayText.of(example);
    }
}
