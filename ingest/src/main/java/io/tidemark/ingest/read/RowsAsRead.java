package io.tidemark.ingest.read;

import io.tidemark.ingest.file.CsvText;
import io.tidemark.ingest.file.RowLines;
import io.tidemark.ingest.staging.PackedTable;
import java.util.List;

/**
 * A file's rows after reading, before anybody looked at them.
 *
 * @param text    the file
 * @param number  its number in this ingest
 * @param table   where the rows stand: the contract's columns as read, in the order of the file
 * @param rows    how many there are
 * @param unread  how many others the file has, which could not be read
 * @param lines   where the rows stand in the file
 * @param notes   what people should know of the header
 * @param seconds time that reading took
 */
public record RowsAsRead(CsvText text, int number, PackedTable table, long rows, long unread, RowLines lines, List<String> notes,
        double seconds) {}
