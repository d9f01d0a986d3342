package io.tidemark.server.snapshot;

import org.jspecify.annotations.Nullable;

/** Whether the served snapshot can be asked; it may lie on a mount that goes, or in an engine elsewhere. */
enum Reach {
    /** It can be asked. */
    HERE(null),
    /** Its files cannot be read. */
    FILES_AWAY("the served snapshot's files cannot be read; the log says why"),
    /** Its engine does not answer. */
    ENGINE_SILENT("the query engine does not answer; the log says why");

    private final @Nullable String problem;

    Reach(@Nullable String problem) {
        this.problem = problem;
    }

    /** What health says, without paths; null when nothing is wrong. */
    @Nullable String problem() {
        return problem;
    }
}
