package io.tidemark.ingest.load;

import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.file.RowLines;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A file after reading and loading.
 *
 * @param file     the file
 * @param table    its table
 * @param number   its number in this ingest
 * @param sha256   digest of its bytes, lower-case hex; empty if it could not be read to its end
 * @param firstRow row id of its first row
 * @param rows     number of rows in that table
 * @param unread   number of rows that could not be read
 * @param lines    the lines of its rows
 * @param notes    remarks for people
 * @param failure  reason why the whole file cannot be ingested, or null
 * @param seconds  time of reading and loading, seconds, including time while another file was loading
 */
public record LoadedFile(DeliveredFile file, SourceTable table, int number, String sha256, long firstRow, long rows,
        long unread, RowLines lines, List<String> notes, @Nullable String failure, double seconds) {

    /** A copy with further remarks. */
    public LoadedFile noting(List<String> more) {
        return new LoadedFile(file, table, number, sha256, firstRow, rows, unread, lines,
                Stream.concat(notes.stream(), more.stream()).toList(), failure, seconds);
    }

    /** A copy that cannot be ingested as a whole. */
    public LoadedFile failing(String reason) {
        return new LoadedFile(file, table, number, sha256, firstRow, rows, unread, lines, notes, reason, seconds);
    }

    /** The number of rows in the file. */
    public long read() {
        return rows + unread;
    }
}
