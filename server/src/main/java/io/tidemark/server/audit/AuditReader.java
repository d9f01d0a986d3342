package io.tidemark.server.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.server.http.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Reads the audit log from its end: the log itself, then the rotated files beside it. It reads at most the last 32 MB
 * of all files together, a block at a time. It skips lines that Tidemark did not write. Thread-safe.
 *
 * @param file      the log
 * @param old       maximum number of rotated files beside it
 * @param mostBytes maximum number of bytes that one call reads
 */
public record AuditReader(Path file, int old, long mostBytes) {

    /** The usual maximum number of bytes that one call reads. */
    static final long MAX_BYTES = 32L << 20;

    /** A reader of a log that reads no more than usual. */
    public AuditReader(Path file, int old) {
        this(file, old, MAX_BYTES);
    }

    /**
     * The newest matching lines, newest first.
     *
     * @param most maximum number of lines
     * @throws IOException if an existing file cannot be read
     */
    public List<ObjectNode> newest(Predicate<JsonNode> wanted, int most) throws IOException {
        List<ObjectNode> found = new ArrayList<>();
        long left = mostBytes;
        for (int number = 0; number <= old && found.size() < most && left > 0; number++) {
            Path part = number == 0 ? file : file.resolveSibling(file.getFileName() + "." + number);
            byte[] end = end(part, left);
            left -= end.length;
            new String(end, StandardCharsets.UTF_8).lines().toList().reversed().stream()
                    .flatMap(line -> line(line).filter(wanted).stream()).limit(most - found.size()).forEach(found::add);
        }
        return found;
    }

    /** The last bytes of a file, from where a line begins: half a line could look like another one. */
    private static byte[] end(Path part, long most) throws IOException {
        if (!Files.exists(part)) {
            return new byte[0];
        }
        try (FileChannel channel = FileChannel.open(part, StandardOpenOption.READ)) {
            long start = Math.max(0, channel.size() - most);
            InputStream in = Channels.newInputStream(channel.position(start));
            byte[] bytes = in.readNBytes((int) Math.min(channel.size(), most));
            int from = 0;
            while (start > 0 && from < bytes.length && bytes[from] != '\n') {
                from++;
            }
            return Arrays.copyOfRange(bytes, from, bytes.length);
        }
    }

    /** A line as JSON; empty if Tidemark did not write it. */
    static Optional<ObjectNode> line(String line) {
        if (!line.startsWith("{")) {
            return Optional.empty();
        }
        try {
            return Json.MAPPER.readTree(line) instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
        } catch (JsonProcessingException e) {
            // a crash has cut the line, or Tidemark did not write it
            return Optional.empty();
        }
    }
}
