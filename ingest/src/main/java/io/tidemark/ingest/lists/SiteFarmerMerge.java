package io.tidemark.ingest.lists;

import static io.tidemark.ingest.contract.SourceTables.FARMERS;
import static io.tidemark.ingest.contract.SourceTables.SITE_FARMERS;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.farmer.SiteClaims;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.check.RowFaults;
import io.tidemark.ingest.delivery.DisplayText;
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
    private static final String LISTED =
            "tidemark lake claims lists them, reference/site_farmers.csv names the companies of a site";

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
            warnOfLostNumbers(warnings);
            warnOfLostFarmers(warnings);
        }
        boolean asked = delivered || register || files.isDelivered(FARMERS);
        if (asked && staging.staged().baseRowCount(LakeTables.STOCK_DAY) > 0) {
            warnOfStock(warnings);
        }
        return warnings;
    }

    private void warnOfLostNumbers(List<String> warnings) {
        long lost = SQL.get("lost_numbers").number(staging.session());
        if (lost > 0) {
            warnings.add("the new farmers list has no organisation_number of " + companies(lost)
                    + " that had one: the register names " + (lost == 1 ? "it" : "them") + " for no site any more");
        }
    }

    private static String companies(long count) {
        return count + (count == 1 ? " company" : " companies");
    }

    // keep the rows: without them any company could deliver the site
    private void warnOfLostFarmers(List<String> warnings) {
        List<String> sites = SQL.get("sites_of_nobody_known").list(staging.session(), row -> row.getString(1));
        if (!sites.isEmpty()) {
            warnings.add("nobody can deliver " + (sites.size() == 1 ? "a site" : sites.size() + " sites")
                    + ", since the farmers list does not have the "
                    + "companies that site_farmers names: " + DisplayText.list(sites));
        }
    }

    // names no sites or companies: one of them may read the report
    private void warnOfStock(List<String> warnings) {
        SqlStatement claims = SiteClaims.sql(table -> "SELECT * FROM "
                + (table.equals(LakeTables.STOCK_DAY) ? StagingTables.old(table) : StagingTables.next(table)).name());
        long others = SQL.get("stock_of_others").part("claims", claims).number(staging.session());
        if (others > 0) {
            warnings.add("the lake has stock of companies at "
                    + (others == 1 ? "a site that is" : others + " sites that are")
                    + " not theirs: it stays, their new rows of " + (others == 1 ? "it" : "them") + " are rejected; "
                    + LISTED);
        }
        long unconfirmed = SQL.get("unconfirmed_stock").part("claims", claims).number(staging.session());
        if (unconfirmed > 0) {
            warnings.add("the lake has stock at " + (unconfirmed == 1 ? "a site" : unconfirmed + " sites")
                    + " whose owners by the register are no companies of the farmers list: not counted for complete "
                    + "through until somebody is named; " + LISTED);
        }
    }

    /** Writes the list. */
    void write() {
        writer.write(LakeTables.SITE_FARMER,
                SQL.get("new_site_farmer").part("columns", LakeTables.SITE_FARMER.columnList())
                .part("rows", StagingTables.next(LakeTables.SITE_FARMER).name()));
    }
}
