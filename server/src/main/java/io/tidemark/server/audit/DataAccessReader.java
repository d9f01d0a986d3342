package io.tidemark.server.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Searches the log of data accesses from its end, answered and refused requests in the order of time: each in the log
 * itself, then in the rotated files beside it. It skips newer files, and ends where lines are older. Thread-safe.
 */
public final class DataAccessReader {

    /** Characters of a log after which a search reads no further file: some two seconds. */
    private static final long MAX_BYTES = 256L << 20;
    /** Requests that end at about the same time may be written in any order. */
    private static final Duration DISORDER = Duration.ofSeconds(5);

    private final List<LogFiles> logs;
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
     * @param searchedBackTo the time back to which the result is complete, if the search had to stop early; null
     *                       otherwise
     */
    public record Found(List<ObjectNode> lines, boolean hasMore, @Nullable Instant searchedBackTo) {}

    /** Creates a reader of the logs in the state folder. */
    public DataAccessReader(Path state) {
        this(state, MAX_BYTES);
    }

    DataAccessReader(Path state, long mostBytes) {
        this.logs = DataAccessLog.files(state);
        this.mostBytes = mostBytes;
    }

    /**
     * Finds the newest matching lines, newest first.
     *
     * @throws IOException if an existing file cannot be read
     */
    public Found find(Search search) throws IOException {
        List<LogLines> read = new ArrayList<>();
        for (LogFiles log : logs) {
            read.add(LogLines.open(log, search.end().plus(DISORDER), mostBytes));
        }
        List<ObjectNode> found = new ArrayList<>();
        int skipped = 0;
        Instant oldest = null;
        while (read.stream().noneMatch(LogLines::isCut)) {
            LogLines newest = Collections.max(read, Comparator.comparing(LogLines::time));
            ObjectNode line = newest.line();
            if (line == null || newest.time().isBefore(search.from().minus(DISORDER))) {
                return new Found(found, false, null);
            }
            Instant time = newest.time();
            oldest = time;
            newest.advance();
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
        return cut(found, search, oldest);
    }

    // lines older than this time may be incomplete, so it leaves them out: the next search finds them all
    private static Found cut(List<ObjectNode> found, Search search, @Nullable Instant oldest) {
        Instant back = oldest == null || oldest.plus(DISORDER).isAfter(search.end())
                ? search.end() : oldest.plus(DISORDER);
        found.removeIf(line -> LogLines.time(line).filter(time -> time.isBefore(back)).isPresent());
        return new Found(found, false, back);
    }
}
