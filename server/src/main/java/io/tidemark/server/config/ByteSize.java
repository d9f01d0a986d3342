package io.tidemark.server.config;

/**
 * A size of memory or of files.
 *
 * @param bytes its bytes
 */
public record ByteSize(long bytes) {

    private static final long MEGABYTE = 1 << 20;

    static ByteSize ofMegabytes(long megabytes) {
        return new ByteSize(megabytes * MEGABYTE);
    }

    /** The size in whole megabytes of 1,048,576 bytes. */
    public int megabytes() {
        return Math.toIntExact(bytes / MEGABYTE);
    }
}
