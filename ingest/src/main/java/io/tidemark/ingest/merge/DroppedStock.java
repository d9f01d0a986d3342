package io.tidemark.ingest.merge;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.ingest.check.RejectedRow;
import java.util.ArrayList;
import java.util.List;

/** Finds losses and feed of the lake that become invalid because a correction removes their stock. */
final class DroppedStock {

    private static final SqlFile SQL = SqlFile.of("ingest/stock.sql");

    private final DuckSession session;
    private final List<RejectedRow> losses = new ArrayList<>();
    private final List<RejectedRow> feed = new ArrayList<>();

    DroppedStock(DuckSession session) {
        this.session = session;
    }

    /** Finds them in the current year; returns whether any were found. */
    boolean find() {
        SQL.get("drop_losses").run(session);
        List<RejectedRow> lost = SQL.get("dropped_losses").list(session,
                row -> new RejectedRow(0, "date, site_id, unit_id, loss_type, category_code, loss_count",
                        row.getString(1) + " " + row.getString(2) + " " + row.getString(3) + " " + row.getString(4)
                                + " " + row.getString(5) + " " + row.getInt(6),
                        row.getBoolean(7) ? "its stock was removed by a correction"
                                : "a correction left its unit without fish that day, and without a weight on any day",
                                ""));
        SQL.get("drop_feed").run(session);
        List<RejectedRow> fed = SQL.get("dropped_feed").list(session,
                row -> new RejectedRow(0, "date, site_id, unit_id, feed_g", row.getString(1) + " " + row.getString(2)
                        + " " + row.getString(3) + " " + row.getLong(4), "its stock was removed by a correction", ""));
        losses.addAll(lost);
        feed.addAll(fed);
        return !lost.isEmpty() || !fed.isEmpty();
    }

    /** All rows found so far. */
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
