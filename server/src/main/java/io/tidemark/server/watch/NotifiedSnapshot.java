package io.tidemark.server.watch;

import io.tidemark.server.identity.state.StateSql;
import io.tidemark.server.identity.state.StateStore;
import java.util.Optional;

/** The newest snapshot that messages were sent of, kept in the state, so that a restart does not send them again. */
public record NotifiedSnapshot(StateStore store) {

    /** Its id; empty before the first. */
    Optional<String> id() {
        return store.read(connection -> StateSql.text(connection, "SELECT snapshot_id FROM watch_told"));
    }

    /** Keeps another id. */
    void keep(String id) {
        store.write(connection -> StateSql.run(connection, "INSERT INTO watch_told (one, snapshot_id) VALUES (1, ?)"
                + " ON CONFLICT (one) DO UPDATE SET snapshot_id = excluded.snapshot_id", id));
    }
}
