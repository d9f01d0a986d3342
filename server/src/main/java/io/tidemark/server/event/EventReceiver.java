package io.tidemark.server.event;

/** Receives events on the request's thread. Implementations return quickly, never throw, and are thread-safe. */
@FunctionalInterface
public interface EventReceiver {
    /** Receives an event. */
    void publish(Event event);
}
