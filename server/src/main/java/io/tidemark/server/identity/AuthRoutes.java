package io.tidemark.server.identity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tidemark.server.event.Origin;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.BodyFields;
import io.tidemark.server.http.Json;
import io.tidemark.server.identity.account.IdentityException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The routes token, refresh, revoke and userinfo. They are registered at {@link #PATH};
 * their responses must not be cached.
 */
public final class AuthRoutes implements HttpService {
    /** The path of these routes. */
    public static final String PATH = "/v3/auth";

    /** The largest body, bytes. */
    static final int BODY_LIMIT = 16 * 1024;

    private final TokenService tokens;
    private final Authenticator authenticator;

    /** Uses the service that issues tokens and the one that checks them. */
    AuthRoutes(TokenService tokens, Authenticator authenticator) {
        this.tokens = tokens;
        this.authenticator = authenticator;
    }

    @Override
    public void routing(HttpRules rules) {
        rules.post("/token", this::token)
                .post("/refresh", this::refresh)
                .post("/revoke", this::revoke)
                .get("/userinfo", this::userInfo)
                .any("/token", (_, _) -> onlyAllowed("POST"))
                .any("/refresh", (_, _) -> onlyAllowed("POST"))
                .any("/revoke", (_, _) -> onlyAllowed("POST"))
                .any("/userinfo", (_, _) -> onlyAllowed("GET"));
    }

    private void token(ServerRequest request, ServerResponse response) {
        Origin origin = Authenticator.origin(request);
        send(response, answered(request, body -> switch (TokenRequest.read(body)) {
            case TokenRequest.ByPassword user -> tokens.password(user.username(), user.password(), origin);
            case TokenRequest.ByClient client -> tokens.clientCredentials(client.client(), origin);
            case TokenRequest.ByRefreshToken refresh -> tokens.refresh(refresh.token(), refresh.client(), origin);
        }));
    }

    private void refresh(ServerRequest request, ServerResponse response) {
        send(response, answered(request, body -> {
            TokenRequest.ByRefreshToken asked = TokenRequest.refresh(body);
            return tokens.refresh(asked.token(), asked.client(), Authenticator.origin(request));
        }));
    }

    private void revoke(ServerRequest request, ServerResponse response) {
        answered(request, body -> {
            RevokeRequest asked = RevokeRequest.read(body);
            tokens.revoke(asked.token(), asked.client(), Authenticator.origin(request));
            return asked;
        });
        response.header(HeaderNames.CACHE_CONTROL, "no-store");
        response.send();
    }

    private void userInfo(ServerRequest request, ServerResponse response) {
        Map<String, Object> envelope = new LinkedHashMap<>();
        envelope.put("data", UserInfo.of(authenticator.identifyByToken(request)));
        envelope.put("metadata", Map.of());
        send(response, envelope);
    }

    /** Runs an action on a request's fields, including a client's HTTP Basic credentials. */
    private <T> T answered(ServerRequest request, Function<ObjectNode, T> work) {
        return Authenticator.answering(() -> {
            ObjectNode body = BodyFields.read(request, BODY_LIMIT);
            boolean basic = false;
            try {
                Optional<BasicCredentials> credentials = authenticator.basic(request);
                basic = credentials.isPresent();
                credentials.ifPresent(sent -> TokenFields.merge(body, sent));
                return work.apply(body);
            } catch (IdentityException e) {
                throw basic || e.reason() == IdentityException.Reason.BASIC_MALFORMED
                        ? e.unauthorizedClient() : e.unauthorized();
            }
        });
    }

    private static void onlyAllowed(String methods) {
        throw new ApiException.MethodNotAllowed(methods);
    }

    private static void send(ServerResponse response, Object answer) {
        response.header(HeaderNames.CACHE_CONTROL, "no-store");
        response.header(HeaderValues.CONTENT_TYPE_JSON);
        response.send(Json.bytes(answer));
    }
}
