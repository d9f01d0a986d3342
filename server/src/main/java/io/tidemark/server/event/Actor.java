package io.tidemark.server.event;

import io.helidon.webserver.http.ServerRequest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The account of a request, for its events.
 *
 * @param accountId the account or API key
 * @param farmerId  its company; null unless the caller is a farmer
 * @param looks     whether it is an admin that looks as that company
 */
public record Actor(String accountId, @Nullable String farmerId, boolean looks) {

    /** Records the account of a request. */
    public static void register(ServerRequest request, String accountId, @Nullable String farmerId) {
        register(request, accountId, farmerId, false);
    }

    /** Records the account of a request, and whether it looks as a company. */
    public static void register(ServerRequest request, String accountId, @Nullable String farmerId, boolean looks) {
        request.context().register(Actor.class, new Actor(accountId, farmerId, looks));
    }

    /** The account of a request; empty if unknown. */
    public static Optional<Actor> of(ServerRequest request) {
        return request.context().get(Actor.class, Actor.class);
    }
}
