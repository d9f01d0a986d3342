package io.tidemark.ingest.merge;

import static io.tidemark.ingest.contract.FarmerTables.FEEDING;
import static io.tidemark.ingest.contract.FarmerTables.LOSSES;
import static io.tidemark.ingest.contract.FarmerTables.STOCK;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.load.CrossCheck;
import io.tidemark.ingest.load.Faults;
import io.tidemark.ingest.load.RejectedRow;
import io.tidemark.ingest.load.Workbench;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Stock, losses and feed become stock_day and loss_day. First {@link #check}: the stock as it will be, and what does not
 * fit it; then {@link #write}: the years that the delivery touches, made anew.
 */
public final class StockMerge {

    private static final String UNIT_DAY = "date, site_id, unit_id, farmer_id";

    private final DuckSession session;
    private final Faults faults;
    private final Spans spans;
    private final PartitionWriter writer;
    private Set<Integer> years = new TreeSet<>();

    /** Over the good rows of that database. */
    public StockMerge(Workbench bench, Faults faults, PartitionWriter writer) {
        session = bench.session();
        spans = new Spans(bench);
        this.faults = faults;
        this.writer = writer;
    }

    /** Makes the stock as it will be, and marks delivered rows that contradict it or another farmer's. */
    public void check() {
        spans.find(STOCK);
        spans.find(LOSSES);
        spans.find(FEEDING);
        years = spans.years(STOCK, LOSSES, FEEDING);
        session.run("CREATE VIEW touched_stock AS " + spans.oldRows(LakeTables.STOCK_DAY, years));
        session.run("CREATE VIEW touched_loss AS " + spans.oldRows(LakeTables.LOSS_DAY, years));
        faults.mark(STOCK, CrossCheck.OTHER_FARMERS_UNIT, """
                SELECT g.row_id, NULL AS value, NULL AS detail, NULL AS first_row
                FROM good_stock AS g JOIN touched_stock AS o
                  ON o.site_id = g.site_id AND o.date = g.date AND o.unit_id = g.unit_id AND o.farmer_id <> g.farmer_id
                WHERE o.site_id IN (SELECT site_id FROM span_stock) AND\s""" + Spans.isKept(STOCK));
        spans.find(STOCK);
        makeStock();
        checkLosses();
        checkFeeding();
    }

    private void makeStock() {
        String columns = UNIT_DAY + ", cohort_id, generation, species_code, fish_count, avg_weight_gram";
        boolean fresh = session.first("SELECT 1 FROM touched_stock LIMIT 1", row -> true).isEmpty();
        session.run("CREATE " + (fresh ? "VIEW" : "TABLE") + " stock_base AS SELECT " + columns
                + " FROM good_stock" + (fresh ? "" : " UNION ALL SELECT " + columns + " FROM touched_stock AS o WHERE "
                + Spans.isKept(STOCK)));
    }

    // a unit's losses of a day are one statement: when they do not fit the stock, none of them is taken
    private void checkLosses() {
        session.run("CREATE TABLE misfit_loss AS SELECT d.*, b.fish_count FROM (SELECT " + UNIT_DAY
                + ", sum(loss_count) AS losses FROM good_losses GROUP BY " + UNIT_DAY + ") AS d LEFT JOIN stock_base AS b "
                + "USING (" + UNIT_DAY + ") WHERE b.fish_count IS NULL OR d.losses > b.fish_count");
        String hits = " FROM good_losses JOIN misfit_loss USING (" + UNIT_DAY + ") WHERE fish_count IS ";
        faults.mark(LOSSES, CrossCheck.LOSS_WITHOUT_STOCK,
                "SELECT row_id, NULL AS value, NULL AS detail, NULL AS first_row" + hits + "NULL");
        faults.mark(LOSSES, CrossCheck.LOSS_ABOVE_STOCK, "SELECT row_id, NULL AS value, losses || ' lost of ' || fish_count "
                + "AS detail, NULL AS first_row" + hits + "NOT NULL");
    }

    private void checkFeeding() {
        session.run("CREATE TABLE misfit_feed AS SELECT f.row_id, b.fish_count FROM good_feeding AS f "
                + "LEFT JOIN stock_base AS b USING (" + UNIT_DAY + ") "
                + "WHERE b.fish_count IS NULL OR (b.fish_count = 0 AND f.feed_kg > 0)");
        String hits = "SELECT row_id, NULL AS value, NULL AS detail, NULL AS first_row FROM misfit_feed WHERE fish_count IS ";
        faults.mark(FEEDING, CrossCheck.FEED_WITHOUT_STOCK, hits + "NULL");
        faults.mark(FEEDING, CrossCheck.FEED_WITHOUT_FISH, hits + "NOT NULL");
    }

    /**
     * Writes stock_day and loss_day.
     *
     * @param changedYears gets the years whose stock differs from the published snapshot's
     * @return the rows of the lake that lost their footing
     */
    public List<DroppedRows> write(Set<Integer> changedYears) {
        spans.find(LOSSES);
        spans.find(FEEDING);
        List<DroppedRows> dropped = new ArrayList<>();
        mergeLosses(dropped);
        mergeFeed(dropped);
        for (int year : years) {
            if (writer.write(LakeTables.STOCK_DAY, year, stockDay(year))) {
                changedYears.add(year);
            }
            writer.write(LakeTables.LOSS_DAY, year, "SELECT * FROM loss_new WHERE " + Spans.inYear("date", year));
        }
        writer.reuseOthers(LakeTables.STOCK_DAY, years);
        writer.reuseOthers(LakeTables.LOSS_DAY, years);
        return dropped;
    }

    private void mergeLosses(List<DroppedRows> dropped) {
        // a loss whose grams are the unit's weight times its number was not weighed: it follows the unit's weight
        session.run("CREATE TABLE loss_kept AS SELECT o.*, o.loss_biomass_g = " + grams("o.loss_count",
                "o.unit_avg_weight_gram") + " AS by_unit FROM touched_loss AS o WHERE " + Spans.isKept(LOSSES));
        session.run("CREATE TABLE loss_dropped AS SELECT k.date, k.site_id, k.unit_id, k.farmer_id, k.loss_type, "
                + "k.category_code, k.loss_count, b.fish_count FROM loss_kept AS k JOIN (SELECT " + UNIT_DAY
                + ", sum(loss_count) AS losses FROM loss_kept GROUP BY " + UNIT_DAY + ") AS d USING (" + UNIT_DAY
                + ") LEFT JOIN stock_base AS b USING (" + UNIT_DAY + ") "
                + "WHERE b.fish_count IS NULL OR d.losses > b.fish_count");
        List<RejectedRow> rows = session.list("SELECT date, site_id, unit_id, loss_type, category_code, loss_count, "
                + "fish_count IS NULL FROM loss_dropped ORDER BY ALL",
                row -> new RejectedRow(0, "date, site_id, unit_id, loss_type, category_code, loss_count",
                        row.getString(1) + " " + row.getString(2) + " " + row.getString(3) + " " + row.getString(4) + " "
                                + row.getString(5) + " " + row.getInt(6),
                        row.getBoolean(7) ? "its stock was taken away by a correction"
                                : "its stock was corrected to less than the losses", ""));
        if (!rows.isEmpty()) {
            dropped.add(new DroppedRows("losses", rows));
        }
        session.run("CREATE TABLE loss_new AS SELECT l.date, l.site_id, l.unit_id, l.farmer_id, b.generation, b.species_code, "
                + "b.avg_weight_gram AS unit_avg_weight_gram, l.loss_type, l.category_code, "
                + "CAST(l.loss_count AS INTEGER) AS loss_count, "
                + grams("l.loss_count", "coalesce(l.avg_weight_gram, b.avg_weight_gram)") + " AS loss_biomass_g "
                + "FROM good_losses AS l JOIN stock_base AS b USING (" + UNIT_DAY + ") UNION ALL "
                + "SELECT k.date, k.site_id, k.unit_id, k.farmer_id, b.generation, b.species_code, b.avg_weight_gram, "
                + "k.loss_type, k.category_code, k.loss_count, CASE WHEN k.by_unit THEN "
                + grams("k.loss_count", "b.avg_weight_gram") + " ELSE k.loss_biomass_g END "
                + "FROM loss_kept AS k JOIN stock_base AS b USING (" + UNIT_DAY + ") "
                + "ANTI JOIN loss_dropped AS x USING (" + UNIT_DAY + ")");
    }

    private void mergeFeed(List<DroppedRows> dropped) {
        session.run("CREATE TABLE feed_kept AS SELECT " + UNIT_DAY + ", feed_g FROM touched_stock AS o WHERE feed_g IS NOT NULL "
                + "AND " + Spans.isKept(FEEDING));
        String misfit = "b.fish_count IS NULL OR (b.fish_count = 0 AND k.feed_g > 0)";
        String joined = " FROM feed_kept AS k LEFT JOIN stock_base AS b USING (" + UNIT_DAY + ") WHERE ";
        List<RejectedRow> rows = session.list("SELECT date, site_id, unit_id, feed_g" + joined + misfit + " ORDER BY ALL",
                row -> new RejectedRow(0, "date, site_id, unit_id, feed_g", row.getString(1) + " " + row.getString(2) + " "
                        + row.getString(3) + " " + row.getLong(4), "its stock was taken away by a correction", ""));
        if (!rows.isEmpty()) {
            dropped.add(new DroppedRows("feeding", rows));
        }
        session.run("CREATE TABLE feed_new AS SELECT " + UNIT_DAY + ", feed_kg AS feed_g FROM good_feeding UNION ALL SELECT "
                + UNIT_DAY + ", feed_g" + joined + "NOT (" + misfit + ")");
    }

    private static String grams(String count, String weight) {
        return "CAST(round(CAST(" + count + " AS BIGINT) * " + weight + ", 0) AS BIGINT)";
    }

    private static String stockDay(int year) {
        String losses = "CAST(coalesce(sum(loss_count) FILTER (loss_type = '%1$s'), 0) AS INTEGER) AS %1$s_count, "
                + "CAST(coalesce(sum(loss_biomass_g) FILTER (loss_type = '%1$s'), 0) AS BIGINT) AS %1$s_biomass_g";
        return "SELECT b.*, " + grams("b.fish_count", "b.avg_weight_gram") + " AS biomass_g, "
                + "coalesce(l.mortality_count, 0) AS mortality_count, coalesce(l.mortality_biomass_g, 0) AS mortality_biomass_g, "
                + "coalesce(l.culling_count, 0) AS culling_count, coalesce(l.culling_biomass_g, 0) AS culling_biomass_g, "
                + "f.feed_g "
                + "FROM (SELECT * FROM stock_base WHERE " + Spans.inYear("date", year) + ") AS b LEFT JOIN (SELECT date, "
                + "site_id, unit_id, " + losses.formatted("mortality") + ", " + losses.formatted("culling")
                + " FROM loss_new WHERE " + Spans.inYear("date", year) + " GROUP BY date, site_id, unit_id) AS l "
                + "USING (date, site_id, unit_id) LEFT JOIN (SELECT date, site_id, unit_id, feed_g FROM feed_new WHERE "
                + Spans.inYear("date", year) + ") AS f USING (date, site_id, unit_id)";
    }
}
