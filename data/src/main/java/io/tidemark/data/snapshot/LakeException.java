package io.tidemark.data.snapshot;

import org.jspecify.annotations.Nullable;

/** The lake cannot be used as it is: damaged, not writable, not there. The message is for people. */
public class LakeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** A message for people. */
    public LakeException(String message) {
        this(message, null);
    }

    /** A message for people, and the cause. */
    public LakeException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
