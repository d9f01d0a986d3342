package io.tidemark.server.audit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Scheduler;
import io.tidemark.server.event.Event;
import java.time.Duration;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Throttles events: it logs the first event at once, and at the end of a window one summary of its repeats: the last
 * one and their number. So a key with hundreds of requests a second, or a client with a bad token, cannot fill the log.
 * Thread-safe.
 */
final class EventThrottle implements AutoCloseable {
    private static final int MAX_KEYS = 10_000;

    private final ObjIntConsumer<Event.Audited> write;
    private final Cache<List<Object>, Tally> tallies;

    /** Repeats in the current window; {@code last} is null until the first repeat. */
    private record Tally(Event.@Nullable Audited last, int repeats) {}

    /** Creates a throttle; {@code write} receives an event and its number of repeats, or 0. */
    EventThrottle(Duration window, ObjIntConsumer<Event.Audited> write) {
        this.write = write;
        this.tallies = Caffeine.newBuilder()
                .maximumSize(MAX_KEYS)
                .expireAfter(Expiry.<List<Object>, Tally>creating((_, _) -> window))
                .scheduler(Scheduler.systemScheduler())
                .executor(Runnable::run)
                .evictionListener((_, tally, _) -> summarize(tally))
                .build();
    }

    /** Processes an event; events with equal keys are repeats. */
    void take(List<Object> key, Event.Audited event) {
        tallies.asMap().compute(key, (_, before) -> {
            if (before == null) {
                write.accept(event, 0);
                return new Tally(null, 0);
            }
            return new Tally(event, before.repeats() + 1);
        });
    }

    /** Writes the pending summaries. */
    @Override
    public void close() {
        for (List<Object> key : List.copyOf(tallies.asMap().keySet())) {
            summarize(tallies.asMap().remove(key));
        }
    }

    private void summarize(@Nullable Tally tally) {
        if (tally != null && tally.last() != null) {
            write.accept(tally.last(), tally.repeats());
        }
    }
}
