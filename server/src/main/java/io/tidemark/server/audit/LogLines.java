package io.tidemark.server.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.server.audit.LogFiles.Rotated;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The lines of a log from last to first, through its files. They are in the order of their time. For one thread. */
final class LogLines {
    private static final Duration WAITED = Duration.ofDays(1);

    private final Iterator<Rotated> older;
    private final Instant end;
    private long left;
    private boolean cut;
    private Iterator<String> lines = Collections.emptyIterator();
    private @Nullable ObjectNode line;

    private LogLines(String log, List<Rotated> older, Instant end, long most) {
        // a file is of the day when it was written: its lines may have waited for the disk
        Instant last = end.plus(WAITED);
        this.older = older.stream().filter(file -> !Instant.parse(file.day() + "T00:00:00Z").isAfter(last)).iterator();
        this.end = end;
        this.left = most;
        take(log);
    }

    /**
     * Opens a log at its last line.
     *
     * @param end  files that begin after this time are skipped
     * @param most number of characters after which no further file is read
     */
    static LogLines open(LogFiles files, Instant end, long most) throws IOException {
        LogLines opened = files.exclusively(() -> new LogLines(files.text(), files.rotated(), end, most));
        opened.advance();
        return opened;
    }

    /** The line; null before the first one. */
    @Nullable ObjectNode line() {
        return line;
    }

    /** The time of the line; {@link Instant#MIN} before the first one. */
    Instant time() {
        return line == null ? Instant.MIN : time(line).orElse(Instant.MIN);
    }

    /** Whether there are more lines, in files that were too much to read. */
    boolean isCut() {
        return cut;
    }

    /** Goes to the previous line that Tidemark wrote. */
    void advance() throws IOException {
        line = null;
        while (line == null && !cut && (lines.hasNext() || older.hasNext())) {
            if (lines.hasNext()) {
                line = AuditReader.line(lines.next()).filter(each -> time(each).isPresent()).orElse(null);
            } else if (left > 0) {
                take(LogFiles.text(older.next()));
            } else {
                cut = true;
            }
        }
    }

    private void take(String text) {
        boolean later = text.lines().findFirst().flatMap(AuditReader::line).flatMap(LogLines::time)
                .filter(begin -> begin.isAfter(end)).isPresent();
        if (!later) {
            left -= text.length();
            lines = text.lines().toList().reversed().iterator();
        }
    }

    /** The time of a line; empty if the line has no time. */
    static Optional<Instant> time(JsonNode line) {
        try {
            return Optional.of(Instant.parse(line.path("time").asText()));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
