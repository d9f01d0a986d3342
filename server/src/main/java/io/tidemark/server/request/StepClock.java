package io.tidemark.server.request;

import io.tidemark.server.query.Asked;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
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
        return steps.entrySet().stream()
                .map(e -> String.format(Locale.ROOT, "%s;dur=%.3f", e.getKey(), e.getValue() / 1e6))
                .collect(Collectors.joining(", ")) + (source == null ? "" : ", source;desc=" + source);
    }
}
