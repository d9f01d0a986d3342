package io.tidemark.server.dashboard;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.helidon.http.Method;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ApiException.Detail;
import io.tidemark.server.http.BodyFields;
import io.tidemark.server.http.Json;
import io.tidemark.server.http.PathMethods;
import io.tidemark.server.http.limit.ClientAddress;
import io.tidemark.server.http.limit.SignInThrottle;
import io.tidemark.server.identity.provider.CompanySignIn;
import io.tidemark.server.identity.provider.CompanySignIns;
import io.tidemark.server.identity.provider.ProviderException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the dashboard's page asks for when a reader signs in at the company's provider: where that is, and tokens for
 * the code that the reader brings back. Nobody learns from it which companies there are: all unknown addresses get the
 * same answer, and whoever tries many has to wait. Thread-safe.
 */
record ProviderSignInRoutes(CompanySignIns companies, SignInThrottle throttle) {

    private static final String BEGIN = SessionCookie.PATH;
    private static final String TOKENS = BEGIN + "/tokens";
    /** A code and a refresh token may be long: some providers write a whole token into them. */
    private static final int BODY_LIMIT = 32 * 1024;
    private static final int RETRY_SECONDS = 5;

    /** What the page knows before a reader has said anything; null if no company has a provider. */
    @Nullable Map<String, Object> settings() {
        return companies.by().<Map<String, Object>>map(by -> switch (by) {
            case BY_EMAIL -> Map.of("by", "email");
            case BY_LIST -> Json.object("by", "list", "providers", companies.listed().stream()
                    .map(each -> Json.object("name", each.name(), "title", each.title())).toList());
        }).orElse(null);
    }

    /** Adds the paths to a routing. */
    void register(HttpRouting.Builder routing) {
        new PathMethods(routing).on(Method.POST, BEGIN, this::begin).on(Method.POST, TOKENS, this::tokens).only();
    }

    private void begin(ServerRequest request, ServerResponse response) {
        ObjectNode body = BodyFields.readJson(request, BODY_LIMIT);
        try (SignInThrottle.Attempt attempt = throttle.begin(ClientAddress.of(request), null)) {
            Optional<CompanySignIn> found = body.has("email") ? companies.byEmail(text(body, "email"))
                    : companies.fromList(text(body, "provider"));
            Map<String, @Nullable Object> provider = found.map(each -> answering(() -> start(each))).orElse(null);
            if (found.isEmpty()) {
                attempt.failed();
            }
            Json.send(response, Json.object("provider", provider));
        }
    }

    private static Map<String, @Nullable Object> start(CompanySignIn company) {
        CompanySignIn.Start start = company.start();
        return Json.object("name", company.name(), "issuer", start.client().issuer(),
                "client_id", start.client().clientId(), "scopes", start.client().scopes(),
                "authorization_endpoint", start.authorization().toString(),
                "end_session_endpoint", Json.text(start.end()), "names_issuer", start.namesIssuer());
    }

    private void tokens(ServerRequest request, ServerResponse response) {
        SessionCookie.fromOwnPage(request);
        ObjectNode body = BodyFields.readJson(request, BODY_LIMIT);
        String name = text(body, "provider");
        CompanySignIn.Tokens given = given(request, name, company ->
                company.exchange(text(body, "code"), text(body, "redirect_uri"), text(body, "code_verifier")));
        if (given.refresh() == null) {
            SessionCookie.clear(request, response);
        }
        Json.send(response, fields(given, name, request, response));
    }

    /**
     * The next tokens of a session, without its refresh token.
     * @throws ApiException.BadRequest if the provider gives none
     */
    Map<String, @Nullable Object> renewed(SessionCookie kept, ServerRequest request, ServerResponse response) {
        CompanySignIn.Tokens given = given(request, kept.provider(), company -> company.refresh(kept.token()));
        Map<String, @Nullable Object> answer = fields(given, kept.provider(), request, response);
        // a page that was loaded anew has to know where to sign out
        answer.put("provider", answering(() -> start(companies.of(kept.provider()).orElseThrow())));
        return answer;
    }

    private CompanySignIn.Tokens given(ServerRequest request, String name,
            Function<CompanySignIn, Optional<CompanySignIn.Tokens>> asking) {
        try (SignInThrottle.Attempt attempt = throttle.begin(ClientAddress.of(request), null)) {
            return companies.of(name).flatMap(company -> answering(() -> asking.apply(company))).orElseThrow(() -> {
                attempt.failed();
                // the same for a name that is no provider's
                return wrong("provider", "gave no tokens for this sign-in");
            });
        }
    }

    // a provider that gives no next refresh token lets the one before go on
    private static Map<String, @Nullable Object> fields(CompanySignIn.Tokens given, String name,
            ServerRequest request, ServerResponse response) {
        if (given.refresh() != null) {
            new SessionCookie(name, given.refresh()).set(request, response);
        }
        return Json.object("access_token", given.access(), "id_token", given.id());
    }

    static String text(ObjectNode body, String field) {
        String text = body.path(field).textValue();
        if (text == null) {
            throw wrong(field, "must be text");
        }
        return text;
    }

    private static ApiException.BadRequest wrong(String field, String message) {
        return new ApiException.BadRequest(List.of(new Detail(field, null, message)));
    }

    private static <T> T answering(Supplier<T> work) {
        try {
            return work.get();
        } catch (ProviderException e) {
            // logged when the provider was asked
            throw new ApiException.Unavailable("The identity provider cannot be reached now", RETRY_SECONDS);
        }
    }
}
