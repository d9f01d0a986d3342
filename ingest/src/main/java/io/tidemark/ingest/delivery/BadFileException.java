package io.tidemark.ingest.delivery;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.zip.ZipException;

/** A delivered file cannot be ingested at all. The message tells its sender the reason. */
public final class BadFileException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Takes a reason for people. */
    public BadFileException(String reason) {
        super(reason);
    }

    /** Explains why a file could not be read. */
    public static BadFileException of(IOException e) {
        return switch (e) {
            case UnpackLimit.Exceeded bomb -> new BadFileException(String.valueOf(bomb.getMessage()), bomb);
            case AccessDeniedException denied -> new BadFileException("cannot be read: permission denied", denied);
            case NoSuchFileException gone -> new BadFileException("cannot be read: it is no longer there", gone);
            case ZipException zip -> new BadFileException("is not a whole gzip file: " + zip.getMessage(), zip);
            case EOFException end -> new BadFileException("is only the beginning of a gzip file", end);
            default -> new BadFileException("cannot be read: " + e.getMessage(), e);
        };
    }

    /** Takes a reason for people, and the cause. */
    public BadFileException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
