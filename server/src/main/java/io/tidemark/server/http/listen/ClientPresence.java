package io.tidemark.server.http.listen;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether a request's client is still connected while the request waits for something else. Data that arrives
 * meanwhile is kept for the client's next request. Used only by the connection's thread.
 */
public final class ClientPresence {

    private static final ThreadLocal<@Nullable ClientPresence> OF_THREAD = new ThreadLocal<>();
    /** Time before the first check; most requests are answered sooner. */
    private static final Duration FIRST_LOOK = Duration.ofMillis(200);
    private static final ClientPresence UNKNOWN = new ClientPresence(null);

    private final @Nullable TimedConnection connection;
    private final long since = System.nanoTime();

    private ClientPresence(@Nullable TimedConnection connection) {
        this.connection = connection;
    }

    /** Registers the connection of a request that has arrived and that this thread will handle. */
    static void arrived(TimedConnection connection) {
        OF_THREAD.set(new ClientPresence(connection));
    }

    /** The presence of the client whose request this thread handles. */
    public static ClientPresence ofThisThread() {
        ClientPresence presence = OF_THREAD.get();
        return presence == null ? UNKNOWN : presence;
    }

    /** Whether the client has closed the connection; false if unknown. */
    public boolean isGone() {
        return connection != null && System.nanoTime() - since >= FIRST_LOOK.toNanos() && connection.isGone();
    }
}
