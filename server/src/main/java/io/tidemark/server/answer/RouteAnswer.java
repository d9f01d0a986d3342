package io.tidemark.server.answer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tidemark.server.http.coding.CodedBody;
import io.tidemark.server.http.coding.ContentCoding;
import io.tidemark.server.http.coding.StreamedCoding;
import io.tidemark.server.query.ResultCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The encoded result of a route's query. */
public sealed interface RouteAnswer extends ResultCache.Entry {

    /** What its rows are. */
    RowPage.Read read();

    @Override
    default long rows() {
        return read().rows();
    }

    /**
     * Whether another answer in memory has the same bytes before compression; true for one in a file,
     * which is not read.
     */
    boolean hasSameBytes(RouteAnswer other);

    /**
     * A JSON answer without the metadata, which differs for each request. A compressed form is made at the first
     * request for it.
     */
    final class Json implements RouteAnswer {
        private final byte[] head;
        private final RowPage.Read read;
        private final Map<String, @Nullable Object> ofRows;
        @GuardedBy("this") private final Map<ContentCoding, CodedBody> coded = new EnumMap<>(ContentCoding.class);

        /**
         * Creates an answer.
         *
         * @param head   the bytes up to the end of data and pagination
         * @param read   what its rows are
         * @param ofRows the metadata that depend on the rows
         */
        Json(byte[] head, RowPage.Read read, Map<String, @Nullable Object> ofRows) {
            this.head = head;
            this.read = read;
            this.ofRows = ofRows;
        }

        /** The body in a content coding. */
        public synchronized CodedBody body(ContentCoding coding) {
            return coded.computeIfAbsent(coding, c -> CodedBody.of(head, c));
        }

        @Override
        public RowPage.Read read() {
            return read;
        }

        /** The metadata that depend on the rows. */
        public Map<String, @Nullable Object> ofRows() {
            return ofRows;
        }

        @Override
        public boolean hasSameBytes(RouteAnswer other) {
            return other instanceof Json json && Arrays.equals(head, json.head);
        }

        /** Includes room for both compressed forms, which take less than half of the plain one. */
        @Override
        public long bytes() {
            return head.length + head.length / 2L;
        }
    }

    /**
     * A whole answer in another format.
     *
     * @param content its bytes as sent; null if they are in the file
     * @param file    the file of a large answer; null if it is in memory
     * @param coding  the compression of the bytes
     * @param read    what its rows are
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Whole(byte @Nullable [] content, @Nullable Path file, ContentCoding coding, RowPage.Read read)
            implements RouteAnswer {
        @Override
        public long bytes() {
            try {
                return content != null ? content.length : file == null ? 0 : Files.size(file);
            } catch (IOException e) {
                return 0;
            }
        }

        @Override
        public boolean hasSameBytes(RouteAnswer other) {
            return other instanceof Whole whole && (content == null || whole.content == null
                    || Arrays.equals(StreamedCoding.decoded(content, coding),
                    StreamedCoding.decoded(whole.content, whole.coding)));
        }

        @Override
        public boolean isShareable() {
            return file == null;
        }

        @Override
        public void discard() {
            try {
                if (file != null) {
                    Files.deleteIfExists(file);
                }
            } catch (IOException e) {
                throw new UncheckedIOException("an answer's file cannot be deleted", e);
            }
        }
    }
}
