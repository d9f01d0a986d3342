package io.tidemark.data.release;

import io.tidemark.data.TestLake;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.erase.FarmerErasure;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.Sha256;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.ledger.LedgerEntry;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.Manifest.FileEntry;
import io.tidemark.data.snapshot.Manifest.LedgerMark;
import io.tidemark.data.snapshot.Manifest.TableEntry;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.TableContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;

/** What is done to the ledger of a lake of one entry: a table that is not there, other rows, a company less. */
final class ChangedLedger {

    private final Lake lake;
    private final Path work;

    /** Of a lake, with a folder for files on the way. */
    ChangedLedger(Lake lake, Path work) {
        this.lake = lake;
        this.work = work;
    }

    /** Removes a table, as if a program that did not know it had made the ledger. */
    void forget(TableContract table) throws IOException {
        change(tables -> tables.remove(table.name()));
    }

    /** Replaces the rows of a table's only file. */
    void plant(TableContract table, String columns) throws IOException {
        plant(table, table.version(), columns);
    }

    /** Replaces the rows of a table's only file by those of an earlier program, of the contract's first version. */
    void plantOfBefore(TableContract table, String columns) throws IOException {
        plant(table, 1, columns);
    }

    private void plant(TableContract table, int version, String columns) throws IOException {
        FileEntry its = Ledger.of(lake.current().orElseThrow()).entries(table).getFirst();
        Path file = lake.ledger().resolve(its.path());
        Path other = work.resolve("other.parquet");
        FileEntry changed;
        try (DuckSession session = DuckSession.open(TestLake.settings(work))) {
            session.run("COPY (WITH it AS (FROM read_parquet('" + file + "', hive_partitioning = false)) SELECT "
                    + (columns.contains("FROM it") ? columns : columns + " FROM it") + ") TO '" + other
                    + "' (FORMAT parquet)");
            changed = session.list("SELECT count(*), min(day), max(day) FROM (SELECT " + table.yearPartition()
                    + " AS day FROM read_parquet('" + other + "')) d", row -> new FileEntry(its.path(), row.getLong(1), 0,
                    "", row.getObject(2, LocalDate.class), row.getObject(3, LocalDate.class))).getFirst();
        }
        Files.delete(file);
        Files.move(other, file);
        FileEntry planted = new FileEntry(changed.path(), changed.rows(), Files.size(file), Sha256.hex(file),
                changed.firstDate(), changed.lastDate());
        change(tables -> tables.put(table.name(), TableEntry.of(version, List.of(planted))));
    }

    // the log and the manifest name what the files are now
    private void change(Consumer<TreeMap<String, TableEntry>> change) throws IOException {
        LedgerEntry entry = Ledger.of(lake).entry(1);
        TreeMap<String, TableEntry> tables = new TreeMap<>(entry.tables());
        change.accept(tables);
        DurableFiles.replace(lake.ledger().resolve(Ledger.of(lake).logName(1)),
                Lake.JSON.writeValueAsBytes(new LedgerEntry(1, entry.at(), entry.snapshot(),
                entry.kind(), entry.rule(), entry.releasedThrough(), null, "", tables)));
        Snapshot snapshot = lake.current().orElseThrow();
        snapshot.manifest().with(new LedgerMark(1, Ledger.of(lake).sha256(1), entry.releasedThrough(), 0, 0))
                .write(snapshot.folder());
    }

    /** Removes a company from the lake. */
    void erase(String farmer) throws IOException {
        try (LakeLock _ = lake.lock(); DuckSession session = DuckSession.open(TestLake.settings(work))) {
            FarmerErasure erasure = new FarmerErasure(lake, session, farmer, _ -> { });
            erasure.finish(erasure.removeSnapshots(erasure.removeRejects(erasure.publish("kari", () -> { }),
                    List.of())));
        }
    }
}
