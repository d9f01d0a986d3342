package io.tidemark.ingest.merge;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.ingest.check.Correction;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.delivery.DisplayText;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.staging.StagingTables;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds what a delivery takes away from the lake, since its files replace whole days of a site, or a whole list. */
public record TakenAway(StagingDatabase staging) {

    private static final SqlFile SQL = SqlFile.of("ingest/corrections.sql");
    private static final Map<String, String> MEANINGS = Map.of("stock", "unit-days", "losses", "unit-days with losses",
            "feeding", "unit-days with feed", "temperatures", "readings", "treatments", "treatments",
            "lice", "counts of lice");

    /** What the files of a farmers' table take away. Call when its spans and the lake's rows are staged. */
    List<Correction> of(SourceTable table) {
        String span = StagingTables.span(table).name();
        if (staging.staged().base().isEmpty() || !staging.has(table) || !staging.session().hasRows(span)) {
            return List.of();
        }
        staging.make("gone",
                SQL.get("gone").part("held", SQL.get("held_" + table.name())).part("span", span));
        return staging.session().hasRows("gone") ? SQL.get("told")
                .part("good_rows", table.goodView()).with("noun", MEANINGS.get(table.name()))
                .list(staging.session(), row -> new Correction(row.getInt(1), table.name(), row.getBoolean(2),
                        DisplayText.of(row.getString(3)))) : List.of();
    }

    /** The files of a table whose weights or feed change a hundredfold, as in another unit of measure. */
    List<Correction> jumps(SourceTable table) {
        return !staging.session().hasRows(table.readTable()) ? List.of() : SQL.get("jumps_" + table.name())
                .list(staging.session(), row -> new Correction(row.getInt(1), table.name(), row.getBoolean(2),
                        DisplayText.of(row.getString(3))));
    }

    /**
     * What a list of sites takes away.
     * @param table the table or format of its files
     * @param list  its name in corrections.sql
     */
    public Optional<Correction> ofSites(String table, String list) {
        return SQL.get("sites_gone").part("held", SQL.get("held_" + list)).part("brought", SQL.get("brought_" + list))
                .first(staging.session(), row -> new Correction(0, table, row.getBoolean(1),
                        DisplayText.of(row.getString(2))));
    }
}
