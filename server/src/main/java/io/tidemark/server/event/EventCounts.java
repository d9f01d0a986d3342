package io.tidemark.server.event;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** How often each kind of event happened since the start, for metrics to read. Thread-safe. */
public final class EventCounts implements Events {
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

    @Override
    public void publish(Event event) {
        counts.computeIfAbsent(EventName.of(event), _ -> new LongAdder()).increment();
    }

    /** So far, by name such as {@code security_alert}; a name that is absent is 0. */
    public Map<String, Long> counts() {
        Map<String, Long> now = new TreeMap<>();
        counts.forEach((name, count) -> now.put(name, count.sum()));
        return now;
    }
}
