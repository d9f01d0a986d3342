package io.tidemark.server.request;

import io.tidemark.server.query.Asked;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How long each step of a request took. One per request; not thread-safe. */
final class StepClock {

    private final Map<String, Long> steps = new LinkedHashMap<>();
    private long last = System.nanoTime();
    private @Nullable String source;

    /** Says that a step has just ended. */
    void ended(String step) {
        long now = System.nanoTime();
        steps.merge(step, now - last, Long::sum);
        last = now;
    }

    /** Says that the engine has answered. */
    void asked(Asked<?> got) {
        ended("ask");
        steps.put("queue", got.waited().toNanos());
        steps.put("query", got.ran().toNanos());
        source = got.source().name().toLowerCase(Locale.ROOT);
    }

    /** The Server-Timing header, milliseconds. */
    String header() {
        StringBuilder text = new StringBuilder(160);
        steps.forEach((step, nanos) -> millis(text.append(text.isEmpty() ? "" : ", ").append(step).append(";dur="), nanos / 1000));
        return (source == null ? text : text.append(", source;desc=").append(source)).toString();
    }

    // by hand: a formatter takes longer than a request that is answered from memory
    private static void millis(StringBuilder text, long micros) {
        text.append(micros / 1000).append('.');
        long rest = micros % 1000;
        text.append(rest < 100 ? "0" : "").append(rest < 10 ? "0" : "").append(rest);
    }
}
