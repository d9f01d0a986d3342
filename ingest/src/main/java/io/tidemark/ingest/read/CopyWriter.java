package io.tidemark.ingest.read;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes a CSV file whose records keep their original line numbers. */
public final class CopyWriter implements Closeable {

    private final BufferedWriter out;
    private final CsvWriter csv;
    private long records;
    private boolean begun;

    /** Begins a file. */
    public CopyWriter(Path target) throws IOException {
        out = Files.newBufferedWriter(target);
        // unbuffered, because blank lines are written directly to the stream
        csv = CsvWriter.builder().bufferSize(0).lineDelimiter(LineDelimiter.LF).build(out);
    }

    /** Writes a record; null becomes an empty value. */
    public void record(List<@Nullable String> values) throws IOException {
        try {
            csv.writeRecord(values);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        records++;
        begun = true;
    }

    /** Whether the file has no record yet. */
    public boolean isEmpty() {
        return !begun;
    }

    /** Writes blank lines until the next record has this number, counted from 1. */
    public void blankUpTo(long record) throws IOException {
        for (; records + 1 < record; records++) {
            out.write('\n');
        }
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
