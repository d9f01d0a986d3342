package io.tidemark.data.erase;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.ledger.LedgerEntry;
import io.tidemark.data.release.SnapshotRelease;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Pruning;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.snapshot.StagedSnapshot;
import io.tidemark.data.table.DerivedTables;
import io.tidemark.data.table.LakeTables;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Takes a company out of a lake. First a snapshot and an entry of the ledger without its rows are published, in one step; then what still has
 * them is removed. A note under {@code erasures/} remembers an erasure that was broken off in between: running it again ends it. Call everything but
 * {@link #known} and {@link #scope} with the lake's lock held.
 */
public final class FarmerErasure {

    /** What has just been done. */
    public enum Step {
        /** The snapshot is finished, and not yet published. */
        SEALED,
        /** The note is written. */
        NOTED,
        /** The snapshot is published, and what is released has no rows of the company. */
        PUBLISHED,
        /** Rejected rows are gone. */
        REJECTS_REMOVED,
        /** One more or all of the snapshots are gone. */
        SNAPSHOTS_REMOVED,
        /** The ledger's files of before are gone. */
        LEDGER_FILES_REMOVED
    }

    private final Lake lake;
    private final DuckSession session;
    private final String farmer;
    private final ErasureFiles files;
    private final Consumer<Step> done;

    /**
     * For a company of a lake.
     *
     * @param session any session of the engine to use
     * @param done    told each step
     */
    public FarmerErasure(Lake lake, DuckSession session, String farmer, Consumer<Step> done) {
        this.lake = lake;
        this.session = session;
        this.farmer = farmer;
        this.files = new ErasureFiles(lake);
        this.done = done;
    }

    /** The ids of the companies that the lake knows: of the lists, with stock or deliveries, or of an erasure that has not ended. */
    public static SortedSet<String> known(Lake lake, DuckSession session) {
        TreeSet<String> known = new TreeSet<>();
        lake.current().ifPresent(snapshot -> {
            List.of(LakeTables.FARMER, LakeTables.SITE_FARMER, DerivedTables.COHORT_YEAR).forEach(table -> known.addAll(session.list(
                    "SELECT DISTINCT farmer_id FROM (" + snapshot.rows(table) + ") AS r WHERE farmer_id IS NOT NULL", row -> row.getString(1))));
            snapshot.manifest().received().keySet().stream().filter(key -> key.startsWith("farmers/")).map(key -> key.split("/", 3)[1])
                    .forEach(known::add);
        });
        new ErasureFiles(lake).all().stream().filter(erasure -> erasure.endedAt() == null).map(Erasure::farmer).forEach(known::add);
        return known;
    }

    /** What the lake holds of the company. */
    public ErasureScope scope() {
        return ErasureScope.of(lake, session, farmer);
    }

    /** Whether an erasure of it has begun and not ended. */
    public boolean isUnfinished() {
        return files.unfinished(farmer).isPresent();
    }

    /** Snapshots that hold its rows and are open, other than the published one, from which a server moves on by itself. */
    public static SortedSet<String> openBeside(Lake lake) {
        Optional<SnapshotId> published = lake.currentId();
        return lake.leases().open().stream().filter(id -> !published.equals(Optional.of(id))).map(SnapshotId::text)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Publishes a snapshot without the company, if the published one or the ledger have anything of it.
     *
     * @param by   the user of the operating system
     * @param stop asked from time to time; throws to stop, nothing is published then
     * @return the note
     */
    public Erasure publish(String by, Runnable stop) {
        ErasureScope scope = scope();
        Optional<Erasure> before = files.unfinished(farmer);
        if (!scope.isInPublished() && before.isPresent()) {
            return before.get();
        }
        Erasure note = new Erasure(farmer, by, Instant.now(), null, null, null, scope.pieces(), scope.lakeRows(), scope.ledgerRows(),
                scope.manifestEntries(), before.map(Erasure::snapshots).orElse(new TreeSet<>()), before.map(Erasure::ledgerFiles).orElse(0),
                before.map(Erasure::rejects).orElse(new TreeSet<>()), before.map(Erasure::accounts).orElse(new TreeSet<>()), Erasure.STAYS);
        if (!scope.isInPublished()) {
            files.begin(note);
            done.accept(Step.NOTED);
            return note;
        }
        try (StagedSnapshot staged = lake.stage(Instant.now())) {
            staged.stopBy(stop);
            Snapshot made = new ErasedSnapshot(staged, session, farmer, stop).make();
            done.accept(Step.SEALED);
            note = note.published(made.id().text(), null);
            files.begin(note);
            done.accept(Step.NOTED);
            try {
                new SnapshotRelease(lake, session, stop).erase(made.id(), farmer);
            } catch (RuntimeException e) {
                forget(made.id(), before);
                throw e;
            }
        }
        done.accept(Step.PUBLISHED);
        return note;
    }

    // stopped: there is nothing to end, unless it is published after all
    private void forget(SnapshotId made, Optional<Erasure> before) {
        if (!lake.currentId().equals(Optional.of(made))) {
            before.ifPresentOrElse(files::begin, () -> files.forget(farmer));
        }
    }

    /** Removes the company's rejected rows, and notes the accounts that were revoked. */
    public Erasure removeRejects(Erasure note, Collection<String> accounts) {
        List<Path> folders = ErasedRejects.of(lake, farmer);
        // noted before: what is gone cannot be found again
        Erasure noted = note.removed(List.of(), 0, folders.stream().map(folder -> lake.root().relativize(folder).toString()).toList(), accounts);
        files.begin(noted);
        folders.forEach(folder -> ErasedRejects.remove(lake, folder));
        done.accept(Step.REJECTS_REMOVED);
        return noted;
    }

    /**
     * Removes the snapshots that have the company's rows, or were published with files of the ledger that go; those that are open stay.
     *
     * @return the note; {@link #left} says which stay
     */
    public Erasure removeSnapshots(Erasure note) {
        Set<SnapshotId> open = lake.leases().open();
        List<SnapshotId> closed = left().stream().filter(id -> !open.contains(id)).toList();
        if (closed.isEmpty()) {
            return note;
        }
        Erasure noted = note.removed(closed.stream().map(SnapshotId::text).toList(), 0, List.of(), List.of());
        files.begin(noted);
        new Pruning(closed, lake.currentId().stream().toList(), List.of(), List.of()).carryOut(lake);
        done.accept(Step.SNAPSHOTS_REMOVED);
        return noted;
    }

    /** The snapshots that have to go. */
    public List<SnapshotId> left() {
        Ledger ledger = Ledger.of(lake);
        Optional<SnapshotId> published = lake.currentId();
        return lake.list().stream().filter(id -> !published.equals(Optional.of(id)))
                .filter(id -> ErasureScope.holds(ledger, session, lake.open(id), farmer)).toList();
    }

    /**
     * Deletes the ledger's files of before, when no snapshot is left that reads them, and writes the protocol.
     *
     * @return the protocol's file
     */
    public Path finish(Erasure note) {
        Ledger ledger = Ledger.of(lake);
        Erasure noted = note.removed(List.of(), ledger.deleteErased(), List.of(), List.of());
        files.begin(noted);
        done.accept(Step.LEDGER_FILES_REMOVED);
        String made = noted.snapshot();
        if (made != null) {
            noted = noted.published(made, ledger.entries().stream()
                    .filter(entry -> entry.kind() == LedgerEntry.Kind.ERASE && entry.snapshot().equals(made)).map(LedgerEntry::number).findFirst().orElse(null));
        }
        return files.end(noted.ended(Instant.now()));
    }

    /** The protocol of a file. */
    public static Erasure read(Path protocol) {
        return ErasureFiles.read(protocol);
    }
}
