package io.tidemark.ingest.contract;

import static io.tidemark.ingest.contract.SourceTable.table;

import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.delivery.DeliveryPart;
import java.util.List;

/** The contracts of the authority's data, in the lake's own columns. */
public final class AuthorityTables {

    private static final String DEGREES = " degrees, in Norway's waters";

    /** The site register. */
    public static final SourceTable SITE = table(DeliveryPart.AUTHORITY, "site", LakeTables.SITE)
            .required("site_id", "site_name")
            .optional("latitude").from(NorwegianWaters.SOUTH.toPlainString(), NorwegianWaters.NORTH.toPlainString(),
            DEGREES)
            .optional("longitude").from(NorwegianWaters.WEST.toPlainString(), NorwegianWaters.EAST.toPlainString(),
            DEGREES)
            .check("must come with the latitude, or both be empty", "(latitude IS NULL) <> (longitude IS NULL)")
            .required("placement")
            .optional("production_area_id", "farmer_id", "marine_type_code", "marine_type_region_code", "purpose",
            "production_form")
            .key("site_id");

    /** The production areas. */
    public static final SourceTable PRODUCTION_AREA = table(DeliveryPart.AUTHORITY, "production_area",
            LakeTables.PRODUCTION_AREA)
            .required("area_id")
            .required("area_name").check("must not hold a comma", "contains(area_name, ',')")
            .required("region_name")
            .optional("area_geojson")
            .check("must be a GeoJSON geometry", "NOT coalesce(json_valid(area_geojson) "
                    + "AND json_extract_string(CASE WHEN json_valid(area_geojson) THEN area_geojson END, '$.type') "
                    + "IN ('Polygon', 'MultiPolygon'), area_geojson IS NULL)")
            .key("area_id");

    /** The monthly biomass statistics. */
    public static final SourceTable AUTHORITY_MONTH = counts(table(DeliveryPart.AUTHORITY, "authority_month",
            LakeTables.AUTHORITY_MONTH)
            .required("month").notAfterToday()
            .check("must be the first day of a month", "day(month) <> 1")
            .optional("production_area_id")
            .required("species_code").normal("upper(nullif(trim(species_code), ''))")
            .check("must be a FAO species code of three letters, such as SAL or TRR",
                    "NOT regexp_full_match(species_code, '[A-Z]{3}')"),
            "closing_count", "biomass_kg", "smolt_count", "feed_kg", "harvest_count", "harvest_kg", "dead_count",
            "discarded_count", "escaped_count")
            .required("other_count")
            .key("month", "production_area_id", "species_code");

    private AuthorityTables() {}

    private static SourceTable.Builder counts(SourceTable.Builder table, String... names) {
        for (String name : names) {
            table.required(name).check("must not be negative", name + " < 0");
        }
        return table;
    }

    /** All authority tables; production areas come before the tables that refer to them. */
    static List<SourceTable> all() {
        return List.of(PRODUCTION_AREA, SITE, AUTHORITY_MONTH);
    }
}
