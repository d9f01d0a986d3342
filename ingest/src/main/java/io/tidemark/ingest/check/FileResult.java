package io.tidemark.ingest.check;

import io.tidemark.ingest.delivery.DeliveredFile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file after all checks.
 * @param file      the file
 * @param table     its table
 * @param sha256    digest of its bytes, lower-case hex
 * @param read      rows read
 * @param rejected  rejected rows
 * @param listed    lines of its rejects file; all rows of another company's site are one line
 * @param notes     remarks for people
 * @param failure   reason why it fails its delivery, or null
 * @param seconds   time that reading took
 * @param badRows   the bad rows
 */
public record FileResult(DeliveredFile file, String table, String sha256, long read, long rejected, long listed,
        List<String> notes, @Nullable String failure, double seconds, BadRows badRows) {

    /** A copy that fails the delivery. */
    public FileResult failed(String reason) {
        return new FileResult(file, table, sha256, read, rejected, listed, notes, reason, seconds, badRows);
    }
}
