package io.tidemark.server.http.coding;

/** A body with a head that is compressed once. Each request appends its own tail without compressing the head again. Immutable, thread-safe. */
public sealed interface CodedBody permits PlainBody, GzipBody, ZstdBody {

    /** Minimum length of a compressed head, bytes. */
    int SHORTEST_CODED = 1_000;

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
     * @param wanted the coding that the client accepts; a head below {@value #SHORTEST_CODED} bytes stays uncompressed
     */
    static CodedBody of(byte[] head, ContentCoding wanted) {
        ContentCoding coding = head.length < SHORTEST_CODED ? ContentCoding.IDENTITY : wanted;
        return switch (coding) {
            case IDENTITY -> new PlainBody(head);
            case GZIP -> new GzipBody(head);
            case ZSTD -> new ZstdBody(head);
        };
    }
}
