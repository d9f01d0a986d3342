package io.tidemark.ingest.merge;

/**
 * The lake's rows of a year: those of the sites that were delivered, a {@link StockYear}'s numbers as the texts that they stand
 * for; what the published snapshot has of these sites, and of the others.
 */
final class YearRows {

    private final int year;

    YearRows(int year) {
        this.year = year;
    }

    /** SQL: the rows of stock_day. */
    String stockDay() {
        return """
                SELECT
                  r.date, u.site_id, u.unit_id, u.farmer_id, c.cohort_id, c.generation, c.species_code, r.fish_count,
                  CAST(r.avg_weight_gram AS DECIMAL(9,2)) AS avg_weight_gram, r.biomass_g,
                  CAST(r.mortality_count AS INTEGER) AS mortality_count,
                  CAST(r.mortality_g AS BIGINT) AS mortality_biomass_g,
                  CAST(r.culling_count AS INTEGER) AS culling_count,
                  CAST(r.culling_g AS BIGINT) AS culling_biomass_g,
                  CAST(r.feed_g AS BIGINT) AS feed_g
                FROM year_row AS r
                JOIN text_unit AS u USING (unit)
                JOIN text_cohort AS c USING (cohort)""";
    }

    /** SQL: the rows of loss_day. */
    String lossDay() {
        return """
                SELECT
                  l.date, u.site_id, u.unit_id, u.farmer_id, c.generation, c.species_code,
                  CAST(l.avg_weight_gram AS DECIMAL(9,2)) AS unit_avg_weight_gram, k.loss_type, k.category_code,
                  CAST(l.loss_count AS INTEGER) AS loss_count, l.grams AS loss_biomass_g
                FROM year_loss AS l
                JOIN text_unit AS u USING (unit)
                JOIN text_cohort AS c USING (cohort)
                JOIN text_cause AS k USING (cause)""";
    }

    /** SQL: what the published stock_day has of the sites that were delivered. */
    String stockBefore() {
        return published("touched_stock", "NOT ");
    }

    /** SQL: what the published loss_day has of the sites that were delivered. */
    String lossBefore() {
        return published("touched_loss", "NOT ");
    }

    /** SQL: what the published stock_day has of all other sites. */
    String stockOfOthers() {
        return published("touched_stock", "");
    }

    /** SQL: what the published loss_day has of all other sites. */
    String lossOfOthers() {
        return published("touched_loss", "");
    }

    private String published(String rows, String not) {
        return "SELECT * FROM " + rows + " AS o WHERE " + Spans.inYear("date", year) + " AND " + not + "("
                + OldStock.OF_OTHER_SITES + ")";
    }
}
