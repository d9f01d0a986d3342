package io.tidemark.ingest.lists;

import static io.tidemark.ingest.contract.SourceTables.FARMERS;
import static io.tidemark.ingest.contract.SourceTables.LOSS_CATEGORIES;
import static io.tidemark.ingest.contract.SourceTables.LOSS_CATEGORY_CHANGES;
import static io.tidemark.ingest.contract.SourceTables.MARINE_TYPES;
import static io.tidemark.ingest.contract.SourceTables.MARINE_TYPE_REGIONS;
import static io.tidemark.ingest.contract.SourceTables.PLATFORM_AREAS;
import static io.tidemark.ingest.contract.SourceTables.PRODUCTION_AREA;
import static io.tidemark.ingest.contract.SourceTables.SPECIES;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.delivery.Remark;
import io.tidemark.ingest.load.ReadFiles;
import io.tidemark.ingest.merge.PartitionWriter;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.staging.StagingTables;
import java.util.ArrayList;
import java.util.List;

/**
 * Merges the lists that a delivery replaces as a whole into tables {@code new_x}: the delivered rows, or the published
 * ones if none are delivered.
 */
public record ReferenceMerge(StagingDatabase staging, PartitionWriter writer) {

    /** The source tables that replace a list, in the order of merging. */
    static final List<SourceTable> SOURCES = List.of(PRODUCTION_AREA, PLATFORM_AREAS, FARMERS, LOSS_CATEGORIES,
            LOSS_CATEGORY_CHANGES, MARINE_TYPES, MARINE_TYPE_REGIONS, SPECIES);

    private static final SqlFile SQL = SqlFile.of("ingest/lists.sql");

    /** Makes the new lists; returns remarks for people. */
    public List<String> merge(ReadFiles files) {
        List<String> warnings = new ArrayList<>();
        SOURCES.forEach(source -> staging.make(StagingTables.next(source.fills()),
                SQL.get("new_list").part("columns", source.fills().castList())
                .part("rows", files.has(source) ? source.goodView() : StagingTables.old(source.fills()).name())));
        if (files.has(FARMERS)) {
            warnings.addAll(Remark.of("kept_farmers", SQL.get("keep_farmers_in_use")
                    .part("lice_count", staging.staged().baseRows(LakeTables.LICE_COUNT))
                    .part("source_status", staging.staged().baseRows(LakeTables.SOURCE_STATUS))
                    .run(staging.session())));
        }
        if (files.has(LOSS_CATEGORIES)) {
            warnings.addAll(Remark.of("lost_categories",
                    SQL.get("lost_categories").list(staging.session(), row -> row.getString(1))));
        }
        if (files.isDelivered(SPECIES)) {
            warnings.addAll(Remark.of("lake_species", SQL.get("stock_of_unknown_species")
                    .list(staging.session(), row -> row.getString(1) + " (" + row.getLong(2) + ")")));
        }
        return warnings;
    }

    /**
     * Writes the lists; unchanged ones are reused. The authority's own files may change a list that no file replaces.
     */
    public void write(ReadFiles files, boolean authority) {
        SOURCES.forEach(source -> {
            if (authority || files.has(source)) {
                writer.write(source.fills(),
                        SQL.get("all_rows").part("table", StagingTables.next(source.fills()).name()));
            } else {
                staging.staged().reuse(source.fills());
            }
        });
    }
}
