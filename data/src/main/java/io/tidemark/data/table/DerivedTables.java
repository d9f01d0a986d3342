package io.tidemark.data.table;

import static io.tidemark.data.table.ColumnType.BIGINT;
import static io.tidemark.data.table.ColumnType.BOOLEAN;
import static io.tidemark.data.table.ColumnType.DATE;
import static io.tidemark.data.table.ColumnType.DOUBLE;
import static io.tidemark.data.table.ColumnType.INTEGER;
import static io.tidemark.data.table.ColumnType.TEXT;
import static io.tidemark.data.table.TableContract.table;

import java.util.List;

/**
 * The tables that are computed from the delivered ones when a snapshot is made: sums by benchmark cell, and lookup
 * tables that save the treatment and farmer routes from reading every unit-day. Each year is computed independently.
 * The rows behind benchmarks are in the ledger, see
 * {@link LedgerTables}.
 */
public final class DerivedTables {

    static final String PIECE = "first day of the piece: days of one ISO week and one month";
    static final String SITE = "the authority's site number";
    static final String FARMER = "the company that delivered the rows";
    static final String WEIGHT_CLASS = "lowest gram of the 100 g class that the mean weight lies in";

    /** Stock, losses and feed of a site's company by cell. */
    public static final TableContract STOCK_CELL = cell("stock_cell",
            "a company's fish on a site that lie in one benchmark cell")
            .measures(Measure.STOCK, Measure::derivedSince)
            .added(3, "days", INTEGER, "the piece's days with fish as bits: 1 for the first of the month, 2 for the "
            + "second, 4, ...")
            .key("piece_start", "site_id", "farmer_id", "generation", "weight_class").byYear("piece_start")
            .former("atom", "atom_cells", "feed_atom", "feed_atom_cells")
            .order("piece_start", "site_id", "farmer_id", "generation", "weight_class");

    /** Losses of a site's company by cell and cause. */
    public static final TableContract LOSS_CELL = cell("loss_cell",
            "a company's losses of one cause on a site that lie in one benchmark cell")
            .column("category_code", TEXT, "registered cause")
            .measures(Measure.LOSS, Measure::derivedSince)
            .key("piece_start", "site_id", "farmer_id", "generation", "weight_class", "category_code")
            .byYear("piece_start").former("atom", "atom_cells")
            .order("piece_start", "site_id", "farmer_id", "generation", "weight_class", "category_code");

    /** The treated units or sites of each treatment. */
    public static final TableContract TREATMENT_TOUCH = table("treatment_touch",
            "a unit with fish that a treatment met; or the whole site, for a treatment that names no units")
            .column("date", DATE, "the day")
            .column("site_id", TEXT, SITE)
            .column("treatment_id", TEXT, "the treatment's number, unique within its owner")
            .nullable("owner_id", TEXT, "the company that delivered the treatment; null for the authority's")
            .nullable("unit_id", TEXT, "the unit; null for the whole site")
            .column("farmer_id", TEXT, "the company whose fish it met")
            .column("cohort_id", TEXT, "the cohort in the unit; of the whole site the one with most biomass, ties by "
            + "id")
            .column("generation", TEXT, "that cohort's generation")
            .nullable("avg_weight_gram", DOUBLE, "mean weight of the unit; of the whole site biomass / number")
            .column("units", INTEGER, "n units that the treatment met: this one has a share of 1/n; 1 for the whole "
            + "site")
            .column("treatment_category", TEXT, "Bath, Medicinal, Mechanical, Thermal, Freshwater, Cleanerfish, ...")
            .column("treatment_target", TEXT, "Lice, Bacteria, Parasites, Health, Other")
            .column("is_antibiotic", BOOLEAN, "whether an antibiotic is used")
            .column("treatment_count", INTEGER, "treatments that the record stands for")
            .key("date", "site_id", "owner_id", "treatment_id", "unit_id").byYear("date")
            .order("date", "site_id", "owner_id", "treatment_id", "unit_id");

    /** The years and sites of each cohort. */
    public static final TableContract COHORT_YEAR = table("cohort_year",
            "the stock rows of a cohort on a site in a year")
            .column("first_date", DATE, "day of the first stock row in the year")
            .column("last_date", DATE, "day of the last one")
            .nullable("last_fish_date", DATE, "day of the last one with fish of a counted species; null when there "
            + "were none")
            .column("farmer_id", TEXT, FARMER)
            .column("site_id", TEXT, SITE)
            .column("cohort_id", TEXT, "fish of one origin followed through a farm")
            .column("generation", TEXT, "year class by sea transfer")
            .added(2, "first_counted_date", DATE, "day of the first one of a counted species; null when there were "
            + "none")
            .key("first_date", "farmer_id", "site_id", "cohort_id", "generation").byYear("first_date")
            .order("farmer_id", "site_id", "cohort_id", "generation");

    /** The fish of each generation on a site, day by day. */
    public static final TableContract GENERATION_DAY = table("generation_day",
            "a company's fish of a generation on a site on a day, without its units")
            .column("date", DATE, "the day")
            .column("site_id", TEXT, SITE)
            .column("farmer_id", TEXT, FARMER)
            .column("generation", TEXT, "year class by sea transfer")
            .column("fish_count", BIGINT, "fish at the start of the day, before its losses")
            .column("delivered_count", BIGINT, "the same as delivered, before counts of units were raised to their "
            + "losses")
            .column("lost_count", BIGINT, "fish found dead or culled")
            .key("date", "site_id", "farmer_id", "generation").byYear("date")
            .order("date", "site_id", "farmer_id", "generation");

    private static final List<TableContract> ALL = List.of(STOCK_CELL, LOSS_CELL, TREATMENT_TOUCH, COHORT_YEAR,
            GENERATION_DAY);

    private DerivedTables() {}

    private static TableContract.Builder cell(String name, String meaning) {
        return table(name, meaning)
                .column("piece_start", DATE, PIECE)
                .column("site_id", TEXT, SITE)
                .column("farmer_id", TEXT, FARMER)
                .column("generation", TEXT, "year class by sea transfer")
                .column("weight_class", INTEGER, WEIGHT_CLASS);
    }

    /** All derived tables, in the order of computation. */
    public static List<TableContract> all() {
        return ALL;
    }
}
