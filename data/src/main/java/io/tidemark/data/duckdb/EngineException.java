package io.tidemark.data.duckdb;

import org.jspecify.annotations.Nullable;

/** DuckDB refused a statement of ours: a fault of the program or of the machine, not of the user's input. */
public final class EngineException extends RuntimeException {

    /** The prefix of DuckDB's message. */
    public static final String OUT_OF_MEMORY = "Out of Memory Error";

    private static final long serialVersionUID = 1L;

    /** An error with the attempted operation. */
    public EngineException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Whether the engine ran out of memory or of disk to spill to. */
    public boolean isOutOfMemory() {
        return String.valueOf(getMessage()).contains(OUT_OF_MEMORY);
    }
}
