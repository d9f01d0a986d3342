package io.tidemark.server.identity;

import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tidemark.server.answer.ApiException;
import io.tidemark.server.answer.Json;
import io.tidemark.server.answer.JsonBody;
import java.util.LinkedHashMap;
import java.util.Map;

/** Token, refresh and userinfo, to be registered at {@link #PATH}. Nothing that they answer may be stored by a cache. */
public final class AuthRoutes implements HttpService {
    /** Where these routes belong. */
    public static final String PATH = "/v3/auth";

    /** Largest body in bytes. */
    static final int BODY_LIMIT = 16 * 1024;

    private final TokenService tokens;
    private final Authenticator authenticator;

    /** With what gives out tokens and what checks them. */
    public AuthRoutes(TokenService tokens, Authenticator authenticator) {
        this.tokens = tokens;
        this.authenticator = authenticator;
    }

    @Override
    public void routing(HttpRules rules) {
        rules.post("/token", this::token)
                .post("/refresh", this::refresh)
                .get("/userinfo", this::userInfo)
                .any("/token", (_, _) -> onlyAllowed("POST"))
                .any("/refresh", (_, _) -> onlyAllowed("POST"))
                .any("/userinfo", (_, _) -> onlyAllowed("GET"));
    }

    private void token(ServerRequest request, ServerResponse response) {
        TokenRequest asked = TokenRequest.read(JsonBody.read(request, BODY_LIMIT));
        send(response, Authenticator.answering(() -> switch (asked) {
            case TokenRequest.ByPassword user ->
                    tokens.password(user.username(), user.password(), Authenticator.origin(request));
            case TokenRequest.ByClient client ->
                    tokens.clientCredentials(client.clientId(), client.clientSecret(), Authenticator.origin(request));
        }));
    }

    private void refresh(ServerRequest request, ServerResponse response) {
        String token = TokenRequest.refreshToken(JsonBody.read(request, BODY_LIMIT));
        send(response, Authenticator.answering(() -> tokens.refresh(token, Authenticator.origin(request))));
    }

    private void userInfo(ServerRequest request, ServerResponse response) {
        Map<String, Object> envelope = new LinkedHashMap<>();
        envelope.put("data", UserInfo.of(authenticator.identify(request)));
        envelope.put("metadata", Map.of());
        send(response, envelope);
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
