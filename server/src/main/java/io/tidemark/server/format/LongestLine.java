package io.tidemark.server.format;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Passes bytes on and records the length of the longest line. */
final class LongestLine extends FilterOutputStream {

    private long current;
    private long longest;

    LongestLine(OutputStream out) {
        super(out);
    }

    @Override
    public void write(int b) throws IOException {
        out.write(b);
        count((byte) b);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        out.write(bytes, from, length);
        for (int i = from; i < from + length; i++) {
            count(bytes[i]);
        }
    }

    private void count(byte b) {
        current++;
        longest = Math.max(longest, current);
        if (b == '\n') {
            current = 0;
        }
    }

    /** The length of the longest line with its end, bytes. */
    long bytes() {
        return longest;
    }
}
