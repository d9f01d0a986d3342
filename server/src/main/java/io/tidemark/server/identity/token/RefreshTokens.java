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
 * Opaque refresh tokens: 256 random bits, SHA-256 at rest, usable once. Each use returns the next token of its family
 * and restarts the lifetime. A second use within {@link #REPEAT} returns the same next token while that is unused: a
 * browser's two tabs, or an answer that was lost. Any other second use revokes the family, since one of the two users
 * stole it (RFC 9700, section 4.14.2). Thread-safe, also against other processes: each use is one transaction, and what
 * a repetition needs is in the state.
 */
public final class RefreshTokens {
    static final String PREFIX = "tmr_";

    /** How long after its first use a token may be presented again. */
    static final Duration REPEAT = Duration.ofSeconds(10);

    private final StateStore store;
    private final Clock clock;
    private final Duration life;
    private final boolean needsClientSecret;

    /**
     * Uses the tokens of a state file.
     *
     * @param life how long after each use they expire
     * @param needsClientSecret whether a client's token is accepted only with the client's secret
     */
    public RefreshTokens(StateStore store, Duration life, boolean needsClientSecret) {
        this.store = store;
        this.clock = store.clock();
        this.life = life;
        this.needsClientSecret = needsClientSecret;
    }

    /** The next token of a family, and its account. */
    public record Rotated(Account account, String token) {
        @Override
        public String toString() {
            return "Rotated[" + account.id() + "]";
        }
    }

    /** A token of the state; the salt is there for {@link #REPEAT} after its use. */
    private record Kept(String familyId, String accountId, boolean ofClient, boolean used, boolean familyRevoked,
            long expiresAt, @Nullable String salt) {
    }

    /** The result of a transaction; a refusal is returned, not thrown, since its changes must be committed. */
    private record Outcome(@Nullable Rotated rotated, @Nullable IdentityException refusal) {
    }

    /** The first token of a new family. */
    public String start(Account account) {
        String token = NextRefreshToken.first();
        String family = UUID.randomUUID().toString();
        long now = clock.millis();
        return store.write(connection -> {
            forget(connection, now);
            StateStore.run(connection, "DELETE FROM refresh_family WHERE expires_at < ?", now);
            StateStore.run(connection, "INSERT INTO refresh_family (id, account_id, expires_at) VALUES (?, ?, ?)",
                    family, account.id(), now + life.toMillis());
            insert(connection, token, family, now + life.toMillis());
            return token;
        });
    }

    /**
     * Uses a token: returns the next one, or refuses; a token that was used before, and not just now,
     * revokes its whole family.
     * @param owner the authenticated client, which must own the token; null when no client's secret was sent
     */
    public Rotated rotate(String token, @Nullable String owner) throws IdentityException {
        // the time is taken when the transaction has its turn
        Outcome outcome = store.write(connection -> rotate(connection, token, owner, clock.millis()));
        if (outcome.rotated() != null) {
            return outcome.rotated();
        }
        throw outcome.refusal() != null ? outcome.refusal() : new IdentityException(Reason.REFRESH_UNKNOWN);
    }

    private Outcome rotate(Connection connection, String token, @Nullable String owner, long now) throws SQLException {
        forget(connection, now);
        String hash = Secrets.hash(token);
        Kept kept = find(connection, hash);
        if (kept == null) {
            return refused(Reason.REFRESH_UNKNOWN, null);
        }
        if (owner != null && !owner.equals(kept.accountId())) {
            return refused(Reason.REFRESH_NOT_OWN, kept);
        }
        if (owner == null && kept.ofClient() && needsClientSecret) {
            return refused(Reason.REFRESH_CLIENT_SECRET, kept);
        }
        if (kept.familyRevoked()) {
            return refused(Reason.REFRESH_REVOKED, kept);
        }
        String again = kept.used() ? unusedNext(connection, token, kept.salt()) : null;
        if (kept.used() && again == null) {
            StateStore.run(connection, "UPDATE refresh_family SET revoked_at = ? WHERE id = ?", now, kept.familyId());
            return refused(Reason.REFRESH_REUSED, kept);
        }
        if (kept.expiresAt() <= now) {
            return refused(Reason.REFRESH_EXPIRED, kept);
        }
        Account account = AccountTable.account(connection, "revoked_at IS NULL AND id = ?", kept.accountId())
                .orElse(null);
        if (account == null) {
            return refused(Reason.REFRESH_REVOKED, kept);
        }
        if (again != null) {
            return new Outcome(new Rotated(account, again), null);
        }
        long expiresAt = now + life.toMillis();
        String salt = NextRefreshToken.salt();
        String next = NextRefreshToken.of(token, salt);
        StateStore.run(connection, "UPDATE refresh_token SET used_at = ?, next_salt = ? WHERE hash = ?", now, salt,
                hash);
        StateStore.run(connection, "UPDATE refresh_family SET expires_at = ? WHERE id = ?", expiresAt, kept.familyId());
        insert(connection, next, kept.familyId(), expiresAt);
        return new Outcome(new Rotated(account, next), null);
    }

    /**
     * Forgets the salts of uses that are not of now: their tokens cannot be repeated any more, even if the clock is set
     * back later. A use that seems to lie in the future is not of now either.
     */
    private static void forget(Connection connection, long now) throws SQLException {
        StateStore.run(connection, "UPDATE refresh_token INDEXED BY refresh_token_repeatable SET next_salt = NULL"
                + " WHERE next_salt IS NOT NULL AND (used_at < ? OR used_at > ?)", now - REPEAT.toMillis(), now
                + REPEAT.toMillis());
    }

    /**
     * The token that the first use returned; null when it can no longer be computed, or has been used.
     */
    private static @Nullable String unusedNext(Connection connection, String token, @Nullable String salt)
            throws SQLException {
        if (salt == null) {
            return null;
        }
        String next = NextRefreshToken.of(token, salt);
        Kept following = find(connection, Secrets.hash(next));
        return following == null || following.used() ? null : next;
    }

    private static Outcome refused(Reason reason, @Nullable Kept kept) {
        return new Outcome(null, kept == null ? new IdentityException(reason)
                : new IdentityException(reason, kept.accountId(), kept.familyId()));
    }

    private static @Nullable Kept find(Connection connection, String hash) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("""
                SELECT f.id, f.account_id, a.kind = 'CLIENT', t.used_at IS NOT NULL, f.revoked_at IS NOT NULL,
                    t.expires_at, t.next_salt
                FROM refresh_token t JOIN refresh_family f ON f.id = t.family_id JOIN account a ON a.id = f.account_id
                WHERE t.hash = ?""")) {
            statement.setString(1, hash);
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? new Kept(row.getString(1), row.getString(2), row.getBoolean(3), row.getBoolean(4),
                                row.getBoolean(5), row.getLong(6), row.getString(7))
                        : null;
            }
        }
    }

    private static void insert(Connection connection, String token, String family, long expiresAt) throws SQLException {
        StateStore.run(connection, "INSERT INTO refresh_token (hash, family_id, expires_at) VALUES (?, ?, ?)",
                Secrets.hash(token), family, expiresAt);
    }
}
