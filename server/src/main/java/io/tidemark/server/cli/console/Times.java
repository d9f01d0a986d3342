package io.tidemark.server.cli.console;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Times as they are shown, in UTC; a dash in tables and null in JSON for those that are not there. */
public final class Times {
    private static final String NONE = "-";

    private Times() {
    }

    /** Such as {@code 2026-03-01}. */
    public static String day(@Nullable Instant time) {
        return time == null ? NONE : time.toString().substring(0, 10);
    }

    /** Such as {@code 2026-03-01T12:30Z}. */
    public static String minute(@Nullable Instant time) {
        return time == null ? NONE : time.truncatedTo(ChronoUnit.MINUTES).toString().replace(":00Z", "Z");
    }

    /** ISO, or null. */
    public static @Nullable String json(@Nullable Instant time) {
        return time == null ? null : time.toString();
    }
}
