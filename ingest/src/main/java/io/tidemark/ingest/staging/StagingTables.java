package io.tidemark.ingest.staging;

import static io.tidemark.ingest.staging.StagingTable.Kind.PACKED;
import static io.tidemark.ingest.staging.StagingTable.Kind.TABLE;
import static io.tidemark.ingest.staging.StagingTable.Kind.VIEW;
import static io.tidemark.ingest.staging.StagingTable.Stage.MERGE;
import static io.tidemark.ingest.staging.StagingTable.Stage.READ;

import io.tidemark.data.duckdb.SqlScript;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import io.tidemark.ingest.contract.NameList;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.staging.StagingTable.Kind;
import io.tidemark.ingest.staging.StagingTable.Stage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * All tables of the staging database, in the order of an ingest, except those that {@link ContractTables} makes from
 * contracts. They are declared in {@code sql/ingest/staging.sql}, and the SQL beside it uses them by name; with Java's
 * assertions on, as in tests, an ingest fails if it makes an undeclared table or one with other columns.
 */
public final class StagingTables {

    private static final String FILE = "ingest/staging.sql";
    private static final Pattern DECLARATION =
            Pattern.compile("^-- (?<kind>table|temporary|view|packed) of (?<stage>read|check|merge): "
            + "(?<meaning>.+)\\R(?<name>[a-z_]+)\\((?<columns>[^;]+)\\);$", Pattern.MULTILINE);
    private static final Pattern LAKE_TABLE = Pattern.compile("\\{([a-z_]+)\\}");
    private static final SequencedMap<String, StagingTable> DECLARED = read(SqlScript.text(FILE));

    /** Rows that a reader refused. */
    public static final StagingTable UNREAD_ROW = declared("unread_row");

    /** Rows with a fault. */
    public static final StagingTable BAD_ROW = declared("bad_row");

    /** Rows that are rejected together. */
    public static final StagingTable BAD_SITE = declared("bad_site");

    /** Rows found by the current check. */
    public static final StagingTable HIT = declared("hit");

    /** Hashes of keys that may be duplicates. */
    public static final StagingTable TWICE = declared("twice");

    /** Production areas with an invalid outline. */
    public static final StagingTable BAD_OUTLINE = declared("bad_outline");

    /** The sites of the authority's own registers. */
    public static final StagingTable REGISTER_SITE = declared("register_site");

    /** Outlines of the authority's own files. */
    public static final StagingTable FOUND_OUTLINE = declared("found_outline");

    /** Figures of the authority's own files. */
    public static final StagingTable STATISTICS_MONTH = declared("statistics_month");

    /** The same figures by stocking year. */
    public static final StagingTable STATISTICS_GENERATION = declared("statistics_generation");

    /** Treatments of the fish-health reports. */
    public static final StagingTable REPORT_TREATMENT = declared("report_treatment");

    /** Sea temperatures of the fish-health reports. */
    public static final StagingTable REPORT_TEMPERATURE = declared("report_temperature");

    /** Salmon lice of the fish-health reports. */
    public static final StagingTable REPORT_LICE = declared("report_lice");

    /** Rows of the reports that a check rejects. */
    public static final StagingTable REJECTED_REPORT_ROW = declared("rejected_report_row");

    /** Diseases of the fish-health reports. */
    public static final StagingTable REPORT_DISEASE = declared("report_disease");

    /** The Veterinary Institute's quartiles. */
    public static final StagingTable INSTITUTE_QUARTILE = declared("institute_quartile");

    /** The Veterinary Institute's losses. */
    public static final StagingTable INSTITUTE_LOSS = declared("institute_loss");

    /** The weeks that the fish-health reports cover. */
    public static final StagingTable REPORT_WEEK = declared("report_week");

    /** The sites' weeks of the food-safety authority's reports. */
    public static final StagingTable REPORT_SITE_WEEK = declared("report_site_week");

    /** How the counters of exports are read. */
    public static final StagingTable READ_COUNTER = declared("read_counter");

    /** The last statuses of exports. */
    public static final StagingTable READ_STATUS = declared("read_status");

    /** The sites that the fish-health reports name. */
    public static final StagingTable REPORT_SITE = declared("report_site");

    /** The sites of the delivery. */
    public static final StagingTable DELIVERED_SITE = declared("delivered_site");

    /** Production areas that sites were found in. */
    public static final StagingTable FOUND_AREA = declared("found_area");

    /** The authority's figures of the delivery. */
    public static final StagingTable DELIVERED_MONTH = declared("delivered_month");

    /** The same figures by stocking year. */
    public static final StagingTable DELIVERED_GENERATION = declared("delivered_generation");

    /** Published stock of the years that a delivery touches. */
    public static final StagingTable TOUCHED_STOCK = declared("touched_stock");

    /** Published losses of the years that a delivery touches. */
    public static final StagingTable TOUCHED_LOSS = declared("touched_loss");

    /** Published temperatures of the years that a delivery touches. */
    public static final StagingTable TOUCHED_TEMPERATURE = declared("touched_temperature");

    /** Published lice counts of the years that a delivery touches. */
    public static final StagingTable TOUCHED_LICE = declared("touched_lice");

    /** Published treatments of the years that a delivery touches. */
    public static final StagingTable TOUCHED_TREATMENT = declared("touched_treatment");

    /** The companies of the delivery, with their sites. */
    public static final StagingTable DELIVERED_SITE_FARMER = declared("delivered_site_farmer");

    /** Sites that companies are named for. */
    public static final StagingTable NAMED_SITE = declared("named_site");

    /** Delivered sites for which no company is named. */
    public static final StagingTable FREE_SITE = declared("free_site");

    /** Those of them that are a company's by its stock in the lake. */
    public static final StagingTable LAKE_HOLDER = declared("lake_holder");

    /** Whose a site is. */
    public static final StagingTable SITE_HOLDER = declared("site_holder");

    /** Companies of the delivery at sites of others. */
    public static final StagingTable OTHERS_SITE = declared("others_site");

    /** Rows that several farmers claim. */
    public static final StagingTable CONTESTED = declared("contested");

    /** Sites whose stock, losses or feed were delivered. */
    public static final StagingTable STOCK_SITE = declared("stock_site");

    /** Published stock of those sites. */
    public static final StagingTable OLD_ROW = declared("old_row");

    /** Published losses of those sites. */
    public static final StagingTable OLD_LOSS_ROW = declared("old_loss_row");

    /** The same stock by numbers. */
    public static final StagingTable OLD_UNIT_DAY = declared("old_unit_day");

    /** The same losses by numbers. */
    public static final StagingTable OLD_UNIT_LOSS = declared("old_unit_loss");

    /** What the lake has and a delivered file takes away. */
    public static final StagingTable GONE = declared("gone");

    /** Losses of the lake without stock. */
    public static final StagingTable DROPPED_LOSS = declared("dropped_loss");

    /** Feed of the lake without stock. */
    public static final StagingTable DROPPED_FEED = declared("dropped_feed");

    /** Stock of the year that is being made. */
    public static final StagingTable YEAR_STOCK = declared("year_stock");

    /** Losses of the year that is being made. */
    public static final StagingTable YEAR_LOSS = declared("year_loss");

    /** Losses of the year that is being made, by day. */
    public static final StagingTable YEAR_DAY = declared("year_day");

    /** Losses above the stock, of the year that is being made. */
    public static final StagingTable OVER_DAY = declared("over_day");

    /** Weights of other years. */
    public static final StagingTable OUTER_WEIGHT = declared("outer_weight");

    /** Stock that losses raise, of the year that is being made. */
    public static final StagingTable RAISED_DAY = declared("raised_day");

    /** Feed of the year that is being made. */
    public static final StagingTable YEAR_FEED = declared("year_feed");

    /** stock_day of the year that is being made. */
    public static final StagingTable YEAR_ROW = declared("year_row");

    /** Feed without stock. */
    public static final StagingTable STRAY_FEED = declared("stray_feed");

    /** Treatments of the next snapshot. */
    public static final StagingTable TREATMENT_NEW = declared("treatment_new");

    /** The new snapshot's stock. */
    public static final StagingTable STOCK_NEW = declared("stock_new");

    /** Species of treatments. */
    public static final StagingTable TREATMENT_SPECIES = declared("treatment_species");

    private static final List<StagingTable> ALL = List.copyOf(DECLARED.values());

    private StagingTables() {}

    private static StagingTable table(String name, Kind kind, Stage stage, String meaning, String columns) {
        return new StagingTable(name, kind, columns, stage, meaning);
    }

    private static StagingTable declared(String name) {
        return Objects.requireNonNull(DECLARED.get(name), () -> "sql/" + FILE + " declares no table " + name);
    }

    private static SequencedMap<String, StagingTable> read(String text) {
        SequencedMap<String, StagingTable> tables = new LinkedHashMap<>();
        DECLARATION.matcher(text).results().map(StagingTables::table).forEach(table -> tables.put(table.name(), table));
        return tables;
    }

    private static StagingTable table(MatchResult written) {
        String columns = LAKE_TABLE.matcher(written.group("columns").replaceAll("\\s+", " ").strip())
                .replaceAll(lake -> LakeTables.all().stream().filter(table -> table.name().equals(lake.group(1)))
                        .findFirst().orElseThrow().definition());
        return table(written.group("name"), Kind.valueOf(written.group("kind").toUpperCase(Locale.ROOT)),
                Stage.valueOf(written.group("stage").toUpperCase(Locale.ROOT)), written.group("meaning"), columns);
    }

    /** The published rows of a table of the lake. */
    public static StagingTable old(TableContract table) {
        return table("old_" + table.name(), VIEW, READ, table.name() + " of the snapshot before", table.definition());
    }

    /** A list of the next snapshot. */
    public static StagingTable next(TableContract table) {
        return table("new_" + table.name(), TABLE, MERGE, table.name() + " as it will be", table.definition());
    }

    /**
     * The days of a table that a delivery replaces: for every file,
     * farmer and site from the first to the last good row.
     */
    public static StagingTable span(SourceTable table) {
        return table("span_" + table.name(), TABLE, MERGE, "the days of a site that a file of " + table.name()
                + " replaces", "file_no INTEGER, farmer_id VARCHAR, site_id VARCHAR, first_date DATE, last_date DATE");
    }

    /**
     * The texts of a dictionary, ready for writing.
     * @param texts the text columns; some may be stored as ENUM
     */
    public static StagingTable texts(NameList list, List<String> texts) {
        return table("text_" + list.name(), TABLE, MERGE, "what the numbers of " + list.name() + " stand for",
                Stream.concat(Stream.of(list.name() + " INTEGER"), texts.stream().map(text -> text + " VARCHAR"))
                        .reduce((a, b) -> a + ", " + b).orElseThrow());
    }

    /** All tables declared by name. */
    public static List<StagingTable> all() {
        return ALL;
    }

    /**
     * Whether a table or view of this name may be created: it is declared here, made from a contract,
     * or part of such a table.
     */
    static boolean isDeclared(String name) {
        return ALL.stream().anyMatch(table -> table.name().equals(name)
                || (table.kind() == PACKED && name.equals(table.name() + "_packed"))) || ContractTables.isOne(name);
    }
}
