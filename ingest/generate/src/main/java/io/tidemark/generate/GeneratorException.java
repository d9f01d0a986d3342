package io.tidemark.generate;

/** The delivery cannot be generated with these options. The message is for the user. */
public final class GeneratorException extends RuntimeException {

    /** Takes the reason. */
    public GeneratorException(String message) {
        super(message);
    }

    /** Takes the reason and the cause. */
    public GeneratorException(String message, Throwable cause) {
        super(message, cause);
    }
}
