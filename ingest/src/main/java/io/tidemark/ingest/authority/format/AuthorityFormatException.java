package io.tidemark.ingest.authority.format;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.tidemark.ingest.delivery.BadFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * An authority file cannot be read at all: it lacks a column, is cut off, or has another format.
 * The message names the file.
 */
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

    /** Says why a file cannot be read: it is broken JSON, a text that is too long, or the disk fails. */
    public static AuthorityFormatException unreadable(Path file, Exception cause) {
        String problem = switch (cause) {
            case StreamConstraintsException beyond -> "is no JSON that is read: " + beyond.getOriginalMessage();
            case JsonProcessingException json -> "broken JSON: " + json.getOriginalMessage();
            case BadFileException bad -> String.valueOf(bad.getMessage());
            default -> "cannot be read (" + cause.getClass().getSimpleName() + ")";
        };
        return new AuthorityFormatException(file, problem, cause);
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
