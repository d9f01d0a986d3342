package io.tidemark.ingest.authority.format;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * UTF-16, as some spreadsheets and shells save a text: by its byte order mark, or since every other byte of Latin text
 * is zero.
 */
final class Utf16 {

    private Utf16() {}

    /** Its byte order; empty if the bytes are not the beginning of such a text. */
    static Optional<Charset> of(byte[] head) {
        if (head.length < 2) {
            return Optional.empty();
        }
        if (head[0] == (byte) 0xFF && head[1] == (byte) 0xFE) {
            return Optional.of(StandardCharsets.UTF_16LE);
        }
        if (head[0] == (byte) 0xFE && head[1] == (byte) 0xFF) {
            return Optional.of(StandardCharsets.UTF_16BE);
        }
        int[] zeros = new int[2];
        for (int i = 0; i < head.length; i++) {
            zeros[i % 2] += head[i] == 0 ? 1 : 0;
        }
        int most = head.length / 2;
        if (zeros[0] == 0 && zeros[1] * 10 >= most * 9) {
            return Optional.of(StandardCharsets.UTF_16LE);
        }
        return zeros[1] == 0 && zeros[0] * 10 >= most * 9 ? Optional.of(StandardCharsets.UTF_16BE) : Optional.empty();
    }
}
