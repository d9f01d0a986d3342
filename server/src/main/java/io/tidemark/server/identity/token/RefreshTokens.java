package io.tidemark.server.identity.token;

import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.AccountTable;
import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.IdentityException.Reason;
import io.tidemark.server.identity.account.Secrets;
import io.tidemark.server.identity.state.StateStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Opaque refresh tokens: 256 random bits, SHA-256 at rest, usable once. Each use returns the next token of its family and restarts
 * the lifetime; a second use of the same token revokes the family, since one of the two users stole it
 * (RFC 9700, section 4.14.2). Thread-safe, also against other processes: each use is one transaction.
 */
public final class RefreshTokens {
    private final StateStore store;
    private final Clock clock;
    private final Duration life;

    /** Uses the tokens of a state file, which expire this long after each use. */
    public RefreshTokens(StateStore store, Duration life) {
        this.store = store;
        this.clock = store.clock();
        this.life = life;
    }

    /** The next token of a family, and its account. */
    public record Rotated(Account account, String token) {
        @Override
        public String toString() {
            return "Rotated[" + account.id() + "]";
        }
    }

    private record Kept(String familyId, String accountId, boolean ofClient, boolean used, boolean familyRevoked, long expiresAt) {
    }

    /** The result of a transaction; a refusal is returned, not thrown, since its changes must be committed. */
    private record Outcome(@Nullable Rotated rotated, @Nullable IdentityException refusal) {
    }

    /** The first token of a new family. */
    public String start(Account account) {
        String token = create();
        String family = UUID.randomUUID().toString();
        long now = clock.millis();
        return store.write(connection -> {
            run(connection, "DELETE FROM refresh_family WHERE expires_at < ?", now);
            run(connection, "INSERT INTO refresh_family (id, account_id, expires_at) VALUES (?, ?, ?)",
                    family, account.id(), now + life.toMillis());
            insert(connection, token, family, now + life.toMillis());
            return token;
        });
    }

    /**
     * Uses a token: returns the next one, or refuses; a token that was used before revokes its whole family.
     * @param owner the authenticated client, which must own the token; without one (null) only a user's token is accepted
     */
    public Rotated rotate(String token, @Nullable String owner) throws IdentityException {
        String hash = Secrets.hash(token);
        String next = create();
        long now = clock.millis();
        Outcome outcome = store.write(connection -> rotate(connection, hash, next, owner, now));
        if (outcome.rotated() != null) {
            return outcome.rotated();
        }
        throw outcome.refusal() != null ? outcome.refusal() : new IdentityException(Reason.REFRESH_UNKNOWN);
    }

    private Outcome rotate(Connection connection, String hash, String next, @Nullable String owner, long now)
            throws SQLException {
        Kept kept = find(connection, hash);
        if (kept == null) {
            return refused(Reason.REFRESH_UNKNOWN, null);
        }
        if (owner != null && !owner.equals(kept.accountId())) {
            return refused(Reason.REFRESH_NOT_OWN, kept);
        }
        if (owner == null && kept.ofClient()) {
            return refused(Reason.REFRESH_CLIENT_SECRET, kept);
        }
        if (kept.familyRevoked()) {
            return refused(Reason.REFRESH_REVOKED, kept);
        }
        if (kept.used()) {
            run(connection, "UPDATE refresh_family SET revoked_at = ? WHERE id = ?", now, kept.familyId());
            return refused(Reason.REFRESH_REUSED, kept);
        }
        if (kept.expiresAt() <= now) {
            return refused(Reason.REFRESH_EXPIRED, kept);
        }
        Account account = AccountTable.account(connection, "revoked_at IS NULL AND id = ?", kept.accountId()).orElse(null);
        if (account == null) {
            return refused(Reason.REFRESH_REVOKED, kept);
        }
        long expiresAt = now + life.toMillis();
        run(connection, "UPDATE refresh_token SET used_at = ? WHERE hash = ?", now, hash);
        run(connection, "UPDATE refresh_family SET expires_at = ? WHERE id = ?", expiresAt, kept.familyId());
        insert(connection, next, kept.familyId(), expiresAt);
        return new Outcome(new Rotated(account, next), null);
    }

    private static Outcome refused(Reason reason, @Nullable Kept kept) {
        return new Outcome(null, kept == null ? new IdentityException(reason)
                : new IdentityException(reason, kept.accountId(), kept.familyId()));
    }

    private static @Nullable Kept find(Connection connection, String hash) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("""
                SELECT f.id, f.account_id, a.kind = 'CLIENT', t.used_at IS NOT NULL, f.revoked_at IS NOT NULL, t.expires_at
                FROM refresh_token t JOIN refresh_family f ON f.id = t.family_id JOIN account a ON a.id = f.account_id
                WHERE t.hash = ?""")) {
            statement.setString(1, hash);
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? new Kept(row.getString(1), row.getString(2), row.getBoolean(3), row.getBoolean(4), row.getBoolean(5),
                                row.getLong(6))
                        : null;
            }
        }
    }

    private static void insert(Connection connection, String token, String family, long expiresAt) throws SQLException {
        run(connection, "INSERT INTO refresh_token (hash, family_id, expires_at) VALUES (?, ?, ?)",
                Secrets.hash(token), family, expiresAt);
    }

    private static void run(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
        }
    }

    private static String create() {
        return Secrets.create("tmr_");
    }
}
