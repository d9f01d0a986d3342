package io.tidemark.ingest.system;

/** A mapping of a farm system breaks its contract, or its SQL cannot be run; the message names the file. */
public final class SystemFileException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The file and what is wrong with it. */
    public SystemFileException(String file, String problem) {
        super("farm system " + file + ": " + problem);
    }

    /** The file, what is wrong with it, and what lies behind that. */
    public SystemFileException(String file, String problem, Throwable cause) {
        super("farm system " + file + ": " + problem, cause);
    }
}
