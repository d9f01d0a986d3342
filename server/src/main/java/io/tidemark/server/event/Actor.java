package io.tidemark.server.event;

import io.helidon.webserver.http.ServerRequest;
import org.jspecify.annotations.Nullable;

/** The account of a request, for its events. */
public final class Actor {
    private Actor() {}

    /** Records the account of a request. */
    public static void register(ServerRequest request, String accountId) {
        request.context().register(Actor.class, accountId);
    }

    /** The account; null if unknown. */
    static @Nullable String of(ServerRequest request) {
        return request.context().get(Actor.class, String.class).orElse(null);
    }
}
