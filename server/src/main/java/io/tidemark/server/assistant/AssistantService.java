package io.tidemark.server.assistant;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tidemark.server.event.DataAccess;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ApiException.Detail;
import io.tidemark.server.http.Json;
import io.tidemark.server.http.LimitedBody;
import io.tidemark.server.http.PathMethods;
import io.tidemark.server.identity.Identity;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.provider.ExternalIssuer;
import io.tidemark.server.part.Parts;
import io.tidemark.server.request.CallerLimit;
import io.tidemark.server.snapshot.RouteReloader;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Answers assistants at {@link #PATH} by the protocol's Streamable HTTP, one message a request and without sessions.
 * The caller is whoever the token or API key says; what a web page sends is answered for allowed origins only.
 * Thread-safe.
 */
public final class AssistantService implements HttpService {

    /** The path of the protocol. */
    public static final String PATH = "/mcp";
    /** Where a client learns who gives tokens for it (RFC 9728). */
    private static final String METADATA = "/.well-known/oauth-protected-resource";

    private static final int MAX_MESSAGE = 1 << 18;
    private static final HeaderName VERSION = HeaderNames.create("MCP-Protocol-Version");

    private final Parts parts;
    private final AssistantServer server;
    private final List<String> issuers;

    /** Starts the service, if the settings say so. */
    public static void start(Parts parts) {
        if (!parts.config().assistants().enabled()) {
            return;
        }
        AssistantService service = new AssistantService(parts);
        parts.service(PATH, service);
        if (!service.issuers.isEmpty()) {
            parts.paths(routing -> routing.get(METADATA, service::metadata).get(METADATA + PATH, service::metadata));
        }
    }

    private AssistantService(Parts parts) {
        this.parts = parts;
        this.server = parts.add(new AssistantServer(parts.config().assistants().maxRows()));
        this.issuers = parts.config().identity().providers().stream().map(ExternalIssuer::issuer).toList();
    }

    @Override
    public void routing(HttpRules rules) {
        new PathMethods(rules).on(Method.POST, "/", this::message).only();
    }

    private void message(ServerRequest request, ServerResponse response) {
        checkOrigin(request);
        checkVersion(request);
        Caller caller = identify(request);
        if (!LimitedBody.isOfType(request, "application", "json")) {
            throw new ApiException.BadRequest(List.of(new Detail("Content-Type", null, "must be application/json")));
        }
        byte[] answer = server.answer(LimitedBody.read(request, MAX_MESSAGE), new ServedCaller(parts, request, caller,
                parts.get(RouteReloader.class).get()));
        response.header(HeaderNames.CACHE_CONTROL, "no-store");
        if (answer == null) {
            response.status(Status.ACCEPTED_202).send();
            return;
        }
        DataAccess.of(request).ifPresent(access -> access.sends(answer.length));
        response.headers().set(HeaderValues.CONTENT_TYPE_JSON);
        response.send(answer);
    }

    private Caller identify(ServerRequest request) {
        try {
            return parts.get(CallerLimit.class).apply(request);
        } catch (ApiException.Unauthorized e) {
            throw issuers.isEmpty() ? e : e.withMetadata(address(request, METADATA + PATH));
        }
    }

    // a page of another site in a user's browser must not reach a server of the house (DNS rebinding)
    private void checkOrigin(ServerRequest request) {
        if (request.headers().contains(HeaderNames.ORIGIN)
                && !parts.config().guard().corsOrigins().contains(request.headers().get(HeaderNames.ORIGIN).get())) {
            throw new ApiException.Forbidden("Pages of this origin may not call assistants' tools; see "
                    + "cors.allowed-origins");
        }
    }

    private static void checkVersion(ServerRequest request) {
        if (request.headers().contains(VERSION)
                && !AssistantServer.VERSIONS.contains(request.headers().get(VERSION).get())) {
            throw new ApiException.BadRequest(List.of(new Detail(VERSION.defaultCase(),
                    request.headers().get(VERSION).get(), "must be one of "
                            + String.join(", ", AssistantServer.VERSIONS))));
        }
    }

    private void metadata(ServerRequest request, ServerResponse response) {
        Json.send(response, new TreeMap<>(Map.of("resource", address(request, PATH),
                "authorization_servers", issuers, "bearer_methods_supported", List.of("header"))));
    }

    private String address(ServerRequest request, String path) {
        return parts.get(Identity.class).wellKnown().address(request) + path;
    }
}
