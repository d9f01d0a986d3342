package io.tidemark.generate;

/** The delivery cannot be generated as asked; the message is for the person who asked. */
public final class GeneratorException extends RuntimeException {

    /** A refusal with its reason. */
    public GeneratorException(String message) {
        super(message);
    }

    /** A refusal with its reason and the failure behind it. */
    public GeneratorException(String message, Throwable cause) {
        super(message, cause);
    }
}
