package io.tidemark.server.cli.console;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Formats times in UTC. A missing time is a dash in tables and null in JSON. */
public final class Times {
    private static final String NONE = "-";

    private Times() {
    }

    /** The day, such as {@code 2026-03-01}. */
    public static String day(@Nullable Instant time) {
        return time == null ? NONE : time.toString().substring(0, 10);
    }

    /** The minute, such as {@code 2026-03-01T12:30Z}. */
    public static String minute(@Nullable Instant time) {
        return time == null ? NONE : time.truncatedTo(ChronoUnit.MINUTES).toString().replace(":00Z", "Z");
    }
}
