package io.tidemark.server.identity.token;

import io.tidemark.server.identity.account.Secrets;
import io.tidemark.server.identity.state.StateSql;
import io.tidemark.server.identity.state.StateStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
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
     */
    public record Family(String id, String accountId) {}

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
                StateSql.run(connection, "UPDATE refresh_family SET revoked_at = ? WHERE id = ?", clock.millis(),
                        found.get().id());
            }
            return found;
        });
    }

    /** Whether there are any, over or not. */
    public boolean areThere() {
        return store.read(connection -> StateSql.text(connection, "SELECT 1 FROM refresh_family LIMIT 1")).isPresent();
    }

    private Optional<Family> find(Connection connection, String tokenHash) throws SQLException {
        return StateSql.list(connection, "SELECT id, account_id FROM refresh_family"
                + " WHERE revoked_at IS NULL AND expires_at > ?"
                + " AND id = (SELECT family_id FROM refresh_token WHERE hash = ?)",
                row -> new Family(row.getString(1), row.getString(2)), clock.millis(), tokenHash).stream().findFirst();
    }
}
