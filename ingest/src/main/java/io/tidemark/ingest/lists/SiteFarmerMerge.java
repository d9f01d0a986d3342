package io.tidemark.ingest.lists;

import static io.tidemark.ingest.contract.SourceTables.FARMERS;
import static io.tidemark.ingest.contract.SourceTables.SITE_FARMERS;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.farmer.SiteClaims;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.check.RowFaults;
import io.tidemark.ingest.delivery.Remark;
import io.tidemark.ingest.load.ReadFiles;
import io.tidemark.ingest.merge.PartitionWriter;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.staging.StagingTables;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the next snapshot's list of the companies named for a site: {@code new_site_farmer}. Call after the farmers and
 * the register are merged.
 */
record SiteFarmerMerge(StagingDatabase staging, RowFaults faults, PartitionWriter writer) {

    private static final SqlFile SQL = SqlFile.of("ingest/sites.sql");

    /**
     * Makes the new list.
     * @param register whether the delivery has a site register
     * @return remarks for people
     */
    List<String> merge(ReadFiles files, boolean register) {
        boolean delivered = files.isDelivered(SITE_FARMERS);
        if (delivered) {
            faults.markUnknown(SITE_FARMERS);
        }
        staging.make(StagingTables.next(LakeTables.SITE_FARMER),
                SQL.get("new_site_farmer").part("columns", LakeTables.SITE_FARMER.castList())
                .part("rows", delivered ? SITE_FARMERS.goodView() : StagingTables.old(LakeTables.SITE_FARMER).name()));
        List<String> warnings = new ArrayList<>();
        if (files.isDelivered(FARMERS)) {
            warnings.addAll(Remark.of("lost_numbers", SQL.get("lost_numbers").number(staging.session())));
            // the rows stay: without them any company could deliver the site
            warnings.addAll(Remark.of("sites_of_nobody_known",
                    SQL.get("sites_of_nobody_known").list(staging.session(), row -> row.getString(1))));
        }
        boolean asked = delivered || register || files.isDelivered(FARMERS);
        if (asked && staging.staged().baseRowCount(LakeTables.STOCK_DAY) > 0) {
            // names no sites or companies: one of them may read the report
            SqlStatement claims = SiteClaims.sql(table -> "SELECT * FROM " + (table.equals(LakeTables.STOCK_DAY)
                    ? StagingTables.old(table) : StagingTables.next(table)).name());
            for (String remark : List.of("stock_of_others", "unconfirmed_stock")) {
                warnings.addAll(Remark.of(remark, SQL.get(remark).part("claims", claims).number(staging.session())));
            }
        }
        return warnings;
    }

    /** Writes the list. */
    void write() {
        writer.write(LakeTables.SITE_FARMER,
                SQL.get("new_site_farmer").part("columns", LakeTables.SITE_FARMER.columnList())
                .part("rows", StagingTables.next(LakeTables.SITE_FARMER).name()));
    }
}
