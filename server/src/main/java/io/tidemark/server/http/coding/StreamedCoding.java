package io.tidemark.server.http.coding;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;

/** Compresses answers that are sent while they are made. */
public final class StreamedCoding {

    /** Fast, and smaller than gzip's default. */
    static final int ZSTD_LEVEL = 3;
    private static final int BUFFER = 8_192;

    private StreamedCoding() {}

    /**
     * A stream that compresses what is written to it. A flush sends what was written so far; closing it ends the coding and
     * closes the stream below, and is required, since it frees memory outside the heap.
     *
     * @param out where the coded bytes go
     */
    public static OutputStream over(OutputStream out, ContentCoding coding) throws IOException {
        return switch (coding) {
            case IDENTITY -> out;
            case GZIP -> new GZIPOutputStream(out, BUFFER, true);
            case ZSTD -> new ZstdOutputStream(out, ZSTD_LEVEL);
        };
    }
}
