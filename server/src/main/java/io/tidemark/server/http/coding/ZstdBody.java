package io.tidemark.server.http.coding;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * A body as one Zstandard frame (RFC 8878) without a checksum: the head's blocks, without a last block, then the tail
 * in raw blocks.
 */
final class ZstdBody implements CodedBody {

    private static final int BLOCK_MOST = 128 * 1024;
    private static final int BLOCK_HEADER = 3;
    private static final int SINGLE_SEGMENT = 0x20;

    private final byte[] start;
    private final int blockMost;

    ZstdBody(byte[] head) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(head.length / 4 + 64);
        try (ZstdOutputStream zstd = new ZstdOutputStream(bytes, StreamedCoding.ZSTD_LEVEL).setChecksum(false)) {
            zstd.write(head);
            // writes the blocks so far and keeps the frame open; the bytes added by closing are dropped
            zstd.flush();
            start = bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException("a body in memory could not be compressed", e);
        }
        blockMost = (int) Math.min(BLOCK_MOST, window(start));
    }

    /** The frame's window in bytes, the maximum size of a block (RFC 8878, section 3.1.1.1.2). */
    private static long window(byte[] frame) {
        if ((frame[4] & SINGLE_SEGMENT) != 0) {
            throw new IllegalStateException("the frame names its length, so that no tail can be added");
        }
        long base = 1L << (10 + ((frame[5] >> 3) & 31));
        return base + base / 8 * (frame[5] & 7);
    }

    @Override
    public ContentCoding coding() {
        return ContentCoding.ZSTD;
    }

    @Override
    public int bytes() {
        return start.length;
    }

    @Override
    public byte[] with(byte[] tail) {
        int blocks = Math.max(1, Math.ceilDiv(tail.length, blockMost));
        byte[] all = Arrays.copyOf(start, start.length + blocks * BLOCK_HEADER + tail.length);
        int at = start.length;
        for (int block = 0; block < blocks; block++) {
            int from = block * blockMost;
            int length = Math.min(blockMost, tail.length - from);
            // length, type 0 (raw), and the flag of the last block
            int header = (length << 3) | (block == blocks - 1 ? 1 : 0);
            all[at++] = (byte) header;
            all[at++] = (byte) (header >> 8);
            all[at++] = (byte) (header >> 16);
            System.arraycopy(tail, from, all, at, length);
            at += length;
        }
        return all;
    }
}
