package io.tidemark.data.table;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All tables of a snapshot. Types, keys, units, allowed values and references of the delivered ones are declared only
 * in delivered.yaml.
 */
public final class LakeTables {

    private static final TableFile FILE = TableFile.read("delivered", Measure::derivedSince);

    /** Stock, losses and feed of a unit on a day. */
    public static final TableContract STOCK_DAY = FILE.table("stock_day");
    /** Losses by cause. */
    public static final TableContract LOSS_DAY = FILE.table("loss_day");
    /** Sea temperature readings. */
    public static final TableContract TEMPERATURE_DAY = FILE.table("temperature_day");
    /** Treatments and other health measures. */
    public static final TableContract TREATMENT = FILE.table("treatment");
    /** The authority's monthly biomass statistics. */
    public static final TableContract AUTHORITY_MONTH = FILE.table("authority_month");
    /** Salmon lice by site and week. */
    public static final TableContract LICE_WEEK = FILE.table("lice_week");
    /** The same statistics by stocking year. */
    public static final TableContract AUTHORITY_GENERATION = FILE.table("authority_generation");
    /** Diseases of sites. */
    public static final TableContract DISEASE_PERIOD = FILE.table("disease_period");
    /** Quartiles of the loss risk of all sites, by the Veterinary Institute. */
    public static final TableContract PUBLIC_QUARTILE = FILE.table("public_quartile");
    /** Monthly losses of all sites, by the Veterinary Institute. */
    public static final TableContract PUBLIC_LOSS = FILE.table("public_loss");
    /** The site register. */
    public static final TableContract SITE = FILE.table("site");
    /** The authority's production areas. */
    public static final TableContract PRODUCTION_AREA = FILE.table("production_area");
    /** The platform's own areas. */
    public static final TableContract PLATFORM_AREA = FILE.table("platform_area");
    /** Reporting companies. */
    public static final TableContract FARMER = FILE.table("farmer");
    /** The companies named for a site. */
    public static final TableContract SITE_FARMER = FILE.table("site_farmer");
    /** Causes of loss. */
    public static final TableContract LOSS_CATEGORY = FILE.table("loss_category");
    /** Changes of the code list. */
    public static final TableContract LOSS_CATEGORY_CHANGE = FILE.table("loss_category_change");
    /** Coastal water types. */
    public static final TableContract MARINE_TYPE = FILE.table("marine_type");
    /** Coastal water regions. */
    public static final TableContract MARINE_TYPE_REGION = FILE.table("marine_type_region");
    /** Species of stock. */
    public static final TableContract SPECIES = FILE.table("species");

    /** Lice that farmers counted, by unit and day. */
    public static final TableContract LICE_COUNT = FILE.table("lice_count");
    /** Days that a later delivery corrected. */
    public static final TableContract CORRECTION = FILE.table("correction");
    /** The last statuses of exports whose counters may run on. */
    public static final TableContract SOURCE_STATUS = FILE.table("source_status");

    private static final List<TableContract> ALL = Stream.concat(FILE.tables().stream(), DerivedTables.all().stream())
            .toList();

    private LakeTables() {}

    /** All tables: the delivered ones, facts first, then the derived ones. */
    public static List<TableContract> all() {
        return ALL;
    }

    /** The tables that deliveries fill. */
    public static List<TableContract> delivered() {
        return FILE.tables();
    }

    /** Finds a table by name. */
    public static Optional<TableContract> find(String name) {
        return ALL.stream().filter(t -> t.name().equals(name)).findFirst();
    }
}
