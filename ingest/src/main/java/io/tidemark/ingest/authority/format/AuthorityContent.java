package io.tidemark.ingest.authority.format;

import io.tidemark.ingest.staging.StagingDatabase;
import java.nio.file.Path;
import java.util.List;

/**
 * What reading an authority file gave; its rows are in the staging tables.
 *
 * @param read   number of rows read, good and bad, without header and blank lines
 * @param notes  remarks for people
 * @param faults rejected rows
 */
public record AuthorityContent(long read, List<String> notes, List<RowFault> faults) {

    /** Copies the lists. */
    public AuthorityContent {
        notes = List.copyOf(notes);
        faults = List.copyOf(faults);
    }

    /**
     * A file as plain text.
     *
     * @param text   where the text is
     * @param number the file's number in the ingest
     * @param path   its path in the delivery
     * @param sheet  the workbook's sheet, or empty
     */
    public record Source(Path text, int number, String path, String sheet) {}

    /** Reads a file into the staging tables. */
    @FunctionalInterface
    public interface Reader {
        /**
         * Reads it.
         *
         * @throws AuthorityFormatException if the file cannot be read
         */
        AuthorityContent read(Source source, StagingDatabase staging);
    }
}
