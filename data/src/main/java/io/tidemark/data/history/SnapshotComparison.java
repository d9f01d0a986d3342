package io.tidemark.data.history;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.NoSuchSnapshotException;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotHistory;
import io.tidemark.data.snapshot.SnapshotHistory.Entry;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.snapshot.SnapshotLease;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The differences between the delivered rows of two snapshots.
 *
 * @param from            the first snapshot
 * @param to              the second snapshot
 * @param samePrivacyRule whether both have the same privacy rule
 * @param tables          the tables and years that differ
 * @param ledger          the ledger entries that only one of them has
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record SnapshotComparison(String from, String to, boolean samePrivacyRule, List<TableDiff> tables,
        LedgerDifference ledger) {

    /** Copies the list. */
    public SnapshotComparison {
        tables = List.copyOf(tables);
    }

    /**
     * Compares two snapshots. In a writable lake, a lease protects them from removal meanwhile.
     *
     * @param before the first snapshot
     * @param after  the second snapshot; null for the published one
     * @param engine settings of the engine that reads their files
     * @throws NoSuchSnapshotException if one of them is missing or unusable
     */
    public static SnapshotComparison of(Lake lake, String before, @Nullable String after, EngineSettings engine) {
        String second = after != null ? after : lake.currentId().map(SnapshotId::text).orElseThrow(() ->
                new NoSuchSnapshotException("nothing is published in " + lake.root() + " yet; name a second snapshot"));
        SnapshotHistory history = SnapshotHistory.of(lake);
        Entry first = history.get(before, lake);
        Entry last = history.get(second, lake);
        try (SnapshotLease _ = lake.leases().tryTake(new SnapshotId(first.name()));
                SnapshotLease _ = lake.leases().tryTake(new SnapshotId(last.name())); DuckSession session =
                        DuckSession.open(engine)) {
            Snapshot from = open(lake, first);
            Snapshot to = open(lake, last);
            return new SnapshotComparison(from.id().text(), to.id().text(),
                    Objects.equals(from.manifest().privacy(), to.manifest().privacy()),
                    SnapshotDiff.between(session, from, to), LedgerDifference.between(lake, from, to));
        }
    }

    private static Snapshot open(Lake lake, Entry entry) {
        if (entry.manifest() == null) {
            throw new NoSuchSnapshotException(entry.name() + " is no snapshot: " + entry.problem());
        }
        return lake.open(new SnapshotId(entry.name()));
    }
}
