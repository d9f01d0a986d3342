package io.tidemark.ingest.load;

import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.file.RowLines;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file after reading.
 *
 * @param file     the file
 * @param table    its table
 * @param number   its number in this ingest
 * @param sha256   of its bytes, lower-case hex; empty when it could not be read to its end
 * @param firstRow row id of its first row
 * @param rows     rows in that table
 * @param unread   rows that could not be read
 * @param lines    the lines of its rows
 * @param notes    what people should know
 * @param failure  why the whole file cannot be ingested, or null
 * @param seconds  time of reading and loading, also while another file was being loaded
 */
public record LoadedFile(DeliveredFile file, SourceTable table, int number, String sha256, long firstRow, long rows,
        long unread, RowLines lines, List<String> notes, @Nullable String failure, double seconds) {

    /** Rows in the file. */
    public long read() {
        return rows + unread;
    }
}
