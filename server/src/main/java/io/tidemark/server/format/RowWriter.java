package io.tidemark.server.format;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the rows of an answer one after another by the contract of its fields. Not thread-safe. */
public interface RowWriter extends Closeable {

    /** Creates writers. */
    @FunctionalInterface
    interface Maker {
        /** Creates a writer over a stream, which it closes. */
        RowWriter over(OutputStream out) throws IOException;
    }

    /**
     * Writes a row.
     *
     * @param row the values in the order of the contract's fields, with an object's keys side by side
     * @throws IOException if the output cannot be written
     */
    void write(List<@Nullable Object> row) throws IOException;
}
