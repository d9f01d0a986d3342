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
 * The lines of a file from its last to its first, read a block at a time. Of a line longer than {@value #LONGEST} bytes only the start is given, and of
 * the line where reading stops nothing.
 * For one thread.
 */
final class ReverseLines implements AutoCloseable {

    /** Longest line in bytes: so much is held in memory. */
    static final int LONGEST = 1 << 20;
    private static final int BLOCK = 1 << 16;

    private final @Nullable FileChannel channel;
    /** Where the part that is still to be read ends. */
    private long end;
    /** Where reading stops: the start of the file, unless it has more than may be read. */
    private final long stop;
    private long read;
    /** The start of a line whose beginning is not read yet. */
    private byte[] rest = {};
    private final Deque<byte[]> lines = new ArrayDeque<>();

    private ReverseLines(@Nullable FileChannel channel, long end, long stop) {
        this.channel = channel;
        this.end = end;
        this.stop = stop;
    }

    /**
     * Opens a file; one that does not exist has no lines.
     *
     * @param most bytes to read at most
     */
    static ReverseLines open(Path file, long most) throws IOException {
        return open(file, most, Long.MAX_VALUE);
    }

    /**
     * The same of the lines before a place.
     *
     * @param end where a line begins, bytes from the start
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

    /** The line before; null before the first. */
    byte @Nullable [] next() throws IOException {
        while (lines.isEmpty() && end > stop) {
            block();
        }
        return lines.pollFirst();
    }

    /** Bytes read so far. */
    long bytesRead() {
        return read;
    }

    /** Whether all of the file may be read. */
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
                // shortened meanwhile
                end = stop;
                rest = new byte[0];
                return;
            }
        }
        bytes.limit(length + rest.length).position(length);
        bytes.put(rest);
        split(bytes.array());
    }

    /** Puts the lines after the first line end on the queue, last first, and keeps what is before it. */
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
            // the end of a line whose start is not read: half a line could pass for another
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
