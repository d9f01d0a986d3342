package io.tidemark.server.cli;

import java.util.logging.LogManager;
import java.util.logging.Logger;

/**
 * A log manager that stays open after a stop signal, where the JDK's own closes the log. Running requests still have
 * seconds to finish; their lines, and those about a slow stop, belong in the log. Public,
 * because the JDK creates it by name.
 */
public final class LastingLog extends LogManager {

    private volatile boolean lasting;

    /** From now on the log is never closed. */
    void last() {
        // opens the handlers now: the first line would open them, but not after a stop signal
        Logger.getLogger("").getHandlers();
        lasting = true;
    }

    @Override
    public void reset() {
        if (!lasting) {
            super.reset();
        }
    }
}
