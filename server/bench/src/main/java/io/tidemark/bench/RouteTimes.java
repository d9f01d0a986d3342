package io.tidemark.bench;

import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.server.engine.DuckEngine;
import io.tidemark.server.query.MeasuredQuery;
import io.tidemark.server.query.QueryResources;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.snapshot.ServedSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Measures medians of each route, ms, for one caller with one request at a time: DuckDB alone,
 * and the server in three ways.
 */
final class RouteTimes {

    /** The measured ways. */
    enum Way { ENGINE, UNCACHED, CACHED, NOT_MODIFIED }

    private static final double MAX_RATIO = 1.15;
    private static final double MAX_MORE = 2;
    private static final int ENGINE_MEMORY_MB = 2048;
    private static final int WARM_UPS = 2;
    private static final Duration WARM_UP = Duration.ofSeconds(10);

    private final List<String> requests;
    private final int runs;
    private final Map<String, Map<Way, Double>> medians = new LinkedHashMap<>();
    private final Map<String, Integer> refused = new LinkedHashMap<>();

    RouteTimes(List<String> requests, int runs) {
        this.requests = requests;
        this.runs = runs;
        requests.forEach(request -> medians.put(request, new LinkedHashMap<>()));
    }

    /** Runs every route without measuring, to warm up the server. */
    void warmUp(BenchServer server) throws IOException {
        long end = System.nanoTime() + WARM_UP.toNanos();
        try (HttpConnection connection = new HttpConnection(server.port())) {
            while (System.nanoTime() < end) {
                for (String request : requests) {
                    connection.status(server.request(0, request));
                }
            }
        }
    }

    /**
     * Measures DuckDB alone in this process and the server in turn, so that other load on the machine affects both.
     * DuckDB's statement is prepared once; its rows are fetched but not read.
     */
    void uncached(BenchServer server, Snapshot snapshot, RouteCatalog catalog, Path spill) throws IOException {
        QueryResources resources = QueryResources.alone(spill);
        ServedSnapshot engine = ServedSnapshot.open(snapshot, DuckEngine.sourceBySize(new EngineSettings(
                Runtime.getRuntime().availableProcessors(), ENGINE_MEMORY_MB, spill)), catalog, resources);
        try (resources) {
            engine.holdLater(() -> false);
            for (String request : requests) {
                AskedRoute asked = AskedRoute.of(catalog, engine, request, null);
                double[] alone = new double[WARM_UPS + runs];
                try (HttpConnection connection = new HttpConnection(server.port());
                        MeasuredQuery query = engine.timed(engine.bind(asked.route(), asked.values()))) {
                    measure(connection, server.request(0, request), request, Way.UNCACHED,
                            run -> alone[run] = query.millis());
                }
                if (!refused.containsKey(request)) {
                    put(request, Way.ENGINE, Arrays.copyOfRange(alone, WARM_UPS, alone.length));
                }
            }
        } finally {
            engine.retire();
        }
    }

    /** Measures the server with cached answers. */
    void cached(BenchServer server) throws IOException {
        try (HttpConnection connection = new HttpConnection(server.port())) {
            for (String request : requests) {
                measure(connection, server.request(0, request), request, Way.CACHED, run -> { });
            }
        }
    }

    /** Measures the server with the ETag of an earlier answer. */
    void notModified(BenchServer server) throws IOException {
        try (HttpConnection connection = new HttpConnection(server.port())) {
            for (String request : requests) {
                String etag = connection.ask(server.request(0, request)).etag();
                if (etag != null) {
                    measure(connection, server.request(0, request, "If-None-Match: " + etag), request,
                            Way.NOT_MODIFIED, run -> { });
                }
            }
        }
    }

    private void measure(HttpConnection connection, byte[] sent, String request, Way way, IntConsumer before)
            throws IOException {
        double[] millis = new double[WARM_UPS + runs];
        for (int run = 0; run < millis.length; run++) {
            before.accept(run);
            long start = System.nanoTime();
            int status = connection.status(sent);
            millis[run] = (System.nanoTime() - start) / 1e6;
            if (!LoadResult.isGood(status)) {
                refused.put(request, status);
                return;
            }
        }
        put(request, way, Arrays.copyOfRange(millis, WARM_UPS, millis.length));
    }

    private void put(String request, Way way, double[] millis) {
        Objects.requireNonNull(medians.get(request)).put(way, Numbers.median(millis));
    }

    /** Prints the table and the number of routes within the limit. */
    void print() {
        System.out.printf("%n%-66s %8s %8s %6s %7s %6s %8s %8s%n", "route, p50 in ms at one connection", "DuckDB",
                "uncached", "ratio", "more", "within", "cached", "304");
        int within = 0;
        int measured = 0;
        for (Map.Entry<String, Map<Way, Double>> row : medians.entrySet()) {
            Double engine = row.getValue().get(Way.ENGINE);
            Double uncached = row.getValue().get(Way.UNCACHED);
            if (engine == null || uncached == null) {
                System.out.printf(Locale.ROOT, "%-66s %8s status %s%n", row.getKey(), text(engine),
                        refused.get(row.getKey()));
                continue;
            }
            boolean kept = uncached <= MAX_RATIO * engine + MAX_MORE;
            measured++;
            within += kept ? 1 : 0;
            System.out.printf(Locale.ROOT, "%-66s %8.2f %8.2f %6.2f %7.2f %6s %8s %8s%n", row.getKey(), engine,
                    uncached,
                    uncached / engine, uncached - engine, kept ? "yes" : "NO", text(row.getValue().get(Way.CACHED)),
                    text(row.getValue().get(Way.NOT_MODIFIED)));
        }
        System.out.printf(Locale.ROOT, "within %.2f x DuckDB + %.0f ms: %d of %d%n", MAX_RATIO, MAX_MORE, within,
                measured);
    }

    private static String text(@Nullable Double millis) {
        return millis == null ? "-" : String.format(Locale.ROOT, "%.2f", millis);
    }
}
