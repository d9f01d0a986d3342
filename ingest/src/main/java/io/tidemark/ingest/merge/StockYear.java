package io.tidemark.ingest.merge;

import static io.tidemark.ingest.contract.FarmerTables.FEEDING;
import static io.tidemark.ingest.contract.FarmerTables.LOSSES;
import static io.tidemark.ingest.contract.FarmerTables.STOCK;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.ingest.check.CrossCheck;
import io.tidemark.ingest.check.Faults;
import io.tidemark.ingest.staging.PassingTable;

/**
 * One year of units' days in the making, small enough for the memory: {@code year_stock}, {@code year_loss},
 * {@code year_day} (a unit's losses of a day), {@code year_feed}, {@code stray_feed} (feed that has no stock, or no fish)
 * and {@code year_row} (stock_day), all by numbers. Delivered rows come together with what the delivery leaves of the
 * published ones.
 */
final class StockYear {

    private final DuckSession session;
    private final Faults faults;
    private final boolean hasOld;
    private final String inYear;

    StockYear(DuckSession session, Faults faults, boolean hasOld, int year) {
        this.session = session;
        this.faults = faults;
        this.hasOld = hasOld;
        inYear = Spans.inYear("date", year);
    }

    /** Grams of so many fish of a weight, half a gram away from zero. The types keep the product within 64 bits. */
    static String grams(String count, String weight) {
        return "CAST(round(CAST(" + count + " AS DECIMAL(10,0)) * CAST(" + weight + " AS DECIMAL(7,2)), 0) AS BIGINT)";
    }

    /** Makes the tables; delivered losses and feed that do not fit the stock are taken out and marked. */
    void make() {
        makeStock();
        makeLosses();
        if (markLosses() > 0) {
            makeLosses();
        }
        makeFeed();
        if (markFeed() > 0) {
            makeFeed();
        }
    }

    private void makeStock() {
        String columns = "SELECT date, unit, cohort, fish_count, avg_weight_gram FROM ";
        PassingTable.makeTemporary(session, "year_stock", columns + "in_stock WHERE " + inYear
                + old(columns + "old_unit_day AS o WHERE " + inYear + " AND " + Spans.isKept(STOCK)));
    }

    // a published loss that was weighed keeps its grams; all others are of the unit's weight where they have none of their own
    private void makeLosses() {
        String delivered = "SELECT date, unit, cause, loss_count, avg_weight_gram AS own_weight, "
                + "CAST(NULL AS BIGINT) AS weighed_g FROM in_losses WHERE " + inYear;
        String published = "SELECT date, unit, cause, loss_count, NULL, weighed_g FROM old_unit_loss AS o "
                + "ANTI JOIN dropped_loss AS x USING (date, unit) WHERE " + inYear + " AND " + Spans.isKept(LOSSES);
        PassingTable.makeTemporary(session, "year_loss", """
                SELECT
                  l.date, l.unit, l.cause, c.loss_type = 'culling' AS is_culling, l.loss_count,
                  s.cohort, s.fish_count, s.avg_weight_gram, coalesce(l.weighed_g, %s) AS grams
                FROM (%s) AS l
                JOIN name_cause AS c USING (cause)
                LEFT JOIN year_stock AS s USING (unit, date)""".formatted(
                grams("l.loss_count", "coalesce(l.own_weight, s.avg_weight_gram)"), delivered + old(published)));
        PassingTable.makeTemporary(session, "year_day", """
                SELECT *, mortality_count + culling_count AS losses
                FROM (
                  SELECT
                    unit, date, max(fish_count) AS fish_count,
                    CAST(sum(if(is_culling, 0, loss_count)) AS BIGINT) AS mortality_count,
                    CAST(sum(if(is_culling, 0, grams)) AS BIGINT) AS mortality_g,
                    CAST(sum(if(is_culling, loss_count, 0)) AS BIGINT) AS culling_count,
                    CAST(sum(if(is_culling, grams, 0)) AS BIGINT) AS culling_g
                  FROM year_loss
                  GROUP BY unit, date
                )""");
    }

    // a unit's losses of a day are one statement: when they do not fit the stock, none of them is taken
    private long markLosses() {
        if (!any("year_day WHERE fish_count IS NULL OR losses > fish_count")) {
            return 0;
        }
        String hits = " FROM in_losses JOIN year_day USING (unit, date) WHERE fish_count IS ";
        return faults.mark(LOSSES, CrossCheck.LOSS_WITHOUT_STOCK,
                "SELECT row_id, NULL AS value, NULL AS detail, NULL AS first_row" + hits + "NULL")
                + faults.mark(LOSSES, CrossCheck.LOSS_ABOVE_STOCK, "SELECT row_id, NULL AS value, "
                        + "losses || ' lost of ' || fish_count AS detail, NULL AS first_row" + hits
                        + "NOT NULL AND losses > fish_count");
    }

    private void makeFeed() {
        String delivered = "SELECT date, unit, feed_kg AS feed_g FROM in_feeding WHERE " + inYear;
        String published = "SELECT date, unit, feed_g FROM old_unit_day AS o ANTI JOIN dropped_feed AS x USING (date, unit) "
                + "WHERE feed_g IS NOT NULL AND " + inYear + " AND " + Spans.isKept(FEEDING);
        session.run("CREATE OR REPLACE TEMP VIEW year_feed AS " + delivered + old(published));
        session.run("""
                CREATE OR REPLACE TEMP VIEW year_row AS
                SELECT
                  date, unit, s.cohort, s.fish_count, s.avg_weight_gram, %s AS biomass_g,
                  coalesce(d.mortality_count, 0) AS mortality_count, coalesce(d.mortality_g, 0) AS mortality_g,
                  coalesce(d.culling_count, 0) AS culling_count, coalesce(d.culling_g, 0) AS culling_g, f.feed_g
                FROM year_stock AS s
                LEFT JOIN year_feed AS f USING (unit, date)
                LEFT JOIN year_day AS d USING (unit, date)""".formatted(grams("s.fish_count", "s.avg_weight_gram")));
        boolean none = session.first("SELECT count(*) = (SELECT count(*) FROM year_feed) FROM year_feed "
                + "JOIN year_stock AS s USING (unit, date) WHERE s.fish_count > 0 OR feed_g = 0", row -> row.getBoolean(1))
                .orElseThrow();
        session.run("CREATE OR REPLACE TEMP TABLE stray_feed AS SELECT date, unit, s.fish_count FROM year_feed "
                + "LEFT JOIN year_stock AS s USING (unit, date) WHERE s.fish_count IS NULL OR (s.fish_count = 0 AND feed_g > 0)"
                + (none ? " LIMIT 0" : ""));
    }

    private long markFeed() {
        if (!any("stray_feed")) {
            return 0;
        }
        String hits = "SELECT row_id, %s AS value, NULL AS detail, NULL AS first_row FROM in_feeding AS f "
                + "JOIN stray_feed AS r USING (unit, date) WHERE r.fish_count ";
        return faults.mark(FEEDING, CrossCheck.FEED_WITHOUT_STOCK, hits.formatted("NULL") + "IS NULL")
                + faults.mark(FEEDING, CrossCheck.FEED_WITHOUT_FISH,
                        hits.formatted("CAST(f.feed_kg AS DECIMAL(18,3)) / 1000") + "= 0 AND f.feed_kg > 0");
    }

    private boolean any(String rows) {
        return session.first("SELECT 1 FROM " + rows + " LIMIT 1", row -> true).isPresent();
    }

    private String old(String select) {
        return hasOld ? " UNION ALL " + select : "";
    }
}
