package io.tidemark.ingest.staging;

import static io.tidemark.ingest.staging.StagingTable.Kind.PACKED;
import static io.tidemark.ingest.staging.StagingTable.Kind.TABLE;
import static io.tidemark.ingest.staging.StagingTable.Kind.TEMPORARY;
import static io.tidemark.ingest.staging.StagingTable.Kind.VIEW;
import static io.tidemark.ingest.staging.StagingTable.Stage.CHECK;
import static io.tidemark.ingest.staging.StagingTable.Stage.MERGE;
import static io.tidemark.ingest.staging.StagingTable.Stage.READ;

import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import io.tidemark.ingest.contract.NameList;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.staging.StagingTable.Kind;
import io.tidemark.ingest.staging.StagingTable.Stage;
import java.util.List;
import java.util.stream.Stream;

/**
 * All tables of the staging database, in the order of an ingest, except those that {@link ContractTables} makes from contracts. The
 * SQL under {@code sql/ingest} uses them by name; with Java's assertions on, as in tests, an ingest fails if it makes an undeclared
 * table or one with other columns.
 */
public final class StagingTables {

    /** Rows that a reader refused. */
    public static final StagingTable UNREAD_ROW = table("unread_row", TABLE, READ, "a row that could not be read, by the file's unit",
            "file_no INTEGER, unit BIGINT, column_name VARCHAR, value VARCHAR, reason VARCHAR");

    /** Rows with a fault. */
    public static final StagingTable BAD_ROW = table("bad_row", TABLE, READ, "a row with a fault: a check of its own, or a CrossCheck",
            "file_no INTEGER, row_id BIGINT, fault UTINYINT, value VARCHAR, detail VARCHAR, first_row BIGINT");

    /** Rows that are rejected together. */
    public static final StagingTable BAD_SITE = table("bad_site", TABLE, READ, "a site of a file whose rows are rejected as a whole",
            "file_no INTEGER, site_id VARCHAR, fault UTINYINT, first_row BIGINT, row_count BIGINT");

    /** Rows found by the current check. */
    public static final StagingTable HIT = table("hit", TEMPORARY, CHECK, "a row that the check at hand finds",
            "row_id BIGINT, value VARCHAR, detail VARCHAR, first_row BIGINT");

    /** Hashes of keys that may be duplicates. */
    public static final StagingTable TWICE = table("twice", TEMPORARY, CHECK, "a hash that several keys have", "h UBIGINT");

    /** Production areas with an invalid outline. */
    public static final StagingTable BAD_OUTLINE = table("bad_outline", TABLE, CHECK, "a delivered outline that cannot be read",
            "area_id INTEGER");

    /** The sites of the authority's own registers. */
    public static final StagingTable REGISTER_SITE = table("register_site", TABLE, READ,
            "a site of an authority's register; owners are |-separated numbers",
            "site_id VARCHAR, site_name VARCHAR, latitude DOUBLE, longitude DOUBLE, placement VARCHAR, production_area_id INTEGER, "
                    + "owners VARCHAR, as_of DATE");

    /** Outlines of the authority's own files. */
    public static final StagingTable FOUND_OUTLINE = table("found_outline", TABLE, READ, "an outline of an authority's file",
            "area_id INTEGER, area_name VARCHAR, area_geojson VARCHAR");

    /** Coastal water of the authority's own files. */
    public static final StagingTable FOUND_WATER = table("found_water", TABLE, READ, "a type or a region of coastal water",
            "kind VARCHAR, code VARCHAR, name VARCHAR");

    /** Figures of the authority's own files. */
    public static final StagingTable STATISTICS_MONTH = table("statistics_month", TABLE, READ,
            "the authority's own figures; if several files cover a month, the newer layout wins, then the later file name",
            LakeTables.AUTHORITY_MONTH.definition() + ", layout INTEGER, file_name VARCHAR, file_no INTEGER");

    /** Treatments of the fish-health reports. */
    public static final StagingTable REPORT_TREATMENT = table("report_treatment", TABLE, READ, "a measure against lice",
            "file_no INTEGER, line BIGINT, treatment_id VARCHAR, date DATE, site_id VARCHAR, treatment_category VARCHAR, "
                    + "treatment_subtype VARCHAR, requires_handling BOOLEAN, treatment_site_scope VARCHAR");

    /** Sea temperatures of the fish-health reports. */
    public static final StagingTable REPORT_TEMPERATURE = table("report_temperature", TABLE, READ, "a sea temperature of a week",
            "file_no INTEGER, line BIGINT, date DATE, site_id VARCHAR, temperature DECIMAL(5,2)");

    /** The weeks that the fish-health reports cover. */
    public static final StagingTable REPORT_WEEK = table("report_week", TABLE, READ,
            "a week that a report covers, by the lake's table that it is replaced in", "target VARCHAR, week DATE");

    /** The sites that the fish-health reports name. */
    public static final StagingTable REPORT_SITE = table("report_site", TABLE, READ, "a site as a report names and places it",
            "site_id VARCHAR, site_name VARCHAR, latitude DOUBLE, longitude DOUBLE, production_area_id INTEGER, week DATE");

    /** The sites of the delivery. */
    public static final StagingTable DELIVERED_SITE = table("delivered_site", TABLE, MERGE, "a site of the delivery, of whichever file",
            LakeTables.SITE.definition());

    /** Production areas that sites were found in. */
    public static final StagingTable FOUND_AREA = table("found_area", TABLE, MERGE, "the production area that a site lies in",
            "area_id INTEGER, site_id VARCHAR");

    /** The authority's figures of the delivery. */
    public static final StagingTable DELIVERED_MONTH = table("delivered_month", TABLE, MERGE,
            "the authority's figures of the delivery, of whichever file", LakeTables.AUTHORITY_MONTH.definition());

    /** Published stock of the years that a delivery touches. */
    public static final StagingTable TOUCHED_STOCK = touched("touched_stock", LakeTables.STOCK_DAY);

    /** Published losses of the years that a delivery touches. */
    public static final StagingTable TOUCHED_LOSS = touched("touched_loss", LakeTables.LOSS_DAY);

    /** Published temperatures of the years that a delivery touches. */
    public static final StagingTable TOUCHED_TEMPERATURE = touched("touched_temperature", LakeTables.TEMPERATURE_DAY);

    /** Published treatments of the years that a delivery touches. */
    public static final StagingTable TOUCHED_TREATMENT = touched("touched_treatment", LakeTables.TREATMENT);

    /** The companies of the delivery, with their sites. */
    public static final StagingTable DELIVERED_SITE_FARMER = table("delivered_site_farmer", TABLE, CHECK, "a site of a company's files",
            "farmer_id VARCHAR, site_id VARCHAR");

    /** Sites that companies are named for. */
    public static final StagingTable NAMED_SITE = table("named_site", TABLE, CHECK, "a company that is named for a site",
            "site_id VARCHAR, farmer_id VARCHAR, named_by VARCHAR");

    /** Delivered sites that nobody is named for. */
    public static final StagingTable FREE_SITE = table("free_site", TABLE, CHECK, "a delivered site that nobody is named for", "site_id VARCHAR");

    /** Those of them that are a company's by its stock in the lake. */
    public static final StagingTable LAKE_HOLDER = table("lake_holder", TABLE, CHECK, "such a site's first company with stock in the lake",
            "site_id VARCHAR, farmer_id VARCHAR");

    /** Whose a site is. */
    public static final StagingTable SITE_HOLDER = table("site_holder", TABLE, CHECK, "a company that a site is of",
            "site_id VARCHAR, farmer_id VARCHAR");

    /** Companies of the delivery at sites of others. */
    public static final StagingTable OTHERS_SITE = table("others_site", TABLE, CHECK, "a company of the delivery at a site of others",
            "farmer_id VARCHAR, site_id VARCHAR");

    /** Rows that several farmers claim. */
    public static final StagingTable CONTESTED = table("contested", TABLE, MERGE, "a delivered row whose key the lake has from another farmer",
            "row_id BIGINT, owner VARCHAR, site_id VARCHAR, date DATE");

    /** Sites whose stock, losses or feed were delivered. */
    public static final StagingTable STOCK_SITE = table("stock_site", TABLE, MERGE, "a site whose stock, losses or feed were delivered",
            "farmer_id VARCHAR, site_id VARCHAR");

    /** Published stock of those sites. */
    public static final StagingTable OLD_ROW = table("old_row", TEMPORARY, MERGE, "published stock of a delivered site",
            LakeTables.STOCK_DAY.definition() + ", sea_transfer_date DATE");

    /** Published losses of those sites. */
    public static final StagingTable OLD_LOSS_ROW = table("old_loss_row", TEMPORARY, MERGE, "published losses of a delivered site",
            LakeTables.LOSS_DAY.definition());

    /** The same stock by numbers. */
    public static final StagingTable OLD_UNIT_DAY = table("old_unit_day", TABLE, MERGE, "the same stock, numbered as delivered rows are",
            "date DATE, farmer_id VARCHAR, site_id VARCHAR, unit INTEGER, cohort INTEGER, fish_count INTEGER, "
                    + "avg_weight_gram DECIMAL(9,2), feed_g BIGINT");

    /** The same losses by numbers. */
    public static final StagingTable OLD_UNIT_LOSS = table("old_unit_loss", TABLE, MERGE, "the same losses, numbered; grams where weighed",
            "date DATE, farmer_id VARCHAR, site_id VARCHAR, unit INTEGER, cause INTEGER, loss_count INTEGER, weighed_g BIGINT");

    /** Losses of the lake without stock. */
    public static final StagingTable DROPPED_LOSS = table("dropped_loss", TABLE, MERGE, "a unit's day whose published losses go",
            "date DATE, unit INTEGER");

    /** Feed of the lake without stock. */
    public static final StagingTable DROPPED_FEED = table("dropped_feed", TABLE, MERGE, "a unit-day whose published feed is dropped",
            "date DATE, unit INTEGER");

    /** Stock of the year that is being made. */
    public static final StagingTable YEAR_STOCK = table("year_stock", PACKED, MERGE, "a unit's stock on a day of the year at hand",
            "date DATE, unit INTEGER, cohort INTEGER, fish_count INTEGER, avg_weight_gram DECIMAL(9,2)");

    /** Losses of the year that is being made. */
    public static final StagingTable YEAR_LOSS = table("year_loss", PACKED, MERGE, "a loss of the year at hand, with the unit's stock",
            "date DATE, unit INTEGER, cause INTEGER, is_culling BOOLEAN, loss_count INTEGER, cohort INTEGER, fish_count INTEGER, "
                    + "avg_weight_gram DECIMAL(9,2), grams BIGINT");

    /** Losses of the year that is being made, by day. */
    public static final StagingTable YEAR_DAY = table("year_day", PACKED, MERGE, "a unit's losses of a day of the year at hand",
            "unit INTEGER, date DATE, fish_count INTEGER, mortality_count BIGINT, mortality_g BIGINT, culling_count BIGINT, "
                    + "culling_g BIGINT, losses BIGINT");

    /** Losses above the stock, of the year that is being made. */
    public static final StagingTable OVER_DAY = table("over_day", TABLE, MERGE, "a unit's day of the year at hand with more losses than fish",
            "date DATE, unit INTEGER, losses INTEGER, fish_count INTEGER, avg_weight_gram DECIMAL(9,2), before_gram DECIMAL(9,2), "
                    + "after_gram DECIMAL(9,2)");

    /** Weights of other years. */
    public static final StagingTable OUTER_WEIGHT = table("outer_weight", TABLE, MERGE,
            "the weights that a unit has before and after the year at hand", "unit INTEGER, before_gram DECIMAL(9,2), after_gram DECIMAL(9,2)");

    /** Stock that losses raise, of the year that is being made. */
    public static final StagingTable RAISED_DAY = table("raised_day", VIEW, MERGE,
            "such a day: its stock as delivered, and the weight that it gets", "date DATE, unit INTEGER, losses INTEGER, fish_count INTEGER, "
                    + "avg_weight_gram DECIMAL(9,2), raised_gram DECIMAL(9,2)");

    /** Feed of the year that is being made. */
    public static final StagingTable YEAR_FEED = table("year_feed", VIEW, MERGE, "a unit's feed on a day of the year at hand",
            "date DATE, unit INTEGER, feed_g BIGINT");

    /** stock_day of the year that is being made. */
    public static final StagingTable YEAR_ROW = table("year_row", VIEW, MERGE, "stock_day of the year at hand, by numbers",
            "date DATE, unit INTEGER, cohort INTEGER, fish_count INTEGER, avg_weight_gram DECIMAL(9,2), biomass_g BIGINT, "
                    + "mortality_count BIGINT, mortality_g BIGINT, culling_count BIGINT, culling_g BIGINT, feed_g BIGINT");

    /** Feed without stock. */
    public static final StagingTable STRAY_FEED = table("stray_feed", TEMPORARY, MERGE, "feed that has no stock, or no fish",
            "date DATE, unit INTEGER, fish_count INTEGER");

    /** Treatments of the next snapshot. */
    public static final StagingTable TREATMENT_NEW = table("treatment_new", TABLE, MERGE, "a treatment as it will be, without species",
            "n BIGINT, treatment_id VARCHAR, date DATE, site_id VARCHAR, farmer_id VARCHAR, unit_ids VARCHAR[], "
                    + "treatment_category VARCHAR, treatment_target VARCHAR, treatment_subtype VARCHAR, requires_handling BOOLEAN, "
                    + "is_antibiotic BOOLEAN, treatment_site_scope VARCHAR, number_of_units_treated INTEGER, treatment_count INTEGER, "
                    + "system_source VARCHAR, data_source VARCHAR");

    /** The new snapshot's stock. */
    public static final StagingTable STOCK_NEW = table("stock_new", VIEW, MERGE, "stock_day of the next snapshot",
            LakeTables.STOCK_DAY.definition());

    /** Species of treatments. */
    public static final StagingTable TREATMENT_SPECIES = table("treatment_species", TABLE, MERGE, "the species that was treated",
            "n BIGINT, species_code VARCHAR");

    private static final List<StagingTable> ALL = List.of(UNREAD_ROW, BAD_ROW, BAD_SITE, HIT, TWICE, BAD_OUTLINE, REGISTER_SITE, FOUND_OUTLINE,
            FOUND_WATER, STATISTICS_MONTH, REPORT_TREATMENT, REPORT_TEMPERATURE, REPORT_WEEK, REPORT_SITE, DELIVERED_SITE, FOUND_AREA,
            DELIVERED_MONTH, TOUCHED_STOCK, TOUCHED_LOSS, TOUCHED_TEMPERATURE, TOUCHED_TREATMENT,
            DELIVERED_SITE_FARMER, NAMED_SITE, FREE_SITE, LAKE_HOLDER, SITE_HOLDER, OTHERS_SITE, CONTESTED, STOCK_SITE, OLD_ROW, OLD_LOSS_ROW,
            OLD_UNIT_DAY, OLD_UNIT_LOSS, DROPPED_LOSS, DROPPED_FEED, YEAR_STOCK, YEAR_LOSS, YEAR_DAY, OVER_DAY,
            OUTER_WEIGHT, RAISED_DAY, YEAR_FEED, YEAR_ROW, STRAY_FEED,
            TREATMENT_NEW, STOCK_NEW, TREATMENT_SPECIES);

    private StagingTables() {}

    private static StagingTable table(String name, Kind kind, Stage stage, String meaning, String columns) {
        return new StagingTable(name, kind, columns, stage, meaning);
    }

    private static StagingTable touched(String name, TableContract table) {
        return table(name, VIEW, MERGE, "published rows of " + table.name() + " in the years that the delivery touches",
                table.definition());
    }

    /** The published rows of a table of the lake. */
    public static StagingTable old(TableContract table) {
        return table("old_" + table.name(), VIEW, READ, table.name() + " of the snapshot before", table.definition());
    }

    /** A list of the next snapshot. */
    public static StagingTable next(TableContract table) {
        return table("new_" + table.name(), TABLE, MERGE, table.name() + " as it will be", table.definition());
    }

    /** The days of a table that a delivery replaces: for every file, farmer and site from the first to the last good row. */
    public static StagingTable span(SourceTable table) {
        return table("span_" + table.name(), TABLE, MERGE, "the days of a site that a file of " + table.name() + " replaces",
                "file_no INTEGER, farmer_id VARCHAR, site_id VARCHAR, first_date DATE, last_date DATE");
    }

    /**
     * The texts of a dictionary, ready for writing.
     * @param texts columns of texts, some of which may be stored as ENUM
     */
    public static StagingTable texts(NameList list, List<String> texts) {
        return table("text_" + list.name(), TABLE, MERGE, "what the numbers of " + list.name() + " stand for",
                Stream.concat(Stream.of(list.name() + " INTEGER"), texts.stream().map(text -> text + " VARCHAR"))
                        .reduce((a, b) -> a + ", " + b).orElseThrow());
    }

    /** All that are declared by name. */
    public static List<StagingTable> all() {
        return ALL;
    }

    /** Whether a table, or a view, of that name may be made: declared here, of a contract, or a part of one that is. */
    static boolean isDeclared(String name) {
        return ALL.stream().anyMatch(table -> table.name().equals(name) || (table.kind() == PACKED && name.equals(table.name() + "_packed")))
                || ContractTables.isOne(name);
    }
}
