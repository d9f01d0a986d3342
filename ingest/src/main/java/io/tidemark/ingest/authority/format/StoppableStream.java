package io.tidemark.ingest.authority.format;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Checks before each chunk whether to stop. */
public final class StoppableStream extends FilterInputStream {

    private final Runnable stop;

    /** Wraps a stream; {@code stop} throws to stop reading. */
    public StoppableStream(InputStream in, Runnable stop) {
        super(in);
        this.stop = stop;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        stop.run();
        return super.read(bytes, offset, length);
    }
}
