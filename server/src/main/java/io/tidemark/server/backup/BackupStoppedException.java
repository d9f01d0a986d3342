package io.tidemark.server.backup;

import java.util.function.BooleanSupplier;

/** Ctrl-C or a stop signal: the work is given up, and what it has written so far is removed. */
final class BackupStoppedException {

    private BackupStoppedException() {}

    /** Throws {@link BackupException} when the work is to stop. */
    static void check(BooleanSupplier stop) {
        if (stop.getAsBoolean()) {
            throw new BackupException("stopped; what was written so far is removed");
        }
    }
}
