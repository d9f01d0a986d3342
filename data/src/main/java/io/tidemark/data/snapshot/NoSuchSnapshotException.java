package io.tidemark.data.snapshot;

/** Somebody asked for a snapshot that the lake does not have. */
public final class NoSuchSnapshotException extends LakeException {

    private static final long serialVersionUID = 1L;

    /** A message for people. */
    public NoSuchSnapshotException(String message) {
        super(message);
    }
}
