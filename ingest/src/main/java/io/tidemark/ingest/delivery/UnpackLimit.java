package io.tidemark.ingest.delivery;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * The size limit of a decompressed file. Tables compress 5 to 30 times;
 * a file made to fill the disk compresses 1,000 times.
 * @param bytes the maximum size
 */
public record UnpackLimit(long bytes) {

    private static final long ALWAYS_ALLOWED = 64L << 20;
    private static final long MAX_RATIO = 200;
    private static final long MAX_BYTES = 64L << 30;

    /** A file exceeds the limit when decompressed. */
    public static final class Exceeded extends IOException {
        private static final long serialVersionUID = 1L;

        public Exceeded(String message) {
            super(message);
        }
    }

    /** The limit for a file of this size: 200 times its size, but at least 64 MiB and at most 64 GiB. */
    public static UnpackLimit of(long packedBytes) {
        long byRatio = packedBytes > MAX_BYTES / MAX_RATIO ? MAX_BYTES : packedBytes * MAX_RATIO;
        return new UnpackLimit(Math.max(ALWAYS_ALLOWED, byRatio));
    }

    /** Throws if the decompressed size is above the limit. */
    public void check(long unpacked) throws Exceeded {
        if (unpacked > bytes) {
            throw new Exceeded("unpacks to more than " + (bytes >> 20) + " MiB, which no real file of its size does");
        }
    }

    /** Wraps a stream that throws above the limit. */
    InputStream guard(InputStream unpacked) {
        return new FilterInputStream(unpacked) {
            private long count;

            @Override
            public int read() throws IOException {
                int b = super.read();
                if (b >= 0) {
                    check(++count);
                }
                return b;
            }

            @Override
            public int read(byte[] buffer, int from, int length) throws IOException {
                int n = super.read(buffer, from, length);
                if (n > 0) {
                    count += n;
                    check(count);
                }
                return n;
            }

            @Override
            public boolean markSupported() {
                return false;
            }
        };
    }
}
