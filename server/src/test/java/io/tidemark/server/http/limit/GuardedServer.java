package io.tidemark.server.http.limit;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.TidemarkServer;
import io.tidemark.server.config.ConfigReader;
import io.tidemark.server.event.Event;
import io.tidemark.server.http.Json;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.token.KeptSigningKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** A real server with settings of a test's own, on a free port over an empty lake, with the users kari and board. */
public final class GuardedServer implements AutoCloseable {
    /** Kari's and board's. */
    public static final String PASSWORD = "correct horse battery";

    /** Everything that happened. */
    public final List<Event> events = new CopyOnWriteArrayList<>();
    /** The server itself. */
    public final TidemarkServer server;
    private final String scheme;
    private final HttpClient client;

    /**
     * Starts with settings by their keys; tests' clients say who they are by X-Forwarded-For where behind-proxy is set.
     */
    public GuardedServer(Path folder, Map<String, String> settings) {
        this(folder, settings, HttpClient.newHttpClient());
    }

    /** Starts with a client that knows the server's certificate. */
    public GuardedServer(Path folder, Map<String, String> settings, HttpClient client) {
        this.client = client;
        this.scheme = settings.containsKey("tls.certificate") ? "https" : "http";
        Map<String, String> flags = new LinkedHashMap<>(Map.of("lake", folder.resolve("lake").toString(),
                "state", folder.resolve("state").toString(), "server.port", "0", "query.engine-memory-mb", "256"));
        flags.putAll(settings);
        KeptSigningKeys.into(Path.of(String.valueOf(flags.get("state"))));
        server = TidemarkServer.start(ConfigReader.read(null, Map.of(), flags), events::add);
        addUser("kari", Access.of(Role.FARMER, "F07", null));
        addUser("board", Access.of(Role.READONLY, null, Set.of(Permission.COMMON_READ)));
    }

    private void addUser(String name, Access access) {
        if (server.identity().accounts().list(io.tidemark.server.identity.account.Account.Kind.USER).stream()
                .noneMatch(user -> user.name().equals(name))) {
            server.identity().accounts().addUser(name, null, access, PASSWORD);
        }
    }

    /** A request to a path. */
    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(scheme + "://localhost:" + server.port() + path));
    }

    /** Sends it. */
    public HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A sign-in from an address, as a proxy passes it on. */
    public HttpResponse<String> signIn(String address, String name, String password) {
        return send(request("/v3/auth/token").header("Content-Type", "application/json")
                .header("X-Forwarded-For", address)
                .POST(BodyPublishers.ofString("{\"username\":\"" + name + "\",\"password\":\"" + password + "\"}")));
    }

    /** A token of a user, which must be given. */
    public String token(String name) {
        return json(signIn("203.0.113.77", name, PASSWORD)).get("access_token").textValue();
    }

    /** A request with a token. */
    public HttpResponse<String> get(String path, String token) {
        return send(request(path).header("Authorization", "Bearer " + token));
    }

    /** What a socket answers to these bytes, until it is closed. */
    public String raw(String bytes) throws IOException {
        return raw(bytes, false);
    }

    /** What it answers to these bytes when the client says that they are its last. */
    public String rawLast(String bytes) throws IOException {
        return raw(bytes, true);
    }

    private String raw(String bytes, boolean last) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            if (last) {
                socket.shutdownOutput();
            }
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    /** A plain connection. */
    public Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(120_000);
        return socket;
    }

    /** Waits for a number of events: those about a response are published just after it was sent. */
    public void await(Predicate<Event> wanted, int times) {
        eventually().untilAsserted(() -> assertThat(events.stream().filter(wanted).count()).as("%s", events)
                .isGreaterThanOrEqualTo(times));
    }

    /** An answer's body. */
    public static JsonNode json(HttpResponse<String> response) {
        try {
            return Json.MAPPER.readTree(response.body());
        } catch (JsonProcessingException e) {
            throw new AssertionError(response.body(), e);
        }
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
