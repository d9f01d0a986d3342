package io.tidemark.server.identity;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.benmanes.caffeine.cache.Ticker;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.tidemark.server.config.ConfigReader;
import io.tidemark.server.event.Event;
import io.tidemark.server.http.ErrorWriter;
import io.tidemark.server.http.Json;
import io.tidemark.server.http.RequestId;
import io.tidemark.server.http.limit.SignInThrottle;
import io.tidemark.server.http.listen.ListenerLimits;
import io.tidemark.server.identity.provider.ExternalIssuer;
import io.tidemark.server.identity.token.IdentityConfig;
import io.tidemark.server.identity.token.KeptSigningKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The auth routes, a stand-in for data routes and the error writer in a real server on a free port, and a client for
 * it.
 */
public final class RunningServer implements AutoCloseable {
    static final String FORM = "application/x-www-form-urlencoded";

    public final IdentityConfig config;
    public final Identity identity;
    final List<Event> events = Collections.synchronizedList(new ArrayList<>());
    private final WebServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    public RunningServer(Path state, Clock clock) {
        this(IdentityConfig.of("https://tidemark.test", "tidemark", state), clock);
    }

    public RunningServer(IdentityConfig config, Clock clock) {
        this(config, List.of(), clock);
    }

    public RunningServer(IdentityConfig config, ExternalIssuer external, Clock clock) {
        this(config, List.of(external), clock);
    }

    public RunningServer(IdentityConfig config, List<ExternalIssuer> providers, Clock clock) {
        this.config = config;
        KeptSigningKeys.into(config.state());
        // these tests fail sign-ins often and on purpose; the guard has its own tests
        SignInThrottle open = new SignInThrottle(1_000_000, Duration.ZERO, Ticker.systemTicker());
        identity = Identity.open(config, providers, clock, events::add, open);
        ErrorWriter errors = new ErrorWriter();
        WebServerConfig.Builder builder = WebServer.builder();
        // Helidon alone resets a connection on which too large a body is still arriving, and the response may be lost
        ListenerLimits.set(builder, ConfigReader.read(null, Map.of(), Map.of("lake", "none")).guard().connections().limits());
        errors.register(builder);
        server = builder.host("127.0.0.1")
                .port(0)
                .routing(routing -> {
                    errors.register(routing);
                    routing.addFilter(new RequestId())
                            .register(AuthRoutes.PATH, identity.routes())
                            .register(WellKnownRoutes.PATH, identity.wellKnown())
                            .get("/whoami", (request, response) -> response.send(Json.bytes(
                                    UserInfo.of(identity.authenticator().identify(request)))))
                            .get("/breaks", (_, _) -> {
                                throw new IllegalStateException("SELECT secret FROM /var/lib/tidemark");
                            });
                })
                .build()
                .start();
    }

    public int port() {
        return server.port();
    }

    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path));
    }

    public HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public HttpResponse<String> post(String path, String body) {
        return send(request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body)));
    }

    HttpResponse<String> form(String path, String body) {
        return send(request(path).header("Content-Type", FORM).POST(BodyPublishers.ofString(body)));
    }

    /** A form with HTTP Basic credentials. */
    HttpResponse<String> form(String path, String id, String secret, String body) {
        String credentials = Base64.getEncoder().encodeToString((id + ":" + secret).getBytes(StandardCharsets.UTF_8));
        return send(request(path).header("Content-Type", FORM)
                .header("Authorization", "Basic " + credentials).POST(BodyPublishers.ofString(body)));
    }

    public HttpResponse<String> userInfo(String token) {
        return send(request("/v3/auth/userinfo").header("Authorization", "Bearer " + token));
    }

    /** The reason that was logged for a refusal. */
    public String reasonOf(HttpResponse<String> response) {
        return refusal(response).reason();
    }

    /** What was logged for a refusal. */
    public Event.TokenRefused refusal(HttpResponse<String> response) {
        String id = response.headers().firstValue("X-Request-Id").orElseThrow();
        synchronized (events) {
            return events.stream().filter(Event.TokenRefused.class::isInstance).map(Event.TokenRefused.class::cast)
                    .filter(event -> event.origin().requestId().equals(id)).findFirst().orElseThrow();
        }
    }

    public static JsonNode json(HttpResponse<String> response) {
        try {
            return Json.MAPPER.readTree(response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        client.close();
        server.stop();
        identity.close();
    }
}
