package io.tidemark.data.duckdb;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * DuckDB refused one of the program's statements: a fault of the program or of the machine, not of the user's input.
 */
public final class EngineException extends RuntimeException {

    private static final String OUT_OF_MEMORY = "Out of Memory Error";

    private static final String IO_ERROR = "IO Error: ";
    private static final Pattern NOT_WRITTEN = Pattern.compile("write|space|Could not");
    private static final long serialVersionUID = 1L;

    /** Describes the attempted operation. */
    public EngineException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** The kind of failure, as far as DuckDB's message tells. */
    public enum Kind {
        /** A value cannot be read or converted. */
        INPUT,
        /** Another thread cancelled the statement. */
        INTERRUPTED,
        /** The engine ran out of memory, or of disk to spill to. */
        OUT_OF_MEMORY,
        /** A file could not be written. */
        NOT_WRITTEN,
        /** A file could not be read. */
        NOT_READ,
        /** Anything else. */
        OTHER
    }

    /** The kind of this failure. */
    public Kind kind() {
        return kind(firstLine());
    }

    /** The kind of a failure, given DuckDB's own exception or one of this class. */
    public static Kind kindOf(Throwable failure) {
        return failure instanceof EngineException known ? known.kind() : kind(firstLine(failure));
    }

    private static Kind kind(String message) {
        if (message.startsWith("Invalid Input Error") || message.startsWith("Conversion Error")) {
            return Kind.INPUT;
        }
        if (message.startsWith("INTERRUPT")) {
            return Kind.INTERRUPTED;
        }
        // DuckDB prefixes the message of a failed commit
        if (message.contains(OUT_OF_MEMORY)) {
            return Kind.OUT_OF_MEMORY;
        }
        if (message.startsWith(IO_ERROR)) {
            return NOT_WRITTEN.matcher(message).find() ? Kind.NOT_WRITTEN : Kind.NOT_READ;
        }
        return Kind.OTHER;
    }

    /** The first line of DuckDB's message; empty without a cause. */
    public String firstLine() {
        return getCause() == null ? "" : firstLine(getCause());
    }

    private static String firstLine(Throwable failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }
}
