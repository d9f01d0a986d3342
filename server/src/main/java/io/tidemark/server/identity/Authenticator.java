package io.tidemark.server.identity;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.webserver.http.ServerRequest;
import io.tidemark.server.event.Actor;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.event.Origin;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ApiException.Detail;
import io.tidemark.server.http.RequestId;
import io.tidemark.server.http.limit.ClientAddress;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.IdentityException.Reason;
import io.tidemark.server.identity.key.ApiKeyCheck;
import io.tidemark.server.identity.provider.ProviderException;
import io.tidemark.server.identity.state.StateException;
import io.tidemark.server.identity.token.TokenVerifier;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Identifies the caller of a request by its access token or API key; refusals are published as events. Thread-safe. */
public final class Authenticator {
    /** The header with an API key. */
    public static final HeaderName API_KEY = HeaderNames.create("X-API-Key");

    /** The header in which an admin names the company that it looks as. */
    public static final HeaderName LOOK_AS = HeaderNames.create("X-Look-As");

    private static final int RETRY_SECONDS = 5;
    private static final String BEARER = "bearer ";

    private final TokenVerifier tokens;
    private final ApiKeyCheck keys;
    private final Function<String, Optional<Account>> accounts;
    private final EventReceiver events;
    private final Clock clock;

    /** Uses the checks of tokens and keys, and finds accounts by their ids; refusals go to {@code events}. */
    Authenticator(TokenVerifier tokens, ApiKeyCheck keys, Function<String, Optional<Account>> accounts,
            EventReceiver events, Clock clock) {
        this.tokens = tokens;
        this.keys = keys;
        this.accounts = accounts;
        this.events = events;
        this.clock = clock;
    }

    /**
     * The caller of a data route, by token or key. Excel and Power BI send a key as the password of HTTP Basic, with
     * any name.
     *
     * @throws ApiException 401 without a valid one, 400 with both, 503 without the state
     */
    public Caller identify(ServerRequest request) {
        return refusalsPublished(request, () -> {
            List<String> sent = request.headers().all(API_KEY, List::of);
            if (sent.isEmpty()) {
                Optional<String> authorization = authorization(request);
                Optional<String> key = authorization.flatMap(Authenticator::keyIn);
                if (key.isPresent()) {
                    if (authorization.get().regionMatches(true, 0, BEARER, 0, BEARER.length()) || !isPrivate(request)) {
                        throw new IdentityException(Reason.KEY_AS_TOKEN);
                    }
                    return ofKey(request, key.get());
                }
                return tokens.verify(authorization.orElse(null));
            }
            if (request.headers().contains(HeaderNames.AUTHORIZATION)) {
                throw new ApiException.BadRequest(List.of(
                        new Detail(API_KEY.defaultCase(), null, "send an access token or an API key, not both")));
            }
            return ofKey(request, single(sent, Reason.KEY_MALFORMED));
        });
    }

    /** The API key in an Authorization header: sent as a Bearer token, or as the password of HTTP Basic. */
    private static Optional<String> keyIn(String authorization) {
        try {
            return Optional.of(BasicCredentials.parse(authorization).map(BasicCredentials::clientSecret)
                    .orElseGet(() -> authorization.substring(Math.min(authorization.length(), BEARER.length()))))
                    .filter(ApiKeyCheck::isKey);
        } catch (IdentityException e) {
            // what is no credentials is no token either, which the caller is told
            return Optional.empty();
        }
    }

    private Caller ofKey(ServerRequest request, String key) {
        Caller caller = keys.verify(key);
        events.publish(new Event.ApiKeyUsed(clock.instant(), origin(request), caller.subject()));
        return caller;
    }

    /** Whether nobody else reads the request: over TLS, or from this machine. */
    private static boolean isPrivate(ServerRequest request) {
        return request.isSecure() || (request.remotePeer().address() instanceof InetSocketAddress peer
                && peer.getAddress() != null && peer.getAddress().isLoopbackAddress());
    }

    /** The caller of an auth route, by token only; throws {@link ApiException} as {@link #identify} does. */
    Caller identifyByToken(ServerRequest request) {
        return refusalsPublished(request, () -> {
            Optional<String> authorization = authorization(request);
            if (authorization.isEmpty() && request.headers().contains(API_KEY)) {
                throw new IdentityException(Reason.TOKEN_EXPECTED);
            }
            return tokens.verify(authorization.orElse(null));
        });
    }

    /**
     * A client's HTTP Basic credentials, if the request has any;
     * throws {@link IdentityException} when they are malformed.
     */
    Optional<BasicCredentials> basic(ServerRequest request) {
        List<String> sent = request.headers().all(HeaderNames.AUTHORIZATION, List::of);
        try {
            return sent.isEmpty() ? Optional.empty() : BasicCredentials.parse(single(sent, Reason.BASIC_MALFORMED));
        } catch (IdentityException e) {
            events.publish(new Event.SignInRefused(clock.instant(), origin(request), Event.Grant.CLIENT_CREDENTIALS,
                    e.reason().name(), null));
            throw e;
        }
    }

    private Caller refusalsPublished(ServerRequest request, Supplier<Caller> work) {
        return answering(() -> {
            try {
                return seenAs(request, work.get());
            } catch (IdentityException e) {
                events.publish(new Event.TokenRefused(clock.instant(), origin(request), e.reason().name(),
                        e.accountId()));
                String former = e.formerAccountId();
                if (former != null) {
                    Actor.register(request, former, company(former));
                }
                throw e;
            }
        });
    }

    /** The company that an admin looks as, for requests that only read; else the caller itself. */
    private static Caller seenAs(ServerRequest request, Caller caller) {
        List<String> sent = request.headers().all(LOOK_AS, List::of);
        if (sent.isEmpty()) {
            return caller;
        }
        Actor.register(request, caller.subject(), caller.farmerId());
        if (!caller.isAdmin()) {
            throw new ApiException.Forbidden("X-Look-As is for admins only");
        }
        if (!request.prologue().method().equals(Method.GET)) {
            throw new ApiException.Forbidden("Who looks as a company only reads");
        }
        if (sent.size() > 1 || !Access.isFarmerId(sent.getFirst())) {
            throw new ApiException.BadRequest(List.of(new Detail(LOOK_AS.defaultCase(), null, "must be a farmer id")));
        }
        return caller.as(sent.getFirst());
    }

    // null also if the accounts cannot be read: the caller is refused in any case
    private @Nullable String company(String accountId) {
        try {
            return accounts.apply(accountId).map(account -> account.access().farmerId()).orElse(null);
        } catch (StateException e) {
            return null;
        }
    }

    /** Runs identity code for a request and turns its failures into error responses. */
    public static <T> T answering(Supplier<T> work) {
        try {
            return work.get();
        } catch (IdentityException e) {
            throw e.unauthorized();
        } catch (StateException e) {
            throw new ApiException.Unavailable("Accounts cannot be read now", RETRY_SECONDS, e);
        } catch (ProviderException e) {
            // its cause was logged when the provider was asked; clients must not be able to fill the log
            throw new ApiException.Unavailable("The identity provider cannot be reached now", RETRY_SECONDS);
        }
    }

    /** The origin of a request. */
    public static Origin origin(ServerRequest request) {
        return new Origin(RequestId.of(request), ClientAddress.of(request));
    }

    private static Optional<String> authorization(ServerRequest request) {
        List<String> sent = request.headers().all(HeaderNames.AUTHORIZATION, List::of);
        return sent.isEmpty() ? Optional.empty() : Optional.of(single(sent, Reason.TOKEN_MALFORMED));
    }

    /** The only value; with two headers, a proxy and this server might each use a different one. */
    private static String single(List<String> values, Reason otherwise) {
        if (values.size() > 1) {
            throw new IdentityException(otherwise);
        }
        return values.getFirst();
    }
}
