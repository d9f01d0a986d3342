package io.tidemark.server.identity.account;

import io.tidemark.server.identity.account.Account.Kind;
import io.tidemark.server.identity.state.StateException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An account and the hash of its secret, as one row of table {@code account}. */
public record AccountRow(Account account, String secretHash) {
    /** The columns in the order in which {@link #read} takes them. */
    static final String COLUMNS = "id, kind, name, email, role, farmer_id, permissions, created_at, revoked_at, "
            + "tokens_from, secret_hash, watch_mail";

    static AccountRow read(ResultSet row) throws SQLException {
        String id = row.getString("id");
        Role role = Role.of(row.getString("role")).orElseThrow(() -> broken(id, "role"));
        String permissions = row.getString("permissions");
        Access access;
        try {
            access = new Access(role, row.getString("farmer_id"),
                    Permission.ordered(permissions == null ? role.defaultPermissions()
                            : Permission.parse(permissions).orElseThrow(() -> broken(id, "permissions"))));
        } catch (InvalidAccountException e) {
            throw new StateException("State: account " + id + " is broken: " + e.getMessage(), e);
        }
        Account account = new Account(Kind.valueOf(row.getString("kind")), id, row.getString("name"),
                row.getString("email"), access, Instant.ofEpochMilli(row.getLong("created_at")),
                instant(row, "revoked_at"), instant(row, "tokens_from"),
                WatchMail.of(row.getString("watch_mail")).orElseThrow(() -> broken(id, "watch_mail")));
        return new AccountRow(account, row.getString("secret_hash"));
    }

    /** What column {@code permissions} holds: null where the account follows its role. */
    static @Nullable String permissions(Access access) {
        boolean follows = access.role() != Role.READONLY && access.permissions()
                .equals(access.role().defaultPermissions());
        return follows ? null : Permission.scope(access.permissions());
    }

    /** A time that may be absent. */
    public static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        long millis = row.getLong(column);
        return row.wasNull() ? null : Instant.ofEpochMilli(millis);
    }

    private static StateException broken(String id, String column) {
        return new StateException("State: account " + id + " has an unknown value in column " + column);
    }

    @Override
    public String toString() {
        return "AccountRow[" + account.id() + "]";
    }
}
