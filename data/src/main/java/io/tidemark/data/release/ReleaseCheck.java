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
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.data.table.TableContract;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Checks the rows of a ledger at an entry: every atom and quarter must be safe and have its stated size, and the entry's rows must equal a new
 * release of its snapshot. Earlier entries cannot be released again: their snapshots may be gone, and late rows would get other atoms.
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
            check.quarterRows();
            AtomMerge.unsafe(database, released, entry.rule(), () -> { })
                    .forEach(where -> fault.accept(where, "has atoms that cover too few farmer groups by the rule of the entry"));
            if (entry.kind() == LedgerEntry.Kind.RELEASE && entry.snapshot().equals(snapshot.id().text())) {
                check.released(ledger, entry);
                check.events(ledger, entry);
                check.quarters(ledger, entry);
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
        for (int year : released.years(LedgerTables.TREATMENT_EVENT)) {
            if (SQL.get("wrong_event_sizes").part("event", released.rows(LedgerTables.TREATMENT_EVENT, year)).any(database.session())) {
                tell(LedgerTables.TREATMENT_EVENT, year, "has atoms with other cells than they say");
            }
        }
        for (int year : released.years(LedgerTables.SITE_DAY)) {
            if (SQL.get("wrong_day_sizes").part("site_day", released.rows(LedgerTables.SITE_DAY, year)).any(database.session())) {
                tell(LedgerTables.SITE_DAY, year, "has atoms with other cells than they say");
            }
        }
    }

    // the newest months and years alone: late rows would have put others into earlier ones
    private void quarters(Ledger ledger, LedgerEntry entry) {
        ReleasedTables before = before(ledger, entry);
        for (int year : released.years(LedgerTables.SITE_QUARTER)) {
            List<FileEntry> added = added(LedgerTables.SITE_QUARTER, year, before);
            if (!added.isEmpty()) {
                LocalDate firstDay = firstDay(LedgerTables.SITE_QUARTER, ledger, entry);
                new SiteQuarterRelease(database, entry.rule()).make(released, year, firstDay.withDayOfMonth(firstDay.lengthOfMonth()),
                        entry.releasedThrough());
                if (!isSame(LedgerTables.SITE_QUARTER, added, "new_site_quarters", ledger)) {
                    tell(LedgerTables.SITE_QUARTER, year, "is not what the released stock makes of the months that were released");
                }
            }
        }
        for (int year : released.years(LedgerTables.CYCLE_YEAR)) {
            List<FileEntry> added = added(LedgerTables.CYCLE_YEAR, year, before);
            if (!added.isEmpty()) {
                new CycleRelease(database, entry.rule()).make(snapshot, firstDay(LedgerTables.CYCLE_YEAR, ledger, entry), entry.releasedThrough());
                if (!isSame(LedgerTables.CYCLE_YEAR, added, "new_cycle_years WHERE year(last_day) = " + year, ledger)) {
                    tell(LedgerTables.CYCLE_YEAR, year, "is not what snapshot " + snapshot.id() + " makes of the cycles that ended in it");
                }
            }
        }
    }

    private void events(Ledger ledger, LedgerEntry entry) {
        ReleasedTables before = before(ledger, entry);
        EventRelease release = new EventRelease(database, snapshot, entry.rule());
        Set<LocalDate> quarters = release.quarters(released);
        quarters.removeAll(release.quarters(before));
        EventRelease.byYear(quarters).forEach((year, its) -> {
            List<FileEntry> added = added(LedgerTables.TREATMENT_EVENT, year, before);
            if (!added.isEmpty()) {
                release.make(its);
                if (!isSame(LedgerTables.TREATMENT_EVENT, added, "new_events", ledger)) {
                    tell(LedgerTables.TREATMENT_EVENT, year, "is not what snapshot " + snapshot.id() + " makes of the quarters that it released");
                }
            }
        });
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

    /** The first day of which the entry released a table. */
    private LocalDate firstDay(TableContract table, Ledger ledger, LedgerEntry entry) {
        return entry.number() == 1 || !before(ledger, entry).tables().containsKey(table.name())
                ? Objects.requireNonNull(snapshot.firstDate(LakeTables.STOCK_DAY)) : ledger.entry(entry.number() - 1).releasedThrough().plusDays(1);
    }

    private static ReleasedTables before(Ledger ledger, LedgerEntry entry) {
        return entry.number() == 1 ? ReleasedTables.nothing(ledger.folder())
                : new ReleasedTables(ledger.folder(), ledger.entry(entry.number() - 1).tables());
    }

    private boolean isSame(TableContract table, List<FileEntry> files, String made, Ledger ledger) {
        String rows = SnapshotSql.select(table, released.version(table), files.stream().map(file -> ledger.folder().resolve(file.path())).toList());
        String types = "(SELECT " + table.castList() + " FROM " + made + ")";
        return RowFingerprint.of(database.session(), table, types).equals(RowFingerprint.of(database.session(), table, "(" + rows + ")"));
    }

    // skips years with merged files: they have no separate file of this entry's rows
    private void released(Ledger ledger, LedgerEntry entry) {
        ReleasedTables before = before(ledger, entry);
        LocalDate lastDay = SnapshotRelease.lastDay(snapshot, entry.rule());
        for (int year : released.years(LedgerTables.STOCK)) {
            List<FileEntry> added = added(LedgerTables.STOCK, year, before);
            if (!added.isEmpty()) {
                boolean any = lastDay != null && StockRelease.make(database, snapshot, entry.rule(), year, before, lastDay);
                if (!any || !isSame(LedgerTables.STOCK, added, "new_stock", ledger)) {
                    tell(LedgerTables.STOCK, year, "is not what snapshot " + snapshot.id() + " makes of the pieces that it released");
                }
            }
        }
    }

    private void quarterRows() {
        for (int year : released.years(LedgerTables.SITE_QUARTER)) {
            if (SQL.get("wrong_site_quarters").part("site_quarter", released.rows(LedgerTables.SITE_QUARTER, year)).any(database.session())) {
                tell(LedgerTables.SITE_QUARTER, year, "has quarters with other figures than their sites give");
            }
        }
        for (int year : released.years(LedgerTables.CYCLE_YEAR)) {
            if (SQL.get("wrong_cycles").part("cycle_year", released.rows(LedgerTables.CYCLE_YEAR, year)).any(database.session())) {
                tell(LedgerTables.CYCLE_YEAR, year, "has quarters with other figures than their cycles give");
            }
        }
    }

    private void tell(TableContract table, int year, String problem) {
        fault.accept(table.name() + " of " + year, problem);
    }
}
