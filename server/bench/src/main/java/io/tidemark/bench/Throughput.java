package io.tidemark.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures requests per second and response times over increasing numbers of connections: for a few routes, and for a
 * constant of similar size.
 */
final class Throughput {

    private static final List<String> ROUTES = List.of("/v3/mortality/areas/week", "/v3/mortality/areas/month",
            "/v3/mortality/categories/rate", "/v3/common/production-area");
    private static final String COMPARED = ROUTES.getFirst();
    private static final int WARM_CONNECTIONS = 8;
    private static final int DISTINCT = 100_000;
    private static final String CONSTANT_TAG = "If-None-Match: W/\"constant\"";

    private final List<Integer> connections;
    private final Duration time;

    Throughput(List<Integer> connections, Duration time) {
        this.connections = connections;
        this.time = time;
    }

    /** Prints the heading. */
    static void heading(String what) {
        System.out.printf("%n%-48s %6s %10s %9s %9s %9s%n", what, "conns", "requests/s", "p50 ms", "p95 ms", "p99 ms");
    }

    /** Measures a server without a result cache. */
    void uncached(BenchServer server) throws IOException, InterruptedException {
        heading("uncached");
        for (String route : ROUTES) {
            warm(server.port(), server.requests(route));
            for (int each : connections) {
                one(route, server.port(), each, server.requests(route));
            }
        }
    }

    /** Measures a server with a result cache, its 304 responses, and the constant. */
    void cached(BenchServer server, Path work) throws IOException, InterruptedException {
        heading("cached, and 304");
        for (String route : ROUTES) {
            HttpConnection.Answer answer = answer(server, route);
            Load.Requests tagged = server.requests(route, "If-None-Match: " + answer.etag());
            if (route.equals(COMPARED)) {
                compared(server, tagged, answer.size(), work);
                continue;
            }
            warm(server.port(), server.requests(route));
            for (int each : connections) {
                one(route, server.port(), each, server.requests(route));
                one(route + " 304", server.port(), each, tagged);
            }
        }
    }

    /**
     * Measures a server with a result cache by requests of which no two are the same: other windows, areas and
     * generations. The first seconds do not count, in which the rows of all periods are computed.
     *
     * @param end the last day of the data
     */
    void distinct(BenchServer server, LocalDate end) throws IOException, InterruptedException {
        heading("no two the same (share cut out of all periods)");
        for (String route : DistinctRequests.ROUTES) {
            Load.Requests requests = server.distinct(DistinctRequests.of(route, end, DISTINCT, true));
            Load.run(server.port(), WARM_CONNECTIONS, time.multipliedBy(2), requests);
            for (int each : connections) {
                Map<String, Double> before = server.ends();
                LoadResult result = Load.run(server.port(), each, time, requests);
                print(route + String.format(Locale.ROOT, " %.0f %%", 100 * server.shareCut(before)), each, result);
            }
        }
    }

    private static HttpConnection.Answer answer(BenchServer server, String route) throws IOException {
        try (HttpConnection connection = new HttpConnection(server.port())) {
            return connection.ask(server.request(0, route));
        }
    }

    private void compared(BenchServer server, Load.Requests tagged, int size, Path work) throws IOException,
            InterruptedException {
        Path log = work.resolve("constant.log");
        Process constant = ChildProcess.java(log, ConstantServer.class, Integer.toString(size));
        try {
            int port = BenchServer.waitForPort(constant, log, "the constant");
            Load.Requests plain = always(HttpConnection.request("GET", "/", ""));
            Load.Requests plainTagged = always(HttpConnection.request("GET", "/", "", CONSTANT_TAG));
            warm(server.port(), server.requests(COMPARED));
            warm(server.port(), tagged);
            warm(port, plain);
            warm(port, plainTagged);
            for (int each : connections) {
                double ours = one(COMPARED, server.port(), each, server.requests(COMPARED));
                double most = one("  the same " + size + " bytes as a constant", port, each, plain);
                double ours304 = one(COMPARED + " 304", server.port(), each, tagged);
                double most304 = one("  304 of a constant", port, each, plainTagged);
                System.out.printf(Locale.ROOT, "  at %d connections: cached %.1f %% of the constant (60 at least), "
                        + "304 %.1f %% (80 at least)%n", each, 100 * ours / most, 100 * ours304 / most304);
            }
        } finally {
            ChildProcess.stop(constant);
        }
    }

    private static Load.Requests always(byte[] request) {
        return (connection, turn) -> request;
    }

    private void warm(int port, Load.Requests requests) throws IOException, InterruptedException {
        Load.run(port, WARM_CONNECTIONS, time.dividedBy(2), requests);
    }

    private double one(String what, int port, int number, Load.Requests requests) throws IOException,
            InterruptedException {
        return print(what, number, Load.run(port, number, time, requests));
    }

    /** Prints a line; returns the requests per second. */
    static double print(String what, int number, LoadResult result) {
        System.out.printf(Locale.ROOT, "%-48s %6d %10.1f %9.2f %9.2f %9.2f%s%n", what, number, result.perSecond(),
                result.millis(50),
                result.millis(95), result.millis(99), result.isClean() ? "" : "  " + result.statuses());
        return result.perSecond();
    }
}
