package io.tidemark.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.server.route.RouteCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures three routes on the server, on Fastify with DuckDB and on PostgreSQL in turn: whether the rows are the same,
 * and requests per second. Reports and skips systems that are not installed.
 */
@Command(name = "bench peers", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Measures the server beside Fastify with DuckDB and PostgreSQL.")
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class PeersBench implements Callable<Integer> {

    static final List<String> ROUTES = List.of("/v3/mortality/areas/week", "/v3/mortality/region/rolling-12-month",
            "/v3/mortality/categories/rate");
    /**
     * Different windows of a route: Fastify repeats its part of them, since it keeps no answers; the server must not.
     */
    private static final int FOR_FASTIFY = 1_000;
    private static final int FOR_OURS = 100_000;
    private static final int ROUNDS = 3;
    private static final double MAX_HOLDING_SECONDS = 120;
    private static final ObjectMapper JSON = new ObjectMapper();

    @Option(names = "--lake", required = true, description = "The lake; it is only read.")
    Path lake;

    @Option(names = "--peers", required = true, description = "The folder with what the peers are made of.")
    Path folder;

    @Option(names = "--node", required = true, description = "The folder with node_modules.")
    Path node;

    @Option(names = "--seconds", defaultValue = "5", description = "Seconds of each of four runs, the first of which "
            + "does not count (default: ${DEFAULT-VALUE}).")
    int seconds;

    @Option(names = "--connections", defaultValue = "8",
            description = "Connections at once (default: ${DEFAULT-VALUE}).")
    int connections;

    private Path work;
    private PeerPlan plan;
    private final Map<String, Peer> peers = new LinkedHashMap<>();

    /** Runs the measurements. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new PeersBench()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        // PostgreSQL runs as another user, who must be able to reach its folder
        work = Files.createTempDirectory("tidemark-bench",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        try {
            Snapshot snapshot = Lake.at(lake).current().orElseThrow();
            LocalDate end = ServeBench.today(snapshot).minusDays(1);
            List<String> requests = new ArrayList<>(ROUTES);
            ROUTES.forEach(route -> requests.addAll(DistinctRequests.of(route, end, FOR_FASTIFY, false)));
            plan = new PeerPlan(snapshot, RouteCatalog.load(null), requests, work);
            System.out.printf("snapshot %s, %d CPUs, %d connections, %d s each%n", snapshot.id(),
                    Runtime.getRuntime().availableProcessors(), connections, seconds);
            startAll(snapshot);
            Map<String, PeerResult> results = new LinkedHashMap<>();
            peers.keySet().forEach(name -> results.put(name, new PeerResult()));
            for (String route : ROUTES) {
                measure(route, results, name -> rate(route));
                List<String> ours = DistinctRequests.of(route, end, FOR_OURS, false);
                measure(PeerTable.distinct(route), results, name -> peer -> peer.distinctPerSecond(
                        name.equals(PeerTable.FASTIFY) ? ours.subList(0, FOR_FASTIFY) : ours, connections, seconds));
                compare(route, results);
            }
            PeerTable.print(ROUTES, results);
        } finally {
            peers.values().forEach(Peer::close);
            DurableFiles.deleteTree(work);
        }
        return 0;
    }

    private void startAll(Snapshot snapshot) throws IOException, InterruptedException {
        peers.put(PeerTable.UNCACHED, ours(snapshot, false));
        if (BenchServer.hasCache()) {
            peers.put(PeerTable.CACHED, ours(snapshot, true));
        }
        startOrSay(PeerTable.FASTIFY, this::fastify);
        startOrSay(PeerTable.POSTGRES, () -> PeerPostgres.start(folder.resolve("postgres"), work, plan));
    }

    /** Starts a system that may not be installed. */
    private interface Start {
        Peer start() throws IOException, InterruptedException;
    }

    private void startOrSay(String name, Start start) throws InterruptedException {
        try {
            peers.put(name, start.start());
        } catch (IOException | RuntimeException e) {
            System.out.println(name + " is not measured: " + e.getMessage());
        }
    }

    /** A measurement of a system. */
    private interface Rate {
        double of(Peer peer) throws IOException, InterruptedException;
    }

    private Rate rate(String route) {
        return peer -> peer.perSecond(route, connections, seconds);
    }

    // alternates a few times, so that other load on the machine affects all systems
    private void measure(String what, Map<String, PeerResult> results, Function<String, Rate> rates)
            throws IOException, InterruptedException {
        Map<String, double[]> perSecond = new LinkedHashMap<>();
        for (int round = -1; round < ROUNDS; round++) {
            for (Map.Entry<String, Peer> peer : peers.entrySet()) {
                double measured = rates.apply(peer.getKey()).of(peer.getValue());
                if (round >= 0) {
                    perSecond.computeIfAbsent(peer.getKey(), name -> new double[ROUNDS])[round] = measured;
                }
            }
        }
        results.forEach((name, result) ->
                result.perSecond().put(what, Numbers.median(Objects.requireNonNull(perSecond.get(name)))));
    }

    private void compare(String route, Map<String, PeerResult> results) throws IOException, InterruptedException {
        for (Map.Entry<String, PeerResult> result : results.entrySet()) {
            result.getValue().rows().put(route, JSON.readTree(Objects.requireNonNull(peers.get(result.getKey()))
                    .rows(route)));
        }
    }

    private Peer ours(Snapshot snapshot, boolean cached) throws IOException, InterruptedException {
        BenchServer server = BenchServer.start(lake, work.resolve(cached ? "cached" : "uncached"),
                ServeBench.today(snapshot), cached);
        ChildProcess.untilIdle(server.process(), MAX_HOLDING_SECONDS);
        return new HttpPeer(server.process(), server.port(), server::requests, server::distinct);
    }

    private Peer fastify() throws IOException, InterruptedException {
        Path file = work.resolve("plan.json");
        plan.writeJson(file);
        Path log = work.resolve("fastify.log");
        Process process = ChildProcess.start(log,
                new ProcessBuilder("node", folder.resolve("fastify.mjs").toAbsolutePath().toString(),
                file.toString()).directory(node.toFile()));
        try {
            return new HttpPeer(process, BenchServer.waitForPort(process, log, PeerTable.FASTIFY), route -> {
                byte[] request = HttpConnection.request("GET", route, "");
                return (connection, turn) -> request;
            }, targets -> {
                AtomicInteger next = new AtomicInteger();
                return (connection, turn) -> HttpConnection.request("GET",
                        targets.get(Math.floorMod(next.getAndIncrement(), targets.size())), "");
            });
        } catch (IOException | RuntimeException e) {
            ChildProcess.stop(process);
            throw e;
        }
    }
}
