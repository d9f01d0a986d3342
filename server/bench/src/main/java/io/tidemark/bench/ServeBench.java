package io.tidemark.bench;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.server.route.RouteCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Measures the whole server over HTTP against DuckDB alone and a constant response: each route, many connections,
 * a dashboard page and an attack. The server is a separate process on the same machine as the client.
 */
@Command(name = "bench serve", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Measures the server over HTTP.")
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class ServeBench implements Callable<Integer> {

    private static final double MAX_HOLDING_SECONDS = 120;
    private static final int PAGES = 20;

    @Option(names = "--lake", required = true, description = "The lake; it is only read.")
    Path lake;

    @Option(names = "--seconds", defaultValue = "3", description = "Seconds of each run at so many connections, and "
            + "of the attack five times as many (default: ${DEFAULT-VALUE}).")
    int seconds;

    @Option(names = "--connections", split = ",", defaultValue = "1,8,32,128",
            description = "Connections at once (default: ${DEFAULT-VALUE}).")
    List<Integer> connections;

    @Option(names = "--runs", defaultValue = "11", description = "Measured runs of each route (default: "
            + "${DEFAULT-VALUE}).")
    int runs;

    @Option(names = "--attack", description = "Measure what others get while one key takes all it can.")
    boolean attack;

    @Option(names = "--distinct", description = "With --only: measure requests of which no two are the same.")
    boolean distinct;

    @Option(names = "--switch", description = "Measure what callers notice of a new snapshot.")
    boolean another;

    @Option(names = "--only", description = "Only what --distinct, --attack and --switch say.")
    boolean only;

    @Parameters(paramLabel = "ROUTE", arity = "0..*",
            description = "Paths, with parameters: /v3/...?from_date=2016 (default: all).")
    List<String> requests = new ArrayList<>();

    /** Runs the measurements. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new ServeBench()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        RouteCatalog catalog = RouteCatalog.load(null);
        Snapshot snapshot = Lake.at(lake).current().orElseThrow();
        LocalDate today = today(snapshot);
        Path work = Files.createTempDirectory("tidemark-bench");
        try {
            System.out.printf("snapshot %s, today %s, %d CPUs, median of %d%n", snapshot.id(), today,
                    Runtime.getRuntime().availableProcessors(), runs);
            RouteTimes routes = new RouteTimes(requests.isEmpty() ? AskedRoute.defaults(catalog) : requests, runs);
            Throughput throughput = new Throughput(connections, Duration.ofSeconds(seconds));
            if (!only) {
                uncached(snapshot, catalog, work.resolve("uncached"), routes, throughput);
            }
            if (!only || distinct || attack) {
                cached(today, work.resolve("cached"), routes, throughput);
            }
            if (another) {
                Switch.run(snapshot, today, work.resolve("switch"));
            }
        } finally {
            DurableFiles.deleteTree(work);
        }
        return 0;
    }

    /** The day after the last day of the stock. */
    static LocalDate today(Snapshot snapshot) {
        Manifest.TableEntry stock = snapshot.manifest().tables().get(LakeTables.STOCK_DAY.name());
        return Objects.requireNonNull(Objects.requireNonNull(stock, "the lake has no stock").lastDate()).plusDays(1);
    }

    private void uncached(Snapshot snapshot, RouteCatalog catalog, Path work, RouteTimes routes, Throughput throughput)
            throws IOException, InterruptedException {
        try (BenchServer server = BenchServer.start(lake, work, today(snapshot), false)) {
            started(server, BenchServer.hasCache() ? "without cache" : "which has no cache");
            DashboardPage.open(server, "cold", 1);
            routes.warmUp(server);
            routes.uncached(server, snapshot, catalog, work);
            DashboardPage.open(server, "uncached", PAGES);
            throughput.uncached(server);
            System.out.println("at the end: " + server.memory());
        }
    }

    private void cached(LocalDate today, Path work, RouteTimes routes, Throughput throughput) throws IOException,
            InterruptedException {
        try (BenchServer server = BenchServer.start(lake, work, today, true)) {
            started(server, BenchServer.hasCache() ? "with cache" : "once more: what is called cached below is not");
            if (!only) {
                DashboardPage.open(server, "cold", 1);
                routes.warmUp(server);
                routes.cached(server);
                routes.notModified(server);
                routes.print();
                System.out.println();
                DashboardPage.open(server, "cached", PAGES);
                throughput.cached(server, work);
            }
            if (!only || distinct) {
                throughput.distinct(server, today.minusDays(1));
            }
            if (attack) {
                Attack.run(server, Duration.ofSeconds(5L * seconds));
            }
            System.out.println("at the end: " + server.memory());
        }
    }

    // waits until the process is idle: then the views held in the background are ready
    private static void started(BenchServer server, String what) throws InterruptedException {
        String memory = server.memory();
        double held = ChildProcess.untilIdle(server.process(), MAX_HOLDING_SECONDS);
        System.out.printf(Locale.ROOT, "%nserver %s: ready after %.2f s, %s; all views held %.1f s later, %s%n", what,
                server.startSeconds(), memory, held, server.memory());
    }
}
