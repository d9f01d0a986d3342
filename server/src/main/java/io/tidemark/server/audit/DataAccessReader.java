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
 * Searches the log of data accesses from its end: the log itself, then the rotated files beside it. It skips lines newer than the wanted time, and
 * ends where lines are older. Thread-safe.
 */
public final class DataAccessReader {

    /** Maximum number of bytes that one search reads: some two seconds. */
    private static final long MOST_BYTES = 256L << 20;
    /** Requests that end at about the same time may be written in any order. */
    private static final Duration DISORDER = Duration.ofSeconds(5);

    private final Path file;
    private final int old;
    private final long mostBytes;

    /**
     * A search.
     *
     * @param from   the earliest time
     * @param end    the end of the time, exclusive
     * @param wanted the condition for a line
     * @param skip   number of newest matching lines to skip
     * @param most   maximum number of lines to find
     */
    public record Search(Instant from, Instant end, Predicate<JsonNode> wanted, int skip, int most) {}

    /**
     * The result of a search.
     *
     * @param lines          the matching lines, newest first
     * @param hasMore        whether more lines match
     * @param searchedBackTo the time back to which the result is complete, if the search had to stop early; null otherwise
     */
    public record Found(List<ObjectNode> lines, boolean hasMore, @Nullable Instant searchedBackTo) {}

    /**
     * Creates a reader of a log.
     *
     * @param file the log
     * @param old  maximum number of rotated files beside it
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
     * Finds the newest matching lines, newest first.
     *
     * @throws IOException if an existing file cannot be read
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

    // lines older than this time may be incomplete, so it leaves them out: the next search finds them all
    private static Found cut(List<ObjectNode> found, Search search, @Nullable Instant oldest) {
        Instant back = oldest == null || oldest.plus(DISORDER).isAfter(search.end()) ? search.end() : oldest.plus(DISORDER);
        found.removeIf(line -> LogLinesByTime.time(line).filter(time -> time.isBefore(back)).isPresent());
        return new Found(found, false, back);
    }
}
