package io.tidemark.generate.farm;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes a table as CSV, value by value. */
public final class CsvTable implements Closeable {

    private final Path file;
    private final CsvWriter csv;
    private final List<String> row = new ArrayList<>();
    private long rows;
    private long bytes;

    /** Begins a new file. */
    public CsvTable(Path file, String... columns) throws IOException {
        this.file = Files.createFile(file);
        csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file);
        csv.writeRecord(columns);
    }

    /** Adds a value to the row. */
    public CsvTable text(String value) {
        row.add(value);
        return this;
    }

    /** Adds a value that is missing. */
    public CsvTable empty() {
        return text("");
    }

    /** Adds true or false. */
    public CsvTable bool(boolean value) {
        return text(String.valueOf(value));
    }

    /** Adds a whole number. */
    public CsvTable integer(long value) {
        return text(Long.toString(value));
    }

    /** Adds a decimal given in units of its last digit: (1234, 1) is written 123.4. */
    public CsvTable decimal(long unscaled, int decimals) {
        return text(BigDecimal.valueOf(unscaled, decimals).toPlainString());
    }

    /** Writes the row. */
    public void endRow() throws IOException {
        try {
            csv.writeRecord(row);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        row.clear();
        rows++;
    }

    /** The number of rows so far. */
    public long rows() {
        return rows;
    }

    /** The number of bytes; known after close. */
    public long bytes() {
        return bytes;
    }

    @Override
    public void close() throws IOException {
        csv.close();
        bytes = Files.size(file);
    }
}
