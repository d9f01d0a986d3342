package io.tidemark.server.format;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the rows of an answer one after another, by the contract of its fields. Not thread-safe. */
public interface RowWriter extends Closeable {

    /** Makes a writer. */
    @FunctionalInterface
    interface Maker {
        /** One that writes to a stream, which is closed with it. */
        RowWriter over(OutputStream out) throws IOException;
    }

    /**
     * Writes a row.
     *
     * @param row its values in the order of the contract's fields, an object's keys side by side
     * @throws IOException when what it is written to cannot take it
     */
    void write(List<@Nullable Object> row) throws IOException;
}
