package io.tidemark.server.query;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.hash.Sha256;
import io.tidemark.server.route.contract.ColumnContract;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.sql.NamedSql;
import java.util.List;

/**
 * The queries that passed their test in this process. Whether one passes depends on its text, its header, and the tables, views and
 * macros that it finds, not on the rows: so the next snapshot, which has the same tables, opens without testing all of them again.
 */
final class TestedQueries {

    private static final String SHAPE = """
            SELECT string_agg(part, chr(10) ORDER BY part) FROM (
              SELECT concat_ws(' ', table_name, column_name, column_index, data_type) AS part
              FROM duckdb_columns() WHERE database_name = current_database() AND NOT internal
              UNION ALL
              SELECT concat_ws(' ', function_name, CAST(parameters AS VARCHAR), macro_definition)
              FROM duckdb_functions() WHERE database_name = current_database() AND NOT internal)
            """;

    /** With the values that it was tested with: their types come from the header, and decide what the SQL means. */
    private record Query(String shape, NamedSql.Bound bound, List<ColumnContract> columns) {}

    // as many as the routes of a few deployments' own folders, should they be changed all day
    private static final Cache<Query, Boolean> PASSED = Caffeine.newBuilder().maximumSize(1_000).build();

    private final String shape;

    private TestedQueries(String shape) {
        this.shape = shape;
    }

    /** Those that were tested on the same tables, views and macros. */
    static TestedQueries on(DuckSession session) {
        return new TestedQueries(Sha256.hex(session.first(SHAPE, row -> row.getString(1)).orElse("")));
    }

    /** Whether a route's query has passed. */
    boolean passed(RouteContract route, NamedSql.Bound sample) {
        return PASSED.getIfPresent(of(route, sample)) != null;
    }

    /** Records that it has. */
    void pass(RouteContract route, NamedSql.Bound sample) {
        PASSED.put(of(route, sample), true);
    }

    private Query of(RouteContract route, NamedSql.Bound sample) {
        return new Query(shape, sample, List.copyOf(route.query().columns()));
    }
}
