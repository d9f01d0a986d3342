package io.tidemark.server.identity;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.tidemark.server.answer.ApiException;
import io.tidemark.server.answer.RequestId;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.Events;
import io.tidemark.server.event.Origin;
import io.tidemark.server.identity.IdentityException.Reason;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Tells who sent a request, from its bearer token; refusals are published as events. Thread-safe. */
public final class Authenticator {
    private static final int RETRY_SECONDS = 5;

    private final TokenVerifier verifier;
    private final Events events;
    private final Clock clock;

    /** With what checks the tokens, and where refusals go. */
    public Authenticator(TokenVerifier verifier, Events events, Clock clock) {
        this.verifier = verifier;
        this.events = events;
        this.clock = clock;
    }

    /** The request's caller; throws {@link ApiException}: 401 without a token that is in force, 503 without the state. */
    public Caller identify(ServerRequest request) {
        return answering(() -> {
            try {
                return verifier.verify(authorization(request));
            } catch (IdentityException e) {
                events.publish(new Event.TokenRefused(clock.instant(), origin(request), e.reason().name()));
                throw e;
            }
        });
    }

    /** Runs identity's work for a request and turns its failures into answers. */
    static <T> T answering(Supplier<T> work) {
        try {
            return work.get();
        } catch (IdentityException e) {
            throw e.unauthorized();
        } catch (StateException e) {
            throw new ApiException.Unavailable("Accounts cannot be read now", RETRY_SECONDS, e);
        }
    }

    /** Where a request came from. */
    public static Origin origin(ServerRequest request) {
        return new Origin(RequestId.of(request), request.remotePeer().host());
    }

    private static @Nullable String authorization(ServerRequest request) {
        List<String> values = request.headers().contains(HeaderNames.AUTHORIZATION)
                ? request.headers().get(HeaderNames.AUTHORIZATION).allValues() : List.of();
        if (values.size() > 1) {
            // two headers: a proxy and this server could each believe another one
            throw new IdentityException(Reason.TOKEN_MALFORMED);
        }
        return values.isEmpty() ? null : values.getFirst();
    }
}
