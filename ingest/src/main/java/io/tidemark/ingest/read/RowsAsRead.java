package io.tidemark.ingest.read;

import io.tidemark.ingest.file.CsvText;
import io.tidemark.ingest.file.RowLines;
import io.tidemark.ingest.staging.PackedTable;
import java.util.List;

/**
 * The rows of a file as read, before any check.
 *
 * @param text    the file
 * @param number  its number in this ingest
 * @param table   the table with the rows: the contract's columns as read, in the order of the file
 * @param rows    number of rows
 * @param unread  number of rows that could not be read
 * @param lines   the lines of the rows in the file
 * @param notes   remarks for people about the header
 * @param seconds reading time, seconds
 */
public record RowsAsRead(CsvText text, int number, PackedTable table, long rows, long unread, RowLines lines,
        List<String> notes, double seconds) {}
