package io.tidemark.server.sql;

import io.tidemark.data.database.SnapshotView;
import java.util.List;
import java.util.Set;

/**
 * The tables and views with rows of farmers, which other callers must not see.
 *
 * @param names the names of the tables and views
 */
public record FarmersData(Set<String> names) {

    private static final Set<String> TABLES = Set.of("stock_day", "loss_day", "treatment", "stock_cell", "loss_cell",
            "treatment_touch", "cohort_year", "released_stock_cell", "released_loss_cell", "released_treatment", "released_touch",
            "released_month_stock",
            "released_feed_day", "released_site_day", "generation_day", "site_quarter", "cycle_year", "treatment_event");

    /** The tables, with the views that use them. */
    public static FarmersData with(List<SnapshotView> views) {
        return new FarmersData(SqlViews.standingOn(TABLES, views));
    }

    /** Whether these lines read any of the tables and views. */
    public boolean isReadBy(List<SqlLine> lines) {
        return lines.stream().anyMatch(line -> SqlViews.mentions(line.text(), names));
    }
}
