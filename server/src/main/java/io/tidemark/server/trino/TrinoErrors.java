package io.tidemark.server.trino;

import io.tidemark.server.engine.SqlEngine.Trouble;
import java.sql.SQLException;
import java.util.Set;

/** Classifies errors of Trino or of the connection. The codes are those of {@code io.trino.spi.StandardErrorCode}. */
final class TrinoErrors {

    /** Codes for a missing or unreachable worker, no workers, or a coordinator that starts or stops. */
    private static final Set<Integer> NOT_THERE = Set.of(65_539, 65_540, 65_541, 65_542, 65_544, 65_545, 65_548,
            65_563);
    /** The first code of the kind INSUFFICIENT_RESOURCES. */
    private static final int FIRST_RESOURCE = 0x2_0000;
    private static final int LAST_RESOURCE = 0x2_FFFF;

    private TrinoErrors() {}

    /** The kind of a failure. */
    static Trouble of(Throwable failure) {
        if (failure instanceof OutOfMemoryError) {
            return Trouble.OVERLOADED;
        }
        if (!(failure instanceof SQLException problem)) {
            return Trouble.NONE;
        }
        int code = problem.getErrorCode();
        // the driver gives a code to Trino's own errors, and none to errors of the connection
        if (NOT_THERE.contains(code) || (code == 0 && problem.getCause() != null)) {
            return Trouble.AWAY;
        }
        return code >= FIRST_RESOURCE && code <= LAST_RESOURCE ? Trouble.OVERLOADED : Trouble.NONE;
    }
}
