package io.tidemark.server.backup;

import java.util.function.BooleanSupplier;

/** Ctrl-C or a stop signal ends the work; all files written so far are removed. */
final class BackupStoppedException {

    private BackupStoppedException() {}

    /** Throws {@link BackupException} if a stop was requested. */
    static void check(BooleanSupplier stop) {
        if (stop.getAsBoolean()) {
            throw new BackupException("stopped; the partial file was removed");
        }
    }
}
