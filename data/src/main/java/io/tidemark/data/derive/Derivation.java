package io.tidemark.data.derive;

import static io.tidemark.data.table.LakeTables.FARMER;
import static io.tidemark.data.table.LakeTables.LOSS_DAY;
import static io.tidemark.data.table.LakeTables.PLATFORM_AREA;
import static io.tidemark.data.table.LakeTables.PRODUCTION_AREA;
import static io.tidemark.data.table.LakeTables.SITE;
import static io.tidemark.data.table.LakeTables.SPECIES;
import static io.tidemark.data.table.LakeTables.STOCK_DAY;
import static io.tidemark.data.table.LakeTables.TREATMENT;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlScript;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.table.DerivedTables;
import io.tidemark.data.table.TableContract;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the derived tables a year at a time, from the delivered tables of that year and the dimension tables; each table by the
 * file of its name under {@code sql/derive}. Uses a separate in-memory database. Not thread-safe.
 */
public final class Derivation implements AutoCloseable {

    /** SQL that gives the rows of a table. */
    @FunctionalInterface
    public interface Rows {
        /** All rows, or those of one year of a table partitioned by year. */
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
    private static final List<TableContract> DIMENSIONS = List.of(SITE, PRODUCTION_AREA, PLATFORM_AREA, FARMER, SPECIES);
    /** The derived tables that are computed piece by piece. */
    private static final List<TableContract> BY_PIECE = List.of(DerivedTables.STOCK_CELL, DerivedTables.LOSS_CELL);
    private static final List<TableContract> BY_YEAR = List.of(DerivedTables.TREATMENT_TOUCH, DerivedTables.COHORT_YEAR);

    private final DuckSession session;
    private final PrivacyRule rule;
    private final Rows rows;

    private Derivation(DuckSession session, PrivacyRule rule, Rows rows) {
        this.session = session;
        this.rule = rule;
        this.rows = rows;
    }

    /**
     * Opens a database for it.
     *
     * @param instance any session of the engine to use
     * @param rows     the rows of the delivered tables
     */
    public static Derivation open(DuckSession instance, PrivacyRule rule, Rows rows) {
        DuckSession session = instance.another();
        try {
            session.run("ATTACH ':memory:' AS " + DATABASE);
            session.run("USE " + DATABASE);
            session.runAll(SqlScript.statements(SqlScript.text("prelude.duckdb.sql")));
            for (TableContract dimension : DIMENSIONS) {
                session.run("CREATE TABLE " + dimension.name() + " AS " + rows.of(dimension, null));
            }
            Derivation derivation = new Derivation(session, rule, rows);
            derivation.make("places");
            return derivation;
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    private void make(String table) {
        session.run("CREATE OR REPLACE TABLE " + table + " AS " + file(table));
    }

    private static String file(String table) {
        return SqlScript.text("derive/" + table + ".sql");
    }

    /** Makes a year. */
    public void make(int year, Sink sink) {
        show(year, null);
        makePieces();
        BY_PIECE.forEach(table -> give(table, year, sink, ""));
        BY_YEAR.forEach(table -> give(table, year, sink, ""));
    }

    /**
     * Makes a year of which only some days have changed.
     *
     * @param changed the days
     * @param before  the rows of the derived tables as they were
     */
    public void make(int year, DateRange changed, Rows before, Sink sink) {
        DateRange pieces = changed.inPieces();
        show(year, pieces);
        makePieces();
        for (TableContract table : BY_PIECE) {
            give(table, year, sink, " UNION ALL SELECT * FROM (" + before.of(table, year) + ") WHERE NOT ("
                    + isIn("piece_start", pieces) + ")");
        }
        show(year, null);
        BY_YEAR.forEach(table -> give(table, year, sink, ""));
    }

    /** Makes {@code treatment_touch} of a year in which nothing but treatments has changed. */
    public void makeTouches(int year, Sink sink) {
        show(year, null);
        give(DerivedTables.TREATMENT_TOUCH, year, sink, "");
    }

    // the delivered tables by their names: of one year, or of some of its days
    private void show(int year, @Nullable DateRange days) {
        for (TableContract table : List.of(STOCK_DAY, LOSS_DAY, TREATMENT)) {
            session.run("CREATE OR REPLACE VIEW " + table.name() + " AS SELECT * FROM (" + rows.of(table, year) + ")"
                    + (days == null ? "" : " WHERE " + isIn("date", days)));
        }
    }

    private static String isIn(String date, DateRange days) {
        return date + " BETWEEN DATE '" + days.first() + "' AND DATE '" + days.last() + "'";
    }

    private void makePieces() {
        List.of("stock_sums", "cells", "group_sums").forEach(this::make);
        session.run("CREATE OR REPLACE TABLE atoms(cell INTEGER, atom INTEGER, atom_cells INTEGER, feed_atom INTEGER, "
                + "feed_atom_cells INTEGER)");
        new AtomMaker(session, rule).make(DATABASE);
        make("atom_cells");
        // a table, since losses are joined with it
        make(DerivedTables.STOCK_CELL.name());
    }

    private void give(TableContract table, int year, Sink sink, String more) {
        String made = table.equals(DerivedTables.STOCK_CELL) ? table.name() : "(" + file(table.name()) + ")";
        sink.take(session, table, year, "SELECT " + table.columnList() + " FROM " + made + more);
    }

    @Override
    public void close() {
        session.run("USE memory");
        session.run("DETACH " + DATABASE);
        session.close();
    }
}
