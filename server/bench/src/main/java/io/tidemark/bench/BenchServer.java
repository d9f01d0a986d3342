package io.tidemark.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.server.cli.Tidemark;
import io.tidemark.server.config.ConfigReader;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.ClientCredentials;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.key.ApiKeys;
import io.tidemark.server.identity.state.StateStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code tidemark serve} as a separate process, with unlimited callers. */
final class BenchServer implements AutoCloseable {

    // many callers, so that the benchmark does not measure the limit per caller
    private static final int CALLERS = 32;
    private static final int MAX_REQUESTS = 1_000_000;
    private static final String CACHE = "cache-mb";
    private static final Pattern ADDRESS = Pattern.compile("(?<!metrics) at http://127\\.0\\.0\\.1:(\\d+)");
    private static final Pattern METRICS = Pattern.compile("metrics at http://127\\.0\\.0\\.1:(\\d+)");
    private static final Pattern ENDED = Pattern.compile(
            "(?m)^tidemark_queries_total\\{(?![^}]*format=\"slice\")[^}]*end=\"(\\w+)\"[^}]*} ([0-9.E+]+)");
    private static final double MAX_START_SECONDS = 300;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final int port;
    private final int metrics;
    private final double startSeconds;
    private final List<String> tokens = new ArrayList<>();
    private final String apiKey;

    private BenchServer(Process process, Path log, long start, List<ClientCredentials> clients, String apiKey)
            throws IOException, InterruptedException {
        this.process = process;
        this.apiKey = apiKey;
        this.port = waitForPort(process, log, ADDRESS, "the server");
        this.metrics = waitForPort(process, log, METRICS, "the server's metrics");
        try (HttpConnection connection = new HttpConnection(port)) {
            byte[] ready = HttpConnection.request("GET", "/health/ready", "");
            while (connection.status(ready) != 200) {
                Thread.sleep(10);
            }
            startSeconds = (System.nanoTime() - start) / 1e9;
            for (ClientCredentials client : clients) {
                tokens.add(token(connection, client));
            }
        }
    }

    /** Whether the server has a result cache that can be turned off. */
    static boolean hasCache() {
        return ConfigReader.dump(null, Map.of(), Map.of()).contains("  " + CACHE + ": ");
    }

    /**
     * Starts a server and waits until it is ready.
     *
     * @param work   a folder for its state and its log, emptied first
     * @param today  the server's current day
     * @param cached whether the server caches results, if it can
     */
    static BenchServer start(Path lake, Path work, LocalDate today, boolean cached) throws IOException,
            InterruptedException {
        Files.createDirectories(work);
        Path state = work.resolve("state");
        StateStore store = StateStore.open(state, Clock.systemUTC());
        List<ClientCredentials> clients = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            clients.add(new Accounts(store).addClient("bench " + i, Access.of(Role.ANALYST, null, null)));
        }
        String key = new ApiKeys(store).add("bench", Role.ANALYST.defaultPermissions(), null).text();
        Path config = work.resolve("tidemark.yaml");
        Files.writeString(config, "metrics:\n  port: 0\nlimits:\n  requests-per-second: " + MAX_REQUESTS + "\n"
                + (cached || !hasCache() ? "" : "query:\n  " + CACHE + ": 0\n"));
        Path log = work.resolve("server.log");
        long start = System.nanoTime();
        Process process = ChildProcess.java(log, Tidemark.class, "serve", "--config", config.toString(), "--lake",
                lake.toString(), "--state", state.toString(), "--port", "0", "--today", today.toString());
        try {
            return new BenchServer(process, log, start, clients, key);
        } catch (IOException | RuntimeException e) {
            ChildProcess.stop(process);
            throw e;
        }
    }

    /** Waits until a server's log has its port; returns the port. */
    static int waitForPort(Process process, Path log, String what) throws IOException, InterruptedException {
        return waitForPort(process, log, ADDRESS, what);
    }

    private static int waitForPort(Process process, Path log, Pattern pattern, String what) throws IOException,
            InterruptedException {
        long start = System.nanoTime();
        while (process.isAlive() && (System.nanoTime() - start) / 1e9 < MAX_START_SECONDS) {
            Matcher address = pattern.matcher(Files.readString(log));
            if (address.find()) {
                return Integer.parseInt(address.group(1));
            }
            Thread.sleep(10);
        }
        throw new IllegalStateException(what + " did not start: " + Files.readString(log));
    }

    private static String token(HttpConnection connection, ClientCredentials client) throws IOException {
        String body = JSON.writeValueAsString(Map.of("grant_type", "client_credentials", "client_id",
                client.client().id(), "client_secret", client.clientSecret()));
        HttpConnection.Answer answer = connection.ask(HttpConnection.request("POST", "/v3/auth/token", body));
        if (answer.status() != 200) {
            throw new IllegalStateException("no token: status " + answer.status());
        }
        return JSON.readTree(answer.body()).path("access_token").asText();
    }

    /** A request of one of the analysts. */
    byte[] request(int caller, String target, String... headers) {
        String[] all = new String[headers.length + 1];
        System.arraycopy(headers, 0, all, 1, headers.length);
        all[0] = "Authorization: Bearer " + tokens.get(caller % CALLERS);
        return HttpConnection.request("GET", target, "", all);
    }

    /** The same request, from each analyst in turn on any connection. */
    Load.Requests requests(String target, String... headers) {
        List<byte[]> each = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            each.add(request(i, target, headers));
        }
        return (connection, turn) -> each.get(connection % CALLERS);
    }

    /** Each request once, then again, on any connection: the next one of all, from each analyst in turn. */
    Load.Requests distinct(List<String> targets) {
        AtomicInteger next = new AtomicInteger();
        return (connection, turn) -> request(connection,
                targets.get(Math.floorMod(next.getAndIncrement(), targets.size())));
    }

    /** The number of queries so far by how they ended, such as {@code sliced}; those that make slices are left out. */
    Map<String, Double> ends() throws IOException {
        try (HttpConnection connection = new HttpConnection(metrics)) {
            Matcher ended = ENDED.matcher(connection.ask(HttpConnection.request("GET", "/metrics", "")).body());
            Map<String, Double> ends = new TreeMap<>();
            while (ended.find()) {
                ends.merge(ended.group(1), Double.parseDouble(ended.group(2)), Double::sum);
            }
            return ends;
        }
    }

    /** The share of the queries since some earlier {@link #ends} that were cut out of the rows of all periods. */
    double shareCut(Map<String, Double> before) throws IOException {
        Map<String, Double> now = ends();
        double all = now.values().stream().mapToDouble(v -> v).sum() - before.values().stream().mapToDouble(v -> v)
                .sum();
        return (now.getOrDefault("sliced", 0.0) - before.getOrDefault("sliced", 0.0)) / all;
    }

    /** A request with the read-only key. */
    byte[] keyRequest(String target) {
        return HttpConnection.request("GET", target, "", "X-API-Key: " + apiKey);
    }

    /** The server's port. */
    int port() {
        return port;
    }

    /** The server's process. */
    Process process() {
        return process;
    }

    /** Seconds from the start of the process until the server was ready. */
    double startSeconds() {
        return startSeconds;
    }

    /** The server's memory in words. */
    String memory() {
        return "%,d MB resident, %,d MB at most"
                .formatted(ChildProcess.residentMb(process), ChildProcess.peakMb(process));
    }

    @Override
    public void close() {
        ChildProcess.stop(process);
    }
}
