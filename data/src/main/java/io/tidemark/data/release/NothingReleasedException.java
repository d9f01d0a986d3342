package io.tidemark.data.release;

import io.tidemark.data.snapshot.LakeException;

/** The lake has released nothing that could be renewed. */
public final class NothingReleasedException extends LakeException {

    private static final long serialVersionUID = 1L;

    NothingReleasedException(String message) {
        super(message);
    }
}
