package io.tidemark.server.snapshot;

import org.jspecify.annotations.Nullable;

/**
 * Whether the served snapshot can be queried: its files may be on a mount that goes away,
 * or its engine may be another server.
 */
enum Reach {
    /** It can be queried. */
    HERE(null),
    /** Its files cannot be read. */
    FILES_AWAY("the served snapshot's files cannot be read; see the log"),
    /** Its engine does not answer. */
    ENGINE_SILENT("the query engine does not answer; see the log");

    private final @Nullable String problem;

    Reach(@Nullable String problem) {
        this.problem = problem;
    }

    /** The problem that health shows, without paths; null when there is none. */
    @Nullable String problem() {
        return problem;
    }
}
