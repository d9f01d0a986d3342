package io.tidemark.ingest.contract;

import static io.tidemark.ingest.contract.ReadType.COUNT;
import static io.tidemark.ingest.contract.ReadType.DAY;
import static io.tidemark.ingest.contract.ReadType.DEGREES;
import static io.tidemark.ingest.contract.ReadType.QUANTITY;
import static io.tidemark.ingest.contract.ReadType.TEXT;
import static io.tidemark.ingest.contract.SourceTable.table;

import io.tidemark.ingest.delivery.Folder;
import java.util.List;

/** The authority's data in the lake's own columns. */
public final class AuthorityTables {

    /** The site register. */
    public static final SourceTable SITE = table(Folder.AUTHORITY, "site")
            .required("site_id", TEXT, "the authority's site number")
            .required("site_name", TEXT, "name")
            .optional("latitude", DEGREES, "degrees north, WGS84").from("-90", "90", " degrees")
            .optional("longitude", DEGREES, "degrees east, WGS84").from("-180", "180", " degrees")
            .required("placement", TEXT, "at sea or on land").oneOf("offshore", "onshore")
            .optional("production_area_id", COUNT, "production area; from the outlines when not given")
            .optional("farmer_id", TEXT, "the owner among the farmers")
            .optional("marine_type_code", TEXT, "coastal water type")
            .optional("marine_type_region_code", TEXT, "coastal water region")
            .key("site_id");

    /** The production areas. */
    public static final SourceTable PRODUCTION_AREA = table(Folder.AUTHORITY, "production_area")
            .required("area_id", COUNT, "number")
            .required("area_name", TEXT, "name").check("must not hold a comma", "contains(area_name, ',')")
            .required("region_name", TEXT, "region").oneOf("Sør", "Midt", "Nord")
            .optional("area_geojson", TEXT, "outline as a GeoJSON geometry, WGS84")
            .check("must be a GeoJSON geometry", "NOT coalesce(json_valid(area_geojson) "
                    + "AND json_extract_string(CASE WHEN json_valid(area_geojson) THEN area_geojson END, '$.type') "
                    + "IN ('Polygon', 'MultiPolygon'), area_geojson IS NULL)")
            .key("area_id");

    /** The monthly biomass statistics. */
    public static final SourceTable AUTHORITY_MONTH = counts(table(Folder.AUTHORITY, "authority_month")
            .required("month", DAY, "the month's first day").notAfterToday()
            .check("must be the first day of a month", "day(month) <> 1")
            .optional("production_area_id", COUNT, "production area")
            .required("species_code", TEXT, "FAO species code").normal("upper(nullif(trim(species_code), ''))")
            .check("must be a FAO species code of three letters, such as SAL or TRR",
                    "NOT regexp_full_match(species_code, '[A-Z]{3}')"),
            "closing_count", "biomass_kg", "smolt_count", "feed_kg", "harvest_count", "harvest_kg", "dead_count",
            "discarded_count", "escaped_count")
            .required("other_count", QUANTITY, "other losses and counting errors")
            .key("month", "production_area_id", "species_code");

    private AuthorityTables() {}

    private static SourceTable.Builder counts(SourceTable.Builder table, String... names) {
        for (String name : names) {
            table.required(name, QUANTITY, "fish, or kg").check("must not be negative", name + " < 0");
        }
        return table;
    }

    /** All of them, production areas before what refers to them. */
    static List<SourceTable> all() {
        return List.of(PRODUCTION_AREA, SITE, AUTHORITY_MONTH);
    }
}
