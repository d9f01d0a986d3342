package io.tidemark.ingest.contract;

import static io.tidemark.ingest.contract.ReadType.AMOUNT;
import static io.tidemark.ingest.contract.ReadType.COUNT;
import static io.tidemark.ingest.contract.ReadType.DAY;
import static io.tidemark.ingest.contract.ReadType.FLAG;
import static io.tidemark.ingest.contract.ReadType.TEXT;
import static io.tidemark.ingest.contract.SourceTable.table;

import io.tidemark.ingest.delivery.Folder;
import java.util.List;

/** What farmers deliver. */
public final class FarmerTables {

    private static final String WEIGHT = "CAST(avg_weight_gram AS DECIMAL(9,2))";

    /** Stock at the start of each day. */
    public static final SourceTable STOCK = table(Folder.FARMERS, "stock")
            .required("date", DAY, "the day").notAfterToday()
            .required("site_id", TEXT, "the authority's site number")
            .required("unit_id", TEXT, "net-pen or tank, unique within its site")
            .required("cohort_id", TEXT, "fish of one origin followed through a farm")
            .required("species_code", TEXT, "FAO species code").normal("upper(nullif(trim(species_code), ''))")
            .check("must be a FAO species code of three letters, such as SAL or TRR",
                    "species_code NOT IN ('SAL', 'TRR') AND NOT regexp_full_match(species_code, '[A-Z]{3}')")
            .required("fish_count", COUNT, "fish at the start of the day")
            .required("avg_weight_gram", AMOUNT, "mean weight, grams").from("0", "30000", " gram")
            .check("must not be 0 for a unit with fish", "avg_weight_gram = 0 AND fish_count > 0").stored(WEIGHT)
            .optional("sea_transfer_date", DAY, "day of the transfer to sea").notAfterToday()
            .optional("generation", TEXT, "year class by sea transfer").normal("generation_code(generation)")
            .check("must be like V2025, H2025, 2025 - Vår or 2025 - Høst", "is_no_generation(generation)")
            .check("contradicts sea_transfer_date: January to July is V, August to December is H",
                    "generation <> generation_of(sea_transfer_date)")
            .stored("coalesce(generation, generation_of(sea_transfer_date))")
            .eitherOf("generation", "sea_transfer_date")
            .numbered("unit", "site_id", "unit_id")
            .numbered("cohort", "cohort_id", "species_code", "sea_transfer_date", "generation")
            .key("date", "site_id", "unit_id");

    /** Losses by cause. */
    public static final SourceTable LOSSES = table(Folder.FARMERS, "losses")
            .required("date", DAY, "the day").notAfterToday()
            .required("site_id", TEXT, "the authority's site number")
            .required("unit_id", TEXT, "net-pen or tank")
            .required("loss_type", TEXT, "found dead, or killed and discarded").oneOf("mortality", "culling")
            .required("category_code", TEXT, "cause, a code of the code list")
            .normal("upper(nullif(trim(category_code), ''))")
            .required("loss_count", COUNT, "fish lost")
            .optional("avg_weight_gram", AMOUNT, "their mean weight, grams; the unit's when not given")
            .from("0", "30000", " gram")
            .check("must not be 0 for lost fish; leave it empty when it was not measured",
                    "avg_weight_gram = 0 AND loss_count > 0").stored(WEIGHT)
            .numbered("unit", "site_id", "unit_id")
            .numbered("cause", "loss_type", "category_code")
            .key("date", "site_id", "unit_id", "loss_type", "category_code");

    /** Feed given. */
    public static final SourceTable FEEDING = table(Folder.FARMERS, "feeding")
            .required("date", DAY, "the day").notAfterToday()
            .required("site_id", TEXT, "the authority's site number")
            .required("unit_id", TEXT, "net-pen or tank")
            .required("feed_kg", AMOUNT, "feed given, kg").from("0", "1000000", " kg")
            .stored("CAST(round(feed_kg * 1000, 0) AS BIGINT)")
            .numbered("unit", "site_id", "unit_id")
            .key("date", "site_id", "unit_id");

    /** Temperature readings. */
    public static final SourceTable TEMPERATURES = table(Folder.FARMERS, "temperatures")
            .required("date", DAY, "the day").notAfterToday()
            .required("site_id", TEXT, "the authority's site number")
            .required("temperature", AMOUNT, "degrees Celsius").from("-2", "30", " degrees Celsius")
            .stored("CAST(temperature AS DECIMAL(5,2))")
            .optional("depth_m", AMOUNT, "metres below the surface").from("0", "1000", " metres")
            .normal("CAST(round(depth_m, 1) AS DECIMAL(18,6))").stored("CAST(depth_m AS DECIMAL(5,1))")
            .optional("measurement_count", COUNT, "measurements behind the value, 1 when not given")
            .check("must not be 0: a value comes from a measurement", "measurement_count = 0")
            .stored("CAST(coalesce(measurement_count, 1) AS INTEGER)")
            .numbered("place", "site_id")
            .key("date", "site_id", "depth_m");

    /** Treatments and other health measures. */
    public static final SourceTable TREATMENTS = table(Folder.FARMERS, "treatments")
            .required("treatment_id", TEXT, "the farmer's number")
            .required("date", DAY, "the day").notAfterToday()
            .required("site_id", TEXT, "the authority's site number")
            .required("treatment_category", TEXT, "kind of treatment").oneOf("Bath", "Medicinal", "Mechanical", "Thermal",
                    "Freshwater", "Cleanerfish", "Combination", "Vaccination", "Other")
            .required("treatment_target", TEXT, "against what").oneOf("Lice", "Bacteria", "Parasites", "Health", "Other")
            .required("requires_handling", FLAG, "whether the fish are handled")
            .required("is_antibiotic", FLAG, "whether an antibiotic is used")
            .optional("unit_ids", TEXT, "units treated, |-separated")
            .stored("CASE WHEN unit_ids IS NOT NULL THEN list_filter(list_transform(string_split(unit_ids, '|'), "
                    + "lambda u: trim(u)), lambda u: u <> '') END")
            .check("names no unit", "trim(replace(unit_ids, '|', '')) = ''")
            .optional("treatment_subtype", TEXT, "free text, such as the substance")
            .optional("treatment_site_scope", TEXT, "full or partial")
            .optional("number_of_units_treated", COUNT, "as reported")
            .optional("treatment_count", COUNT, "treatments that the row stands for, 1 when not given")
            .stored("CAST(coalesce(treatment_count, 1) AS INTEGER)")
            .optional("system_source", TEXT, "the farm system that the row comes from")
            .keyWithinFarmer("treatment_id");

    private FarmerTables() {}

    /** All of them, stock first. */
    static List<SourceTable> all() {
        return List.of(STOCK, LOSSES, FEEDING, TEMPERATURES, TREATMENTS);
    }
}
