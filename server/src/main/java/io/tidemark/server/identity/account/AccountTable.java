package io.tidemark.server.identity.account;

import io.tidemark.server.identity.state.StateStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The statements on table {@code account}. Conditions are constants; their single value is bound. */
public final class AccountTable {
    private AccountTable() {}

    /** Rows where a condition holds. */
    static List<AccountRow> rows(Connection connection, String condition, String value) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT " + AccountRow.COLUMNS
                + " FROM account WHERE " + condition + " ORDER BY created_at, rowid")) {
            statement.setString(1, value);
            List<AccountRow> found = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.add(AccountRow.read(rows));
                }
            }
            return found;
        }
    }

    /** The first account where a condition holds. */
    public static Optional<Account> account(Connection connection, String condition, String value) throws SQLException {
        return rows(connection, condition, value).stream().map(AccountRow::account).findFirst();
    }

    /** The text that a statement gives for values; empty for none. All its changes are made before its first row. */
    public static Optional<String> text(Connection connection, String sql, String... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setString(i + 1, values[i]);
            }
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
            }
        }
    }

    /** The hashed x-client-secrets of a farmer's active clients, by client_id. */
    static Map<String, String> xSecretHashes(Connection connection, String farmerId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT id, x_secret_hash FROM account"
                + " WHERE kind = 'CLIENT' AND revoked_at IS NULL AND x_secret_hash IS NOT NULL AND farmer_id = ?")) {
            statement.setString(1, farmerId);
            Map<String, String> hashes = new LinkedHashMap<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    hashes.put(rows.getString(1), rows.getString(2));
                }
            }
            return hashes;
        }
    }

    /** Adds an account. */
    static void insert(Connection connection, Account account, String secretHash, @Nullable String xSecretHash)
            throws SQLException {
        StateStore.run(connection, "INSERT INTO account (" + AccountRow.COLUMNS
                + ", name_key, x_secret_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL, ?, ?, ?, ?)", account.id(),
                account.kind().name(), account.name(), account.email(), account.access().role().wireName(),
                account.access().farmerId(), AccountRow.permissions(account.access()),
                account.createdAt().toEpochMilli(), secretHash, account.watchMail().wireName(),
                AccountName.key(account.name()), xSecretHash);
    }

    /** Updates the changeable columns of an account; a null hash keeps its secret. */
    static void update(Connection connection, Account account, @Nullable String secretHash) throws SQLException {
        StateStore.run(connection, "UPDATE account SET email = ?, role = ?, farmer_id = ?, permissions = ?,"
                + " tokens_from = ?, watch_mail = ?, secret_hash = coalesce(?, secret_hash) WHERE id = ?",
                account.email(), account.access().role().wireName(), account.access().farmerId(),
                AccountRow.permissions(account.access()),
                account.tokensFrom() == null ? null : account.tokensFrom().toEpochMilli(),
                account.watchMail().wireName(), secretHash, account.id());
    }

    /** Revokes an account and its refresh tokens. */
    static void revoke(Connection connection, String id, long now) throws SQLException {
        StateStore.run(connection, "UPDATE account SET revoked_at = ? WHERE id = ?", now, id);
        StateStore.run(connection, "DELETE FROM my_page WHERE account_id = ?", id);
        endSessions(connection, id, now);
    }

    /** Revokes an account's refresh tokens. */
    static void endSessions(Connection connection, String id, long now) throws SQLException {
        StateStore.run(connection, "UPDATE refresh_family SET revoked_at = ? WHERE revoked_at IS NULL"
                + " AND account_id = ?", now, id);
    }

    /** Removes the addresses and secrets' hashes of a farmer's revoked accounts, and what its readers have set. */
    static void forget(Connection connection, String farmerId) throws SQLException {
        StateStore.run(connection, "UPDATE account SET email = NULL, watch_mail = 'off', secret_hash = '',"
                + " x_secret_hash = NULL WHERE farmer_id = ?", farmerId);
        StateStore.run(connection, "DELETE FROM my_page WHERE farmer_id = ?", farmerId);
    }

    /** The farmers of active accounts. */
    static SortedSet<String> farmers(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT DISTINCT farmer_id FROM account WHERE revoked_at IS NULL"
                + " AND farmer_id IS NOT NULL"); ResultSet rows = statement.executeQuery()) {
            SortedSet<String> farmers = new TreeSet<>();
            while (rows.next()) {
                farmers.add(rows.getString(1));
            }
            return farmers;
        }
    }
}
