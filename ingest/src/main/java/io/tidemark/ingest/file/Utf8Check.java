package io.tidemark.ingest.file;

/** Checks byte by byte whether a text is UTF-8 (RFC 3629: no overlong forms, no surrogates). */
final class Utf8Check {

    private int pending;
    private int low = 0x80;
    private int high = 0xBF;

    /** Whether the text so far ends in the middle of a character. */
    boolean isOpen() {
        return pending > 0;
    }

    /** Checks the next byte; returns false if it is invalid there. */
    boolean accept(byte next) {
        int b = next & 0xFF;
        if (pending > 0) {
            boolean fits = b >= low && b <= high;
            low = 0x80;
            high = 0xBF;
            pending = fits ? pending - 1 : 0;
            return fits;
        }
        if (b < 0x80) {
            return true;
        }
        if (b >= 0xC2 && b <= 0xDF) {
            pending = 1;
        } else if (b >= 0xE0 && b <= 0xEF) {
            pending = 2;
            low = b == 0xE0 ? 0xA0 : 0x80;
            high = b == 0xED ? 0x9F : 0xBF;
        } else if (b >= 0xF0 && b <= 0xF4) {
            pending = 3;
            low = b == 0xF0 ? 0x90 : 0x80;
            high = b == 0xF4 ? 0x8F : 0xBF;
        } else {
            return false;
        }
        return true;
    }
}
