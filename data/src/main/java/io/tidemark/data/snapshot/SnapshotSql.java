package io.tidemark.data.snapshot;

import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.data.reference.ShippedReference;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Queries that read tables of the lake from files. */
public final class SnapshotSql {

    private SnapshotSql() {}

    /**
     * A query for all rows of a table's files; without files it has no rows, but the contract's types. The species
     * table without files is the shipped list, as for snapshots older than that list: otherwise no fish would count.
     *
     * @param version lowest contract version among the files; columns added later are null
     */
    public static String select(TableContract table, int version, List<Path> files) {
        if (files.isEmpty() && table.equals(LakeTables.SPECIES)) {
            return ShippedReference.species();
        }
        String none = "SELECT " + table.columns().stream()
                .map(c -> "CAST(NULL AS " + c.type().sql() + ") AS " + c.name())
                .collect(Collectors.joining(", ")) + " WHERE false";
        if (files.isEmpty()) {
            return none;
        }
        String read = "read_parquet(" + SqlLiteral.of(files) + ", hive_partitioning = false";
        return "SELECT " + table.columnList() + " FROM " + (version >= table.version() ? read + ")"
                : "(" + none + " UNION ALL BY NAME SELECT * FROM " + read + ", union_by_name = true))");
    }
}
