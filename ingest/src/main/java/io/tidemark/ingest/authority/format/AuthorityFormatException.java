package io.tidemark.ingest.authority.format;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** An authority file cannot be read at all: it lacks a column, is cut off, or has another format. The message names the file. */
public final class AuthorityFormatException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String problem;

    /** Names the file and the problem. */
    public AuthorityFormatException(Path file, String problem) {
        this(file, problem, null);
    }

    /** Names the file and the problem, with the cause. */
    public AuthorityFormatException(Path file, String problem, @Nullable Throwable cause) {
        super(nameOf(file) + ": " + problem, cause);
        this.problem = problem;
    }

    /** The problem, without the name of the file. */
    public String problem() {
        return problem;
    }

    private static String nameOf(Path file) {
        Path name = file.getFileName();
        return (name == null ? file : name).toString();
    }
}
