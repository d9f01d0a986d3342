package io.tidemark.server.identity.state;

import io.tidemark.data.file.FilePermissions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/** Upgrades the state file to the current version of {@link StateSchema}. */
final class StateUpgrade {
    private StateUpgrade() {}

    /** Upgrades a new or older file to the current version; refuses foreign and newer files. */
    static void run(StateStore store, Path file) {
        int version = version(store, file);
        if (version == 0) {
            store.read(connection -> execute(connection, "PRAGMA journal_mode = WAL"));
        }
        checkHealth(store, file);
        if (version > 0 && version < StateSchema.VERSION) {
            keep(store, file, version);
        }
        if (version < StateSchema.VERSION) {
            store.write(connection -> {
                for (List<String> step : StateSchema.STEPS.subList(version, StateSchema.VERSION)) {
                    for (String statement : step) {
                        execute(connection, statement);
                    }
                }
                return execute(connection, "PRAGMA user_version = " + StateSchema.VERSION);
            });
        }
    }

    /** Refuses foreign, newer and damaged files, and changes nothing. */
    static void check(StateStore store, Path file) {
        version(store, file);
        checkHealth(store, file);
    }

    private static int version(StateStore store, Path file) {
        int version = store.read(connection -> StateSql.number(connection, "PRAGMA user_version"));
        int tables = store.read(connection -> StateSql.number(connection, "SELECT count(*) FROM sqlite_schema"));
        checkVersion(version, tables > 0, file);
        return version;
    }

    private static void checkHealth(StateStore store, Path file) {
        Optional<String> health = store.read(connection -> StateSql.text(connection, "PRAGMA quick_check(1)"));
        if (!health.equals(Optional.of("ok"))) {
            throw new StateException(StateFailure.damaged(file));
        }
    }

    /** Refuses a file of a newer version, and one with tables but without a version: it is no state. */
    static void checkVersion(int version, boolean tables, Path file) {
        if (version > StateSchema.VERSION) {
            throw new StateException("State file " + file + " has version " + version
                    + ", made by a newer Tidemark; this version reads up "
                    + "to " + StateSchema.VERSION + ". Nothing was changed.");
        }
        if (version == 0 && tables) {
            throw new StateException(file + " is not a Tidemark state file. Nothing was changed.");
        }
    }

    /** Keeps the older file beside the new one, whole or not at all: who goes back to the version before needs it. */
    private static void keep(StateStore store, Path file, int version) {
        Path copy = file.resolveSibling(file.getFileName() + ".version-" + version);
        Path draft = file.resolveSibling(copy.getFileName() + ".tmp");
        try {
            Files.deleteIfExists(draft);
            store.copyTo(draft);
            Files.setPosixFilePermissions(draft, FilePermissions.PRIVATE.value());
            Files.move(draft, copy, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new StateException("State file " + file + " cannot be upgraded: a copy of the old file cannot be "
                    + "made: " + e, e);
        }
    }

    private static boolean execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.execute(sql);
        }
    }
}
