package io.tidemark.server.cli;

import java.util.logging.LogManager;
import java.util.logging.Logger;

/**
 * The JDK's log manager, which closes the log as soon as a stop signal arrives; this one does not. The requests under way still have
 * seconds to finish, and what is logged of them, and of a stop that takes too long, belongs in the log. Public: the JDK makes it by name.
 */
public final class LastingLog extends LogManager {

    private volatile boolean lasting;

    /** From now on nothing closes the log. */
    void last() {
        // they are opened by the first line, and not at all after a stop signal
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
