package io.tidemark.server.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of a file from last to first, a block at a time. It cuts lines longer than {@value #LONGEST} bytes, and leaves out the line where
 * reading stops. For one thread.
 */
final class ReverseLines implements AutoCloseable {

    /** Maximum length of a line in memory, bytes. */
    static final int LONGEST = 1 << 20;
    private static final int BLOCK = 1 << 16;

    private final @Nullable FileChannel channel;
    /** The end of the unread part. */
    private long end;
    /** The position where reading stops: the start of the file, unless the file is larger than the limit. */
    private final long stop;
    private long read;
    /** The end of a line whose beginning is not yet read. */
    private byte[] rest = {};
    private final Deque<byte[]> lines = new ArrayDeque<>();

    private ReverseLines(@Nullable FileChannel channel, long end, long stop) {
        this.channel = channel;
        this.end = end;
        this.stop = stop;
    }

    /**
     * Opens a file; a missing file has no lines.
     *
     * @param most maximum number of bytes to read
     */
    static ReverseLines open(Path file, long most) throws IOException {
        return open(file, most, Long.MAX_VALUE);
    }

    /**
     * Opens a file to read the lines before a position.
     *
     * @param end position where a line begins, bytes from the start
     */
    static ReverseLines open(Path file, long most, long end) throws IOException {
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
            long from = Math.min(channel.size(), end);
            return new ReverseLines(channel, from, Math.max(0, from - most));
        } catch (NoSuchFileException e) {
            return new ReverseLines(null, 0, 0);
        }
    }

    /** The previous line; null before the first one. */
    byte @Nullable [] next() throws IOException {
        while (lines.isEmpty() && end > stop) {
            block();
        }
        return lines.pollFirst();
    }

    /** The number of bytes read so far. */
    long bytesRead() {
        return read;
    }

    /** Whether the whole file is within the limit. */
    boolean isAtStart() {
        return stop == 0;
    }

    private void block() throws IOException {
        int length = (int) Math.min(BLOCK, end - stop);
        ByteBuffer bytes = ByteBuffer.allocate(length + rest.length);
        bytes.limit(length);
        end -= length;
        read += length;
        while (bytes.hasRemaining()) {
            if (channel == null || channel.read(bytes, end + bytes.position()) < 0) {
                // the file was shortened meanwhile
                end = stop;
                rest = new byte[0];
                return;
            }
        }
        bytes.limit(length + rest.length).position(length);
        bytes.put(rest);
        split(bytes.array());
    }

    /** Puts the lines after the first line end on the queue, last first, and keeps the part before it. */
    private void split(byte[] bytes) {
        int to = bytes.length;
        for (int i = bytes.length - 1; i >= 0; i--) {
            if (bytes[i] == '\n') {
                lines.addLast(Arrays.copyOfRange(bytes, i + 1, to));
                to = i;
            }
        }
        rest = Arrays.copyOf(bytes, to);
        if (end <= stop && stop == 0) {
            lines.addLast(rest);
        }
        if (end <= stop || rest.length > LONGEST) {
            // drop the end of a line with an unread start: half a line could look like another line
            rest = new byte[0];
        }
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }
}
