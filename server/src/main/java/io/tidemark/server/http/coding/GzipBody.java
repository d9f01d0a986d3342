package io.tidemark.server.http.coding;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * A body as one gzip member (RFC 1952): the head's deflate blocks up to a byte boundary, then the tail in stored blocks
 * (RFC 1951, section 3.2.4), then the checksum and the length of both.
 */
final class GzipBody implements CodedBody {

    private static final int LEVEL = 6;
    /** The gzip header: deflate, no flags, no time, unknown operating system. */
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};
    private static final int STORED_MOST = 65_535;
    private static final int STORED_HEADER = 5;
    private static final int TRAILER = 8;

    private final byte[] start;
    private final int headLength;
    private final int headChecksum;

    GzipBody(byte[] head) {
        headLength = head.length;
        CRC32 checksum = new CRC32();
        checksum.update(head);
        headChecksum = (int) checksum.getValue();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(head.length / 4 + 64);
        bytes.writeBytes(HEADER);
        // flushing ends the blocks at a byte boundary and keeps the stream open
        try (Deflater deflater = new Deflater(LEVEL, true);
                DeflaterOutputStream deflate = new DeflaterOutputStream(bytes, deflater, 8_192, true)) {
            deflate.write(head);
            deflate.flush();
            start = bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException("a body in memory could not be compressed", e);
        }
    }

    @Override
    public ContentCoding coding() {
        return ContentCoding.GZIP;
    }

    @Override
    public int bytes() {
        return start.length;
    }

    @Override
    public byte[] with(byte[] tail) {
        int blocks = Math.max(1, Math.ceilDiv(tail.length, STORED_MOST));
        ByteBuffer all = ByteBuffer.allocate(start.length + blocks * STORED_HEADER + tail.length + TRAILER)
                .order(ByteOrder.LITTLE_ENDIAN).put(start);
        for (int block = 0; block < blocks; block++) {
            int from = block * STORED_MOST;
            int length = Math.min(STORED_MOST, tail.length - from);
            all.put((byte) (block == blocks - 1 ? 1 : 0)).putShort((short) length).putShort((short) ~length)
                    .put(tail, from, length);
        }
        return all.putInt(Crc32Sum.continued(headChecksum, tail)).putInt(headLength + tail.length).array();
    }
}
