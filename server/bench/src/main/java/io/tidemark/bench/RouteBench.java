package io.tidemark.bench;

import io.tidemark.data.database.SnapshotDatabase;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.server.engine.DuckEngine;
import io.tidemark.server.query.QueryRequest;
import io.tidemark.server.query.QueryResources;
import io.tidemark.server.query.QueryWait;
import io.tidemark.server.query.ResultCache;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.snapshot.ServedSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Measures each route's query with its default window (benchmarks also over ten years), for an analyst or a farmer,
 * against a bare scan of the rows that it reads: the sum of two columns for the same dates on the same snapshot. Runs
 * alternate; it prints medians of warm runs and their ratio.
 */
@Command(name = "bench", mixinStandardHelpOptions = true,
        description = "Measures routes against a bare scan of the same rows.")
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class RouteBench implements Callable<Integer> {

    private static final double MAX = 1.2;
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final int MEMORY_MB = 4096;
    private static final String LONG_AGO = "?from_date=2016";

    /** A route's time relative to that of the scan of its rows. */
    private record Measured(RouteContract route, String request, double ratio) {

        boolean isBenchmark() {
            return switch (route.confidentiality().kind()) {
                case BENCHMARK -> true;
                case RULE -> !route.path().startsWith("/v3/common/");
                default -> false;
            };
        }

        boolean isLong() {
            return request.contains(LONG_AGO);
        }
    }

    @Option(names = "--lake", required = true, description = "The lake.")
    Path lake;

    @Option(names = "--runs", defaultValue = "5", description = "Measured runs after a warm-up (default: "
            + "${DEFAULT-VALUE}).")
    int runs;

    @Option(names = "--threads", description = "DuckDB's threads (default: as the server's).")
    @Nullable Integer threads;

    @Option(names = "--farmer", paramLabel = "ID", description = "Ask as this company (default: as an analyst).")
    @Nullable String farmer;

    @Option(names = "--explain", description = "Print EXPLAIN ANALYZE of each route as well.")
    boolean explain;

    @Parameters(paramLabel = "ROUTE", arity = "0..*",
            description = "Paths, with parameters: /v3/...?from_date=2016 (default: all).")
    List<String> requests = new ArrayList<>();

    /** Runs the measurements. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new RouteBench()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        RouteCatalog catalog = RouteCatalog.load(null);
        Path spill = Files.createTempDirectory("tidemark-bench");
        long start = System.nanoTime();
        QueryResources engines = QueryResources.alone(spill);
        Snapshot stored = Lake.at(lake).current().orElseThrow();
        EngineSettings settings = threads != null ? new EngineSettings(threads, MEMORY_MB, spill)
                : DuckEngine.bySize(stored, new EngineSettings(Runtime.getRuntime().availableProcessors(), MEMORY_MB,
                spill));
        ServedSnapshot snapshot = ServedSnapshot.open(stored,
                DuckEngine.source(settings), catalog, engines);
        try (engines) {
            System.out.printf(Locale.ROOT, "opened in %.0f ms%n", (System.nanoTime() - start) / 1e6);
            print("at opening", snapshot.held());
            print("in the background", snapshot.holdLater(() -> false));
            System.out.printf(Locale.ROOT, "memory of all tables: %.0f MB%n", snapshot.tableMemory() / 1e6);
            System.out.printf("snapshot %s, %s to %s, %d threads, median of %d%n%n%-86s %9s %9s %7s %10s %7s%n",
                    snapshot.id(),
                    snapshot.dataBegin(), snapshot.dataEnd(), settings.threads(), runs, "route", "route ms", "scan ms",
                    "ratio", "+causes ms", "ratio");
            List<Measured> measured = new ArrayList<>();
            for (String request : requests.isEmpty() ? all(catalog) : requests) {
                measured.add(measure(catalog, stored, snapshot, request));
            }
            summary("benchmark routes, default windows", measured.stream().filter(m -> m.isBenchmark() && !m.isLong())
                    .toList());
            summary("the same over ten years", measured.stream().filter(m -> m.isBenchmark() && m.isLong()).toList());
        } finally {
            snapshot.retire();
        }
        return 0;
    }

    private static void print(String when, SnapshotDatabase.Holding held) {
        System.out.printf(Locale.ROOT, "held %s: %s; %d ms%n", when, String.join(", ", held.views()),
                held.time().toMillis());
    }

    private static List<String> all(RouteCatalog catalog) {
        List<String> all = new ArrayList<>(AskedRoute.defaults(catalog));
        catalog.routes().stream().filter(route -> route.path().startsWith("/v3/mortality/")
                && route.parameters().containsKey("from_date"))
                .map(route -> route.path() + LONG_AGO).forEach(all::add);
        return all;
    }

    private static void summary(String what, List<Measured> measured) {
        if (!measured.isEmpty()) {
            Measured worst = measured.stream().max(Comparator.comparingDouble(Measured::ratio)).orElseThrow();
            System.out.printf(Locale.ROOT, "%n%s: %d, geometric mean of the ratios %.2f, at most 1.2 in %d, largest "
                    + "%.1f (%s)%n", what,
                    measured.size(), Math.exp(measured.stream().mapToDouble(m -> Math.log(m.ratio())).average()
                    .orElse(0)),
                    measured.stream().filter(m -> m.ratio() <= MAX).count(), worst.ratio(), worst.request());
        }
    }

    private Measured measure(RouteCatalog catalog, Snapshot stored, ServedSnapshot snapshot, String request) {
        AskedRoute asked = AskedRoute.of(catalog, snapshot, request, farmer);
        RouteContract route = asked.route();
        LocalDate end = snapshot.dataEnd();
        BenchScan scan = BenchScan.of(stored, route, asked.asked(), end == null ? LocalDate.EPOCH : end.plusDays(1));
        double[] scanned = new double[runs];
        double[] withCauses = new double[runs];
        double[] answered = new double[runs];
        for (int run = -1; run < runs; run++) {
            double scanTime = time(() -> snapshot.measure(scan.sql(), scan.values()));
            double causesTime = scan.causes().isEmpty() ? 0
                    : time(() -> snapshot.measure(scan.causes(), scan.values()));
            double answerTime = time(() -> answer(snapshot, route, asked.values()));
            if (run >= 0) {
                scanned[run] = scanTime;
                withCauses[run] = scanTime + causesTime;
                answered[run] = answerTime;
            }
        }
        System.out.printf(Locale.ROOT, "%-86s %9.1f %9.1f %7.1f %10.1f %7.1f%n", request + "  (" + scan.what() + ")",
                Numbers.median(answered), Numbers.median(scanned), Numbers.median(answered) / Numbers.median(scanned),
                Numbers.median(withCauses), Numbers.median(answered) / Numbers.median(withCauses));
        if (explain) {
            snapshot.explain(snapshot.bind(route, asked.values())).forEach(System.out::println);
        }
        return new Measured(route, request, Numbers.median(answered) / Numbers.median(withCauses));
    }

    /** A result whose rows were read and dropped. */
    private record Drained(long rows) implements ResultCache.Entry {
        @Override
        public long bytes() {
            return 0;
        }
    }

    private static void answer(ServedSnapshot snapshot, RouteContract route, Map<String, @Nullable Object> values) {
        QueryRequest<Drained> question = new QueryRequest<>("bench", "bench", route, "none", values, rows -> {
            List<List<@Nullable Object>> all = new ArrayList<>();
            for (List<@Nullable Object> row = rows.next(); row != null; row = rows.next()) {
                all.add(row);
            }
            return new Drained(all.size());
        }, false, null);
        snapshot.engine().ask(question, Drained.class, QueryWait.start(LIMIT, () -> false)).close();
    }

    private static double time(Runnable work) {
        long start = System.nanoTime();
        work.run();
        return (System.nanoTime() - start) / 1e6;
    }
}
