package io.tidemark.ingest.contract;

import static io.tidemark.ingest.contract.SourceTable.table;

import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.delivery.DeliveryPart;
import java.util.List;

/** The contracts of the platform's own lists. */
public final class ReferenceTables {

    /** Reporting companies. */
    public static final SourceTable FARMERS = table(DeliveryPart.REFERENCE, "farmers", LakeTables.FARMER)
            .required("farmer_id")
            .check("must be letters, digits, dot, dash and underscore, since it names a folder",
                    "NOT regexp_full_match(farmer_id, '[A-Za-z0-9_][A-Za-z0-9._-]*')")
            .required("farmer_name", "farmer_group_key", "farmer_group_name", "tier")
            .mayBeEmpty("signed_on")
            .optional("organisation_number").normal("nullif(replace(trim(organisation_number), ' ', ''), '')")
            .check("must be an organisation number of nine digits",
            "NOT regexp_full_match(organisation_number, '[0-9]{9}')")
            .key("farmer_id");

    /** The platform's areas. */
    public static final SourceTable PLATFORM_AREAS = table(DeliveryPart.REFERENCE, "platform_areas",
            LakeTables.PLATFORM_AREA)
            .required("area_id")
            .check("must not be an integer: that is how production areas are named",
                    "regexp_full_match(area_id, '[+-]?[0-9]+')")
            .check("must not hold a comma", "contains(area_id, ',')")
            .required("name").check("must not hold a comma", "contains(name, ',')")
            .required("name_english").check("must not hold a comma", "contains(name_english, ',')")
            .required("production_area_ids")
            .check("must be production area ids between |", "NOT regexp_full_match(production_area_ids, "
                    + "' *[0-9]{1,6} *([|] *[0-9]{1,6} *)*')")
            .stored("list_transform(string_split(production_area_ids, '|'), lambda a: CAST(trim(a) AS INTEGER))")
            .key("area_id");

    /** Causes of loss. */
    public static final SourceTable LOSS_CATEGORIES = table(DeliveryPart.REFERENCE, "loss_categories",
            LakeTables.LOSS_CATEGORY)
            .required("level_1_code").normal("upper(nullif(trim(level_1_code), ''))")
            .check("must be a letter from A to F", "level_1_code NOT IN ('A', 'B', 'C', 'D', 'E', 'F')")
            .required("level_1_name", "level_2_code", "level_2_name")
            .required("level_3_code").normal("upper(nullif(trim(level_3_code), ''))")
            .check("must begin with its level-1 code", "left(level_3_code, 1) <> level_1_code")
            .required("category_name")
            .optional("category_name_short", "category_name_eng", "category_name_short_eng", "for_daily_registration",
                    "reporting_obligation", "placement_sea", "placement_land", "cause_death", "cause_killed",
                    "cause_downgrade",
                    "value_chain_roe", "value_chain_freshwater", "value_chain_postsmolt",
                    "value_chain_brackish_or_sea_water",
                    "value_chain_harvest_facility", "species_salmon", "species_rainbow_trout", "species_cleanerfish",
                    "last_modified")
            .key("level_3_code");

    /** Changes of the code list. */
    public static final SourceTable LOSS_CATEGORY_CHANGES = table(DeliveryPart.REFERENCE, "loss_category_changes",
            LakeTables.LOSS_CATEGORY_CHANGE)
            .required("date")
            .required("from_code").normal("upper(nullif(trim(from_code), ''))")
            .optional("from_name")
            .optional("to_code").normal("upper(nullif(trim(to_code), ''))")
            .optional("to_name", "description", "changed_by")
            .key("date", "from_code", "to_code");

    /** Coastal water types. */
    public static final SourceTable MARINE_TYPES = table(DeliveryPart.REFERENCE, "marine_types", LakeTables.MARINE_TYPE)
            .required("code", "name").key("code");

    /** Coastal water regions. */
    public static final SourceTable MARINE_TYPE_REGIONS = table(DeliveryPart.REFERENCE, "marine_type_regions",
            LakeTables.MARINE_TYPE_REGION)
            .required("code", "name").key("code");

    /** Species of stock, and which of them count. */
    public static final SourceTable SPECIES = table(DeliveryPart.REFERENCE, "species", LakeTables.SPECIES)
            .required("code").normal("upper(nullif(trim(code), ''))")
            .check("must be a FAO species code of three letters, such as SAL or TRR",
            "NOT regexp_full_match(code, '[A-Z]{3}')")
            .required("name", "name_english", "is_counted")
            .key("code");

    /** The coastal water of sites: columns of the register that the authority does not publish. */
    public static final SourceTable SITE_MARINE_TYPES = table(DeliveryPart.REFERENCE, "site_marine_types",
            LakeTables.SITE)
            .required("site_id")
            .mayBeEmpty("marine_type_code")
            .mayBeEmpty("marine_type_region_code")
            .key("site_id");

    /** The companies named for a site. */
    public static final SourceTable SITE_FARMERS = table(DeliveryPart.REFERENCE, "site_farmers", LakeTables.SITE_FARMER)
            .required("site_id", "farmer_id")
            .key("site_id", "farmer_id");

    private ReferenceTables() {}

    /** All lists of the platform. */
    static List<SourceTable> all() {
        return List.of(FARMERS, PLATFORM_AREAS, LOSS_CATEGORIES, LOSS_CATEGORY_CHANGES, MARINE_TYPES,
                MARINE_TYPE_REGIONS, SPECIES, SITE_MARINE_TYPES, SITE_FARMERS);
    }
}
