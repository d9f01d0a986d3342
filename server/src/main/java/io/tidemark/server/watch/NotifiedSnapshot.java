package io.tidemark.server.watch;

import io.tidemark.server.identity.state.StateStore;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.Optional;

/** The newest snapshot that messages were sent of, kept in the state, so that a restart does not send them again. */
public final class NotifiedSnapshot {

    private final StateStore store;

    /** Uses a state file. */
    public NotifiedSnapshot(StateStore store) {
        this.store = store;
    }

    /** Its id; empty before the first. */
    Optional<String> id() {
        return store.read(connection -> {
            try (PreparedStatement statement = connection.prepareStatement("SELECT snapshot_id FROM watch_told");
                    ResultSet rows = statement.executeQuery()) {
                return rows.next() ? Optional.of(rows.getString(1)) : Optional.<String>empty();
            }
        });
    }

    /** Keeps another id. */
    void keep(String id) {
        store.write(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(
                    "INSERT INTO watch_told (one, snapshot_id) VALUES (1, ?)"
                    + " ON CONFLICT (one) DO UPDATE SET snapshot_id = excluded.snapshot_id")) {
                statement.setString(1, id);
                return statement.executeUpdate();
            }
        });
    }
}
