package io.tidemark.server.identity.state;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;
import org.jspecify.annotations.Nullable;

/**
 * The embedded state file {@code tidemark.db} (SQLite, write-ahead log): the command line and a running server use it
 * at the same time. One connection per operation; thread-safe. A damaged, foreign or newer file is refused with
 * {@link StateException} and not changed.
 */
public final class StateStore {
    static final String FILE = "tidemark.db";
    /** What is beside the file only if there was one. */
    private static final List<String> TRACES = List.of("signing-keys.json", FILE + "-wal");
    private static final int BUSY_MILLIS = 5_000;

    private final Path file;
    private final Clock clock;
    private final SQLiteConfig config = new SQLiteConfig();
    /** Writers of this process wait here, not inside SQLite: so at most one thread waits for other processes. */
    private final ReentrantLock writing = new ReentrantLock();

    private StateStore(Path file, Clock clock) {
        this.file = file;
        this.clock = clock;
        config.setBusyTimeout(BUSY_MILLIS);
        config.enforceForeignKeys(true);
        config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
        // a revocation that was acknowledged survives a power cut
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        // what is deleted is overwritten: the file holds people's addresses
        config.setPragma(SQLiteConfig.Pragma.SECURE_DELETE, "true");
        // a file that vanished is an error, not an empty state
        config.resetOpenMode(SQLiteOpenMode.CREATE);
    }

    /** Creates the state folder (0700) if it is missing, for other files. */
    public static void prepare(Path folder) {
        StateFolder.create(folder);
    }

    /** Opens the state; creates folder (0700) and file (0600) if they are missing. */
    public static StateStore open(Path folder, Clock clock) {
        return open(StateFolder.create(folder), clock, true);
    }

    /**
     * Opens the state in a folder that must exist: a folder that a command makes by mistake would be another state than
     * the server's.
     */
    public static StateStore openInside(Path folder, Clock clock) {
        return open(StateFolder.existing(folder), clock, true);
    }

    /** Opens an existing state, for commands that only read or revoke. */
    public static StateStore openExisting(Path folder, Clock clock) {
        return open(StateFolder.existing(folder), clock, false);
    }

    /**
     * Creates an empty file in a folder that has lost its own: the accounts of before are not missed. Does nothing
     * where there is a file.
     */
    public static void makeNew(Path folder) {
        StateFolder existing = StateFolder.existing(folder);
        existing.exclusively(() -> {
            if (!Files.exists(existing.file(FILE))) {
                existing.createFile(existing.file(FILE));
            }
            return true;
        });
    }

    /** Why a folder without a file has lost it; empty if it never had one. */
    static Optional<String> loss(StateFolder folder) {
        return TRACES.stream().map(folder::file).filter(Files::exists).findFirst().map(trace ->
                "State file " + folder.file(FILE) + " is lost, but there is " + trace + ": its users, clients and API "
                + "keys are gone. Move the folder away and restore it: tidemark restore BACKUP --only state. If a new "
                + "state without them is meant: tidemark user add NAME --role admin --new-state");
    }

    private static StateStore open(StateFolder folder, Clock clock, boolean create) {
        Path file = folder.file(FILE).toAbsolutePath();
        if (file.toString().indexOf('?') >= 0) {
            throw new StateException("State folder " + file.getParent() + ": '?' cannot be part of the path");
        }
        // read before the lock, not under it: others wait for it only so long
        int _ = StateSchema.VERSION;
        return folder.exclusively(() -> {
            boolean isNew = !Files.exists(file);
            if (isNew) {
                loss(folder).ifPresent(problem -> {
                    throw new StateException(problem);
                });
                if (!create) {
                    throw new StateException("No state file " + file + ": add a user or client first, or name another "
                            + "folder");
                }
                folder.createFile(file);
            }
            if (!Files.isRegularFile(file)) {
                throw new StateException("State file " + file + " cannot be opened: it is not a file");
            }
            folder.makePrivate(file);
            StateStore store = new StateStore(file, clock);
            StateUpgrade.run(store, file);
            return store;
        });
    }

    /** Copies the file of a state folder in its own version, for a backup from before an upgrade. */
    public static void copy(Path folder, Path copy, Clock clock) {
        Path file = StateFolder.existing(folder).file(FILE).toAbsolutePath();
        StateStore store = new StateStore(file, clock);
        StateUpgrade.check(store, file);
        store.copyTo(copy);
    }

    /** Copies the whole file as it is in one moment, while others write; the copy must not be there yet. */
    public void copyTo(Path copy) {
        read(connection -> {
            try (PreparedStatement statement = connection.prepareStatement("VACUUM INTO ?")) {
                statement.setString(1, copy.toString());
                return statement.execute();
            }
        });
    }

    /** Rewrites the file, so that nothing of what was deleted is left in it or in its write-ahead log. */
    public void compact() {
        read(connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute("VACUUM");
                return statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
            }
        });
    }

    /** The clock by which its rows are stamped. */
    public Clock clock() {
        return clock;
    }

    /** Work with a connection; its failures become {@link StateException}. */
    @FunctionalInterface
    public interface Work<T> {
        T with(Connection connection) throws SQLException;
    }

    /** Reads, each statement by itself. */
    public <T> T read(Work<T> work) {
        return StateThreads.call(() -> reading(work));
    }

    /** One exclusive transaction: committed as a whole, or rolled back. */
    public <T> T write(Work<T> work) {
        writing.lock();
        try {
            return StateThreads.call(() -> transaction(work));
        } finally {
            writing.unlock();
        }
    }

    private <T> T reading(Work<T> work) {
        try (Connection connection = connect()) {
            return work.with(connection);
        } catch (SQLException e) {
            throw StateFailure.of(file, e);
        }
    }

    private <T> T transaction(Work<T> work) {
        try (Connection connection = connect()) {
            connection.setAutoCommit(false);
            try {
                T result = work.with(connection);
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException e) {
                rollback(connection, e);
                throw e;
            }
        } catch (SQLException e) {
            throw StateFailure.of(file, e);
        }
    }

    // SQLite rolls back by itself when the disk is full, and then refuses to do it again
    private static void rollback(Connection connection, Exception cause) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    /** A separate connection, which the caller closes. */
    Connection connect() throws SQLException {
        return config.createConnection("jdbc:sqlite:" + file);
    }
}
