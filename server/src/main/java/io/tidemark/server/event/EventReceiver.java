package io.tidemark.server.event;

/** A receiver of events. Called on the request's thread: implementations return quickly, never throw, and are
 * thread-safe. */
@FunctionalInterface
public interface EventReceiver {
    /** Takes one event. */
    void publish(Event event);
}
