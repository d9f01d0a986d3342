package io.tidemark.data.table;

import static io.tidemark.data.table.ColumnType.BIGINT;
import static io.tidemark.data.table.ColumnType.BOOLEAN;
import static io.tidemark.data.table.ColumnType.DATE;
import static io.tidemark.data.table.ColumnType.DEPTH;
import static io.tidemark.data.table.ColumnType.DOUBLE;
import static io.tidemark.data.table.ColumnType.INTEGER;
import static io.tidemark.data.table.ColumnType.INTEGER_LIST;
import static io.tidemark.data.table.ColumnType.LICE;
import static io.tidemark.data.table.ColumnType.TEMPERATURE;
import static io.tidemark.data.table.ColumnType.TEXT;
import static io.tidemark.data.table.ColumnType.TEXT_LIST;
import static io.tidemark.data.table.ColumnType.TIMESTAMP;
import static io.tidemark.data.table.ColumnType.WEIGHT;
import static io.tidemark.data.table.TableContract.table;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All tables of a snapshot. Types, keys, units, allowed values and references are declared only here. */
public final class LakeTables {

    /** Stock, losses and feed of a unit on a day. */
    public static final TableContract STOCK_DAY = table("stock_day", "a unit's stock, losses and feed on a day")
            .column("date", DATE, "the day")
            .column("site_id", TEXT, "the authority's site number")
                    .in("site", "site_id")
            .column("unit_id", TEXT, "net-pen or tank, unique within its site")
            .column("farmer_id", TEXT, "the company that delivered the row")
                    .in("farmer", "farmer_id")
            .column("cohort_id", TEXT, "fish of one origin followed through a farm")
            .column("generation", TEXT, "year class by sea transfer, V2025 or H2025")
            .column("species_code", TEXT, "FAO species code, such as SAL or TRR")
            .column("fish_count", INTEGER, "fish at the start of the day, before its losses")
            .column("avg_weight_gram", WEIGHT, "mean weight, grams")
            .column("biomass_g", BIGINT, "fish_count x avg_weight_gram, grams, rounded half away from zero")
            .column("mortality_count", INTEGER, "fish found dead")
            .column("mortality_biomass_g", BIGINT, "their weight, grams")
            .column("culling_count", INTEGER, "fish culled: killed and destroyed")
            .column("culling_biomass_g", BIGINT, "their weight, grams")
            .nullable("feed_g", BIGINT, "feed given, grams; null when none was reported, 0 when 0 was reported")
            .added(2, "delivered_count", INTEGER, "fish_count as delivered, where the day's losses are more and "
            + "raised it; else null")
            .added(2, "delivered_weight_gram", WEIGHT, "avg_weight_gram as delivered, on the same days; 0 where that "
            + "of another day was taken")
            .key("date", "site_id", "unit_id").byYear("date").order("date", "site_id", "unit_id");

    /** Losses by cause. */
    public static final TableContract LOSS_DAY = table("loss_day", "a unit's losses on a day, by type and cause")
            .column("date", DATE, "the day")
            .column("site_id", TEXT, "the authority's site number")
                    .in("site", "site_id")
            .column("unit_id", TEXT, "net-pen or tank")
            .column("farmer_id", TEXT, "the company that delivered the row")
                    .in("farmer", "farmer_id")
            .column("generation", TEXT, "year class of the unit that day")
            .column("species_code", TEXT, "species of the unit that day")
            .column("unit_avg_weight_gram", WEIGHT, "the unit's mean weight that day, grams")
            .column("loss_type", TEXT, "mortality or culling")
                    .oneOf("mortality", "culling")
            .column("category_code", TEXT, "registered cause; its first letter is the level-1 code")
                    .mostlyIn("loss_category", "level_3_code")
            .column("loss_count", INTEGER, "fish lost")
            .column("loss_biomass_g", BIGINT, "their weight, grams; by the unit's weight where none was reported")
            .key("date", "site_id", "unit_id", "loss_type", "category_code").byYear("date")
            .order("date", "site_id", "unit_id", "loss_type", "category_code");

    /** Sea temperature readings. */
    public static final TableContract TEMPERATURE_DAY = table("temperature_day",
            "a site's temperature at a depth on a day")
            .column("date", DATE, "the day")
            .column("site_id", TEXT, "the authority's site number")
                    .in("site", "site_id")
            .nullable("farmer_id", TEXT, "the company that delivered the row; null for the authority's figures")
                    .in("farmer", "farmer_id")
            .nullable("depth_m", DEPTH, "metres below the surface; null when not known")
            .column("temperature", TEMPERATURE, "degrees Celsius, mean of the day's measurements")
            .column("measurement_count", INTEGER, "measurements behind the mean")
            .column("data_source", TEXT, "farmer or authority")
                    .oneOf("farmer", "authority")
            .key("date", "site_id", "depth_m", "data_source").byYear("date")
            .order("date", "site_id", "depth_m", "data_source");

    /** Treatments and other health measures. */
    public static final TableContract TREATMENT = table("treatment", "a treatment of a site or some of its units")
            .column("treatment_id", TEXT, "the farmer's number, unique within a farmer; the authority's are made of "
                    + "what is reported")
            .column("date", DATE, "the day")
            .column("site_id", TEXT, "the authority's site number")
                    .in("site", "site_id")
            .nullable("farmer_id", TEXT, "the company that delivered the row; null for the authority's figures")
                    .in("farmer", "farmer_id")
            .nullable("unit_ids", TEXT_LIST, "units treated; null when not reported")
            .nullable("species_code", TEXT, "species with most biomass among the treated units that day")
            .column("treatment_category", TEXT, "Bath, Medicinal, Mechanical, Thermal, Freshwater, Cleanerfish, ...")
                    .oneOf("Bath", "Medicinal", "Mechanical", "Thermal", "Freshwater", "Cleanerfish", "Combination",
                    "Vaccination", "Other")
            .column("treatment_target", TEXT, "Lice, Bacteria, Parasites, Health, Other")
                    .oneOf("Lice", "Bacteria", "Parasites", "Health", "Other")
            .nullable("treatment_subtype", TEXT, "free text, such as the substance")
            .column("requires_handling", BOOLEAN, "whether the fish are handled")
            .column("is_antibiotic", BOOLEAN, "whether an antibiotic is used")
            .nullable("treatment_site_scope", TEXT, "full or partial")
            .nullable("number_of_units_treated", INTEGER, "as reported")
            .column("treatment_count", INTEGER, "treatments that the row stands for")
            .nullable("system_source", TEXT, "the farm system that the row comes from")
            .column("data_source", TEXT, "farmer or authority")
                    .oneOf("farmer", "authority")
            .key("farmer_id", "treatment_id").byYear("date").order("date", "site_id", "farmer_id", "treatment_id");

    /** The authority's monthly biomass statistics. */
    public static final TableContract AUTHORITY_MONTH = figures(table("authority_month",
            "the authority's biomass statistics, by month, production area and species")
            .column("month", DATE, "the month's first day")
            .nullable("production_area_id", INTEGER, "production area; null where the authority names none")
                    .mostlyIn("production_area", "area_id")
            .column("species_code", TEXT, "SAL or TRR"))
            .key("month", "production_area_id", "species_code").order("month", "production_area_id", "species_code");

    /** Salmon lice by site and week. */
    public static final TableContract LICE_WEEK = table("lice_week",
            "the salmon lice of a site in a week, as its holder reports them to the authority; public, so never of a "
            + "farmer's delivery")
            .column("week", DATE, "the week's Monday")
            .column("site_id", TEXT, "the authority's site number")
                    .in("site", "site_id")
            .nullable("adult_female", LICE, "adult female lice per fish; null when not reported, which is not zero")
            .nullable("mobile", LICE, "other mobile lice per fish")
            .nullable("attached", LICE, "attached lice per fish")
            .nullable("lice_limit", LICE, "the most adult female lice per fish that were allowed at the site that "
                    + "week; null where the source has none")
            .nullable("is_above_limit", BOOLEAN, "whether they were more; as published, else by the two columns; null "
            + "where these do not tell")
            .column("has_counted", BOOLEAN, "whether lice were counted; as published, else whether adult females are "
            + "reported")
            .nullable("is_probably_without_fish", BOOLEAN, "whether the site probably had no fish; null where the "
            + "source does not say")
            .column("data_source", TEXT, "barentswatch: the weekly lice report; mattilsynet: the reports to the "
                    + "food-safety authority, which have no limit")
                    .oneOf("barentswatch", "mattilsynet")
            .key("week", "site_id").byYear("week").order("week", "site_id");

    /** The same statistics by stocking year. */
    public static final TableContract AUTHORITY_GENERATION = figures(table("authority_generation",
            "the authority's biomass statistics, by month, production area, species and stocking year")
            .column("month", DATE, "the month's first day")
            .nullable("production_area_id", INTEGER, "production area; null where the authority names none")
                    .mostlyIn("production_area", "area_id")
            .column("species_code", TEXT, "SAL or TRR")
            .nullable("stocking_year", INTEGER, "the year in which the fish were transferred to sea; null where the "
            + "authority names none"))
            .key("month", "production_area_id", "species_code", "stocking_year")
            .order("month", "production_area_id", "species_code", "stocking_year");

    /** Diseases of sites. */
    public static final TableContract DISEASE_PERIOD = table("disease_period",
            "a notifiable disease at a site, by the authority")
            .column("site_id", TEXT, "the authority's site number")
                    .in("site", "site_id")
            .column("disease", TEXT, "PD, ILA, BKD, VHS, IHN, Furunkulose or Francisellose; another as the authority "
            + "writes it")
            .column("status", TEXT, "suspected, confirmed, refuted or ended; another as the authority writes it")
            .column("from_date", DATE, "first day")
            .nullable("to_date", DATE, "last day; null while the period is open")
            .key("site_id", "disease", "status", "from_date").order("site_id", "from_date", "disease", "status");

    /** The site register. */
    public static final TableContract SITE = table("site", "a farming site of the authority's register")
            .column("site_id", TEXT, "the authority's site number")
            .column("site_name", TEXT, "name")
            .nullable("latitude", DOUBLE, "degrees north, WGS84")
            .nullable("longitude", DOUBLE, "degrees east, WGS84")
            .column("placement", TEXT, "offshore or onshore")
                    .oneOf("offshore", "onshore")
            .nullable("production_area_id", INTEGER, "production area; null on land or outside every area")
                    .in("production_area", "area_id")
            .nullable("farmer_id", TEXT, "the owner among the farmers, when there is just one")
                    .in("farmer", "farmer_id")
            .nullable("marine_type_code", TEXT, "coastal water type")
                    .mostlyIn("marine_type", "code")
            .nullable("marine_type_region_code", TEXT, "coastal water region")
                    .mostlyIn("marine_type_region", "code")
            .added(2, "owner_numbers", TEXT_LIST, "organisation numbers of the licence holders, by the authority's "
                    + "register; null where no register of the authority's own has the site")
            .added(3, "purpose", TEXT, "purposes of its licences, as the register has them in capitals, such as "
            + "KOMMERSIELL or FORSKNING, between |")
            .added(3, "production_form", TEXT, "their production forms, such as MATFISK or STAMFISK, between |")
            .key("site_id").order("site_id");

    /** The authority's production areas. */
    public static final TableContract PRODUCTION_AREA = table("production_area", "a production area of the authority")
            .column("area_id", INTEGER, "1 to 13, south to north")
            .column("area_name", TEXT, "name")
            .column("region_name", TEXT, "Sør, Midt or Nord")
                    .oneOf("Sør", "Midt", "Nord")
            .nullable("area_geojson", TEXT, "outline as a GeoJSON geometry, WGS84")
            .key("area_id").order("area_id");

    /** The platform's own areas. */
    public static final TableContract PLATFORM_AREA = table("platform_area",
            "a bundle of production areas in one region")
            .column("area_id", TEXT, "id, never an integer")
            .column("name", TEXT, "Norwegian name")
            .column("name_english", TEXT, "English name")
            .column("production_area_ids", INTEGER_LIST, "its production areas")
            .key("area_id").order("area_id");

    /** Reporting companies. */
    public static final TableContract FARMER = table("farmer", "a reporting company")
            .column("farmer_id", TEXT, "id, also its folder in a delivery")
            .column("farmer_name", TEXT, "name")
            .column("farmer_group_key", TEXT, "the group that it belongs to")
            .column("farmer_group_name", TEXT, "the group's name")
            .column("tier", TEXT, "premium or standard")
                    .oneOf("premium", "standard")
            .nullable("signed_on", DATE, "day of the agreement")
            .added(2, "organisation_number", TEXT, "nine digits, by which the authority's register names it")
            .key("farmer_id").order("farmer_id");

    /** The companies named for a site. */
    public static final TableContract SITE_FARMER = table("site_farmer",
            "a company that delivers a site; a shared site has several")
            .column("site_id", TEXT, "the authority's site number")
                    .mostlyIn("site", "site_id")
            .column("farmer_id", TEXT, "the company; the lists may have lost it, and the site is nobody else's for "
                    + "that")
                    .mostlyIn("farmer", "farmer_id")
            .key("site_id", "farmer_id").order("site_id", "farmer_id");

    /** Causes of loss. */
    public static final TableContract LOSS_CATEGORY = table("loss_category", "a cause of loss in the code list")
            .column("level_1_code", TEXT, "A to F")
            .column("level_1_name", TEXT, "Norwegian name of level 1")
            .column("level_2_code", TEXT, "second level")
            .column("level_2_name", TEXT, "Norwegian name of level 2")
            .column("level_3_code", TEXT, "the registered code; its first letter is the level-1 code")
            .column("category_name", TEXT, "Norwegian name")
            .nullable("category_name_short", TEXT, "short Norwegian name")
            .nullable("category_name_eng", TEXT, "English name")
            .nullable("category_name_short_eng", TEXT, "short English name")
            .nullable("for_daily_registration", BOOLEAN, "may be reported daily")
            .nullable("reporting_obligation", TEXT, "the owner's text on legal reporting")
            .nullable("placement_sea", BOOLEAN, "used at sea")
            .nullable("placement_land", BOOLEAN, "used on land")
            .nullable("cause_death", BOOLEAN, "for fish that died")
            .nullable("cause_killed", BOOLEAN, "for fish that were killed")
            .nullable("cause_downgrade", BOOLEAN, "for fish that were downgraded")
            .nullable("value_chain_roe", BOOLEAN, "used for roe")
            .nullable("value_chain_freshwater", BOOLEAN, "used in fresh water")
            .nullable("value_chain_postsmolt", BOOLEAN, "used for postsmolt")
            .nullable("value_chain_brackish_or_sea_water", BOOLEAN, "used in brackish or sea water")
            .nullable("value_chain_harvest_facility", BOOLEAN, "used at harvest facilities")
            .nullable("species_salmon", BOOLEAN, "used for Atlantic salmon")
            .nullable("species_rainbow_trout", BOOLEAN, "used for rainbow trout")
            .nullable("species_cleanerfish", BOOLEAN, "used for cleaner fish")
            .nullable("last_modified", TIMESTAMP, "last change by the list's owner, UTC")
            .key("level_3_code").order("level_3_code");

    /** Changes of the code list. */
    public static final TableContract LOSS_CATEGORY_CHANGE = table("loss_category_change", "a change of the code list")
            .column("date", TIMESTAMP, "when, UTC")
            .column("from_code", TEXT, "the code that was changed")
            .nullable("from_name", TEXT, "its name")
            .nullable("to_code", TEXT, "what replaces it")
            .nullable("to_name", TEXT, "the replacement's name")
            .nullable("description", TEXT, "note for people")
            .nullable("changed_by", TEXT, "authority or internal")
            .key("date", "from_code", "to_code").order("date", "from_code", "to_code");

    /** Coastal water types. */
    public static final TableContract MARINE_TYPE = table("marine_type", "a coastal water type")
            .column("code", TEXT, "digit of the national water type")
            .column("name", TEXT, "Norwegian name")
            .key("code").order("code");

    /** Coastal water regions. */
    public static final TableContract MARINE_TYPE_REGION = table("marine_type_region", "a coastal water region")
            .column("code", TEXT, "letter of the national water type")
            .column("name", TEXT, "Norwegian name")
            .key("code").order("code");

    /** Species of stock. */
    public static final TableContract SPECIES = table("species", "a species of stock, and whether it counts")
            .column("code", TEXT, "FAO species code (ASFIS, 3-alpha)")
            .column("name", TEXT, "Norwegian name")
            .column("name_english", TEXT, "English name")
            .column("is_counted", BOOLEAN, "whether its fish count in rates, biomass and benchmarks; rows of other "
                    + "species, and of codes that are not here, are kept and count nowhere")
            .key("code").order("code");

    private static final List<TableContract> DELIVERED = List.of(STOCK_DAY, LOSS_DAY, TEMPERATURE_DAY, TREATMENT,
            AUTHORITY_MONTH,
            AUTHORITY_GENERATION, LICE_WEEK, DISEASE_PERIOD, SITE, PRODUCTION_AREA, PLATFORM_AREA, FARMER,
            LOSS_CATEGORY, LOSS_CATEGORY_CHANGE, MARINE_TYPE,
            MARINE_TYPE_REGION, SPECIES, SITE_FARMER);
    private static final List<TableContract> ALL = Stream.of(DELIVERED, DerivedTables.all()).flatMap(List::stream)
            .toList();

    private LakeTables() {}

    private static TableContract.Builder figures(TableContract.Builder table) {
        return table.column("closing_count", BIGINT, "fish at the end of the month")
                .column("biomass_kg", BIGINT, "their weight at the end of the month, kg")
                .column("smolt_count", BIGINT, "fish transferred to sea")
                .column("feed_kg", BIGINT, "feed used, kg")
                .column("harvest_count", BIGINT, "fish harvested")
                .column("harvest_kg", BIGINT, "weight harvested, kg")
                .column("dead_count", BIGINT, "fish found dead")
                .column("discarded_count", BIGINT, "fish discarded")
                .column("escaped_count", BIGINT, "fish escaped")
                .column("other_count", BIGINT, "other losses and counting errors; may be negative");
    }

    /** All tables: the delivered ones, facts first, then the derived ones. */
    public static List<TableContract> all() {
        return ALL;
    }

    /** The tables that deliveries fill. */
    public static List<TableContract> delivered() {
        return DELIVERED;
    }

    /** Finds a table by name. */
    public static Optional<TableContract> find(String name) {
        return ALL.stream().filter(t -> t.name().equals(name)).findFirst();
    }
}
