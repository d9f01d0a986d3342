package io.tidemark.data.snapshot;

import java.time.Duration;

/** Another process is writing to the lake. */
public final class LakeInUseException extends LakeException {

    private static final long serialVersionUID = 1L;

    /** Takes a message for people. */
    public LakeInUseException(String message) {
        super(message);
    }

    /** Names the lake and the time waited. */
    public LakeInUseException(String lake, Duration waited) {
        super("another ingest is writing to " + lake
                + (waited.isZero() ? "" : ", still after " + waited.toSeconds() + " s")
                + "; try again when it has ended");
    }
}
