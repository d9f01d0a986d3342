package io.tidemark.data.duckdb;

import org.jspecify.annotations.Nullable;

/** DuckDB refused a statement of ours: a fault of the program or of the machine, not of the user's input. */
public final class EngineException extends RuntimeException {

    /** How DuckDB begins to say so. */
    public static final String OUT_OF_MEMORY = "Out of Memory Error";

    private static final long serialVersionUID = 1L;

    /** An error with what was attempted. */
    public EngineException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Whether the engine's memory, or the disk that it spills to, was too short. */
    public boolean isOutOfMemory() {
        return String.valueOf(getMessage()).contains(OUT_OF_MEMORY);
    }
}
