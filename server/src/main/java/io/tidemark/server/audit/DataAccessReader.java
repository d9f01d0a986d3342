package io.tidemark.server.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Searches the log of data accesses from its end: the log itself, then the rotated files beside it. What is newer than the wanted time is
 * passed over, and the search ends where lines are older. Thread-safe.
 */
public final class DataAccessReader {

    /** Bytes that one search reads at most: some two seconds. */
    private static final long MOST_BYTES = 256L << 20;
    /** Requests that end at the same time may be written in either order. */
    private static final Duration DISORDER = Duration.ofSeconds(5);

    private final Path file;
    private final int old;
    private final long mostBytes;

    /**
     * What is searched for.
     *
     * @param from   the first moment
     * @param end    the moment after the last
     * @param wanted which lines
     * @param skip   lines to leave out, the newest
     * @param most   lines to find at most
     */
    public record Search(Instant from, Instant end, Predicate<JsonNode> wanted, int skip, int most) {}

    /**
     * What was found.
     *
     * @param lines          newest first
     * @param hasMore        whether there are more
     * @param searchedBackTo the moment down to which all is found, when the search had to end before its first moment; null when it has not
     */
    public record Found(List<ObjectNode> lines, boolean hasMore, @Nullable Instant searchedBackTo) {}

    /**
     * Reads a log.
     *
     * @param file where it is
     * @param old  how many older ones there may be beside it
     */
    public DataAccessReader(Path file, int old) {
        this(file, old, MOST_BYTES);
    }

    DataAccessReader(Path file, int old, long mostBytes) {
        this.file = file;
        this.old = old;
        this.mostBytes = mostBytes;
    }

    /**
     * The newest lines that are wanted, newest first.
     *
     * @throws IOException when a file that is there cannot be read
     */
    public Found find(Search search) throws IOException {
        List<ObjectNode> found = new ArrayList<>();
        int skipped = 0;
        long left = mostBytes;
        Instant oldest = null;
        for (int number = 0; number <= old; number++) {
            Path part = number == 0 ? file : file.resolveSibling(file.getFileName() + "." + number);
            long end = LogLinesByTime.endBefore(part, search.end().plus(DISORDER));
            if (end == 0) {
                continue;
            }
            if (left <= 0) {
                return cut(found, search, oldest);
            }
            try (ReverseLines lines = ReverseLines.open(part, left, end)) {
                for (byte[] bytes = lines.next(); bytes != null; bytes = lines.next()) {
                    ObjectNode line = AuditReader.line(bytes).orElse(null);
                    Instant time = line == null ? null : LogLinesByTime.time(line).orElse(null);
                    if (line == null || time == null) {
                        continue;
                    }
                    oldest = time;
                    if (time.isBefore(search.from().minus(DISORDER))) {
                        return new Found(found, false, null);
                    }
                    if (time.isBefore(search.from()) || !time.isBefore(search.end()) || !search.wanted().test(line)) {
                        continue;
                    }
                    if (skipped < search.skip()) {
                        skipped++;
                    } else if (found.size() == search.most()) {
                        return new Found(found, true, null);
                    } else {
                        found.add(line);
                    }
                }
                left -= lines.bytesRead();
                if (left <= 0 && !lines.isAtStart()) {
                    return cut(found, search, oldest);
                }
            }
        }
        return new Found(found, false, null);
    }

    // older lines than this moment may be missing, so that none of them is shown: the next search has them all
    private static Found cut(List<ObjectNode> found, Search search, @Nullable Instant oldest) {
        Instant back = oldest == null || oldest.plus(DISORDER).isAfter(search.end()) ? search.end() : oldest.plus(DISORDER);
        found.removeIf(line -> LogLinesByTime.time(line).filter(time -> time.isBefore(back)).isPresent());
        return new Found(found, false, back);
    }
}
