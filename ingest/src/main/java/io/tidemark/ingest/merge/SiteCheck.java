package io.tidemark.ingest.merge;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.farmer.SiteClaims;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import io.tidemark.ingest.check.CrossCheck;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.delivery.Remark;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.staging.StagingTables;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives each site to the companies named for it, else to the first one with stock there. Rejections and their messages
 * depend only on the site's companies, not on its days, units or stock, so that they reveal nothing of another
 * company's fish.
 */
record SiteCheck(StagingDatabase staging) {

    private static final SqlFile SQL = SqlFile.of("ingest/owners.sql");

    /**
     * Rejects the rows of all other companies. Call after the lists are made, and before rows of different companies
     * are compared.
     *
     * @return remarks for people
     */
    List<String> mark(List<SourceTable> tables) {
        hold();
        List<String> remarks = new ArrayList<>(Remark.of("unconfirmed_sites",
                SQL.get("unconfirmed_site").part("unconfirmed", SiteClaims.unconfirmed(SiteCheck::next))
                        .list(staging.session(), row -> row.getString(1))));
        if (!staging.session().hasRows("others_site")) {
            return remarks;
        }
        for (SourceTable table : tables) {
            SQL.get("mark_others").part("good_rows", table.goodView()).with("fault", CrossCheck.OTHERS_SITE.code())
                    .run(staging.session());
            SQL.get("remove_others").part("rows", table.readTable()).part("good_rows", table.goodView())
                    .run(staging.session());
        }
        remarks.addAll(Remark.of("others_with_stock", SQL.get("others_with_stock")
                .list(staging.session(), row -> row.getString(1) + " " + row.getString(2))));
        return remarks;
    }

    private static String next(TableContract table) {
        return "SELECT * FROM " + StagingTables.next(table).name();
    }

    private void hold() {
        staging.make("delivered_site_farmer", SQL.get("delivered_site_farmer"));
        staging.make("named_site", SiteClaims.named(SiteCheck::next));
        staging.make("free_site", SQL.get("free_site"));
        if (hasFree()) {
            staging.make("lake_holder",
                    first("SELECT * FROM " + StagingTables.old(LakeTables.STOCK_DAY).name()));
        } else {
            // skips a scan of all the lake's stock
            staging.create("lake_holder");
        }
        staging.make("site_holder", SQL.get("site_holder").part("first",
                SiteClaims.first(SiteClaims.stocked(SQL.get("delivered_stock_of_free_sites").text()).text())));
        staging.make("others_site", SQL.get("others_site"));
    }

    private boolean hasFree() {
        return staging.session().hasRows("free_site");
    }

    private static SqlStatement first(String stock) {
        return SiteClaims.first(SiteClaims.stocked(SQL.get("stock_of_free_sites").part("rows", stock).text()).text());
    }

    /** Whether a snapshot published meanwhile gives a delivered site to another company. Call after {@link #mark}. */
    boolean dependsOn(Snapshot published) {
        return hasFree() && SQL.get("holder_differs").part("first", first(published.rows(LakeTables.STOCK_DAY)))
                .any(staging.session());
    }
}
