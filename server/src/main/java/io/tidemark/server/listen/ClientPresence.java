package io.tidemark.server.listen;

import io.helidon.common.socket.HelidonSocket;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Whether the client of a request is still connected. Asked while the request waits for something else than the client: what it sends
 * meanwhile is kept for its next request. Used by the connection's thread alone.
 */
public final class ClientPresence {

    private static final ThreadLocal<@Nullable ClientPresence> OF_THREAD = new ThreadLocal<>();
    /** Most requests are answered sooner, and never need to look. */
    private static final Duration FIRST_LOOK = Duration.ofMillis(200);
    private static final ClientPresence UNKNOWN = new ClientPresence(null, Duration.ZERO);

    private final @Nullable HelidonSocket socket;
    private final long since = System.nanoTime();
    private final Duration trusted;
    private boolean looking;

    private ClientPresence(@Nullable HelidonSocket socket, Duration trusted) {
        this.socket = socket;
        // one on which an earlier request waited for long is said to be closed, though a request has just arrived on it
        this.trusted = socket == null || socket.isConnected() ? trusted : Duration.ZERO;
    }

    /**
     * A request has arrived, which this thread will handle.
     *
     * @param readTimeout after which Helidon takes a quiet connection for a closed one
     */
    static void arrived(HelidonSocket socket, Duration readTimeout) {
        OF_THREAD.set(new ClientPresence(socket, readTimeout));
    }

    /** Of the request that this thread handles. */
    public static ClientPresence ofThisThread() {
        ClientPresence presence = OF_THREAD.get();
        return presence == null ? UNKNOWN : presence;
    }

    /** Whether the client has closed the connection; false when that is not known. */
    public boolean isGone() {
        long waited = System.nanoTime() - since;
        if (socket == null || waited < FIRST_LOOK.toNanos()) {
            return false;
        }
        if (!looking) {
            looking = true;
            socket.idle();
        }
        return !socket.isConnected() && waited < trusted.toNanos();
    }

    /**
     * Closes the connection when the work takes too long: a client that reads slowly would hold it for ever.
     *
     * @param work sends something to the client
     */
    public void within(Duration time, Runnable work) {
        if (socket == null) {
            work.run();
            return;
        }
        HelidonSocket connection = socket;
        Thread limit = Thread.ofVirtual().name("send-limit").start(() -> {
            try {
                Thread.sleep(time);
                connection.close();
            } catch (InterruptedException e) {
                // it was sent in time
            }
        });
        try {
            work.run();
        } finally {
            limit.interrupt();
        }
    }
}
