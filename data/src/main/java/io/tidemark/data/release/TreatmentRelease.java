package io.tidemark.data.release;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.DerivedTables;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.data.table.TableContract;
import java.time.LocalDate;
import java.util.List;

/**
 * The release of treatments: a week that is open to view is released once, with the treatments that it has then. Call after the release of the week's
 * stock.
 */
final class TreatmentRelease {

    /** Statements that find the weeks open to view: by area, by generation in an area, and by weight group of a generation. */
    static final List<String> OPEN = List.of("open_area_week", "open_generation_week", "open_band_week");

    private static final SqlFile SQL = SqlFile.of("derive/release/treatments.sql");

    private final ReleaseDatabase database;
    private final Snapshot snapshot;
    private final LedgerDraft draft;

    TreatmentRelease(ReleaseDatabase database, Snapshot snapshot, LedgerDraft draft) {
        this.database = database;
        this.snapshot = snapshot;
        this.draft = draft;
    }

    /** Releases the treatments of the weeks that end within a range of days, both included. */
    void release(LocalDate firstSunday, LocalDate lastDay) {
        database.make("week_cells", SQL.get("week_cells").part("released", draft.released().rows(LedgerTables.STOCK, null))
                .part("stock_cell", snapshot.rows(DerivedTables.STOCK_CELL)).with("first_sunday", firstSunday).with("last_day", lastDay));
        OPEN.forEach(open -> database.make(open, SQL.get(open)));
        add("new_treatments", LakeTables.TREATMENT, LedgerTables.TREATMENT);
        add("new_touches", DerivedTables.TREATMENT_TOUCH, LedgerTables.TOUCH);
    }

    private void add(String rows, TableContract from, TableContract to) {
        database.make(rows, SQL.get(rows).part(from.name(), snapshot.rows(from)));
        for (int year : database.session().list("SELECT DISTINCT year(date) FROM " + rows + " ORDER BY 1", row -> row.getInt(1))) {
            draft.add(database.session(), to, year, "SELECT * FROM " + rows + " WHERE year(date) = " + year);
        }
    }
}
