package io.tidemark.ingest.contract;

import static io.tidemark.ingest.contract.ReadType.DAY;
import static io.tidemark.ingest.contract.ReadType.FLAG;
import static io.tidemark.ingest.contract.ReadType.INSTANT;
import static io.tidemark.ingest.contract.ReadType.TEXT;
import static io.tidemark.ingest.contract.SourceTable.table;

import io.tidemark.ingest.delivery.Folder;
import java.util.List;

/** The platform's own lists. */
public final class ReferenceTables {

    /** Reporting companies. */
    public static final SourceTable FARMERS = table(Folder.REFERENCE, "farmers")
            .required("farmer_id", TEXT, "id, also its folder in a delivery")
            .check("must be letters, digits, dot, dash and underscore, since it names a folder",
                    "NOT regexp_full_match(farmer_id, '[A-Za-z0-9_][A-Za-z0-9._-]*')")
            .required("farmer_name", TEXT, "name")
            .required("farmer_group_key", TEXT, "the group that it belongs to")
            .required("farmer_group_name", TEXT, "the group's name")
            .required("tier", TEXT, "premium or standard").oneOf("premium", "standard")
            .mayBeEmpty("signed_on", DAY, "day of the agreement")
            .key("farmer_id");

    /** The platform's areas. */
    public static final SourceTable PLATFORM_AREAS = table(Folder.REFERENCE, "platform_areas")
            .required("area_id", TEXT, "id")
            .check("must not be an integer: that is how production areas are named",
                    "regexp_full_match(area_id, '[+-]?[0-9]+')")
            .check("must not hold a comma", "contains(area_id, ',')")
            .required("name", TEXT, "Norwegian name").check("must not hold a comma", "contains(name, ',')")
            .required("name_english", TEXT, "English name").check("must not hold a comma", "contains(name_english, ',')")
            .required("production_area_ids", TEXT, "its production areas, |-separated")
            .check("must be production area ids between |", "NOT regexp_full_match(production_area_ids, "
                    + "' *[0-9]{1,6} *([|] *[0-9]{1,6} *)*')")
            .stored("list_transform(string_split(production_area_ids, '|'), lambda a: CAST(trim(a) AS INTEGER))")
            .key("area_id");

    /** Causes of loss. */
    public static final SourceTable LOSS_CATEGORIES = flags(table(Folder.REFERENCE, "loss_categories")
            .required("level_1_code", TEXT, "A to F").normal("upper(nullif(trim(level_1_code), ''))")
            .check("must be a letter from A to F", "level_1_code NOT IN ('A', 'B', 'C', 'D', 'E', 'F')")
            .required("level_1_name", TEXT, "Norwegian name of level 1")
            .required("level_2_code", TEXT, "second level")
            .required("level_2_name", TEXT, "Norwegian name of level 2")
            .required("level_3_code", TEXT, "the registered code").normal("upper(nullif(trim(level_3_code), ''))")
            .check("must begin with its level-1 code", "left(level_3_code, 1) <> level_1_code")
            .required("category_name", TEXT, "Norwegian name")
            .optional("category_name_short", TEXT, "short Norwegian name")
            .optional("category_name_eng", TEXT, "English name")
            .optional("category_name_short_eng", TEXT, "short English name")
            .optional("for_daily_registration", FLAG, "may be reported daily")
            .optional("reporting_obligation", TEXT, "the owner's text on legal reporting"),
            "placement_sea", "placement_land", "cause_death", "cause_killed", "cause_downgrade", "value_chain_roe",
            "value_chain_freshwater", "value_chain_postsmolt", "value_chain_brackish_or_sea_water",
            "value_chain_harvest_facility", "species_salmon", "species_rainbow_trout", "species_cleanerfish")
            .optional("last_modified", INSTANT, "last change by the list's owner")
            .key("level_3_code");

    /** Changes of the code list. */
    public static final SourceTable LOSS_CATEGORY_CHANGES = table(Folder.REFERENCE, "loss_category_changes")
            .required("date", INSTANT, "when")
            .required("from_code", TEXT, "the code that was changed").normal("upper(nullif(trim(from_code), ''))")
            .optional("from_name", TEXT, "its name")
            .optional("to_code", TEXT, "what replaces it").normal("upper(nullif(trim(to_code), ''))")
            .optional("to_name", TEXT, "the replacement's name")
            .optional("description", TEXT, "note for people")
            .optional("changed_by", TEXT, "authority or internal")
            .key("date", "from_code", "to_code");

    /** Coastal water types. */
    public static final SourceTable MARINE_TYPES = named("marine_types");

    /** Coastal water regions. */
    public static final SourceTable MARINE_TYPE_REGIONS = named("marine_type_regions");

    /** The coastal water that sites lie in. */
    public static final SourceTable SITE_MARINE_TYPES = table(Folder.REFERENCE, "site_marine_types")
            .required("site_id", TEXT, "the authority's site number")
            .mayBeEmpty("marine_type_code", TEXT, "coastal water type")
            .mayBeEmpty("marine_type_region_code", TEXT, "coastal water region")
            .key("site_id");

    private ReferenceTables() {}

    private static SourceTable named(String table) {
        return table(Folder.REFERENCE, table).required("code", TEXT, "code").required("name", TEXT, "Norwegian name")
                .key("code");
    }

    private static SourceTable.Builder flags(SourceTable.Builder table, String... names) {
        for (String name : names) {
            table.optional(name, FLAG, "whether it applies");
        }
        return table;
    }

    /** All of them. */
    static List<SourceTable> all() {
        return List.of(FARMERS, PLATFORM_AREAS, LOSS_CATEGORIES, LOSS_CATEGORY_CHANGES, MARINE_TYPES,
                MARINE_TYPE_REGIONS, SITE_MARINE_TYPES);
    }
}
