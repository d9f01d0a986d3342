package io.tidemark.server.identity.state;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/**
 * A state file as it is. It is opened read only: nothing is created, locked, made private or upgraded.
 *
 * @param version its version of {@link StateSchema}
 * @param users   users in force
 * @param admins  those of them who are administrators
 * @param signedIn whether an account was signed in
 */
public record StateInspection(int version, int users, int admins, boolean signedIn) {

    private static final int BUSY_MILLIS = 5_000;

    /** Whether the next server or command upgrades it. */
    public boolean isOlder() {
        return version < StateSchema.VERSION;
    }

    /**
     * Looks at the file of a state folder; fails with {@link StateException} if it is missing,
     * damaged, foreign or newer.
     */
    public static StateInspection of(Path folder) {
        Path file = StateFolder.existing(folder).file(StateStore.FILE).toAbsolutePath();
        if (!Files.isRegularFile(file)) {
            StateStore.loss(StateFolder.existing(folder)).ifPresent(problem -> {
                throw new StateException(problem);
            });
            throw new StateException("No state file " + file + ": add a user or client first, or name another folder");
        }
        try (Connection connection = connect(file)) {
            int version = StateSql.number(connection, "PRAGMA user_version");
            int tables = StateSql.number(connection, "SELECT count(*) FROM sqlite_schema");
            StateUpgrade.checkVersion(version, tables > 0, file);
            if (!StateSql.text(connection, "PRAGMA quick_check(1)").equals(Optional.of("ok"))) {
                throw new StateException(StateFailure.damaged(file));
            }
            // an older version has these columns too
            String users = "SELECT count(*) FROM account WHERE kind = 'USER' AND revoked_at IS NULL";
            return version == 0 ? new StateInspection(0, 0, 0, false)
                    : new StateInspection(version, StateSql.number(connection, users),
                    StateSql.number(connection, users + " AND lower(role) = 'admin'"),
                    StateSql.number(connection, "SELECT count(*) FROM refresh_family") > 0);
        } catch (SQLException e) {
            throw StateFailure.of(file, e);
        }
    }

    private static Connection connect(Path file) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(BUSY_MILLIS);
        config.setReadOnly(true);
        config.resetOpenMode(SQLiteOpenMode.CREATE);
        config.setOpenMode(SQLiteOpenMode.OPEN_URI);
        // beside a file that nobody has open there is no log; without "immutable" SQLite would create one
        boolean open = Files.exists(file.resolveSibling(StateStore.FILE + "-shm"))
                || Files.exists(file.resolveSibling(StateStore.FILE + "-wal"));
        return config.createConnection("jdbc:sqlite:" + file.toUri().toString().replaceFirst("^file:///", "file:/")
                + "?mode=ro" + (open ? "" : "&immutable=1"));
    }
}
