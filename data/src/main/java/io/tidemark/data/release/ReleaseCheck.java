package io.tidemark.data.release;

import io.tidemark.data.derive.DateRange;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.RowFingerprint;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.ledger.LedgerEntry;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.snapshot.Manifest.FileEntry;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotSql;
import io.tidemark.data.snapshot.TableFile;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * Checks the rows of a ledger at an entry: every atom and every mean over chosen members must be safe and be what its
 * rows say, and the entry's rows must equal a new release of its snapshot. Earlier entries cannot be released again:
 * their snapshots may be gone, and late rows would get other atoms.
 */
public record ReleaseCheck(ReleaseWork work, ReleasedTables released, BiConsumer<String, String> fault) {

    /**
     * Checks an entry.
     *
     * @param instance any session of the engine to use
     * @param snapshot a snapshot that was published with the entry
     * @param fault    receives the table and year, and the fault
     */
    public static void of(DuckSession instance, Snapshot snapshot, Ledger ledger, LedgerEntry entry,
            BiConsumer<String, String> fault) {
        try (ReleaseDatabase database = ReleaseDatabase.open(instance, snapshot)) {
            ReleasedTables released = new ReleasedTables(ledger.folder(), entry.tables());
            ReleaseWork work = new ReleaseWork(database, snapshot, snapshot, entry.rule(), new TreeSet<>(), () -> { });
            ReleaseCheck check = new ReleaseCheck(work, released, fault);
            check.rows();
            if (entry.kind() == LedgerEntry.Kind.RELEASE && entry.snapshot().equals(snapshot.id().text())) {
                check.madeAgain(ledger, entry);
            }
        }
    }

    /**
     * The statements of sql/certify/audit.sql that audit the ledger's tables;
     * each returns the faults that it finds, in words.
     */
    public static List<String> audits() {
        return ReleasedTable.all().stream().flatMap(table -> table.audits().stream()).toList();
    }

    private void rows() {
        for (ReleasedTable table : ReleasedTable.all()) {
            for (int year : released.years(table.contract())) {
                table.check(work, released, year, problem -> report(table, year, problem));
                if (!work.rule().isOff() && table.isUnsafe(work, released, year)) {
                    report(table, year, "covers too few farmer groups by the rule of the entry");
                }
            }
        }
    }

    // skips years with merged files, which have no separate file of this entry's rows, and what an earlier program made
    private void madeAgain(Ledger ledger, LedgerEntry entry) {
        ReleasedTables before = before(ledger, entry);
        for (ReleasedTable table : ReleasedTable.all()) {
            for (int year : released.years(table.contract())) {
                List<FileEntry> added = table.is(ReleasedTable.Trait.MADE_AGAIN)
                        && !table.isOlder(released) ? added(table.contract(), year, before) : List.of();
                if (!added.isEmpty() && !(isMade(table, year, before, ledger, entry) && isSame(table, added, ledger))) {
                    report(table, year, "is not what snapshot " + work.snapshot().id()
                            + " makes of the periods that it released");
                }
            }
        }
    }

    // stock of late sites may be of any period, and is made beside what was released before
    private boolean isMade(ReleasedTable table, int year, ReleasedTables before, Ledger ledger, LedgerEntry entry) {
        if (table instanceof StockRelease) {
            LocalDate lastDay = SnapshotRelease.lastDay(work.snapshot(), entry.rule());
            return lastDay != null && year <= lastDay.getYear()
                    && table.make(work, before, new DateRange(LocalDate.of(year, 1, 1), lastDay));
        }
        LocalDate first = entry.number() == 1 || (table.is(ReleasedTable.Trait.MADE_OF_RELEASED)
                && !before.tables().containsKey(table.contract().name()))
                ? Objects.requireNonNull(work.snapshot().firstDate(LakeTables.STOCK_DAY))
                : ledger.entry(entry.number() - 1).releasedThrough().plusDays(1);
        return table.period().within(new DateRange(first, entry.releasedThrough())).stream()
                .filter(days -> days.first().getYear() == year).anyMatch(days -> table.make(work, released, days));
    }

    /** The files of a year that the entry added; none if it replaced others. */
    private List<FileEntry> added(TableContract table, int year, ReleasedTables before) {
        List<FileEntry> added = new ArrayList<>(TableFile.ofYear(table, year, released.entries(table)));
        List<FileEntry> old = TableFile.ofYear(table, year, before.entries(table));
        if (!added.containsAll(old)) {
            return List.of();
        }
        added.removeAll(old);
        return added;
    }

    private static ReleasedTables before(Ledger ledger, LedgerEntry entry) {
        return entry.number() == 1 ? ReleasedTables.nothing(ledger.folder())
                : new ReleasedTables(ledger.folder(), ledger.entry(entry.number() - 1).tables());
    }

    private boolean isSame(ReleasedTable table, List<FileEntry> files, Ledger ledger) {
        TableContract contract = table.contract();
        String rows = SnapshotSql.select(contract, released.version(contract),
                files.stream().map(file -> ledger.folder().resolve(file.path())).toList());
        String types = "(SELECT " + contract.castList() + " FROM " + table.made() + ")";
        return RowFingerprint.of(work.session(), contract, types)
                .equals(RowFingerprint.of(work.session(), contract, "(" + rows + ")"));
    }

    private void report(ReleasedTable table, int year, String problem) {
        fault.accept(table.contract().name() + " of " + year, problem);
    }
}
