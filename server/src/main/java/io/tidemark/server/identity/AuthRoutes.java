package io.tidemark.server.identity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tidemark.server.event.Origin;
import io.tidemark.server.http.BodyFields;
import io.tidemark.server.http.Json;
import io.tidemark.server.http.PathMethods;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.IdentityException;
import java.util.Optional;
import java.util.function.Function;

/**
 * The routes token, refresh, revoke, userinfo and my-page. They are registered at {@link #PATH};
 * their responses must not be cached.
 */
public final class AuthRoutes implements HttpService {
    /** The path of these routes. */
    public static final String PATH = "/v3/auth";

    /** The largest body, bytes. */
    static final int BODY_LIMIT = 16 * 1024;

    private final TokenService tokens;
    private final Authenticator authenticator;
    private final MyPage pages;

    /** Uses the service that issues tokens, the one that checks them, and what readers have set. */
    AuthRoutes(TokenService tokens, Authenticator authenticator, MyPage pages) {
        this.tokens = tokens;
        this.authenticator = authenticator;
        this.pages = pages;
    }

    @Override
    public void routing(HttpRules rules) {
        new PathMethods(rules).on(Method.POST, "/token", this::token)
                .on(Method.POST, "/refresh", this::refresh)
                .on(Method.POST, "/revoke", this::revoke)
                .on(Method.GET, "/userinfo", this::userInfo)
                .on(Method.GET, "/my-page", (request, response) -> myPage(request, response, pages::of))
                .on(Method.PUT, "/my-page", (request, response) -> myPage(request, response, caller ->
                        pages.put(caller, BodyFields.readJson(request, BODY_LIMIT)))).only();
    }

    private void token(ServerRequest request, ServerResponse response) {
        Origin origin = Authenticator.origin(request);
        Json.send(response, answered(request, body -> switch (TokenRequest.read(body)) {
            case TokenRequest.ByPassword user -> tokens.password(user.username(), user.password(), origin);
            case TokenRequest.ByClient client -> tokens.clientCredentials(client.client(), origin);
            case TokenRequest.ByRefreshToken refresh -> tokens.refresh(refresh.token(), refresh.client(), origin);
        }));
    }

    private void refresh(ServerRequest request, ServerResponse response) {
        Json.send(response, answered(request, body -> {
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
        Json.sendData(response, UserInfo.of(authenticator.identifyByToken(request)));
    }

    private void myPage(ServerRequest request, ServerResponse response, Function<Caller, Object> work) {
        Caller caller = authenticator.identifyByToken(request);
        Json.sendData(response, Authenticator.answering(() -> work.apply(caller)));
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
}
