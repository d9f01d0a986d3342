package io.tidemark.server.http.coding;

/**
 * A body whose head is compressed once; each request appends its own tail without compressing the head again. Immutable,
 * thread-safe.
 */
public sealed interface CodedBody permits PlainBody, GzipBody, ZstdBody {

    /** Shorter heads are not compressed. */
    int SHORTEST_CODED = 1_000;

    /** The value for Content-Encoding. */
    ContentCoding coding();

    /** Memory used, bytes. */
    int bytes();

    /**
     * The whole body: the head and a tail.
     *
     * @param tail its bytes, not compressed; may be empty
     */
    byte[] with(byte[] tail);

    /**
     * Compresses a head.
     *
     * @param head   its bytes, which must not be changed afterwards
     * @param wanted the coding that the client accepts; a head below {@value #SHORTEST_CODED} bytes stays as it is
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
