package io.tidemark.data.release;

import io.tidemark.data.derive.DateRange;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlScript;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.snapshot.SnapshotSql;
import io.tidemark.data.table.DerivedTables;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.data.table.TableContract;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Releases what treatments cost in fish, a calendar quarter at a time, when the days after its last treatments are
 * released. The view {@code unit_event}, which the routes read, too, says which events there are.
 */
final class EventRelease extends AtomTable {

    /**
     * The level in the tree of a category and target, below the coast: open weights may absorb atoms of the same kind
     * of treatment only.
     */
    private static final int METHOD = 1;

    private static final SqlFile SQL = SqlFile.of("derive/release/events.sql");
    private static final int MONTHS = 3;
    /** Days after an event in which its losses count. */
    private static final int DAYS_AFTER = 13;
    /** Days before an event, or an untreated day, in which a treatment of the unit matters. */
    private static final int DAYS_BEFORE = 34;

    EventRelease() {
        super("event", LedgerTables.TREATMENT_EVENT, new ReleasePeriod(MONTHS, DAYS_AFTER, 0), SQL, METHOD,
                Set.of(Trait.MADE_OF_RELEASED, Trait.MADE_AGAIN), sizes("event"));
    }

    /** Releases the quarters whose last events are followed up within a range of days. A quarter is released once. */
    @Override
    void release(ReleaseWork work, LedgerDraft draft, DateRange days) {
        Optional<LocalDate> newest = SQL.get("newest_quarter").part("released", draft.released().rows(contract(), null))
                .first(work.session(), row -> row.getObject(1, LocalDate.class));
        LocalDate next = newest.map(quarter -> quarter.plusMonths(MONTHS).plusDays(DAYS_AFTER))
                .filter(days.first()::isBefore).orElse(days.first());
        if (!next.isAfter(days.last())) {
            super.release(work, draft, new DateRange(next, days.last()));
        }
    }

    @Override
    boolean find(ReleaseWork work, ReleasedTables released, DateRange days) {
        views(work, released, days);
        work.make("events", SQL.get("events").with("first_day", days.first()).with("last_day", days.last()));
        return true;
    }

    /** Makes the views of events, over the stock and the treatments around some days. */
    static void views(ReleaseWork work, ReleasedTables released, DateRange days) {
        String stock = String.join(" UNION ALL ", work.snapshot().years(LakeTables.STOCK_DAY).stream()
                .filter(year -> year >= days.first().minusDays(DAYS_BEFORE).getYear()
                && year <= days.last().plusDays(DAYS_AFTER).getYear())
                .map(year -> work.snapshot().rows(LakeTables.STOCK_DAY, year)).toList());
        work.make("treatment_touch", SQL.get("touches").part("treatment_touch",
                work.snapshot().rows(DerivedTables.TREATMENT_TOUCH))
                .with("first_day", days.first()).with("last_day", days.last()));
        work.session().run("CREATE OR REPLACE VIEW site_place AS SELECT *, region_name AS production_region_name FROM "
                + "places");
        // views: of these years, only the days that are asked for are read
        work.session().run("CREATE OR REPLACE VIEW stock_day AS " + (stock.isEmpty()
                ? SnapshotSql.select(LakeTables.STOCK_DAY, LakeTables.STOCK_DAY.version(), List.of()) : stock));
        for (TableContract table : List.of(LedgerTables.UNTREATED_RATE, LedgerTables.TREATMENT_EVENT)) {
            work.session().run("CREATE OR REPLACE VIEW " + table.name() + " AS " + released.rows(table, null));
        }
        work.session().runAll(SqlScript.statements(SqlScript.text("views/9-events.sql")
                .replace("CREATE VIEW", "CREATE OR REPLACE VIEW")));
    }
}
