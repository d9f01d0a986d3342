package io.tidemark.data.release;

import io.tidemark.data.derive.AtomMaker;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlScript;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotSql;
import io.tidemark.data.table.DerivedTables;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.data.table.TableContract;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Releases what treatments cost in fish, a calendar quarter at a time, when the days after its last treatments are released. The view
 * {@code unit_event}, which the routes read, too, says which events there are.
 */
final class EventRelease {

    /** Days after an event in which its losses count. */
    static final int DAYS_AFTER = 13;
    /** The level in the tree of a category and target, below the coast: open weights may absorb atoms of the same kind of treatment only. */
    static final int METHOD = 1;

    private static final SqlFile SQL = SqlFile.of("derive/release/events.sql");
    private static final String VIEWS = "views/9-events.sql";
    private static final int MONTHS = 3;

    private final ReleaseDatabase database;
    private final Snapshot snapshot;
    private final PrivacyRule rule;

    EventRelease(ReleaseDatabase database, Snapshot snapshot, PrivacyRule rule) {
        this.database = database;
        this.snapshot = snapshot;
        this.rule = rule;
    }

    /** Releases the quarters whose last events are followed up within a range of days, both included. A quarter is released once. */
    void release(LedgerDraft draft, LocalDate from, LocalDate lastDay) {
        SortedSet<LocalDate> due = new TreeSet<>();
        for (LocalDate quarter = quarter(from.minusDays(DAYS_AFTER)); !followedUp(quarter).isAfter(lastDay); quarter = quarter.plusMonths(MONTHS)) {
            if (!followedUp(quarter).isBefore(from)) {
                due.add(quarter);
            }
        }
        due.removeAll(quarters(draft.released()));
        byYear(due).forEach((year, quarters) -> {
            make(quarters);
            if (database.session().hasRows("new_events")) {
                draft.add(database.session(), LedgerTables.TREATMENT_EVENT, year, "SELECT * FROM new_events");
            }
        });
    }

    /** Makes the table {@code new_events} from consecutive quarters of one year. */
    void make(SortedSet<LocalDate> quarters) {
        LocalDate first = quarters.first();
        LocalDate last = end(quarters.last());
        List<Integer> years = snapshot.years(LakeTables.STOCK_DAY).stream()
                .filter(year -> year >= first.minusDays(1).getYear() && year <= last.plusDays(1).getYear()).toList();
        database.make("touches", SQL.get("touches").part("treatment_touch", snapshot.rows(DerivedTables.TREATMENT_TOUCH))
                .with("first_day", first).with("last_day", last));
        database.session().run("CREATE OR REPLACE VIEW treatment_touch AS SELECT * FROM touches");
        // a view: of these years, only the days around a treatment are read
        database.session().run("CREATE OR REPLACE VIEW stock_day AS " + rows(LakeTables.STOCK_DAY, years));
        for (String view : List.of("unit_event", "event_day")) {
            database.session().run("DROP VIEW IF EXISTS " + view);
        }
        database.session().runAll(SqlScript.statements(SqlScript.text(VIEWS)));
        database.make("events", SQL.get("events").with("first_day", first).with("last_day", last));
        database.make("event_cells", SQL.get("event_cells"));
        database.make("event_cell_rows", SQL.get("event_cell_rows"));
        new AtomMaker(database.session(), rule, METHOD).make(SQL.get("event_branches").text(), SQL.get("event_amounts").text(),
                ReleaseDatabase.NAME, "event_atoms");
        database.make("new_events", SQL.get("new_events"));
    }

    private String rows(TableContract table, List<Integer> years) {
        return years.isEmpty() ? SnapshotSql.select(table, table.version(), List.of())
                : String.join(" UNION ALL ", years.stream().map(year -> snapshot.rows(table, year)).toList());
    }

    /** The released quarters. */
    Set<LocalDate> quarters(ReleasedTables released) {
        return new HashSet<>(SQL.get("quarters").part("released", released.rows(LedgerTables.TREATMENT_EVENT, null))
                .list(database.session(), row -> row.getObject(1, LocalDate.class)));
    }

    /** These quarters by their year. */
    static SortedMap<Integer, SortedSet<LocalDate>> byYear(Set<LocalDate> quarters) {
        SortedMap<Integer, SortedSet<LocalDate>> years = new TreeMap<>();
        quarters.forEach(quarter -> years.computeIfAbsent(quarter.getYear(), _ -> new TreeSet<>()).add(quarter));
        return years;
    }

    /** The first day of the calendar quarter that a day lies in. */
    static LocalDate quarter(LocalDate day) {
        return day.withDayOfMonth(1).minusMonths((day.getMonthValue() - 1) % MONTHS);
    }

    private static LocalDate end(LocalDate quarter) {
        return quarter.plusMonths(MONTHS).minusDays(1);
    }

    private static LocalDate followedUp(LocalDate quarter) {
        return end(quarter).plusDays(DAYS_AFTER);
    }
}
