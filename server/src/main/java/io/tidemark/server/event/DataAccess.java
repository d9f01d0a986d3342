package io.tidemark.server.event;

import io.helidon.webserver.http.ServerRequest;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a request of a data route asks for, and what it gets. Filled in as the request goes on, by its thread alone. */
public final class DataAccess {

    private final String accountId;
    private final @Nullable String farmerId;
    private final String route;
    private Map<String, @Nullable Object> values = Map.of();
    private @Nullable String snapshotId;
    private long rows;
    private long bytes;

    /**
     * Of which nothing but the start is known.
     *
     * @param accountId the account or API key
     * @param farmerId  its company; null for others than farmers
     * @param route     the route's path, without values
     */
    public DataAccess(String accountId, @Nullable String farmerId, String route) {
        this.accountId = accountId;
        this.farmerId = farmerId;
        this.route = route;
    }

    /** A caller asks a route; the event is published when the request has been answered. */
    public static DataAccess begin(ServerRequest request, String accountId, @Nullable String farmerId, String route) {
        DataAccess access = new DataAccess(accountId, farmerId, route);
        request.context().register(DataAccess.class, access);
        return access;
    }

    /** That of a request; empty if it asks no data route, or nobody known has sent it. */
    static Optional<DataAccess> of(ServerRequest request) {
        return request.context().get(DataAccess.class, DataAccess.class);
    }

    /** Its parameters were read, on a snapshot. */
    public void asks(Map<String, @Nullable Object> parameters, String snapshot) {
        values = new TreeMap<>(parameters);
        snapshotId = snapshot;
    }

    /** There are so many rows for it. */
    public void found(long count) {
        rows = count;
    }

    /** A body of this size is sent, as it is compressed. */
    public void sends(long size) {
        bytes = size;
    }

    /** The account or API key. */
    public String accountId() {
        return accountId;
    }

    /** The account's company; null for others than farmers. */
    public @Nullable String farmerId() {
        return farmerId;
    }

    /** The route's path, without values. */
    public String route() {
        return route;
    }

    /** The parameters as they were read, defaults too, by their names in SQL; empty if they were refused. */
    public Map<String, @Nullable Object> values() {
        return values;
    }

    /** The snapshot; null if the parameters were refused. */
    public @Nullable String snapshotId() {
        return snapshotId;
    }

    /** Rows of the answer. */
    public long rows() {
        return rows;
    }

    /** Bytes of its body. */
    public long bytes() {
        return bytes;
    }
}
