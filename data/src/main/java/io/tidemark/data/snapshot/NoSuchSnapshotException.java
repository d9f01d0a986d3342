package io.tidemark.data.snapshot;

/** The lake does not have the requested snapshot. */
public final class NoSuchSnapshotException extends LakeException {

    private static final long serialVersionUID = 1L;

    /** Takes a message for people. */
    public NoSuchSnapshotException(String message) {
        super(message);
    }
}
