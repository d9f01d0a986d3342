package io.tidemark.server.identity.token;

import io.tidemark.server.identity.account.Secrets;
import io.tidemark.server.identity.state.StateStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sessions: the families of refresh tokens, one for every sign-in. Thread-safe. */
public final class RefreshFamilies {
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

    /**
     * Revokes the family of a refresh token, used or not; empty if its family is not active.
     * @param owner the account that it must belong to; any if null
     */
    public Optional<Family> revokeByToken(String token, @Nullable String owner) {
        String hash = Secrets.hash(token);
        return store.write(connection -> {
            Optional<Family> found = find(connection, hash)
                    .filter(family -> owner == null || family.accountId().equals(owner));
            if (found.isPresent()) {
                stamp(connection, found.get());
            }
            return found;
        });
    }

    private void stamp(Connection connection, Family family) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "UPDATE refresh_family SET revoked_at = ? WHERE id = ?")) {
            statement.setLong(1, clock.millis());
            statement.setString(2, family.id());
            statement.executeUpdate();
        }
    }

    private Optional<Family> find(Connection connection, String tokenHash) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT f.id, f.account_id, a.name, f.expires_at"
                + " FROM refresh_family f JOIN account a ON a.id = f.account_id WHERE f.revoked_at IS NULL AND "
                + "f.expires_at > ? AND f.id = (SELECT family_id FROM refresh_token WHERE hash = ?)")) {
            statement.setLong(1, clock.millis());
            statement.setString(2, tokenHash);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(new Family(row.getString(1), row.getString(2), row.getString(3),
                        Instant.ofEpochMilli(row.getLong(4)))) : Optional.empty();
            }
        }
    }
}
