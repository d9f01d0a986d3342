package io.tidemark.data.table;

import static io.tidemark.data.table.ColumnType.BIGINT;
import static io.tidemark.data.table.ColumnType.BOOLEAN;
import static io.tidemark.data.table.ColumnType.DATE;
import static io.tidemark.data.table.ColumnType.DOUBLE;
import static io.tidemark.data.table.ColumnType.INTEGER;
import static io.tidemark.data.table.ColumnType.MEAN_TEMPERATURE;
import static io.tidemark.data.table.ColumnType.RATE;
import static io.tidemark.data.table.ColumnType.TEXT;
import static io.tidemark.data.table.TableContract.table;

import java.util.List;

/**
 * The tables of the ledger: the rows behind benchmarks, as they were when their period was released (definitions.md,
 * section 2, Release), with the places and groups of that time.
 */
public final class LedgerTables {

    private static final String GROUP = "the company's group at the time";
    private static final String AREA = "the site's production area at the time; null outside all of them";
    private static final String ATOM = "number of the atom within the piece; null when the row is in none";
    private static final String CELLS = "how many cells the atom has";
    private static final String OWNER = "the company that delivered the treatment; null for the authority's";

    /** The stock cells that belong to an atom of stock or of feed. */
    public static final TableContract STOCK = cell("released_stock_cell", "a row of stock_cell as it was released")
            .measures(Measure.STOCK, Measure::releasedSince)
            .column("days", INTEGER, "the piece's days with fish as bits: 1 for the first of the month, 2 for the "
            + "second, 4, ...")
            .nullable("atom", INTEGER, ATOM)
            .nullable("atom_cells", INTEGER, CELLS)
            .nullable("feed_atom", INTEGER, "the same among cells that report feed")
            .nullable("feed_atom_cells", INTEGER, "how many cells that report feed the feed atom has")
            .key("piece_start", "site_id", "farmer_id", "generation", "weight_class").byYear("piece_start")
            .order("piece_start", "site_id", "farmer_id", "generation", "weight_class");

    /** The losses of the released stock cells, by cause. */
    public static final TableContract LOSS = cell("released_loss_cell", "a row of loss_cell as it was released")
            .column("category_code", TEXT, "registered cause")
            .measures(Measure.LOSS, Measure::releasedSince)
            .column("atom", INTEGER, "number of the atom of stock within the piece")
            .column("atom_cells", INTEGER, CELLS)
            .key("piece_start", "site_id", "farmer_id", "generation", "weight_class", "category_code")
            .byYear("piece_start")
            .order("piece_start", "site_id", "farmer_id", "generation", "weight_class", "category_code");

    /** The treatments at sea of weeks that were open to view at their release. */
    public static final TableContract TREATMENT = table("released_treatment",
            "a treatment in a week of a production area that was open to view when it was released")
            .column("date", DATE, "the day")
            .column("site_id", TEXT, DerivedTables.SITE)
            .column("treatment_id", TEXT, "the treatment's number, unique within its owner")
            .nullable("owner_id", TEXT, OWNER)
            .column("production_area_id", INTEGER, "the site's production area at the time")
            .nullable("species_code", TEXT, "species with most biomass among the treated fish; null without fish")
            .column("treatment_category", TEXT, "Bath, Medicinal, Mechanical, Thermal, Freshwater, Cleanerfish, ...")
            .column("treatment_target", TEXT, "Lice, Bacteria, Parasites, Health, Other")
            .column("requires_handling", BOOLEAN, "whether the fish are handled")
            .column("is_antibiotic", BOOLEAN, "whether an antibiotic is used")
            .column("treatment_count", INTEGER, "treatments that the record stands for")
            .key("date", "site_id", "owner_id", "treatment_id").byYear("date")
            .order("date", "site_id", "owner_id", "treatment_id");

    /**
     * The treated units or sites of treatments, in weeks of generations and weight groups that were open to view at
     * their release.
     */
    public static final TableContract TOUCH = table("released_touch",
            "a row of treatment_touch at sea in a generation's week, or weight group's, that was open to view when it "
            + "was released")
            .column("date", DATE, "the day")
            .column("site_id", TEXT, DerivedTables.SITE)
            .column("treatment_id", TEXT, "the treatment's number, unique within its owner")
            .nullable("owner_id", TEXT, OWNER)
            .nullable("unit_id", TEXT, "the unit; null for the whole site")
            .column("farmer_id", TEXT, "the company whose fish it met")
            .column("generation", TEXT, "the generation of the fish")
            .nullable("weight_group_gram", INTEGER, "midpoint of the 500 g group of their weight")
            .nullable("production_area_id", INTEGER, AREA)
            .column("units", INTEGER, "n units that the treatment met: this one has a share of 1/n; 1 for the whole "
            + "site")
            .column("treatment_category", TEXT, "Bath, Medicinal, Mechanical, Thermal, Freshwater, Cleanerfish, ...")
            .column("treatment_target", TEXT, "Lice, Bacteria, Parasites, Health, Other")
            .column("is_antibiotic", BOOLEAN, "whether an antibiotic is used")
            .column("treatment_count", INTEGER, "treatments that the record stands for")
            .column("is_open_generation", BOOLEAN, "whether the generation's week was open to view")
            .column("is_open_band", BOOLEAN, "whether the weight group's week was open to view")
            .key("date", "site_id", "owner_id", "treatment_id", "unit_id").byYear("date")
            .order("date", "site_id", "owner_id", "treatment_id", "unit_id");

    /** The fish at the end of released months. */
    public static final TableContract MONTH_STOCK = table("released_month_stock",
            "a company's fish at sea in a production area at the end of a month, as they were when it was released")
            .column("month", DATE, "its first day")
            .column("production_area_id", INTEGER, "the sites' production area at the time")
            .column("farmer_id", TEXT, DerivedTables.FARMER)
            .column("farmer_group_key", TEXT, GROUP)
            .column("biomass_g", BIGINT, "grams")
            .key("month", "production_area_id", "farmer_id").byYear("month")
            .order("month", "production_area_id", "farmer_id");

    /** The fed unit-days of released months. */
    public static final TableContract FEED_DAY = table("released_feed_day",
            "a unit-day at sea that reports feed and has a temperature, of a month, species, weight group, degrees "
            + "and region that cover enough groups")
            .column("month", DATE, "its first day")
            .nullable("production_region_name", TEXT, "region of the site at the time; null outside all of them")
            .column("species_code", TEXT, "species")
            .column("weight_group", INTEGER, "number of the legacy v2 weight group")
            .column("degrees", INTEGER, "whole degrees of the site's mean temperature that day")
            .column("farmer_id", TEXT, DerivedTables.FARMER)
            .column("farmer_group_key", TEXT, GROUP)
            .column("feed_g", BIGINT, "feed given, grams")
            .column("biomass_g", BIGINT, "fish, grams")
            .column("temperature", MEAN_TEMPERATURE, "the site's mean temperature that day")
            .column("is_in_region", BOOLEAN, "whether it counts for its region, or for the country alone")
            .key("month").byYear("month")
            .order("month", "species_code", "weight_group", "degrees", "production_region_name", "farmer_id", "feed_g",
            "biomass_g", "temperature");

    /** The fed site-days of released pieces. */
    public static final TableContract SITE_DAY = table("released_site_day",
            "a day on which a company fed a site at sea that has a temperature, in degrees and areas that cover "
            + "enough groups")
            .column("date", DATE, "the day")
            .column("site_id", TEXT, DerivedTables.SITE)
            .column("farmer_id", TEXT, DerivedTables.FARMER)
            .column("farmer_group_key", TEXT, GROUP)
            .column("production_area_id", INTEGER, "the site's production area at the time")
            .column("degrees", INTEGER, "whole degrees of the site's mean temperature that day")
            .column("temperature", MEAN_TEMPERATURE, "the site's mean temperature that day")
            .column("atom", INTEGER, "number of the atom within the piece: some degrees of some production areas")
            .column("atom_cells", INTEGER, CELLS)
            .key("date", "site_id", "farmer_id").byYear("date")
            .order("date", "site_id", "farmer_id");

    /** The sites of released months in quarters by their loss rate. */
    public static final TableContract SITE_QUARTER = table("site_quarter",
            "a company of a member (a site of a farmer group) that was ranked by its loss rate in its platform area, "
            + "in a month whose quarters cover enough groups")
            .column("month", DATE, "its first day")
            .column("platform_area_id", TEXT, "the site's platform area at the time")
            .column("site_id", TEXT, DerivedTables.SITE)
            .column("farmer_id", TEXT, DerivedTables.FARMER)
            .column("farmer_group_key", TEXT, GROUP)
            .column("loss_rate", DOUBLE, "the member's loss rate of the month, as it was ranked; in older ledgers "
            + "over all groups on the site")
            .column("quarter", INTEGER, "the quarter that the site lies in, 1 lowest; of joined quarters the first")
            .column("is_joined", BOOLEAN, "whether several quarters are joined")
            .column("site_count", INTEGER, "members ranked in the area")
            .column("quarter_site_count", INTEGER, "those of them in the quarter")
            .column("mean_loss_rate", DOUBLE, "the unweighted mean of their rates, three decimals")
            .key("month", "platform_area_id", "site_id", "farmer_id").byYear("month")
            .order("month", "platform_area_id", "quarter", "site_id", "farmer_id");

    /** The members of released months: sites of a farmer group, with their rates. */
    public static final TableContract SITE_MONTH = table("released_site_month",
            "a company of a member (a site of a farmer group) with fish at sea on at least 7 days of a month, as it "
            + "was when the month was released")
            .column("month", DATE, "its first day")
            .column("site_id", TEXT, DerivedTables.SITE)
            .column("farmer_id", TEXT, DerivedTables.FARMER)
            .column("main_farmer_id", TEXT, "the member's company with most fish there, in whose group the member is")
            .column("farmer_group_key", TEXT, GROUP)
            .nullable("production_area_id", INTEGER, "where the member had most fish at the time; null outside all of "
            + "them")
            .column("fish_days", BIGINT, "the company's fish-days there in the month")
            .column("mortality_rate", DOUBLE, "the member's mortality rate of the month")
            .column("culling_rate", DOUBLE, "the same of culling")
            .column("loss_rate", DOUBLE, "the same of both")
            .nullable("mortality_biomass_rate", DOUBLE, "the member's mortality rate in grams; null without biomass")
            .nullable("atom", INTEGER, "number of the site atom within the month; null when the member is in none")
            .key("month", "site_id", "farmer_id").byYear("month")
            .order("month", "site_id", "farmer_id");

    /** The members of the tenths with the highest and the lowest mortality. */
    public static final TableContract TENTH = table("released_tenth",
            "a company of a member in the tenth of a region's members with the highest, or the lowest, mortality, as "
            + "it was chosen when the month was released")
            .column("month", DATE, "the last month of the horizon, its first day")
            .column("production_region_name", TEXT, "the region")
            .column("measure", TEXT, "rate (fish) or vi_rate (grams)").oneOf("rate", "vi_rate")
            .column("horizon", TEXT, "the months that count").oneOf("1_m", "3_m", "6_m", "12_m", "year")
            .column("side", TEXT, "highest or lowest").oneOf("highest", "lowest")
            .column("site_id", TEXT, DerivedTables.SITE)
            .column("farmer_id", TEXT, DerivedTables.FARMER)
            .column("site_count", INTEGER, "members of the tenth")
            .column("value", DOUBLE, "the mean of their risks, to two significant digits of which the second is 0 or 5")
            .column("is_shown", BOOLEAN, "whether it covers enough groups, also when known sums are subtracted")
            .key("month", "production_region_name", "measure", "horizon", "side", "site_id", "farmer_id")
            .byYear("month")
            .order("month", "production_region_name", "measure", "horizon", "side", "site_id", "farmer_id");

    /** The tails and medians of feed rates by quarter. */
    public static final TableContract FEED_TAIL = table("released_feed_tail",
            "a company's fed unit-days of a quarter, region, species, weight group and degrees, and those of them in "
            + "the tails by feed rate, as they were when the quarter was released")
            .column("quarter", DATE, "its first day")
            .nullable("production_region_name", TEXT, "region of the site at the time; null outside all of them")
            .column("species_code", TEXT, "species")
            .column("weight_group", INTEGER, "number of the legacy v2 weight group")
            .column("degrees", INTEGER, "whole degrees of the site's mean temperature that day")
            .nullable("leaf_month", DATE, "the month among whose released unit-days they are; null when in none")
            .column("farmer_id", TEXT, DerivedTables.FARMER)
            .column("farmer_group_key", TEXT, GROUP)
            .column("days", INTEGER, "unit-days")
            .column("highest_days", INTEGER, "those at or above the 90th percentile of all companies")
            .column("lowest_days", INTEGER, "those at or below the 10th")
            .nullable("highest_sfr", DOUBLE,
                    "mean feed rate of all companies' unit-days at or above the 90th percentile, to three digits; "
                    + "null when hidden")
            .nullable("lowest_sfr", DOUBLE, "the same at or below the 10th")
            .nullable("median_sfr", DOUBLE, "the median of all")
            .key("quarter", "production_region_name", "species_code", "weight_group", "degrees", "leaf_month",
            "farmer_id").byYear("quarter")
            .order("quarter", "production_region_name", "species_code", "weight_group", "degrees", "leaf_month",
            "farmer_id");

    /** The finished cycles of released years in quarters by their risk. */
    public static final TableContract CYCLE_YEAR = table("cycle_year",
            "a finished cycle that was ranked by its risk, in its platform area and the year of its last day, whose "
            + "cycles cover enough groups")
            .column("last_day", DATE, "the last day with fish of the generation on the site")
            .column("first_day", DATE, "the first one")
            .column("platform_area_id", TEXT, "the site's platform area at the time")
            .column("site_id", TEXT, DerivedTables.SITE)
            .column("farmer_id", TEXT, DerivedTables.FARMER)
            .column("farmer_group_key", TEXT, GROUP)
            .column("generation", TEXT, "year class by sea transfer")
            .column("risk", DOUBLE, "the cycle's risk of loss, as it was ranked")
            .column("loss_share", DOUBLE, "losses per fish stocked")
            .column("quarter", INTEGER, "the quarter that the cycle lies in, 1 lowest; of joined quarters the first")
            .column("is_joined", BOOLEAN, "whether several quarters are joined")
            .column("cycle_count", INTEGER, "cycles ranked in the area and year")
            .column("quarter_cycle_count", INTEGER, "those of them in the quarter")
            .column("mean_risk", DOUBLE, "the unweighted mean risk of all of them, three decimals")
            .column("mean_loss_share", DOUBLE, "the unweighted mean of their loss shares, three decimals")
            .column("quarter_mean_risk", DOUBLE, "the unweighted mean risk of those in the quarter, three decimals")
            .key("last_day", "site_id", "farmer_id", "generation").byYear("last_day")
            .order("last_day", "platform_area_id", "site_id", "farmer_id", "generation");

    /** What treatments cost in fish, of released quarters. */
    public static final TableContract TREATMENT_EVENT = table("treatment_event",
            "a treatment of a unit at sea without another one within 20 days, with the losses of the 14 days from it "
            + "on, in categories, targets and weights that cover enough groups")
            .column("date", DATE, "the day of the treatment")
            .column("site_id", TEXT, DerivedTables.SITE)
            .column("unit_id", TEXT, "the unit")
            .column("farmer_id", TEXT, "the company whose fish it met")
            .column("farmer_group_key", TEXT, GROUP)
            .column("treatment_category", TEXT, "Bath, Medicinal, Mechanical, Thermal, Freshwater, Cleanerfish, ...")
            .column("treatment_target", TEXT, "Lice, Bacteria, Parasites, Health, Other")
            .column("weight_group", INTEGER, "whole kilograms of the mean weight that day, 4 for all above")
            .column("excess_rate", RATE, "sum of the daily loss rates of the 14 days from the treatment on, less 14 "
            + "times the median before it")
            .column("atom", INTEGER, "number of the atom within the quarter")
            .column("atom_cells", INTEGER, "how many categories, targets and weights the atom has")
            .key("date", "site_id", "unit_id", "farmer_id").byYear("date")
            .order("date", "site_id", "unit_id", "farmer_id");

    private static final List<TableContract> ALL = List.of(STOCK, LOSS, TREATMENT, TOUCH, MONTH_STOCK, FEED_DAY,
            SITE_DAY, FEED_TAIL, SITE_MONTH, SITE_QUARTER, TENTH, CYCLE_YEAR, TREATMENT_EVENT);

    private LedgerTables() {}

    private static TableContract.Builder cell(String name, String meaning) {
        return table(name, meaning)
                .column("piece_start", DATE, DerivedTables.PIECE)
                .column("site_id", TEXT, DerivedTables.SITE)
                .column("farmer_id", TEXT, DerivedTables.FARMER)
                .column("farmer_group_key", TEXT, GROUP)
                .column("site_placement", TEXT, "offshore or onshore").oneOf("offshore", "onshore")
                .nullable("production_area_id", INTEGER, AREA)
                .column("generation", TEXT, "year class by sea transfer")
                .column("weight_class", INTEGER, DerivedTables.WEIGHT_CLASS);
    }

    /** All ledger tables. */
    public static List<TableContract> all() {
        return ALL;
    }
}
