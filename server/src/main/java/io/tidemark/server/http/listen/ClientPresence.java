package io.tidemark.server.http.listen;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Whether the client of a request is still connected. Used while the request waits for something other than the client: data that
 * arrives meanwhile is kept for its next request. Used only by the connection's thread.
 */
public final class ClientPresence {

    private static final ThreadLocal<@Nullable ClientPresence> OF_THREAD = new ThreadLocal<>();
    /** Most requests are answered sooner, without a check. */
    private static final Duration FIRST_LOOK = Duration.ofMillis(200);
    private static final ClientPresence UNKNOWN = new ClientPresence(null);

    private final @Nullable TimedConnection connection;
    private final long since = System.nanoTime();

    private ClientPresence(@Nullable TimedConnection connection) {
        this.connection = connection;
    }

    /** A request has arrived, which this thread will handle. */
    static void arrived(TimedConnection connection) {
        OF_THREAD.set(new ClientPresence(connection));
    }

    /** Of the request that this thread handles. */
    public static ClientPresence ofThisThread() {
        ClientPresence presence = OF_THREAD.get();
        return presence == null ? UNKNOWN : presence;
    }

    /** Whether the client has closed the connection; false if unknown. */
    public boolean isGone() {
        return connection != null && System.nanoTime() - since >= FIRST_LOOK.toNanos() && connection.isGone();
    }
}
