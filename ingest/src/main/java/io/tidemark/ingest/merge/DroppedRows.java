package io.tidemark.ingest.merge;

import io.tidemark.ingest.check.RejectedRow;
import java.util.List;

/**
 * Rows of the lake that a correction made invalid by removing their stock.
 * @param table losses or feeding
 * @param rows  the rows
 */
public record DroppedRows(String table, List<RejectedRow> rows) {

    /** Copies the list. */
    public DroppedRows {
        rows = List.copyOf(rows);
    }
}
