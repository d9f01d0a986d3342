package io.tidemark.server.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.server.answer.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Reads the audit log from its end: the log itself, then the older ones beside it. At most the last 16 MB of each file are looked
 * through; what somebody else wrote into a file and is no line of ours is passed over.
 */
public final class AuditReader {

    private static final int LOOKED_THROUGH = 16 << 20;

    private final Path file;
    private final int old;

    /**
     * Reads a log.
     *
     * @param file where it is
     * @param old  how many older ones there may be beside it
     */
    public AuditReader(Path file, int old) {
        this.file = file;
        this.old = old;
    }

    /**
     * The newest lines that are wanted, newest first.
     *
     * @param most how many at most
     * @throws IOException when a file that is there cannot be read
     */
    public List<ObjectNode> newest(Predicate<JsonNode> wanted, int most) throws IOException {
        List<ObjectNode> found = new ArrayList<>();
        for (int number = 0; number <= old && found.size() < most; number++) {
            String[] lines = end(number == 0 ? file : file.resolveSibling(file.getFileName() + "." + number)).split("\n", -1);
            for (int i = lines.length - 1; i >= 0 && found.size() < most; i--) {
                line(lines[i]).filter(wanted).ifPresent(found::add);
            }
        }
        return found;
    }

    private static String end(Path path) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(path)) {
            long size = channel.size();
            long start = Math.max(0, size - LOOKED_THROUGH);
            channel.position(start);
            ByteBuffer bytes = ByteBuffer.allocate((int) (size - start));
            int read = 0;
            while (bytes.hasRemaining() && read >= 0) {
                read = channel.read(bytes);
            }
            return StandardCharsets.UTF_8.decode(bytes.flip()).toString();
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    private static Optional<ObjectNode> line(String text) {
        try {
            return text.startsWith("{") && Json.MAPPER.readTree(text) instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
        } catch (JsonProcessingException e) {
            // cut off at the start of what is looked through, or not ours
            return Optional.empty();
        }
    }
}
