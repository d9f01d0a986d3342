package io.tidemark.server.identity.token;

import io.tidemark.server.identity.account.Secrets;
import io.tidemark.server.identity.state.StateStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sessions: the families of refresh tokens, one for every sign-in. Thread-safe. */
public final class RefreshFamilies {
    private static final String IN_FORCE = "f.revoked_at IS NULL AND f.expires_at > ? AND ";

    private final StateStore store;
    private final Clock clock;

    /** Uses the families of a state file. */
    public RefreshFamilies(StateStore store) {
        this.store = store;
        this.clock = store.clock();
    }

    /**
     * One family.
     *
     * @param id random; logged when one of its tokens was used twice
     * @param accountId its account
     * @param accountName that account's name
     * @param expiresAt when its newest token expires if unused
     */
    public record Family(String id, String accountId, String accountName, Instant expiresAt) {
    }

    /** The active families, the last to expire last. */
    public List<Family> list() {
        return store.read(connection -> select(connection, "f.id <> ?", ""));
    }

    /** Revokes the family of an id; empty if no active family has it. */
    public Optional<Family> revoke(String id) {
        return revoke("f.id = ?", id).stream().findFirst();
    }

    /** Revokes all families of an account; empty if it has no active family. */
    public List<Family> revokeOf(String accountId) {
        return revoke("f.account_id = ?", accountId);
    }

    /**
     * Revokes the family of a refresh token, used or not; empty if its family is not active.
     * @param owner the account that it must belong to; any if null
     */
    public Optional<Family> revokeByToken(String token, @Nullable String owner) {
        String condition = "f.id = (SELECT family_id FROM refresh_token WHERE hash = ?)";
        String hash = Secrets.hash(token);
        return store.write(connection -> {
            List<Family> found = select(connection, condition, hash);
            if (found.isEmpty() || (owner != null && !found.getFirst().accountId().equals(owner))) {
                return Optional.empty();
            }
            stamp(connection, found);
            return found.stream().findFirst();
        });
    }

    private List<Family> revoke(String condition, String value) {
        return store.write(connection -> {
            List<Family> found = select(connection, condition, value);
            stamp(connection, found);
            return found;
        });
    }

    private void stamp(Connection connection, List<Family> families) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("UPDATE refresh_family SET revoked_at = ? WHERE id = ?")) {
            for (Family family : families) {
                statement.setLong(1, clock.millis());
                statement.setString(2, family.id());
                statement.executeUpdate();
            }
        }
    }

    private List<Family> select(Connection connection, String condition, String value) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT f.id, f.account_id, a.name, f.expires_at"
                + " FROM refresh_family f JOIN account a ON a.id = f.account_id WHERE " + IN_FORCE + condition
                + " ORDER BY f.expires_at, f.rowid")) {
            statement.setLong(1, clock.millis());
            statement.setString(2, value);
            List<Family> found = new ArrayList<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    found.add(new Family(row.getString(1), row.getString(2), row.getString(3),
                            Instant.ofEpochMilli(row.getLong(4))));
                }
            }
            return found;
        }
    }
}
