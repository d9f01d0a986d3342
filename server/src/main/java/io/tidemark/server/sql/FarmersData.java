package io.tidemark.server.sql;

import io.tidemark.data.database.SnapshotView;
import java.util.List;
import java.util.Set;

/**
 * The tables and views with rows of farmers, whose figures others must not see.
 *
 * @param names their names
 */
public record FarmersData(Set<String> names) {

    private static final Set<String> TABLES = Set.of("stock_day", "loss_day", "treatment", "stock_cell", "loss_cell",
            "treatment_touch", "cohort_year", "released_stock_cell", "released_loss_cell", "released_treatment", "released_touch", "released_month_stock",
            "released_feed_day", "released_site_day");

    /** The tables, and the views that use them. */
    public static FarmersData with(List<SnapshotView> views) {
        return new FarmersData(SqlViews.standingOn(TABLES, views));
    }

    /** Whether some lines read any of them. */
    public boolean isReadBy(List<SqlLine> lines) {
        return lines.stream().anyMatch(line -> SqlViews.mentions(line.text(), names));
    }
}
