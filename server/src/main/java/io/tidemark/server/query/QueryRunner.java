package io.tidemark.server.query;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.server.answer.ApiException;
import io.tidemark.server.route.ColumnContract;
import io.tidemark.server.route.FieldType;
import io.tidemark.server.sql.NamedSql;
import io.tidemark.server.route.RouteContract;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs routes' queries on a few platform threads: DuckDB's native calls would pin the virtual threads that requests run on.
 * A full queue sheds (503), a query over its time is cancelled (504). Thread-safe.
 */
public final class QueryRunner implements AutoCloseable {

    private static final int RETRY_SECONDS = 1;

    private final ThreadPoolExecutor threads;
    private final Duration limit;

    /**
     * Starts the threads.
     *
     * @param size  queries at once
     * @param queue queries that may wait
     * @param limit time that a query may take, waiting included
     */
    public QueryRunner(int size, int queue, Duration limit) {
        this.limit = limit;
        this.threads = new ThreadPoolExecutor(size, size, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(queue),
                Thread.ofPlatform().name("query-", 1).daemon().factory());
    }

    /**
     * Runs a route's query.
     *
     * @throws ApiException.Unavailable  when too many queries wait
     * @throws ApiException.QueryTimeout when it takes too long
     */
    public RowData run(ServedSnapshot snapshot, RouteContract route, Map<String, @Nullable Object> values) {
        AtomicReference<@Nullable PreparedStatement> running = new AtomicReference<>();
        Future<RowData> answer;
        try {
            answer = threads.submit(() -> ask(snapshot, route, route.sql().bind(values), running));
        } catch (RejectedExecutionException e) {
            throw new ApiException.Unavailable("The server is busy; try again shortly", RETRY_SECONDS, e);
        }
        try {
            return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            stop(answer, running);
            throw new ApiException.QueryTimeout("The query took longer than " + limit.toSeconds()
                    + " s; ask for fewer areas or a shorter window");
        } catch (InterruptedException e) {
            stop(answer, running);
            Thread.currentThread().interrupt();
            throw new ApiException.Unavailable("The server is stopping", RETRY_SECONDS, e);
        } catch (ExecutionException e) {
            throw new EngineException("the query of " + route.path() + " failed", e.getCause());
        }
    }

    private static void stop(Future<RowData> answer, AtomicReference<@Nullable PreparedStatement> running) {
        answer.cancel(false);
        PreparedStatement statement = running.get();
        if (statement != null) {
            try {
                statement.cancel();
            } catch (SQLException e) {
                // it has just ended by itself
            }
        }
    }

    private static RowData ask(ServedSnapshot snapshot, RouteContract route, NamedSql.Bound bound,
            AtomicReference<@Nullable PreparedStatement> running) throws SQLException {
        try (DuckSession session = snapshot.session();
                PreparedStatement statement = session.connection().prepareStatement(bound.sql())) {
            running.set(statement);
            bind(statement, bound.values());
            try (ResultSet rows = statement.executeQuery()) {
                return read(route.query().columns(), rows);
            } finally {
                running.set(null);
            }
        }
    }

    static void bind(PreparedStatement statement, List<@Nullable Object> values) throws SQLException {
        for (int i = 0; i < values.size(); i++) {
            statement.setObject(i + 1, values.get(i));
        }
    }

    private static RowData read(List<ColumnContract> columns, ResultSet rows) throws SQLException {
        List<ColumnContract> shown = columns.stream().filter(ColumnContract::shown).toList();
        int[] places = new int[shown.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = rows.findColumn(shown.get(i).name());
        }
        List<List<@Nullable Object>> all = new ArrayList<>();
        while (rows.next()) {
            List<@Nullable Object> row = new ArrayList<>(places.length);
            for (int i = 0; i < places.length; i++) {
                row.add(value(shown.get(i), rows, places[i]));
            }
            all.add(row);
        }
        return new RowData(all);
    }

    private static @Nullable Object value(ColumnContract column, ResultSet rows, int index) throws SQLException {
        if (column.field().type() == FieldType.DATETIME) {
            // java.sql.Timestamp would pass through the machine's time zone, where some hours do not exist
            return rows.getObject(index, LocalDateTime.class);
        }
        Object value = rows.getObject(index);
        return value instanceof Array list ? Arrays.asList((Object[]) list.getArray()) : value;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
