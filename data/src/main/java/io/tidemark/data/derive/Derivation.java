package io.tidemark.data.derive;

import static io.tidemark.data.table.LakeTables.LOSS_DAY;
import static io.tidemark.data.table.LakeTables.SPECIES;
import static io.tidemark.data.table.LakeTables.STOCK_DAY;
import static io.tidemark.data.table.LakeTables.TREATMENT;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlScript;
import io.tidemark.data.table.DerivedTables;
import io.tidemark.data.table.TableContract;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes the derived tables a year at a time, from the delivered tables of that year and the dimension tables. The
 * SQL of each table is the file of its name under {@code sql/derive}.
 * Uses a separate in-memory database. Not thread-safe.
 */
public final class Derivation implements AutoCloseable {

    /** SQL that gives the rows of a table. */
    @FunctionalInterface
    public interface Rows {
        /** The query for all rows, or for one year of a table partitioned by year. */
        String of(TableContract table, @Nullable Integer year);
    }

    /** Receives the derived rows. */
    @FunctionalInterface
    public interface Sink {
        /**
         * Receives a year of a derived table.
         * @param select a query for its rows, for this session
         */
        void take(DuckSession session, TableContract table, int year, String select);
    }

    private static final String DATABASE = "derived";
    /** The stock of the same days and of the day before them, within the year. */
    private static final String DAYS_BEFORE = "stock_before";
    /** The derived tables that are computed piece by piece. */
    private static final List<TableContract> BY_PIECE = List.of(DerivedTables.STOCK_CELL, DerivedTables.LOSS_CELL,
            DerivedTables.GENERATION_DAY);
    private static final List<TableContract> BY_YEAR = List.of(DerivedTables.TREATMENT_TOUCH,
            DerivedTables.COHORT_YEAR);

    private static final List<String> FUNCTIONS =
            SqlScript.functionsOf(DerivedTables.all().stream().map(Derivation::file).toList());

    private final DuckSession session;
    private final Rows rows;

    private Derivation(DuckSession session, Rows rows) {
        this.session = session;
        this.rows = rows;
    }

    /**
     * Opens a database for the derivation.
     *
     * @param instance any session of the engine to use
     * @param rows     the rows of the delivered tables
     */
    public static Derivation open(DuckSession instance, Rows rows) {
        DuckSession session = instance.another();
        try {
            session.run("ATTACH ':memory:' AS " + DATABASE);
            session.run("USE " + DATABASE);
            session.runAll(FUNCTIONS);
            session.run("CREATE TABLE " + SPECIES.name() + " AS " + rows.of(SPECIES, null));
            return new Derivation(session, rows);
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    private static String file(TableContract table) {
        return SqlScript.text("derive/" + table.name() + ".sql");
    }

    /** Computes one year. */
    public void make(int year, Sink sink) {
        show(year, null);
        BY_PIECE.forEach(table -> give(table, year, sink, ""));
        BY_YEAR.forEach(table -> give(table, year, sink, ""));
    }

    /**
     * Recomputes a year in which only some days have changed.
     *
     * @param changed the days
     * @param before  the rows of the derived tables before the change
     */
    public void make(int year, DateRange changed, Rows before, Sink sink) {
        DateRange pieces = changed.withNextDay().inPieces();
        show(year, pieces);
        for (TableContract table : BY_PIECE) {
            give(table, year, sink, " UNION ALL SELECT * FROM (" + before.of(table, year) + ") WHERE NOT ("
                    + isIn(table.yearPartition(), pieces) + ")");
        }
        show(year, null);
        BY_YEAR.forEach(table -> give(table, year, sink, ""));
    }

    /** Recomputes {@code treatment_touch} of a year in which only treatments have changed. */
    public void makeTouches(int year, Sink sink) {
        show(year, null);
        give(DerivedTables.TREATMENT_TOUCH, year, sink, "");
    }

    // creates views under the tables' own names, over one year or some of its days
    private void show(int year, @Nullable DateRange days) {
        for (TableContract table : List.of(STOCK_DAY, LOSS_DAY, TREATMENT)) {
            session.run("CREATE OR REPLACE VIEW " + table.name() + " AS SELECT * FROM (" + rows.of(table, year) + ")"
                    + (days == null ? "" : " WHERE " + isIn("date", days)));
        }
        session.run("CREATE OR REPLACE VIEW " + DAYS_BEFORE + " AS SELECT * FROM (" + rows.of(STOCK_DAY, year) + ")"
                + (days == null ? "" : " WHERE " + isIn("date",
                new DateRange(days.first().minusDays(1), days.last()))));
    }

    private static String isIn(String date, DateRange days) {
        return date + " BETWEEN DATE '" + days.first() + "' AND DATE '" + days.last() + "'";
    }

    private void give(TableContract table, int year, Sink sink, String more) {
        sink.take(session, table, year, "SELECT " + table.columnList() + " FROM (" + file(table) + ")" + more);
    }

    @Override
    public void close() {
        session.run("USE memory");
        session.run("DETACH " + DATABASE);
        session.close();
    }
}
