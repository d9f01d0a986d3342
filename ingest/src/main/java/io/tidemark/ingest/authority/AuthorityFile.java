package io.tidemark.ingest.authority;

import io.tidemark.ingest.authority.format.RowFault;
import io.tidemark.ingest.check.BadRows;
import io.tidemark.ingest.check.FileResult;
import io.tidemark.ingest.check.RejectedRow;
import io.tidemark.ingest.delivery.DeliveredFile;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A file in a format of the authority's own, after reading.
 *
 * @param file    the file
 * @param table   its format
 * @param sha256  digest of its bytes, lower-case hex; empty if it failed, since it may be unreadable
 * @param read    rows read
 * @param notes   remarks for people
 * @param faults  the bad rows
 * @param failure reason why the whole file cannot be ingested, or null
 * @param seconds reading time
 */
public record AuthorityFile(DeliveredFile file, String table, String sha256, long read, List<String> notes,
        List<RowFault> faults, @Nullable String failure, double seconds) {

    /** Copies the lists. */
    public AuthorityFile {
        notes = List.copyOf(notes);
        faults = List.copyOf(faults);
    }

    static AuthorityFile failed(DeliveredFile file, String table, List<String> notes, String failure, double seconds) {
        return new AuthorityFile(file, table, "", 0, notes, List.of(), failure, seconds);
    }

    /** A copy with more notes and faults. */
    AuthorityFile and(List<String> moreNotes, List<RowFault> moreFaults) {
        return new AuthorityFile(file, table, sha256, read, Stream.concat(notes.stream(), moreNotes.stream()).toList(),
                Stream.concat(faults.stream(), moreFaults.stream()).toList(), failure, seconds);
    }

    /** The result of the file after all checks. */
    FileResult result() {
        List<RejectedRow> rows = faults.stream().sorted(Comparator.comparingLong(RowFault::line))
                .map(f -> new RejectedRow(f.line(), f.column(), f.value(), f.reason(), "")).toList();
        return new FileResult(file, table, sha256, read, rows.size(), rows.size(), notes, failure, seconds,
                BadRows.of(rows));
    }
}
