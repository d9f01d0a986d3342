package io.tidemark.server.request;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** How long each step of a request took. One per request; not thread-safe. */
final class StepClock {

    private final Map<String, Long> steps = new LinkedHashMap<>();
    private long last = System.nanoTime();

    /** Says that a step has just ended. */
    void ended(String step) {
        long now = System.nanoTime();
        steps.merge(step, now - last, Long::sum);
        last = now;
    }

    /** The Server-Timing header, milliseconds. */
    String header() {
        return steps.entrySet().stream()
                .map(e -> String.format(Locale.ROOT, "%s;dur=%.3f", e.getKey(), e.getValue() / 1e6))
                .collect(Collectors.joining(", "));
    }
}
