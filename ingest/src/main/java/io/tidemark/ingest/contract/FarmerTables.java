package io.tidemark.ingest.contract;

import static io.tidemark.ingest.contract.ReadType.AMOUNT;
import static io.tidemark.ingest.contract.ReadType.DAY;
import static io.tidemark.ingest.contract.SourceTable.table;

import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.delivery.DeliveryPart;
import java.util.List;

/** The contracts of the tables that farmers deliver. */
public final class FarmerTables {

    private static final String WEIGHT = "CAST(avg_weight_gram AS DECIMAL(9,2))";
    /** The weight of a lost fish: the lake stores only the product with the count, in grams, and rounds it once. */
    private static final String OWN_WEIGHT = "CAST(avg_weight_gram AS DECIMAL(11,6))";
    /** Matches weights that stock stores as 0. */
    private static final String NO_WEIGHT = "avg_weight_gram < 0.005";

    /** Stock of a unit at the start of each day. */
    public static final SourceTable STOCK = table(DeliveryPart.FARMERS, "stock", LakeTables.STOCK_DAY)
            .required("date").notAfterToday()
            .required("site_id")
            .required("unit_id")
            .required("cohort_id")
            .required("species_code").normal("upper(nullif(trim(species_code), ''))")
            .check("must be a FAO species code of three letters, such as SAL or TRR",
                    "species_code NOT IN ('SAL', 'TRR') AND NOT regexp_full_match(species_code, '[A-Z]{3}')")
            .required("fish_count")
            .required("avg_weight_gram").from("0", "30000", " gram")
            .check("must not be 0 for a unit with fish", NO_WEIGHT + " AND fish_count > 0").stored(WEIGHT)
            .optional("sea_transfer_date", DAY, "day of the transfer to sea").notAfterToday()
            .optional("generation").normal("generation_code(generation)")
            .check("must be like V2025, H2025, 2025 - Vår or 2025 - Høst", "is_no_generation(generation)")
            .check("contradicts sea_transfer_date: January to July is V, August to December is H",
                    "generation <> generation_of(sea_transfer_date)")
            .stored("coalesce(generation, generation_of(sea_transfer_date))")
            .eitherOf("generation", "sea_transfer_date")
            .numbered("unit", "site_id", "unit_id")
            .numbered("cohort", "cohort_id", "species_code", "sea_transfer_date", "generation")
            .key("date", "site_id", "unit_id");

    /** Losses by cause. */
    public static final SourceTable LOSSES = table(DeliveryPart.FARMERS, "losses", LakeTables.LOSS_DAY)
            .required("date").notAfterToday()
            .required("site_id")
            .required("unit_id")
            .required("loss_type")
            .required("category_code")
            .normal("upper(nullif(trim(category_code), ''))")
            .required("loss_count")
            .optional("avg_weight_gram", AMOUNT, "their mean weight, grams; the unit's when not given")
            .from("0", "30000", " gram")
            .check("must not be 0 for lost fish; leave it empty when it was not measured",
                    NO_WEIGHT + " AND loss_count > 0").stored(OWN_WEIGHT)
            .numbered("unit", "site_id", "unit_id")
            .numbered("cause", "loss_type", "category_code")
            .key("date", "site_id", "unit_id", "loss_type", "category_code");

    /** Feed given. */
    public static final SourceTable FEEDING = table(DeliveryPart.FARMERS, "feeding", LakeTables.STOCK_DAY)
            .required("date").notAfterToday()
            .required("site_id")
            .required("unit_id")
            .required("feed_kg", AMOUNT, "feed given, kg").from("0", "1000000", " kg")
            .stored("CAST(round(feed_kg * 1000, 0) AS BIGINT)")
            .numbered("unit", "site_id", "unit_id")
            .key("date", "site_id", "unit_id");

    /** Temperature readings. */
    public static final SourceTable TEMPERATURES = table(DeliveryPart.FARMERS, "temperatures",
            LakeTables.TEMPERATURE_DAY)
            .required("date").notAfterToday()
            .required("site_id")
            .required("temperature").from("-2", "30", " degrees Celsius")
            .stored("CAST(temperature AS DECIMAL(5,2))")
            .optional("depth_m").from("0", "1000", " metres")
            .normal("CAST(round(depth_m, 1) AS DECIMAL(18,6))").stored("CAST(depth_m AS DECIMAL(5,1))")
            .optional("measurement_count")
            .stored("CAST(coalesce(measurement_count, 1) AS INTEGER)")
            .numbered("place", "site_id")
            .key("date", "site_id", "depth_m");

    /** Treatments and other health measures. */
    public static final SourceTable TREATMENTS = table(DeliveryPart.FARMERS, "treatments", LakeTables.TREATMENT)
            .required("treatment_id")
            .required("date").notAfterToday()
            .required("site_id")
            .required("treatment_category")
            .required("treatment_target")
            .required("requires_handling")
            .required("is_antibiotic")
            .optional("unit_ids")
            .stored("CASE WHEN unit_ids IS NOT NULL THEN list_filter(list_transform(string_split(unit_ids, '|'), "
                    + "lambda u: trim(u)), lambda u: u <> '') END")
            .check("names no unit", "trim(replace(unit_ids, '|', '')) = ''")
            .optional("treatment_subtype")
            .optional("treatment_site_scope")
            .optional("number_of_units_treated")
            .optional("treatment_count")
            .stored("CAST(coalesce(treatment_count, 1) AS INTEGER)")
            .optional("system_source")
            .key("treatment_id");

    private FarmerTables() {}

    /** All farmers' tables, stock first. */
    static List<SourceTable> all() {
        return List.of(STOCK, LOSSES, FEEDING, TEMPERATURES, TREATMENTS);
    }
}
