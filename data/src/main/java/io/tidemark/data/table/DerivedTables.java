package io.tidemark.data.table;

import java.util.List;

/**
 * The tables that are computed from the delivered ones when a snapshot is made: sums by benchmark cell, and lookup
 * tables that save the treatment and farmer routes from reading every unit-day. Each year is computed independently.
 * They are declared in derived.yaml. The rows behind benchmarks are in the ledger, see {@link LedgerTables}.
 */
public final class DerivedTables {

    private static final TableFile FILE = TableFile.read("derived", Measure::derivedSince);

    /** Stock, losses and feed of a site's company by cell. */
    public static final TableContract STOCK_CELL = FILE.table("stock_cell");
    /** Losses of a site's company by cell and cause. */
    public static final TableContract LOSS_CELL = FILE.table("loss_cell");
    /** The treated units or sites of each treatment. */
    public static final TableContract TREATMENT_TOUCH = FILE.table("treatment_touch");
    /** The years and sites of each cohort. */
    public static final TableContract COHORT_YEAR = FILE.table("cohort_year");
    /** The fish of each generation on a site, day by day. */
    public static final TableContract GENERATION_DAY = FILE.table("generation_day");

    private DerivedTables() {}

    /** All derived tables, in the order of computation. */
    public static List<TableContract> all() {
        return FILE.tables();
    }
}
