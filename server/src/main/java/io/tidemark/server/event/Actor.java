package io.tidemark.server.event;

import io.helidon.webserver.http.ServerRequest;
import org.jspecify.annotations.Nullable;

/** Which account a request turned out to be of, for the events about it. */
public final class Actor {
    private Actor() {}

    /** Says whose request it is. */
    public static void register(ServerRequest request, String accountId) {
        request.context().register(Actor.class, accountId);
    }

    /** Whose it is; null when nobody has said so. */
    static @Nullable String of(ServerRequest request) {
        return request.context().get(Actor.class, String.class).orElse(null);
    }
}
