package io.tidemark.data.duckdb;

import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.TableContract;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Queries that read a snapshot's tables from its files. */
public final class SnapshotSql {

    private SnapshotSql() {}

    /** All rows of a table; a table without files gives no rows, with the contract's types. */
    public static String select(Snapshot snapshot, TableContract table) {
        return select(Optional.of(snapshot), table);
    }

    /** All rows of a table; no snapshot gives no rows, with the contract's types. */
    public static String select(Optional<Snapshot> snapshot, TableContract table) {
        return select(table, snapshot.map(s -> s.version(table)).orElse(table.version()),
                snapshot.map(s -> s.files(table)).orElse(List.of()));
    }

    /** All rows of some files of a table, written with its current contract. */
    public static String select(TableContract table, List<Path> files) {
        return select(table, table.version(), files);
    }

    /**
     * All rows of some files of a table.
     *
     * @param version lowest contract version among the files; columns added later are null
     */
    public static String select(TableContract table, int version, List<Path> files) {
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
