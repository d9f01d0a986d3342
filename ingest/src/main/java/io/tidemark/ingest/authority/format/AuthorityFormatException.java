package io.tidemark.ingest.authority.format;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** An authority file cannot be read at all: a column is missing, it is cut off, or it has another format. The message
 * names the file. */
public final class AuthorityFormatException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String problem;

    /** The file, and what is wrong with it. */
    public AuthorityFormatException(Path file, String problem) {
        this(file, problem, null);
    }

    /** The file, the problem, and the cause. */
    public AuthorityFormatException(Path file, String problem, @Nullable Throwable cause) {
        super(nameOf(file) + ": " + problem, cause);
        this.problem = problem;
    }

    /** What is wrong, without the name of the file. */
    public String problem() {
        return problem;
    }

    private static String nameOf(Path file) {
        Path name = file.getFileName();
        return (name == null ? file : name).toString();
    }
}
