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
import io.tidemark.data.table.TableContract;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.delivery.DisplayText;
import io.tidemark.ingest.load.ReadFiles;
import io.tidemark.ingest.merge.PartitionWriter;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.staging.StagingTables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Merges the lists that a delivery replaces as a whole into tables {@code new_x}: the delivered rows, or the published
 * ones if none are delivered.
 */
public final class ReferenceMerge {

    private static final Map<SourceTable, TableContract> TABLES = new LinkedHashMap<>();

    static {
        TABLES.put(PRODUCTION_AREA, LakeTables.PRODUCTION_AREA);
        TABLES.put(PLATFORM_AREAS, LakeTables.PLATFORM_AREA);
        TABLES.put(FARMERS, LakeTables.FARMER);
        TABLES.put(LOSS_CATEGORIES, LakeTables.LOSS_CATEGORY);
        TABLES.put(LOSS_CATEGORY_CHANGES, LakeTables.LOSS_CATEGORY_CHANGE);
        TABLES.put(MARINE_TYPES, LakeTables.MARINE_TYPE);
        TABLES.put(MARINE_TYPE_REGIONS, LakeTables.MARINE_TYPE_REGION);
        TABLES.put(SPECIES, LakeTables.SPECIES);
    }

    private static final SqlFile SQL = SqlFile.of("ingest/lists.sql");

    private final StagingDatabase staging;
    private final PartitionWriter writer;

    /** Works on the good rows of a staging database. */
    public ReferenceMerge(StagingDatabase staging, PartitionWriter writer) {
        this.staging = staging;
        this.writer = writer;
    }

    /** The source tables that replace a list, in the order of merging. */
    public static List<SourceTable> sources() {
        return List.copyOf(TABLES.keySet());
    }

    /** The list that a source table replaces. */
    public static TableContract target(SourceTable source) {
        TableContract table = TABLES.get(source);
        if (table == null) {
            throw new IllegalArgumentException(source.name() + " replaces no list");
        }
        return table;
    }

    /** Makes the new lists; returns remarks for people. */
    public List<String> merge(ReadFiles files) {
        List<String> warnings = new ArrayList<>();
        TABLES.forEach((source, table) -> staging.make(StagingTables.next(table),
                SQL.get("new_list").part("columns", table.castList())
                .part("rows", files.has(source) ? source.goodView() : StagingTables.old(table).name())));
        if (files.has(FARMERS)) {
            keepFarmersInUse(warnings);
        }
        if (files.has(LOSS_CATEGORIES)) {
            nameLostCategories(warnings);
        }
        if (files.isDelivered(SPECIES)) {
            nameUnknownSpecies(warnings);
        }
        return warnings;
    }

    private void keepFarmersInUse(List<String> warnings) {
        long kept = SQL.get("keep_farmers_in_use").run(staging.session());
        if (kept > 0) {
            warnings.add(kept + " farmers that the new farmers list does not have were kept, since the lake has rows "
                    + "of them");
        }
    }

    private void nameLostCategories(List<String> warnings) {
        List<String> lost = SQL.get("lost_categories").list(staging.session(), row -> row.getString(1));
        if (!lost.isEmpty()) {
            warnings.add("the new loss category list does not have " + lost.size()
                    + " codes that losses in the lake use: " + DisplayText.list(lost));
        }
    }

    private void nameUnknownSpecies(List<String> warnings) {
        List<String> unknown = SQL.get("stock_of_unknown_species")
                .list(staging.session(), row -> row.getString(1) + " (" + row.getLong(2) + ")");
        if (!unknown.isEmpty()) {
            warnings.add("the new species list does not have "
                    + (unknown.size() == 1 ? "a code" : unknown.size() + " codes")
                    + " of the stock in the lake, which counts nowhere: code (rows) " + DisplayText.list(unknown));
        }
    }

    /**
     * Writes the lists; unchanged ones are reused. The authority's own files may change a list that no file replaces.
     */
    public void write(ReadFiles files, boolean authority) {
        TABLES.forEach((source, table) -> {
            if (authority || files.has(source)) {
                writer.write(table, SQL.get("all_rows").part("table", StagingTables.next(table).name()));
            } else {
                staging.staged().reuse(table);
            }
        });
    }
}
