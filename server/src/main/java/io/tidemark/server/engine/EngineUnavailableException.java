package io.tidemark.server.engine;

import org.jspecify.annotations.Nullable;

/** An engine outside of this process does not answer now. */
public final class EngineUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Describes the attempted operation. */
    public EngineUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
