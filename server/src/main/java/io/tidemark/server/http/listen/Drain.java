package io.tidemark.server.http.listen;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The end of a listener without a lost request. Helidon stops a connection between two requests, whether or not the
 * next one is on its way. So before that, each answer tells its client that the connection closes with it; the listener
 * stops once all that is left is quiet. Thread-safe.
 */
public final class Drain {

    /** A client that asks all the time asks again within this. */
    static final Duration QUIET = Duration.ofMillis(250);
    private static final Duration MAX_WAIT = Duration.ofSeconds(2);
    private static final Duration LOOK = Duration.ofMillis(10);

    private final Set<TimedConnection> open = ConcurrentHashMap.newKeySet();
    private volatile boolean begun;

    /** Whether answers close their connections. */
    boolean hasBegun() {
        return begun;
    }

    void opened(TimedConnection connection) {
        open.add(connection);
    }

    void closed(TimedConnection connection) {
        open.remove(connection);
    }

    /**
     * Closes connections with their next answers; returns when none of those that are open now has a request under way
     * or had one just now, at most after two seconds. Later connections do not count: a client that comes back at once
     * would keep the listener.
     */
    public void run() {
        begun = true;
        Set<TimedConnection> asking = Set.copyOf(open);
        long end = System.nanoTime() + MAX_WAIT.toNanos();
        while (System.nanoTime() < end && !asking.stream().allMatch(this::isQuiet) && hasPaused()) {
            // looks again
        }
    }

    /** Whether a connection has no request under way and had none just now, or has ended. */
    boolean isQuiet(TimedConnection connection) {
        return !open.contains(connection) || !connection.isInUse(QUIET);
    }

    /** Waits until a connection is quiet, however long its request takes. */
    void awaitQuiet(TimedConnection connection) {
        while (!isQuiet(connection) && hasPaused()) {
            // looks again
        }
    }

    private static boolean hasPaused() {
        try {
            Thread.sleep(LOOK);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
