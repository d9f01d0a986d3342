package io.tidemark.server.identity.state;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Checks the state file every half second in its own thread. When another connection has written to the file, the
 * caches are cleared, so that accounts and keys added or revoked on the command line take effect at once. Other
 * maintenance of identity runs with it. Closing stops it after a last round of maintenance.
 */
public final class StateWatch implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(StateWatch.class.getName());
    private static final Duration INTERVAL = Duration.ofMillis(500);
    private static final long UNKNOWN = -1;

    private final StateStore store;
    private final List<StateCache<?>> memories;
    private final Runnable upkeep;
    private final Runnable last;
    private final Thread thread = Thread.ofPlatform().name("state-watch").daemon().unstarted(this::watch);
    private @Nullable Connection connection;
    private long version = UNKNOWN;
    /** Ends the wait between two checks without interrupting a check. */
    private final CountDownLatch stopping = new CountDownLatch(1);

    /**
     * Prepares a watch.
     * @param memories the caches to clear at a change
     * @param upkeep   run at every check
     * @param last     run when it is closed
     */
    public StateWatch(StateStore store, List<StateCache<?>> memories, Runnable upkeep, Runnable last) {
        this.store = store;
        this.memories = List.copyOf(memories);
        this.upkeep = upkeep;
        this.last = last;
    }

    /** Starts to look, from a thread of its own. */
    public StateWatch start() {
        thread.start();
        return this;
    }

    private void watch() {
        do {
            try {
                look();
                upkeep.run();
            } catch (RuntimeException e) {
                LOG.log(System.Logger.Level.WARNING, "maintenance of the state failed: " + e.getMessage());
            }
        } while (!stopsWithin(INTERVAL));
        disconnect();
    }

    private boolean stopsWithin(Duration time) {
        try {
            return stopping.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return true;
        }
    }

    private void look() {
        long seen;
        try {
            seen = dataVersion();
        } catch (SQLException e) {
            // requests will report the fault of the file themselves
            disconnect();
            seen = UNKNOWN;
        }
        if (seen == UNKNOWN || seen != version) {
            memories.forEach(StateCache::forget);
        }
        version = seen;
    }

    /** A number that changes when another connection has written. */
    private long dataVersion() throws SQLException {
        if (connection == null) {
            connection = store.connect();
            version = UNKNOWN;
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA data_version")) {
            return row.next() ? row.getLong(1) : UNKNOWN;
        }
    }

    private void disconnect() {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "closing the state file failed", e);
        }
        connection = null;
    }

    @Override
    public void close() {
        stopping.countDown();
        try {
            thread.join(Duration.ofSeconds(5));
            last.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (StateException e) {
            LOG.log(System.Logger.Level.WARNING, "maintenance of the state failed: " + e.getMessage());
        }
    }
}
