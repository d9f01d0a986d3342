package io.tidemark.data.snapshot;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The lake cannot be used: it is damaged, read-only or missing. The message is for people. */
public class LakeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Work on files. */
    @FunctionalInterface
    public interface Work<T> {
        /** Runs the work. */
        T run() throws IOException;
    }

    /** Work on files without a result. */
    @FunctionalInterface
    public interface Step {
        /** Runs the work. */
        void run() throws IOException;
    }

    /** Takes a message for people. */
    public LakeException(String message) {
        this(message, null);
    }

    /** Takes a message for people, and the cause. */
    public LakeException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Runs work on files. If it fails, the message says what cannot be done, and why. */
    public static <T> T get(String what, Work<T> work) {
        try {
            return work.run();
        } catch (IOException e) {
            throw new LakeException(what + ": " + LakeLock.reason(e), e);
        }
    }

    /** Runs work on files likewise. */
    public static void run(String what, Step work) {
        boolean _ = get(what, () -> {
            work.run();
            return true;
        });
    }
}
