package io.tidemark.server.event;

import io.helidon.webserver.http.ServerRequest;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A data request and its result, for the log of data accesses. The request's thread fills it in step by step. */
public final class DataAccess {

    private final String accountId;
    private final @Nullable String farmerId;
    private final String route;
    private Map<String, @Nullable Object> values = Map.of();
    private @Nullable String snapshotId;
    private long rows;
    private long bytes;
    private boolean looks;

    /**
     * Starts a data access.
     *
     * @param accountId the account or API key
     * @param farmerId  its company; null unless the caller is a farmer
     * @param route     the route's path, without values
     */
    public DataAccess(String accountId, @Nullable String farmerId, String route) {
        this.accountId = accountId;
        this.farmerId = farmerId;
        this.route = route;
    }

    /** Starts the data access of a request; the event is published after the response. */
    public static DataAccess begin(ServerRequest request, String accountId, @Nullable String farmerId, String route) {
        DataAccess access = new DataAccess(accountId, farmerId, route);
        access.looks = Actor.of(request).filter(Actor::looks).isPresent();
        request.context().register(DataAccess.class, access);
        return access;
    }

    /** The data access of a request; empty if it is for no data route, or if its caller is unknown. */
    public static Optional<DataAccess> of(ServerRequest request) {
        return request.context().get(DataAccess.class, DataAccess.class);
    }

    /** What a caller who was refused asked for. */
    public static DataAccess of(Actor actor, String route) {
        DataAccess access = new DataAccess(actor.accountId(), actor.farmerId(), route);
        access.looks = actor.looks();
        return access;
    }

    /** Whether an admin looked as the company. */
    public boolean looks() {
        return looks;
    }

    /** Records the parameters and the snapshot. */
    public void asks(Map<String, @Nullable Object> parameters, String snapshot) {
        values = new TreeMap<>(parameters);
        snapshotId = snapshot;
    }

    /** Records the number of rows. */
    public void found(long count) {
        rows = count;
    }

    /** Records the size of the body as sent. */
    public void sends(long size) {
        bytes = size;
    }

    /** The account or API key. */
    public String accountId() {
        return accountId;
    }

    /** The account's company; null unless the caller is a farmer. */
    public @Nullable String farmerId() {
        return farmerId;
    }

    /** The route's path, without values. */
    public String route() {
        return route;
    }

    /** The parameters as read, including defaults, by their names in SQL; empty if they were refused. */
    public Map<String, @Nullable Object> values() {
        return values;
    }

    /** The id of the snapshot; null if the parameters were refused. */
    public @Nullable String snapshotId() {
        return snapshotId;
    }

    /** The number of rows in the answer. */
    public long rows() {
        return rows;
    }

    /** The number of bytes in the body. */
    public long bytes() {
        return bytes;
    }
}
