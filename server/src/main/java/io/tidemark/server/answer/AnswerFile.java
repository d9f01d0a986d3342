package io.tidemark.server.answer;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A response body that is buffered in memory while small and continues in a file. Not thread-safe. */
final class AnswerFile extends OutputStream {

    /** Longer bodies go to a file. */
    static final int IN_MEMORY = 1 << 20;

    private final Path folder;
    private ByteArrayOutputStream memory = new ByteArrayOutputStream(1 << 12);
    private @Nullable Path file;
    private @Nullable OutputStream out;

    /**
     * Starts an empty body.
     *
     * @param folder folder for the file, readable by this user only
     */
    AnswerFile(Path folder) {
        this.folder = folder;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        if (out == null && memory.size() + length > IN_MEMORY) {
            file = Files.createTempFile(folder, "answer-", "");
            out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
            memory.writeTo(out);
            memory = new ByteArrayOutputStream(0);
        }
        if (out == null) {
            memory.write(bytes, from, length);
        } else {
            out.write(bytes, from, length);
        }
    }

    /** The bytes; null if they are in a file. */
    byte @Nullable [] content() {
        return file == null ? memory.toByteArray() : null;
    }

    /** The file; null if the bytes are in memory. */
    @Nullable Path file() {
        return file;
    }

    /** Deletes an unfinished body. */
    void delete() throws IOException {
        try {
            close();
        } finally {
            // even if the disk is full, so that closing fails again
            if (file != null) {
                Files.deleteIfExists(file);
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (out != null) {
            out.close();
        }
    }
}
