package io.tidemark.data.erase;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.farmer.FarmerRows;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.ledger.LedgerEntry;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.snapshot.SnapshotSql;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.data.table.TableContract;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A company's data in a lake.
 *
 * @param lakeRows        rows in each delivered table of the published snapshot
 * @param ledgerRows      rows in each released table
 * @param pieces          number of pieces whose benchmarks use its rows
 * @param manifestEntries number of its deliveries and delivered files in the published manifest
 * @param isInPublished   whether a snapshot without the company must be published; true also if only replaced files of
 *                        the ledger have its rows
 * @param snapshots       the other snapshots to remove, and the published one if it is replaced
 * @param rejects         folders of rejected rows, relative to the lake
 */
public record ErasureScope(SortedMap<String, Long> lakeRows, SortedMap<String, Long> ledgerRows, long pieces,
        int manifestEntries, boolean isInPublished, SortedSet<String> snapshots, SortedSet<String> rejects) {

    private static final SqlFile SQL = SqlFile.of("derive/release/erase.sql");

    /** Copies the collections. */
    public ErasureScope {
        lakeRows = Collections.unmodifiableSortedMap(new TreeMap<>(lakeRows));
        ledgerRows = Collections.unmodifiableSortedMap(new TreeMap<>(ledgerRows));
        snapshots = Collections.unmodifiableSortedSet(new TreeSet<>(snapshots));
        rejects = Collections.unmodifiableSortedSet(new TreeSet<>(rejects));
    }

    /** Whether the lake has no data of the company. */
    public boolean isEmpty() {
        return !isInPublished && snapshots.isEmpty() && rejects.isEmpty();
    }

    static ErasureScope of(Lake lake, DuckSession session, String farmer) {
        Optional<Snapshot> published = lake.current();
        Ledger ledger = Ledger.of(lake);
        SortedMap<String, Long> lakeRows = published.map(snapshot -> rows(session, snapshot, farmer))
                .orElse(new TreeMap<>());
        SortedMap<String, Long> ledgerRows = new TreeMap<>();
        long pieces = 0;
        Optional<LedgerEntry> newest = ledger.newest();
        if (newest.isPresent()) {
            ReleasedTables released = new ReleasedTables(ledger.folder(), newest.get().tables());
            LedgerTables.all().forEach(table -> count(session, table, released.rows(table, null), farmer, ledgerRows));
            pieces = SQL.get("pieces").part("released", released.rows(LedgerTables.STOCK, null)).with("farmer", farmer)
                    .number(session);
        }
        int entries = published.map(snapshot -> entries(snapshot.manifest(), farmer)).orElse(0);
        boolean isInPublished = !lakeRows.isEmpty() || !ledgerRows.isEmpty() || entries > 0
                || isInFiles(ledger, session, farmer);
        TreeSet<String> snapshots = new TreeSet<>();
        for (SnapshotId id : lake.list()) {
            // the ledger's earlier files are removed, and every snapshot was published with some of them
            if ((isInPublished && ledger.length() > 0) || holds(ledger, session, lake.open(id), farmer)) {
                snapshots.add(id.text());
            }
        }
        TreeSet<String> rejects = new TreeSet<>();
        ErasedRejects.of(lake, farmer).forEach(folder -> rejects.add(lake.root().relativize(folder).toString()));
        return new ErasureScope(lakeRows, ledgerRows, pieces, entries, isInPublished, snapshots, rejects);
    }

    /** Whether a snapshot has rows of a company, or was published with ledger files that are or will be removed. */
    static boolean holds(Ledger ledger, DuckSession session, Snapshot snapshot, String farmer) {
        Manifest.LedgerMark mark = snapshot.manifest().ledger();
        return (mark != null && ledger.isErased(mark.length())) || entries(snapshot.manifest(), farmer) > 0
                || !rows(session, snapshot, farmer).isEmpty();
    }

    private static SortedMap<String, Long> rows(DuckSession session, Snapshot snapshot, String farmer) {
        SortedMap<String, Long> rows = new TreeMap<>();
        LakeTables.delivered().forEach(table -> count(session, table, snapshot.rows(table), farmer, rows));
        return rows;
    }

    private static void count(DuckSession session, TableContract table, String rows, String farmer,
            SortedMap<String, Long> counts) {
        long count = new FarmerRows(table, rows, farmer).count(session);
        if (count > 0) {
            counts.put(table.name(), count);
        }
    }

    // checks replaced files too: a restatement keeps the files that it replaced
    private static boolean isInFiles(Ledger ledger, DuckSession session, String farmer) {
        SortedSet<String> files = ledger.files();
        return LedgerTables.all().stream().filter(FarmerRows::areIn).anyMatch(table -> {
            List<Path> released = files.stream().filter(file -> file.startsWith(table.name() + "/"))
                    .map(file -> ledger.folder().resolve(file)).toList();
            return !released.isEmpty() && new FarmerRows(table, SnapshotSql.select(table, 0, released), farmer)
                    .count(session) > 0;
        });
    }

    private static int entries(Manifest manifest, String farmer) {
        String folder = ErasedSnapshot.folder(farmer);
        return (int) (manifest.received().keySet().stream().filter(key -> key.startsWith(folder)).count()
                + manifest.sources().stream().filter(source -> source.path().startsWith(folder)).count()
                + manifest.deliveries().stream().filter(delivery -> delivery.farmers().contains(farmer)).count());
    }
}
