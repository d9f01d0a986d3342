package io.tidemark.ingest.lists;

import static io.tidemark.ingest.contract.AuthorityTables.PRODUCTION_AREA;
import static io.tidemark.ingest.contract.ReferenceTables.FARMERS;
import static io.tidemark.ingest.contract.ReferenceTables.LOSS_CATEGORIES;
import static io.tidemark.ingest.contract.ReferenceTables.LOSS_CATEGORY_CHANGES;
import static io.tidemark.ingest.contract.ReferenceTables.MARINE_TYPES;
import static io.tidemark.ingest.contract.ReferenceTables.MARINE_TYPE_REGIONS;
import static io.tidemark.ingest.contract.ReferenceTables.PLATFORM_AREAS;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.load.LoadedTables;
import io.tidemark.ingest.merge.PartitionWriter;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lists that a delivery replaces as a whole: the delivered rows, else the published ones, as tables {@code new_x}. */
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
    }

    private final DuckSession session;
    private final LoadedTables loaded;
    private final PartitionWriter writer;

    /** Over the good rows of that database. */
    public ReferenceMerge(StagingDatabase bench, LoadedTables loaded, PartitionWriter writer) {
        session = bench.session();
        this.loaded = loaded;
        this.writer = writer;
    }

    /** The source tables that replace a list, in the order in which they are merged. */
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

    /** Makes the new lists; the answer is what people should know. */
    public List<String> merge() {
        List<String> warnings = new ArrayList<>();
        TABLES.forEach((source, table) -> {
            String rows = loaded.has(source) ? source.goodView() : "old_" + table.name();
            session.run("CREATE TABLE new_" + table.name() + " AS SELECT " + table.castList() + " FROM " + rows);
        });
        if (loaded.has(FARMERS)) {
            keepFarmersInUse(warnings);
        }
        if (loaded.has(LOSS_CATEGORIES)) {
            nameLostCategories(warnings);
        }
        return warnings;
    }

    // rows without their farmer would have no group, and the confidentiality rule nothing to count
    private void keepFarmersInUse(List<String> warnings) {
        long kept = session.run("""
                INSERT INTO new_farmer SELECT * FROM old_farmer AS o
                WHERE o.farmer_id NOT IN (SELECT farmer_id FROM new_farmer) AND o.farmer_id IN (
                    SELECT DISTINCT farmer_id FROM old_stock_day
                    UNION SELECT DISTINCT farmer_id FROM old_temperature_day WHERE farmer_id IS NOT NULL
                    UNION SELECT DISTINCT farmer_id FROM old_treatment WHERE farmer_id IS NOT NULL)""");
        if (kept > 0) {
            warnings.add(kept + " farmers that the new farmers list does not have were kept, since the lake has rows of them");
        }
    }

    private void nameLostCategories(List<String> warnings) {
        List<String> lost = session.list("SELECT DISTINCT category_code FROM old_loss_day WHERE category_code NOT IN "
                + "(SELECT level_3_code FROM new_loss_category) ORDER BY 1", row -> row.getString(1));
        if (!lost.isEmpty()) {
            warnings.add("the new loss category list does not have " + lost.size() + " codes that losses in the lake use: "
                    + String.join(", ", lost.subList(0, Math.min(20, lost.size()))));
        }
    }

    /** Writes the lists. */
    public void write() {
        TABLES.values().forEach(table -> writer.write(table, "SELECT * FROM new_" + table.name()));
    }
}
