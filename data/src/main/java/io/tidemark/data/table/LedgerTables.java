package io.tidemark.data.table;

import java.util.List;

/**
 * The tables of the ledger: the rows behind benchmarks, as they were when their period was released (definitions.md,
 * section 2, Release), with the places and groups of that time. They are declared in ledger.yaml.
 */
public final class LedgerTables {

    private static final TableFile FILE = TableFile.read("ledger", Measure::releasedSince);

    /** The stock cells that belong to an atom of stock or of feed. */
    public static final TableContract STOCK = FILE.table("released_stock_cell");
    /** The losses of the released stock cells, by cause. */
    public static final TableContract LOSS = FILE.table("released_loss_cell");
    /** The treatments at sea of weeks that were open to view at their release. */
    public static final TableContract TREATMENT = FILE.table("released_treatment");
    /**
     * The treated units or sites of treatments, in weeks of generations and weight groups that were open to view at
     * their release.
     */
    public static final TableContract TOUCH = FILE.table("released_touch");
    /** The fish at the end of released months. */
    public static final TableContract MONTH_STOCK = FILE.table("released_month_stock");
    /** The fed unit-days of released months. */
    public static final TableContract FEED_DAY = FILE.table("released_feed_day");
    /** The fed site-days of released pieces. */
    public static final TableContract SITE_DAY = FILE.table("released_site_day");
    /** The sites of released months in quarters by their loss rate. */
    public static final TableContract SITE_QUARTER = FILE.table("site_quarter");
    /** The members of released months: sites of a farmer group, with their rates. */
    public static final TableContract SITE_MONTH = FILE.table("released_site_month");
    /** The members of the tenths with the highest and the lowest mortality. */
    public static final TableContract TENTH = FILE.table("released_tenth");
    /** How much more or less than all weights fish of a weight lose. */
    public static final TableContract WEIGHT_RATE = FILE.table("weight_rate");
    /** What fish of a weight grow in water of a degree. */
    public static final TableContract GROWTH_RATE = FILE.table("growth_rate");
    /** The tails and medians of feed rates by quarter. */
    public static final TableContract FEED_TAIL = FILE.table("released_feed_tail");
    /** The finished cycles of released years in quarters by their risk. */
    public static final TableContract CYCLE_YEAR = FILE.table("cycle_year");
    /** What untreated fish lose, by week, region and weight. */
    public static final TableContract UNTREATED_RATE = FILE.table("untreated_rate");
    /** What treatments cost in fish, of released quarters. */
    public static final TableContract TREATMENT_EVENT = FILE.table("treatment_event");

    private LedgerTables() {}

    /** All ledger tables. */
    public static List<TableContract> all() {
        return FILE.tables();
    }
}
