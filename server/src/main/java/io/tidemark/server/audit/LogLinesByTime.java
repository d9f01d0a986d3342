package io.tidemark.server.audit;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/** Finds lines of a log by time. The lines are in the order of their field {@code time}. */
final class LogLinesByTime {

    /** The size of a block, which contains several lines; a search by time ends when only a block is left. */
    private static final int BLOCK = 1 << 16;

    private LogLinesByTime() {}

    /** The time of a line; empty if the line has no time. */
    static Optional<Instant> time(JsonNode line) {
        try {
            return Optional.of(Instant.parse(line.path("time").asText()));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /**
     * Finds the end of the lines up to a time by bisection, in bytes from the start of the file. Up to {@value #BLOCK} bytes before it may have later
     * lines. Returns 0 if all lines are later, or if the file is missing.
     */
    static long endBefore(Path file, Instant moment) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            if (channel.size() == 0 || isLater(line(channel, 0), moment)) {
                return 0;
            }
            long least = 0;
            long end = channel.size();
            while (end - least > BLOCK) {
                long middle = (least + end) >>> 1;
                long start = afterLineEnd(channel, middle);
                byte[] line = line(channel, start);
                if (start + line.length >= end) {
                    break;
                }
                if (isLater(line, moment)) {
                    end = start + line.length;
                } else {
                    least = middle;
                }
            }
            return end;
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    private static boolean isLater(byte[] line, Instant moment) {
        return AuditReader.line(line).flatMap(LogLinesByTime::time).filter(time -> time.isAfter(moment)).isPresent();
    }

    private static long afterLineEnd(FileChannel channel, long position) throws IOException {
        return position + line(channel, position).length;
    }

    /** Reads the line that begins at a position, with its end; cut if it is longer than a block. */
    private static byte[] line(FileChannel channel, long position) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(BLOCK);
        int read = 0;
        while (read >= 0 && bytes.hasRemaining()) {
            read = channel.read(bytes, position + bytes.position());
        }
        for (int i = 0; i < bytes.position(); i++) {
            if (bytes.get(i) == '\n') {
                return Arrays.copyOf(bytes.array(), i + 1);
            }
        }
        return Arrays.copyOf(bytes.array(), bytes.position());
    }
}
