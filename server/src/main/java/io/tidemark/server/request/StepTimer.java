package io.tidemark.server.request;

import io.tidemark.server.query.QueryResult;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Measures how long each step of a request takes. One per request; not thread-safe. */
final class StepTimer {

    /**
     * The steps, in the order of the Server-Timing header. {@link #ADMIT} includes finding the snapshot; the queue and
     * the query are parts of
     * {@link #ASK}.
     */
    enum Step {
        IDENTIFY, MATCH, ADMIT, READ, RECOGNISE, ASK, QUEUE, QUERY, ANSWER;

        private final String text = name().toLowerCase(Locale.ROOT);
    }

    private final Map<Step, Long> nanos = new EnumMap<>(Step.class);
    private long last = System.nanoTime();
    private @Nullable String source;

    /** Records the end of a step, once for each. */
    void ended(Step step) {
        long now = System.nanoTime();
        nanos.put(step, now - last);
        last = now;
    }

    /** Records the engine's answer. */
    void asked(QueryResult<?> got) {
        ended(Step.ASK);
        nanos.put(Step.QUEUE, got.waited().toNanos());
        nanos.put(Step.QUERY, got.ran().toNanos());
        source = got.source().text();
    }

    /** The Server-Timing header, milliseconds. */
    String header() {
        StringBuilder text = new StringBuilder(160);
        nanos.forEach((step, time) -> millis(text.append(text.isEmpty() ? "" : ", ").append(step.text).append(";dur="),
                time / 1000));
        return (source == null ? text : text.append(", source;desc=").append(source)).toString();
    }

    // by hand: a formatter takes longer than a cached request
    private static void millis(StringBuilder text, long micros) {
        text.append(micros / 1000).append('.');
        long rest = micros % 1000;
        text.append(rest < 100 ? "0" : "").append(rest < 10 ? "0" : "").append(rest);
    }
}
