package io.tidemark.server.live;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.PrivacyChange;
import io.tidemark.ingest.Ingest;
import io.tidemark.ingest.IngestOptions;
import io.tidemark.ingest.IngestOutcome;
import io.tidemark.ingest.IngestReport;
import io.tidemark.server.TidemarkServer;
import io.tidemark.server.config.ConfigReader;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.identity.Identity;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.token.KeptSigningKeys;
import io.tidemark.server.metrics.Scrape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A real server on a free port over a lake that a real ingest made, and a client with a token for each kind of caller.
 */
public final class LiveServer implements AutoCloseable {

    static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    /** The longest time until a new snapshot is served: Trino's need minutes. */
    private static final Duration OPENED = Duration.ofMinutes(3);
    /** Every cell is safe. */
    static final PrivacyChange RULE_OFF = new PrivacyChange(1, null);
    private static final String FARMER = "farmer:";
    private static final String SUMS = "sums-of:";
    private static final String KEY = "key";
    /** Of every caller. */
    static final String PASSWORD = "correct horse battery";

    private final HttpClient client = HttpClient.newHttpClient();
    private final Map<String, String> tokens = new ConcurrentHashMap<>();
    private final Map<String, String> keys = new ConcurrentHashMap<>();
    private final Map<String, String> clientSecrets = new ConcurrentHashMap<>();
    private final TidemarkServer server;
    /** The path below which it is. */
    private final String base;
    private final Path lake;
    private final LocalDate today;

    private LiveServer(TidemarkServer server, String base, Path lake, LocalDate today) {
        this.server = server;
        this.base = base;
        this.lake = lake;
        this.today = today;
    }

    /** Starts a server on an empty lake under a folder. */
    public static LiveServer start(Path folder, LocalDate today) {
        return start(folder, today, Map.of());
    }

    /** Starts a server with more settings, by their keys. */
    public static LiveServer start(Path folder, LocalDate today, Map<String, String> settings) {
        return start(folder, today, settings, event -> { });
    }

    /** The same, with a receiver of all events. */
    static LiveServer start(Path folder, LocalDate today, Map<String, String> settings, EventReceiver log) {
        return start(folder, today, settings, log, Clock.systemUTC());
    }

    /**
     * The same, with a clock that a test moves. DuckDB has one thread, as the data is small; tests of large answers set
     * two.
     */
    static LiveServer start(Path folder, LocalDate today, Map<String, String> settings, EventReceiver log,
            Clock clock) {
        Map<String, String> flags = new LinkedHashMap<>(Map.of("lake", folder.resolve("lake").toString(),
                "state", folder.resolve("state").toString(), "server.port", "0", "today", today.toString(),
                "query.engine-memory-mb", "512", "query.warm-up", "false", "limits.requests-per-second", "100000"));
        flags.putAll(settings);
        KeptSigningKeys.into(Path.of(String.valueOf(flags.get("state"))));
        return new LiveServer(TidemarkServer.start(ConfigReader.read(null, Map.of(), flags), log, List::of, clock),
                settings.getOrDefault("server.base-path", ""), folder.resolve("lake"), today);
    }

    /** Ingests a delivery that must be accepted, and waits until it is served. */
    public LiveServer ingest(Path delivery) {
        return ingest(delivery, PrivacyChange.NONE);
    }

    /** Ingests a delivery with another rule of confidentiality. */
    public LiveServer ingest(Path delivery, PrivacyChange privacy) {
        IngestReport report = Ingest.run(new IngestOptions(delivery, Lake.at(lake), today, false, 0.01, null, privacy)
                // a delivery by hand has only the sites that it is about
                .replacing(IngestOptions.DEFAULT_REPLACE_DAYS, true),
                line -> { });
        assertThat(report.outcome()).as("%s", report).isEqualTo(IngestOutcome.PUBLISHED);
        return awaitServed(String.valueOf(report.snapshot()));
    }

    /** Waits until a snapshot is served that somebody else published. */
    public LiveServer awaitServed(String id) {
        eventually().atMost(OPENED).untilAsserted(() -> assertThat(server.snapshots().servedId()).contains(id));
        return this;
    }

    /** What readiness says once it answers with that status. */
    String awaitReady(int status) {
        return eventually().until(() -> send(HttpRequest.newBuilder(uri("/health/ready")).GET()),
                answer -> answer.statusCode() == status).body();
    }

    /**
     * A request of a caller: {@code admin}, {@code analyst}, {@code readonly}, {@code readonly-treatment}, {@code
     * common-only}, {@code farmer:ID}, {@code sums-of:ID}, a farmer without raw:read, or {@code key}, an API key with
     * all permissions.
     */
    public HttpResponse<String> get(String path, String caller) {
        return send(request(path, caller).GET());
    }

    /**
     * A request with a caller's token, and for a farmer with the secret of an integration, which those not premium
     * need.
     */
    HttpRequest.Builder request(String path, String caller) {
        if (caller.equals(KEY)) {
            return HttpRequest.newBuilder(uri(path)).header("X-API-Key", keys.computeIfAbsent(caller,
                    name -> server.identity().apiKeys().add(name, EnumSet.allOf(Permission.class), null).text()));
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path))
                .header("Authorization", "Bearer " + token(caller));
        return caller.startsWith(FARMER) || caller.startsWith(SUMS)
                ? request.header("x-client-secret", clientSecret(company(caller))) : request;
    }

    /** The x-client-secret of an integration of a company. */
    String clientSecret(String farmer) {
        return clientSecrets.computeIfAbsent(farmer, id -> server.identity().accounts()
                .addClient("integration", Access.of(Role.FARMER, id, null)).xClientSecret());
    }

    /** The rows of an answer that must be 200, or 204 for none. */
    public JsonNode data(String path, String caller) {
        HttpResponse<String> response = get(path, caller);
        if (response.statusCode() == 204) {
            return JSON.createArrayNode();
        }
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return json(response).get("data");
    }

    /** The same, but its form is not held against the description, which takes longer than the answer. */
    public JsonNode dataAsItCame(String path, String caller) {
        HttpResponse<String> response = exchange(request(path, caller).GET(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() == 204) {
            return JSON.createArrayNode();
        }
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return json(response).get("data");
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        return send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** An answer as it came, not decoded. */
    HttpResponse<byte[]> bytes(HttpRequest.Builder request) {
        return send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    private <T> HttpResponse<T> send(HttpRequest.Builder request, HttpResponse.BodyHandler<T> body) {
        HttpResponse<T> answer = exchange(request, body);
        DescribedAnswers.check(answer);
        return answer;
    }

    private <T> HttpResponse<T> exchange(HttpRequest.Builder request, HttpResponse.BodyHandler<T> body) {
        try {
            return client.send(request.build(), body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }

    static JsonNode json(HttpResponse<String> response) {
        return json(response.body());
    }

    static JsonNode json(String body) {
        try {
            return JSON.readTree(body);
        } catch (IOException e) {
            throw new UncheckedIOException(body, e);
        }
    }

    String token(String caller) {
        return tokens.computeIfAbsent(caller, this::signIn);
    }

    /** The name that a caller signs in with. */
    String userName(String caller) {
        token(caller);
        return caller.replace(':', '-');
    }

    private static String company(String caller) {
        return caller.substring(caller.indexOf(':') + 1);
    }

    private String signIn(String caller) {
        Access access = switch (caller) {
            case "admin" -> Access.of(Role.ADMIN, null, null);
            case "analyst" -> Access.of(Role.ANALYST, null, null);
            case "readonly" -> Access.of(Role.READONLY, null, EnumSet.of(Permission.MORTALITY_READ));
            case "readonly-treatment" -> Access.of(Role.READONLY, null, Set.of(Permission.TREATMENT_READ));
            case "common-only", "common-greedy" -> Access.of(Role.READONLY, null, Set.of(Permission.COMMON_READ));
            default -> Access.of(Role.FARMER, company(caller), caller.startsWith(SUMS)
                    ? EnumSet.of(Permission.TREATMENT_READ, Permission.MORTALITY_READ) : null);
        };
        String name = caller.replace(':', '-');
        server.identity().accounts().addUser(name, name + "@example.org", access, PASSWORD);
        return tokenOf(name);
    }

    /** A token of a user that is there. */
    String tokenOf(String name) {
        HttpResponse<String> answer = send(HttpRequest.newBuilder(uri(base + "/v3/auth/token"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"username\":\"" + name + "\",\"password\":\"" + PASSWORD + "\"}")));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return json(answer).get("access_token").asText();
    }

    /** Accounts, keys and tokens. */
    Identity identity() {
        return server.identity();
    }

    /** What Prometheus reads; only with the setting metrics.port. */
    Scrape metrics() {
        return Scrape.of(server);
    }

    public Path lake() {
        return lake;
    }

    @Override
    public void close() {
        server.close();
    }
}
