package io.tidemark.data.release;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.NoSuchSnapshotException;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.StagedSnapshot;
import io.tidemark.data.table.LakeTables;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * Renews the released rows from the published snapshot and publishes the result as a new snapshot, so that servers load
 * it. The new snapshot shares every file with the previous one.
 */
public final class RestatedSnapshot {

    private RestatedSnapshot() {}

    /**
     * Makes and publishes the snapshot. Call with the lake's lock held.
     *
     * @param instance any session of the engine to use
     * @param from     a day of the first piece whose rows are renewed; null for all
     * @param stop     called from time to time; throws to stop
     * @throws NoSuchSnapshotException  if nothing is published
     * @throws NothingReleasedException if the published snapshot has released nothing, or nothing from that day on
     */
    public static SnapshotRelease.Outcome publish(Lake lake, DuckSession instance, @Nullable LocalDate from,
            Runnable stop) {
        Snapshot before = lake.current().orElseThrow(() ->
                new NoSuchSnapshotException("nothing is published in " + lake.root() + " yet"));
        LocalDate through = before.manifest().isServable() && before.manifest().ledger() != null
                ? before.manifest().ledger().releasedThrough() : null;
        if (through == null || (from != null && from.isAfter(through))) {
            throw new NothingReleasedException(through == null ? "nothing of snapshot " + before.id()
                    + " is released yet"
                    : "nothing is released from " + from + " on: the last released day is " + through);
        }
        try (StagedSnapshot staged = lake.stage(Instant.now())) {
            LakeTables.all().forEach(staged::reuse);
            Snapshot made = staged.seal(before.manifest().privacy(), before.manifest().completeThrough(),
                    before.manifest().sources());
            return new SnapshotRelease(lake, instance, stop).restate(made.id(), from);
        }
    }
}
