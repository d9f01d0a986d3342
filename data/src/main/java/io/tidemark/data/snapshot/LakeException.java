package io.tidemark.data.snapshot;

import org.jspecify.annotations.Nullable;

/** The lake cannot be used: it is damaged, read-only or missing. The message is for people. */
public class LakeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Takes a message for people. */
    public LakeException(String message) {
        this(message, null);
    }

    /** Takes a message for people, and the cause. */
    public LakeException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
