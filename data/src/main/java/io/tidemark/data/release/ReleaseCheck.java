package io.tidemark.data.release;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.RowFingerprint;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.ledger.LedgerEntry;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.snapshot.Manifest.FileEntry;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotSql;
import io.tidemark.data.snapshot.TableFile;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.data.table.TableContract;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Checks the rows of a ledger at an entry: every atom must be safe and have its stated number of cells, and the entry's rows must equal a new release
 * of its snapshot. Earlier entries cannot be released again: their snapshots may be gone, and late rows would get other atoms.
 */
public final class ReleaseCheck {

    private static final SqlFile SQL = SqlFile.of("derive/release/check.sql");

    private final ReleaseDatabase database;
    private final Snapshot snapshot;
    private final ReleasedTables released;
    private final BiConsumer<String, String> fault;

    private ReleaseCheck(ReleaseDatabase database, Snapshot snapshot, ReleasedTables released, BiConsumer<String, String> fault) {
        this.database = database;
        this.snapshot = snapshot;
        this.released = released;
        this.fault = fault;
    }

    /**
     * Checks an entry.
     *
     * @param instance any session of the engine to use
     * @param snapshot a snapshot that was published with the entry
     * @param fault    receives the table and year, and the fault
     */
    public static void of(DuckSession instance, Snapshot snapshot, Ledger ledger, LedgerEntry entry, BiConsumer<String, String> fault) {
        try (ReleaseDatabase database = ReleaseDatabase.open(instance, snapshot)) {
            ReleasedTables released = new ReleasedTables(ledger.folder(), entry.tables());
            ReleaseCheck check = new ReleaseCheck(database, snapshot, released, fault);
            check.rows();
            AtomMerge.unsafe(database, released, entry.rule(), () -> { })
                    .forEach(where -> fault.accept(where, "has atoms that cover too few farmer groups by the rule of the entry"));
            if (entry.kind() == LedgerEntry.Kind.RELEASE && entry.snapshot().equals(snapshot.id().text())) {
                check.released(ledger, entry);
            }
        }
    }

    private void rows() {
        for (int year : released.years(LedgerTables.STOCK)) {
            String stock = released.rows(LedgerTables.STOCK, year);
            if (SQL.get("rows_twice").part("stock", stock).any(database.session())) {
                tell(LedgerTables.STOCK, year, "has a row of a site, company, generation and weight class twice");
            }
            if (SQL.get("wrong_sizes").part("stock", stock).any(database.session())) {
                tell(LedgerTables.STOCK, year, "has atoms with other cells than they say");
            }
            if (SQL.get("wrong_losses").part("stock", stock).part("loss", released.rows(LedgerTables.LOSS, year)).any(database.session())) {
                tell(LedgerTables.LOSS, year, "has losses that do not lie on released stock in the same atom");
            }
        }
        for (int year : released.years(LedgerTables.SITE_DAY)) {
            if (SQL.get("wrong_day_sizes").part("site_day", released.rows(LedgerTables.SITE_DAY, year)).any(database.session())) {
                tell(LedgerTables.SITE_DAY, year, "has atoms with other cells than they say");
            }
        }
    }

    // skips years with merged files: they have no separate file of this entry's rows
    private void released(Ledger ledger, LedgerEntry entry) {
        ReleasedTables before = entry.number() == 1 ? ReleasedTables.nothing(ledger.folder())
                : new ReleasedTables(ledger.folder(), ledger.entry(entry.number() - 1).tables());
        LocalDate lastDay = SnapshotRelease.lastDay(snapshot, entry.rule());
        for (int year : released.years(LedgerTables.STOCK)) {
            List<FileEntry> old = TableFile.ofYear(LedgerTables.STOCK, year, before.entries(LedgerTables.STOCK));
            List<FileEntry> added = new ArrayList<>(TableFile.ofYear(LedgerTables.STOCK, year, released.entries(LedgerTables.STOCK)));
            boolean isApart = added.containsAll(old);
            added.removeAll(old);
            if (isApart && !added.isEmpty()) {
                boolean any = lastDay != null && StockRelease.make(database, snapshot, entry.rule(), year, before, lastDay);
                String rows = SnapshotSql.select(LedgerTables.STOCK, LedgerTables.STOCK.version(),
                        added.stream().map(file -> ledger.folder().resolve(file.path())).toList());
                if (!any || !RowFingerprint.of(database.session(), LedgerTables.STOCK, "new_stock")
                        .equals(RowFingerprint.of(database.session(), LedgerTables.STOCK, "(" + rows + ")"))) {
                    tell(LedgerTables.STOCK, year, "is not what snapshot " + snapshot.id() + " makes of the pieces that it released");
                }
            }
        }
    }

    private void tell(TableContract table, int year, String problem) {
        fault.accept(table.name() + " of " + year, problem);
    }
}
