package io.tidemark.ingest.read;

import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.delivery.DisplayText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Converts a file of another format to CSV, row by row, so that all formats share one reader, one set of checks and the
 * same messages. A missing or unreadable row becomes a blank line.
 */
public sealed interface CsvCopy permits NdjsonCopy, ParquetCopy, XlsxCopy {

    /**
     * Writes the copy and adds unreadable rows to {@code unread}; an {@link IOException} means that the file could not
     * be read.
     */
    Written write(DeliveredFile file, SourceTable table, Path target, UnreadRows unread) throws BadFileException,
            IOException;

    /**
     * The result of a copy.
     *
     * @param headerLines lines of the copy that the file does not have: 1 if the file has no header line, else 0
     * @param notes       remarks for people
     */
    record Written(int headerLines, List<String> notes) {}

    /**
     * A row that could not be read.
     *
     * @param line   its line in the file, from 1
     * @param column the faulty column, or empty text
     * @param value  its value, possibly cut
     * @param reason the fault and the allowed values
     */
    record UnreadRow(long line, String column, String value, String reason) {

        private static final int MAX_VALUE = 100;

        /** Shortens the value. */
        public UnreadRow {
            value = DisplayText.shortened(value, MAX_VALUE);
        }
    }
}
