package io.tidemark.data.duckdb;

import io.tidemark.data.table.Column;
import io.tidemark.data.table.TableContract;
import java.util.stream.Collectors;

/** A fingerprint of rows as a set: their number and the sum of their hashes, independent of their order. */
public final class RowFingerprint {

    private RowFingerprint() {}

    /** SQL for the fingerprint of a table's rows, as an aggregate over them. */
    public static String of(TableContract table) {
        return "count(*) || ' ' || coalesce(CAST(sum(CAST(hash(" + table.columns().stream().map(Column::name)
                .collect(Collectors.joining(", ")) + ") AS HUGEINT)) AS VARCHAR), '')";
    }

    /** The fingerprint of the rows of a query or table. */
    public static String of(DuckSession session, TableContract table, String rows) {
        return session.first("SELECT " + of(table) + " FROM " + rows, row -> row.getString(1)).orElseThrow();
    }
}
