package io.tidemark.data.snapshot;

/** Another process is writing to the lake. */
public final class LakeInUseException extends LakeException {

    private static final long serialVersionUID = 1L;

    /** Names the lake. */
    public LakeInUseException(String lake) {
        super("another ingest is writing to " + lake + "; try again when it has ended");
    }
}
