package io.tidemark.ingest.merge;

import static io.tidemark.ingest.contract.FarmerTables.LOSSES;
import static io.tidemark.ingest.contract.FarmerTables.STOCK;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.contract.NameList;
import io.tidemark.ingest.contract.SourceTable;
import java.util.Collection;

/**
 * What the published snapshot holds of the years that a delivery touches: {@code old_unit_day} and {@code old_unit_loss}
 * for the sites that were delivered, numbered as the delivered rows are; the views {@code touched_stock} and
 * {@code touched_loss} of everybody's.
 */
final class OldStock {

    /** True for a row {@code o} of another site than those that were delivered. */
    static final String OF_OTHER_SITES = "NOT EXISTS (SELECT 1 FROM stock_site AS d WHERE d.farmer_id = o.farmer_id "
            + "AND d.site_id = o.site_id)";

    private final DuckSession session;
    private final Spans spans;

    OldStock(DuckSession session, Spans spans) {
        this.session = session;
        this.spans = spans;
    }

    /** Makes the views. */
    void look(Collection<Integer> years) {
        session.run("CREATE VIEW touched_stock AS " + spans.oldRows(LakeTables.STOCK_DAY, years));
        session.run("CREATE VIEW touched_loss AS " + spans.oldRows(LakeTables.LOSS_DAY, years));
    }

    /** Makes the tables. */
    void take() {
        session.run("CREATE TABLE stock_site AS SELECT farmer_id, site_id FROM span_stock UNION SELECT farmer_id, site_id "
                + "FROM span_losses UNION SELECT farmer_id, site_id FROM span_feeding");
        String here = " AS o WHERE NOT (" + OF_OTHER_SITES + ")";
        NameList unit = list(STOCK, "unit_id");
        NameList cohort = list(STOCK, "cohort_id");
        NameList cause = list(LOSSES, "category_code");
        session.run("CREATE TEMP TABLE old_row AS SELECT o.*, CAST(NULL AS DATE) AS sea_transfer_date FROM touched_stock" + here);
        session.run("CREATE TEMP TABLE old_loss_row AS SELECT o.* FROM touched_loss" + here);
        name(unit, "old_row");
        name(unit, "old_loss_row");
        name(cohort, "old_row");
        name(cause, "old_loss_row");
        session.run("CREATE TABLE old_unit_day AS SELECT o.date, o.farmer_id, o.site_id, n1.unit, n2.cohort, o.fish_count, "
                + "o.avg_weight_gram, o.feed_g FROM old_row AS o" + join(unit, "n1") + join(cohort, "n2"));
        // a loss whose grams are the unit's weight times its number was not weighed: it follows the unit's weight
        session.run("CREATE TABLE old_unit_loss AS SELECT o.date, o.farmer_id, o.site_id, n1.unit, n2.cause, o.loss_count, "
                + "CASE WHEN o.loss_biomass_g <> " + StockYear.grams("o.loss_count", "o.unit_avg_weight_gram")
                + " THEN o.loss_biomass_g END AS weighed_g FROM old_loss_row AS o" + join(unit, "n1") + join(cause, "n2"));
        session.run("DROP TABLE old_row");
        session.run("DROP TABLE old_loss_row");
    }

    private static NameList list(SourceTable table, String column) {
        return table.listOf(column).orElseThrow();
    }

    private void name(NameList list, String rows) {
        session.run(list.insertNew("SELECT DISTINCT farmer_id, " + String.join(", ", list.columns()) + " FROM " + rows));
    }

    private static String join(NameList list, String alias) {
        return " JOIN " + list.table() + " AS " + alias + " ON " + alias + ".farmer_id = o.farmer_id AND "
                + list.same(alias, "o");
    }
}
