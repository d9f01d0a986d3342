package io.tidemark.server.http.listen;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether a request's client is still connected while the request waits for something else. Data that arrives
 * meanwhile is kept for the client's next request. Used only by the connection's thread.
 */
public final class ClientPresence {

    /** The connection whose requests a thread handles. */
    static final ScopedValue<TimedConnection> CONNECTION = ScopedValue.newInstance();
    /** Time before the first check; most requests are answered sooner. */
    private static final Duration FIRST_LOOK = Duration.ofMillis(200);

    private final @Nullable TimedConnection connection;
    private final long since = System.nanoTime();

    private ClientPresence(@Nullable TimedConnection connection) {
        this.connection = connection;
    }

    /** The presence, from now on, of the client whose request this thread handles. */
    public static ClientPresence ofThisThread() {
        return new ClientPresence(CONNECTION.isBound() ? CONNECTION.get() : null);
    }

    /** Whether the client has closed the connection; false if unknown. */
    public boolean isGone() {
        return connection != null && System.nanoTime() - since >= FIRST_LOOK.toNanos() && connection.isGone();
    }
}
