package io.tidemark.ingest.authority;

import io.tidemark.data.hash.Sha256;
import io.tidemark.ingest.authority.format.RowFault;
import io.tidemark.ingest.check.FileResult;
import io.tidemark.ingest.check.RejectedRow;
import io.tidemark.ingest.delivery.DeliveredFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What becomes of a file in a format of the authority's own, while it is taken in. */
final class AuthorityFile {

    private final DeliveredFile file;
    private final String table;
    private final List<String> notes = new ArrayList<>();
    private final List<RowFault> faults = new ArrayList<>();
    private long read;
    private @Nullable String failure;
    private double seconds;

    AuthorityFile(DeliveredFile file, @Nullable AuthorityFormat format) {
        this.file = file;
        table = format == null ? "authority file" : format.table();
    }

    DeliveredFile file() {
        return file;
    }

    /** Its rows were read. */
    void read(long rows, List<RowFault> bad) {
        read = rows;
        faults.addAll(bad);
    }

    /** What people should know. */
    void note(String note) {
        notes.add(note);
    }

    /** Another row is bad. */
    void reject(RowFault fault) {
        faults.add(fault);
    }

    /** The whole file cannot be taken. */
    void fail(String reason) {
        failure = reason;
    }

    void took(double time) {
        seconds = time;
    }

    FileResult result() {
        List<RejectedRow> rows = faults.stream().sorted(Comparator.comparingLong(RowFault::line))
                .map(f -> new RejectedRow(f.line(), f.column(), f.value(), f.reason(), "")).toList();
        try {
            // only of what may be taken in: what failed may not be readable at all
            String sha256 = failure == null ? Sha256.hex(file.path()) : "";
            return new FileResult(file, table, sha256, read, rows.size(), notes, failure, seconds, rows::forEach);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file.relative(), e);
        }
    }
}
