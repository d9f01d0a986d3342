package io.tidemark.server.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.server.http.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Reads the audit log from its end: the log itself, then the rotated files beside it. It reads at most the last 32 MB of all files together, a block
 * at a time. It skips lines that Tidemark did not write. Thread-safe.
 */
public final class AuditReader {

    /** Maximum number of bytes that one call reads. */
    static final long MOST_BYTES = 32L << 20;

    private final Path file;
    private final int old;
    private final long mostBytes;

    /**
     * Creates a reader of a log.
     *
     * @param file the log
     * @param old  maximum number of rotated files beside it
     */
    public AuditReader(Path file, int old) {
        this(file, old, MOST_BYTES);
    }

    AuditReader(Path file, int old, long mostBytes) {
        this.file = file;
        this.old = old;
        this.mostBytes = mostBytes;
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
            try (ReverseLines lines = ReverseLines.open(part, left)) {
                byte[] line = lines.next();
                while (line != null && found.size() < most) {
                    line(line).filter(wanted).ifPresent(found::add);
                    line = lines.next();
                }
                left -= lines.bytesRead();
            }
        }
        return found;
    }

    /** A line as JSON; empty if Tidemark did not write it. */
    static Optional<ObjectNode> line(byte[] bytes) {
        if (bytes.length == 0 || bytes[0] != '{') {
            return Optional.empty();
        }
        try {
            return Json.MAPPER.readTree(new String(bytes, StandardCharsets.UTF_8)) instanceof ObjectNode object ? Optional.of(object)
                    : Optional.empty();
        } catch (JsonProcessingException e) {
            // the line is cut off where reading stopped, or Tidemark did not write it
            return Optional.empty();
        }
    }
}
