package io.tidemark.data.release;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.NoSuchSnapshotException;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.snapshot.StagedSnapshot;
import io.tidemark.data.table.LakeTables;
import java.time.Instant;
import java.time.LocalDate;
import java.util.function.Function;
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
        Snapshot before = lake.published();
        LocalDate through = before.manifest().isServable() && before.manifest().ledger() != null
                ? before.manifest().ledger().releasedThrough() : null;
        if (through == null || (from != null && from.isAfter(through))) {
            throw new NothingReleasedException(through == null ? "nothing of snapshot " + before.id()
                    + " is released yet"
                    : "nothing is released from " + from + " on: the last released day is " + through);
        }
        return again(lake, before, made -> new SnapshotRelease(lake, instance, stop).restate(made, from));
    }

    /** Makes a snapshot with the rows of another, and publishes it as told. Call with the lake's lock held. */
    public static SnapshotRelease.Outcome again(Lake lake, Snapshot before,
            Function<SnapshotId, SnapshotRelease.Outcome> publish) {
        try (StagedSnapshot staged = lake.stage(Instant.now())) {
            LakeTables.all().forEach(staged::reuse);
            return publish.apply(staged.seal(before.manifest().privacy(), before.manifest().completeThrough(),
                    before.manifest().sources()).id());
        }
    }
}
