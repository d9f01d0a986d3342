package io.tidemark.ingest.merge;

import static io.tidemark.ingest.contract.FarmerTables.FEEDING;
import static io.tidemark.ingest.contract.FarmerTables.LOSSES;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.ingest.check.RejectedRow;
import java.util.ArrayList;
import java.util.List;

/** Losses and feed of the lake that lose their footing, since a correction takes their stock away. */
final class DroppedStock {

    private final DuckSession session;
    private final List<RejectedRow> losses = new ArrayList<>();
    private final List<RejectedRow> feed = new ArrayList<>();

    DroppedStock(DuckSession session) {
        this.session = session;
    }

    /** Makes the empty tables of what is dropped. */
    void begin() {
        session.run("CREATE TABLE dropped_loss(date DATE, unit INTEGER)");
        session.run("CREATE TABLE dropped_feed(date DATE, unit INTEGER)");
    }

    /** Finds them in the year in the making; whether there were any. */
    boolean find(int year) {
        String inYear = Spans.inYear("date", year) + " AND ";
        session.run("INSERT INTO dropped_loss SELECT date, unit FROM year_day WHERE fish_count IS NULL OR losses > fish_count");
        List<RejectedRow> lost = session.list("SELECT date, n.site_id, n.unit_id, c.loss_type, c.category_code, loss_count, "
                + "d.fish_count IS NULL FROM old_unit_loss AS o JOIN dropped_loss USING (date, unit) JOIN year_day AS d "
                + "USING (date, unit) JOIN name_unit AS n USING (unit) JOIN name_cause AS c USING (cause) WHERE " + inYear
                + Spans.isKept(LOSSES) + " ORDER BY ALL",
                row -> new RejectedRow(0, "date, site_id, unit_id, loss_type, category_code, loss_count",
                        row.getString(1) + " " + row.getString(2) + " " + row.getString(3) + " " + row.getString(4) + " "
                                + row.getString(5) + " " + row.getInt(6),
                        row.getBoolean(7) ? "its stock was taken away by a correction"
                                : "its stock was corrected to less than the losses", ""));
        session.run("INSERT INTO dropped_feed SELECT date, unit FROM stray_feed");
        List<RejectedRow> fed = session.list("SELECT date, n.site_id, n.unit_id, feed_g FROM old_unit_day AS o "
                + "JOIN dropped_feed USING (date, unit) JOIN name_unit AS n USING (unit) WHERE feed_g IS NOT NULL AND "
                + inYear + Spans.isKept(FEEDING) + " ORDER BY ALL",
                row -> new RejectedRow(0, "date, site_id, unit_id, feed_g", row.getString(1) + " " + row.getString(2) + " "
                        + row.getString(3) + " " + row.getLong(4), "its stock was taken away by a correction", ""));
        losses.addAll(lost);
        feed.addAll(fed);
        return !lost.isEmpty() || !fed.isEmpty();
    }

    /** All that were found. */
    List<DroppedRows> rows() {
        List<DroppedRows> all = new ArrayList<>();
        if (!losses.isEmpty()) {
            all.add(new DroppedRows("losses", losses));
        }
        if (!feed.isEmpty()) {
            all.add(new DroppedRows("feeding", feed));
        }
        return all;
    }
}
