package io.tidemark.server.cli.console;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Clock;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/**
 * Prefixes each line with the time and its zone, such as {@code 2026-03-01T05:00:02+01:00}, for output of long runs.
 */
public final class TimestampedOutput extends FilterWriter {

    private final Clock clock;
    @GuardedBy("lock") private boolean inLine;

    private TimestampedOutput(Writer out, Clock clock) {
        super(out);
        this.clock = clock;
    }

    /** Wraps a writer. */
    public static PrintWriter before(Writer out, Clock clock) {
        return new PrintWriter(new TimestampedOutput(out, clock));
    }

    @Override
    public void write(int c) throws IOException {
        synchronized (lock) {
            if (!inLine) {
                out.write(DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(ZonedDateTime.now(clock)
                        .truncatedTo(ChronoUnit.SECONDS)) + " ");
            }
            inLine = c != '\n';
            out.write(c);
        }
    }

    @Override
    public void write(char[] text, int from, int length) throws IOException {
        for (int i = from; i < from + length; i++) {
            write(text[i]);
        }
    }

    @Override
    public void write(String text, int from, int length) throws IOException {
        write(text.toCharArray(), from, length);
    }
}
