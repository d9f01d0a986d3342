package io.tidemark.server.http.coding;

import java.util.Arrays;

/**
 * A body whose head is compressed once; each request appends its own tail without compressing the head again.
 * Immutable, thread-safe.
 */
public sealed interface CodedBody permits CodedBody.Plain, GzipBody, ZstdBody {

    /** Minimum length of a compressed head, bytes. */
    int MIN_CODED = 1_000;

    /** A body as it is. */
    final class Plain implements CodedBody {

        private final byte[] head;

        Plain(byte[] head) {
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

    /** The value for Content-Encoding. */
    ContentCoding coding();

    /** The memory in use, bytes. */
    int bytes();

    /**
     * The whole body: the head and a tail.
     *
     * @param tail the uncompressed bytes of the tail; may be empty
     */
    byte[] with(byte[] tail);

    /**
     * Compresses a head.
     *
     * @param head   its bytes; do not change them afterwards
     * @param wanted the coding that the client accepts; a head below {@value #MIN_CODED} bytes stays uncompressed
     */
    static CodedBody of(byte[] head, ContentCoding wanted) {
        ContentCoding coding = head.length < MIN_CODED ? ContentCoding.IDENTITY : wanted;
        return switch (coding) {
            case IDENTITY -> new Plain(head);
            case GZIP -> new GzipBody(head);
            case ZSTD -> new ZstdBody(head);
        };
    }
}
