package io.tidemark.server.http.coding;

import java.util.Arrays;

/** An uncompressed body. */
final class PlainBody implements CodedBody {

    private final byte[] head;

    PlainBody(byte[] head) {
        this.head = head;
    }

    @Override
    public ContentCoding coding() {
        return ContentCoding.IDENTITY;
    }

    @Override
    public int bytes() {
        return head.length;
    }

    @Override
    public byte[] with(byte[] tail) {
        byte[] all = Arrays.copyOf(head, head.length + tail.length);
        System.arraycopy(tail, 0, all, head.length, tail.length);
        return all;
    }
}
