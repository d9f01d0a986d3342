package io.tidemark.server.http.coding;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Compresses answers that are sent while they are written. */
public final class StreamedCoding {

    /** A fast level, whose output is smaller than gzip's default. */
    static final int ZSTD_LEVEL = 3;
    private static final int BUFFER = 8_192;

    private StreamedCoding() {}

    /**
     * A stream that compresses its input. A flush sends all input so far. Closing it ends the coding, closes the
     * underlying stream, and is required: it frees memory outside the heap.
     *
     * @param out the stream for the compressed bytes
     */
    public static OutputStream over(OutputStream out, ContentCoding coding) throws IOException {
        return switch (coding) {
            case IDENTITY -> out;
            case GZIP -> new GZIPOutputStream(out, BUFFER, true);
            case ZSTD -> new ZstdOutputStream(out, ZSTD_LEVEL);
        };
    }

    /** What was compressed to these bytes. The same input can give other bytes when it is written in other pieces. */
    public static byte[] decoded(byte[] coded, ContentCoding coding) {
        try (InputStream plain = switch (coding) {
            case IDENTITY -> new ByteArrayInputStream(coded);
            case GZIP -> new GZIPInputStream(new ByteArrayInputStream(coded), BUFFER);
            case ZSTD -> new ZstdInputStream(new ByteArrayInputStream(coded));
        }) {
            return plain.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("an answer in memory could not be read", e);
        }
    }
}
