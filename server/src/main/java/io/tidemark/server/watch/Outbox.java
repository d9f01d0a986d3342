package io.tidemark.server.watch;

import io.tidemark.server.event.Event;
import io.tidemark.server.event.Event.Channel;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.watch.WatchMessage.NotSentException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Sends messages one after the other in a thread of its own, and tries those that fail again after growing waits. It
 * keeps them in memory: a server that stops forgets them. A message about an older snapshot is given up once there are
 * newer ones, so that at most one of each receiver waits; the summary of a week goes on.
 */
final class Outbox implements AutoCloseable {

    /** The waits before a message is tried again. */
    static final List<Duration> WAITS = List.of(Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofMinutes(20),
            Duration.ofHours(1), Duration.ofHours(4));

    private final List<Duration> waits;
    private final EventReceiver events;
    private final ScheduledThreadPoolExecutor thread =
            new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().name("watch-outbox").daemon().factory());
    private volatile String newest = "";

    Outbox(List<Duration> waits, EventReceiver events) {
        this.waits = List.copyOf(waits);
        this.events = events;
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Sends the messages about a snapshot soon. */
    void send(String snapshot, List<WatchMessage> messages) {
        newest = snapshot;
        send(messages);
    }

    /** Sends the summaries of a week soon. */
    void send(List<WatchMessage> messages) {
        messages.forEach(message -> later(message, 1, Duration.ZERO));
    }

    private void later(WatchMessage message, int tries, Duration wait) {
        try {
            var _ = thread.schedule(() -> attempt(message, tries), wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            giveUp(message, tries - 1, "the server is stopping");
        }
    }

    private void attempt(WatchMessage message, int tries) {
        if (message.channel() != Channel.SUMMARY && !message.snapshot().equals(newest)) {
            giveUp(message, tries - 1, "a newer snapshot is served");
            return;
        }
        try {
            message.sending().send();
        } catch (NotSentException e) {
            if (e.isFinal() || tries > waits.size()) {
                giveUp(message, tries, e.reason());
            } else {
                later(message, tries + 1, waits.get(tries - 1));
            }
            return;
        } catch (RuntimeException e) {
            giveUp(message, tries, e.getClass().getSimpleName());
            return;
        }
        events.publish(new Event.WatchSent(Instant.now(), message.channel(), message.farmerId(), message.accountId(),
                message.snapshot(), tries));
    }

    private void giveUp(WatchMessage message, int tries, String reason) {
        events.publish(new Event.WatchGivenUp(Instant.now(), message.channel(), message.farmerId(),
                message.accountId(), message.snapshot(), tries, reason));
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
