package io.tidemark.ingest.merge;

import static io.tidemark.ingest.contract.FarmerTables.FEEDING;
import static io.tidemark.ingest.contract.FarmerTables.LOSSES;
import static io.tidemark.ingest.contract.FarmerTables.STOCK;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.ingest.load.CrossCheck;
import io.tidemark.ingest.load.Faults;

/**
 * One year of units' days in the making, small enough for the memory: {@code year_stock}, {@code year_loss},
 * {@code year_day} (a unit's losses of a day) and {@code year_row} (stock_day), all by numbers. Delivered rows come
 * together with what the delivery leaves of the published ones.
 */
final class StockYear {

    private static final String FOOTING = "fish_count IS NOT NULL AND losses <= fish_count";

    private final DuckSession session;
    private final Faults faults;
    private final boolean hasOld;
    private final int year;

    StockYear(DuckSession session, Faults faults, boolean hasOld, int year) {
        this.session = session;
        this.faults = faults;
        this.hasOld = hasOld;
        this.year = year;
    }

    /** Grams of so many fish of a weight, half a gram away from zero. The types keep the product within 64 bits. */
    static String grams(String count, String weight) {
        return "CAST(round(CAST(" + count + " AS DECIMAL(10,0)) * CAST(" + weight + " AS DECIMAL(7,2)), 0) AS BIGINT)";
    }

    /** Makes the tables; delivered losses and feed that do not fit the stock are taken out and marked. */
    void make() {
        session.run("CREATE OR REPLACE TEMP TABLE year_stock AS SELECT date, unit, cohort, fish_count, avg_weight_gram "
                + "FROM in_stock WHERE " + inYear() + old(" UNION ALL SELECT date, unit, cohort, fish_count, avg_weight_gram "
                + "FROM old_unit_day AS o WHERE " + inYear() + " AND " + Spans.isKept(STOCK)));
        makeLosses();
        if (markLosses() > 0) {
            makeLosses();
        }
        makeRows();
        if (markFeed() > 0) {
            makeRows();
        }
    }

    private void makeLosses() {
        session.run("CREATE OR REPLACE TEMP TABLE year_loss AS SELECT l.date, l.unit, l.cause, c.loss_type = 'culling' AS culled, "
                + "l.loss_count, s.cohort, s.fish_count, s.avg_weight_gram, coalesce(l.weighed_g, "
                + grams("l.loss_count", "coalesce(l.own_weight, s.avg_weight_gram)") + ") AS grams FROM ("
                + "SELECT date, unit, cause, loss_count, avg_weight_gram AS own_weight, CAST(NULL AS BIGINT) AS weighed_g "
                + "FROM in_losses WHERE " + inYear() + old(" UNION ALL SELECT date, unit, cause, loss_count, NULL, weighed_g "
                + "FROM old_unit_loss AS o ANTI JOIN dropped_loss AS d USING (date, unit) WHERE " + inYear() + " AND "
                + Spans.isKept(LOSSES)) + ") AS l JOIN name_cause AS c USING (cause) LEFT JOIN year_stock AS s USING (unit, date)");
        session.run("CREATE OR REPLACE TEMP TABLE year_day AS SELECT unit, date, any_value(fish_count) AS fish_count, "
                + "sum(loss_count) AS losses, sum(loss_count) FILTER (NOT culled) AS died, sum(grams) FILTER (NOT culled) AS died_g, "
                + "sum(loss_count) FILTER (culled) AS culled, sum(grams) FILTER (culled) AS culled_g FROM year_loss "
                + "GROUP BY unit, date");
    }

    // a unit's losses of a day are one statement: when they do not fit the stock, none of them is taken
    private long markLosses() {
        String hits = " FROM in_losses JOIN year_day USING (unit, date) WHERE fish_count IS ";
        boolean none = session.first("SELECT 1 FROM year_day WHERE NOT (" + FOOTING + ") OR fish_count IS NULL LIMIT 1",
                row -> true).isEmpty();
        return none ? 0 : faults.mark(LOSSES, CrossCheck.LOSS_WITHOUT_STOCK,
                "SELECT row_id, NULL AS value, NULL AS detail, NULL AS first_row" + hits + "NULL")
                + faults.mark(LOSSES, CrossCheck.LOSS_ABOVE_STOCK, "SELECT row_id, NULL AS value, losses || ' lost of ' || "
                + "fish_count AS detail, NULL AS first_row" + hits + "NOT NULL AND losses > fish_count");
    }

    private void makeRows() {
        session.run("CREATE OR REPLACE TEMP TABLE year_row AS SELECT date, unit, s.cohort, s.fish_count, s.avg_weight_gram, "
                + grams("s.fish_count", "s.avg_weight_gram") + " AS biomass_g, coalesce(d.died, 0) AS died, "
                + "coalesce(d.died_g, 0) AS died_g, coalesce(d.culled, 0) AS culled, coalesce(d.culled_g, 0) AS culled_g, f.feed_g "
                + "FROM year_stock AS s FULL JOIN (SELECT date, unit, feed_kg AS feed_g FROM in_feeding WHERE " + inYear()
                + old(" UNION ALL SELECT date, unit, feed_g FROM old_unit_day AS o ANTI JOIN dropped_feed AS x USING (date, unit) "
                + "WHERE feed_g IS NOT NULL AND " + inYear() + " AND " + Spans.isKept(FEEDING))
                + ") AS f USING (unit, date) LEFT JOIN year_day AS d USING (unit, date)");
    }

    private long markFeed() {
        String hits = "SELECT row_id, %s AS value, NULL AS detail, NULL AS first_row FROM in_feeding AS f "
                + "JOIN year_row AS r USING (unit, date) WHERE r.fish_count ";
        boolean none = session.first("SELECT 1 FROM year_row WHERE fish_count IS NULL OR (fish_count = 0 AND feed_g > 0) LIMIT 1",
                row -> true).isEmpty();
        return none ? 0 : faults.mark(FEEDING, CrossCheck.FEED_WITHOUT_STOCK, hits.formatted("NULL") + "IS NULL")
                + faults.mark(FEEDING, CrossCheck.FEED_WITHOUT_FISH,
                hits.formatted("CAST(f.feed_kg AS DECIMAL(18,3)) / 1000") + "= 0 AND f.feed_kg > 0");
    }

    /** SQL: the rows of stock_day. */
    String stockDay() {
        return "SELECT r.date, u.site_id, u.unit_id, u.farmer_id, c.cohort_id, c.generation, c.species_code, r.fish_count, "
                + "CAST(r.avg_weight_gram AS DECIMAL(9,2)) AS avg_weight_gram, r.biomass_g, CAST(r.died AS INTEGER) AS mortality_count, "
                + "CAST(r.died_g AS BIGINT) AS mortality_biomass_g, CAST(r.culled AS INTEGER) AS culling_count, "
                + "CAST(r.culled_g AS BIGINT) AS culling_biomass_g, CAST(r.feed_g AS BIGINT) AS feed_g FROM year_row AS r "
                + "JOIN text_unit AS u USING (unit) JOIN text_cohort AS c USING (cohort)"
                + old(" UNION ALL SELECT * FROM touched_stock AS o WHERE " + inYear() + " AND " + OldStock.OF_OTHER_SITES);
    }

    /** SQL: the rows of loss_day. */
    String lossDay() {
        return "SELECT l.date, u.site_id, u.unit_id, u.farmer_id, c.generation, c.species_code, "
                + "CAST(l.avg_weight_gram AS DECIMAL(9,2)) AS unit_avg_weight_gram, k.loss_type, k.category_code, "
                + "CAST(l.loss_count AS INTEGER) AS loss_count, l.grams AS loss_biomass_g FROM year_loss AS l "
                + "JOIN text_unit AS u USING (unit) JOIN text_cohort AS c USING (cohort) JOIN text_cause AS k USING (cause)"
                + old(" UNION ALL SELECT * FROM touched_loss AS o WHERE " + inYear() + " AND " + OldStock.OF_OTHER_SITES);
    }

    private String inYear() {
        return Spans.inYear("date", year);
    }

    private String old(String sql) {
        return hasOld ? sql : "";
    }
}
