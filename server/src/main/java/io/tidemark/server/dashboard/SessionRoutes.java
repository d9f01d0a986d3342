package io.tidemark.server.dashboard;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tidemark.server.event.Origin;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.BodyFields;
import io.tidemark.server.http.Json;
import io.tidemark.server.http.PathMethods;
import io.tidemark.server.identity.Authenticator;
import io.tidemark.server.identity.TokenAnswer;
import io.tidemark.server.identity.TokenService;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The session of a reader of the dashboard. The page gets access tokens; the refresh token stays in a cookie, so that a
 * reload goes on and no script can copy it. Thread-safe.
 */
record SessionRoutes(TokenService tokens, ProviderSignInRoutes providers) {

    private static final String SESSION = SessionCookie.PATH + "/session";
    private static final int BODY_LIMIT = 16 * 1024;

    /** Adds the path to a routing. */
    void register(HttpRouting.Builder routing) {
        new PathMethods(routing).on(Method.POST, SESSION, this::post).on(Method.DELETE, SESSION, this::end).only();
    }

    /** Begins a session with a name and a password, or goes on with that of the cookie: 204 where there is none. */
    private void post(ServerRequest request, ServerResponse response) {
        SessionCookie.fromOwnPage(request);
        ObjectNode body = BodyFields.readJson(request, BODY_LIMIT);
        Origin origin = Authenticator.origin(request);
        Optional<SessionCookie> kept = SessionCookie.of(request);
        if (body.has("username")) {
            String name = ProviderSignInRoutes.text(body, "username");
            String password = ProviderSignInRoutes.text(body, "password");
            give(own(request, response, () -> tokens.password(name, password, origin)), response);
        } else {
            give(kept.map(each -> going(each, origin, request, response)).orElse(null), response);
        }
    }

    private @Nullable Map<String, @Nullable Object> going(SessionCookie kept, Origin origin, ServerRequest request,
            ServerResponse response) {
        try {
            return kept.provider().isEmpty()
                    ? own(request, response, () -> tokens.refresh(kept.token(), null, origin))
                    : providers.renewed(kept, request, response);
        } catch (ApiException.Unauthorized | ApiException.BadRequest e) {
            SessionCookie.clear(request, response);
            return null;
        }
    }

    private static Map<String, @Nullable Object> own(ServerRequest request, ServerResponse response,
            Supplier<TokenAnswer> giving) {
        TokenAnswer given = Authenticator.answering(giving);
        String next = given.refreshToken();
        if (next == null) {
            // a full disk: the session lasts as long as its access token
            SessionCookie.clear(request, response);
        } else {
            new SessionCookie("", next).set(request, response);
        }
        return Map.of("access_token", given.accessToken());
    }

    private static void give(@Nullable Map<String, @Nullable Object> answer, ServerResponse response) {
        if (answer == null) {
            response.header(HeaderNames.CACHE_CONTROL, "no-store");
            response.status(Status.NO_CONTENT_204).send();
        } else {
            Json.send(response, answer);
        }
    }

    /** Ends the session here; the page leads on to where a company's provider ends its own. */
    private void end(ServerRequest request, ServerResponse response) {
        SessionCookie.fromOwnPage(request);
        SessionCookie.clear(request, response);
        SessionCookie.of(request).filter(kept -> kept.provider().isEmpty()).ifPresent(kept ->
                Authenticator.answering(() -> {
                    tokens.revoke(kept.token(), null, Authenticator.origin(request));
                    return kept;
                }));
        give(null, response);
    }
}
