package io.tidemark.bench;

import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.server.engine.DuckEngine;
import io.tidemark.server.engine.SqlEngine;
import io.tidemark.server.query.MeasuredQuery;
import io.tidemark.server.query.QueryResources;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.snapshot.ServedSnapshot;
import io.tidemark.server.trino.TrinoEngine;
import io.tidemark.server.trino.TrinoSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Measures each route's query with its default window in DuckDB and in Trino with several numbers of workers, on the same snapshot and with the
 * server's own code. Prints medians of warm runs, and the speed at which each reads stock rows.
 */
@Command(name = "bench trino", mixinStandardHelpOptions = true, description = "Measures routes on Trino and on DuckDB.")
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class TrinoBench implements Callable<Integer> {

    private static final int MEMORY_MB = 4096;
    private static final String ALL_ROWS = "a scan of all stock rows";
    private static final String SCAN = "SELECT sum(fish_count) AS fish, count(*) AS n FROM stock_day";

    @Option(names = "--lake", required = true, description = "The lake.")
    Path lake;

    @Option(names = "--trino", required = true, description = "The unpacked server of Trino, with the plugin hive.")
    Path distribution;

    @Option(names = "--workers", split = ",", defaultValue = "1,2,3", description = "Numbers of workers (default: ${DEFAULT-VALUE}).")
    List<Integer> workers;

    @Option(names = "--runs", defaultValue = "3", description = "Measured runs after a warm-up (default: ${DEFAULT-VALUE}).")
    int runs;

    @Parameters(paramLabel = "ROUTE", arity = "0..*", description = "Paths, with parameters (default: all).")
    List<String> requests = new ArrayList<>();

    private final Map<String, List<Double>> millis = new LinkedHashMap<>();
    private final List<String> columns = new ArrayList<>();

    /** Runs the measurements. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new TrinoBench()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        RouteCatalog catalog = RouteCatalog.load(null);
        Lake asked = Lake.at(lake.toRealPath());
        Snapshot snapshot = asked.current().orElseThrow();
        Path work = Files.createTempDirectory("tidemark-bench");
        EngineSettings settings = new EngineSettings(Runtime.getRuntime().availableProcessors(), MEMORY_MB, work);
        measure("DuckDB", catalog, snapshot, DuckEngine.sourceBySize(settings), work);
        for (int count : workers) {
            try (TrinoNodes nodes = TrinoNodes.start(distribution, work.resolve("trino"), count)) {
                TrinoSettings.Account account = new TrinoSettings.Account("bench", null, null);
                measure("Trino, " + count, catalog, snapshot, TrinoEngine.source(new TrinoSettings(nodes.url(), "lake",
                        "local://" + asked.root(), null, account, account), asked, work), work);
            }
        }
        // after a failure the folder stays, with the logs of the nodes
        DurableFiles.deleteTree(work);
        print(snapshot.entries(LakeTables.STOCK_DAY).stream().mapToLong(Manifest.FileEntry::rows).sum());
        return 0;
    }

    private void measure(String name, RouteCatalog catalog, Snapshot stored, SqlEngine.Source source, Path spill) {
        columns.add(name);
        long start = System.nanoTime();
        QueryResources resources = QueryResources.alone(spill);
        ServedSnapshot snapshot = ServedSnapshot.open(stored, source, catalog, resources);
        try (resources) {
            snapshot.holdLater(() -> false);
            System.out.printf(Locale.ROOT, "%s: open after %.1f s%n", name, (System.nanoTime() - start) / 1e9);
            for (String request : requests.isEmpty() ? AskedRoute.defaults(catalog) : requests) {
                AskedRoute route = AskedRoute.of(catalog, snapshot, request, null);
                put(request, median(snapshot.timed(snapshot.bind(route.route(), route.values()))));
            }
            long scan = System.nanoTime();
            snapshot.measure(SCAN, List.of());
            put(ALL_ROWS, (System.nanoTime() - scan) / 1e6);
        } finally {
            snapshot.retire();
        }
    }

    private double median(MeasuredQuery query) {
        try (query) {
            query.millis();
            double[] all = new double[runs];
            for (int run = 0; run < runs; run++) {
                all[run] = query.millis();
            }
            return Numbers.median(all);
        }
    }

    private void put(String request, double time) {
        millis.computeIfAbsent(request, r -> new ArrayList<>()).add(time);
    }

    private void print(long rows) {
        System.out.printf("%n%-66s", "p50 in ms");
        columns.forEach(column -> System.out.printf(" %10s", column));
        System.out.println();
        millis.forEach((request, times) -> {
            System.out.printf("%-66s", request);
            times.forEach(time -> System.out.printf(Locale.ROOT, " %10.1f", time));
            System.out.println();
        });
        System.out.printf("%-66s", "million rows a second of that scan");
        millis.getOrDefault(ALL_ROWS, List.of()).forEach(time -> System.out.printf(Locale.ROOT, " %10.1f", rows / time / 1e3));
        System.out.printf("%n%-66s", "geometric mean of the ratios to DuckDB");
        for (int column = 0; column < columns.size(); column++) {
            int at = column;
            System.out.printf(Locale.ROOT, " %10.1f", Math.exp(millis.values().stream()
                    .mapToDouble(times -> Math.log(times.get(at) / times.getFirst())).average().orElse(0)));
        }
        System.out.println();
    }
}
