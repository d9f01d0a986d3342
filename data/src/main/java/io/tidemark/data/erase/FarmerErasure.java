package io.tidemark.data.erase;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.ledger.LedgerEntry;
import io.tidemark.data.release.SnapshotRelease;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Pruning;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.snapshot.SnapshotLeases;
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

/**
 * Erases a company from a lake. First it publishes a snapshot and a ledger entry without the company's rows, in one
 * step; then it removes all older files with them. A note under {@code erasures/} marks an interrupted erasure; running
 * it again completes it. Hold the lake's lock for every call except {@link #known} and {@link #scope}.
 */
public final class FarmerErasure {

    /** The steps of an erasure; each names what has just been done. */
    public enum Step {
        /** The snapshot is finished, and not yet published. */
        SEALED,
        /** The note is on disk. */
        NOTED,
        /** The snapshot is published, and the released tables have no rows of the company. */
        PUBLISHED,
        /** The rejected rows are removed. */
        REJECTS_REMOVED,
        /** One more snapshot, or all of them, are removed. */
        SNAPSHOTS_REMOVED,
        /** The ledger's earlier files are removed. */
        LEDGER_FILES_REMOVED
    }

    private final Lake lake;
    private final DuckSession session;
    private final String farmer;
    private final ErasureFiles files;
    private final Consumer<Step> done;

    /**
     * Prepares the erasure of a company.
     *
     * @param session any session of the engine to use
     * @param done    receives each step
     */
    public FarmerErasure(Lake lake, DuckSession session, String farmer, Consumer<Step> done) {
        this.lake = lake;
        this.session = session;
        this.farmer = farmer;
        this.files = new ErasureFiles(lake);
        this.done = done;
    }

    /** The ids of all companies that the lake knows: from its lists, stock, deliveries and unfinished erasures. */
    public static SortedSet<String> known(Lake lake, DuckSession session) {
        TreeSet<String> known = new TreeSet<>();
        lake.current().ifPresent(snapshot -> {
            List.of(LakeTables.FARMER, LakeTables.SITE_FARMER, DerivedTables.COHORT_YEAR)
                    .forEach(table -> known.addAll(session.list(
                    "SELECT DISTINCT farmer_id FROM (" + snapshot.rows(table) + ") AS r WHERE farmer_id IS NOT NULL",
                    row -> row.getString(1))));
            snapshot.manifest().received().keySet().stream().filter(key -> key.startsWith("farmers/"))
                    .map(key -> key.split("/", 3)[1]).forEach(known::add);
        });
        new ErasureFiles(lake).all().stream().filter(erasure -> erasure.endedAt() == null).map(Erasure::farmer)
                .forEach(known::add);
        return known;
    }

    /** The company's data in the lake. */
    public ErasureScope scope() {
        return ErasureScope.of(lake, session, farmer);
    }

    /** Whether an erasure of the company is unfinished. */
    public boolean isUnfinished() {
        return files.unfinished(farmer).isPresent();
    }

    /**
     * The leases on other snapshots than the published one, which a server leaves by itself. They may hold the
     * company's rows.
     */
    public static List<SnapshotLeases.Held> heldBeside(Lake lake) {
        Optional<SnapshotId> published = lake.currentId();
        return lake.leases().held().stream().filter(lease -> !published.equals(Optional.of(lease.snapshot()))).toList();
    }

    /**
     * Publishes a snapshot without the company, if the published one or the ledger has data of it.
     *
     * @param by   the user of the operating system
     * @param stop called from time to time; throws to stop before anything is published
     * @return the note
     */
    public Erasure publish(String by, Runnable stop) {
        ErasureScope scope = scope();
        Optional<Erasure> before = files.unfinished(farmer);
        if (!scope.isInPublished() && before.isPresent()) {
            return before.get();
        }
        Erasure note = new Erasure(farmer, by, Instant.now(), null, null, null, scope.pieces(), scope.lakeRows(),
                scope.ledgerRows(), scope.manifestEntries(), before.map(Erasure::snapshots).orElse(new TreeSet<>()),
                before.map(Erasure::ledgerFiles).orElse(0),
                before.map(Erasure::rejects).orElse(new TreeSet<>()), before.map(Erasure::accounts)
                .orElse(new TreeSet<>()), before.map(Erasure::logLines).orElse(0L), Erasure.STAYS);
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

    // if stopped, nothing is left to end, unless the snapshot was published after all
    private void forget(SnapshotId made, Optional<Erasure> before) {
        if (!lake.currentId().equals(Optional.of(made))) {
            before.ifPresentOrElse(files::begin, () -> files.forget(farmer));
        }
    }

    /** Removes the company's rejected rows and records the revoked accounts in the note. */
    public Erasure removeRejects(Erasure note, Collection<String> accounts) {
        List<Path> folders = ErasedRejects.of(lake, farmer);
        // write the note first: removed folders cannot be found again
        Erasure noted = note.removed(List.of(), 0,
                folders.stream().map(folder -> lake.root().relativize(folder).toString()).toList(), accounts);
        files.begin(noted);
        folders.forEach(folder -> ErasedRejects.remove(lake, folder));
        done.accept(Step.REJECTS_REMOVED);
        return noted;
    }

    /**
     * Removes the snapshots that have the company's rows, or were published with ledger files that will be removed.
     * Open snapshots stay.
     *
     * @return the note; {@link #left} lists those that stay
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

    /** Records in the note how many lines were removed from the data-access log. */
    public Erasure removedLines(Erasure note, long lines) {
        Erasure noted = note.removedLines(lines);
        files.begin(noted);
        return noted;
    }

    /** The snapshots that are still to be removed. */
    public List<SnapshotId> left() {
        Ledger ledger = Ledger.of(lake);
        Optional<SnapshotId> published = lake.currentId();
        return lake.list().stream().filter(id -> !published.equals(Optional.of(id)))
                .filter(id -> ErasureScope.holds(ledger, session, lake.open(id), farmer)).toList();
    }

    /**
     * Deletes the ledger's earlier files once no snapshot reads them, and writes the protocol.
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
                    .filter(entry -> entry.kind() == LedgerEntry.Kind.ERASE && entry.snapshot().equals(made))
                    .map(LedgerEntry::number).findFirst().orElse(null));
        }
        return files.end(noted.ended(Instant.now()));
    }

    /** Reads a protocol's file. */
    public static Erasure read(Path protocol) {
        return ErasureFiles.read(protocol);
    }
}
