package io.tidemark.ingest.merge;

/** The lake's rows of a {@link StockYear}: its numbers as the texts that they stand for, and other sites' rows as they were. */
final class YearRows {

    private final boolean hasOld;
    private final int year;

    YearRows(boolean hasOld, int year) {
        this.hasOld = hasOld;
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
                JOIN text_cohort AS c USING (cohort)""" + others("touched_stock");
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
                JOIN text_cause AS k USING (cause)""" + others("touched_loss");
    }

    private String others(String published) {
        return hasOld ? " UNION ALL SELECT * FROM " + published + " AS o WHERE " + Spans.inYear("date", year) + " AND "
                + OldStock.OF_OTHER_SITES : "";
    }
}
