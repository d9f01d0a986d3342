package io.tidemark.ingest;

import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.load.RejectedRow;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A file when all checks are done.
 *
 * @param file      the file
 * @param table     what it was taken for
 * @param sha256    of its bytes, lower-case hex
 * @param read      rows read
 * @param rejected  bad rows
 * @param notes     what people should know
 * @param failure   why it fails its delivery, or null
 * @param seconds   time that reading took
 * @param badRows   hands on the bad rows
 */
record FileResult(DeliveredFile file, String table, String sha256, long read, long rejected, List<String> notes,
        @Nullable String failure, double seconds, Consumer<Consumer<RejectedRow>> badRows) {

    /** The same, failed. */
    FileResult failed(String reason) {
        return new FileResult(file, table, sha256, read, rejected, notes, reason, seconds, badRows);
    }

    FileReport report() {
        return new FileReport(file.relative(), table, read, failure == null ? read - rejected : 0, rejected,
                Math.round(seconds * 1000) / 1000.0, notes, failure);
    }
}
