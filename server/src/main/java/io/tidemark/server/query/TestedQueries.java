package io.tidemark.server.query;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tidemark.server.engine.SqlEngine;
import io.tidemark.server.route.contract.ColumnContract;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.sql.NamedSql;
import java.util.List;

/**
 * The queries that passed their test in this process. Whether one passes depends on its text, its header, the engine, and the tables, views and
 * macros that it finds, not on the rows: so the next snapshot, which has the same tables, opens without testing all of them again.
 */
final class TestedQueries {

    /** With the values that it was tested with: their types come from the header, and decide what the SQL means. */
    private record Query(String shape, NamedSql.Bound bound, List<ColumnContract> columns) {}

    // as many as the routes of a few deployments' own folders, should they be changed all day
    private static final Cache<Query, Boolean> PASSED = Caffeine.newBuilder().maximumSize(1_000).build();

    private final String shape;

    private TestedQueries(String shape) {
        this.shape = shape;
    }

    /** Those that were tested on the same engine, tables, views and macros. */
    static TestedQueries on(SqlEngine engine) {
        return new TestedQueries(engine.shape());
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
