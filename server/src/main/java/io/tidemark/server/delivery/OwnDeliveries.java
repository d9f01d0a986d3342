package io.tidemark.server.delivery;

import io.helidon.http.Method;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.history.Freshness;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.snapshot.SnapshotLease;
import io.tidemark.server.event.DataAccess;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.Json;
import io.tidemark.server.http.PathMethods;
import io.tidemark.server.http.QueryNames;
import io.tidemark.server.identity.Identity;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.ClientSecrets;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.part.Parts;
import io.tidemark.server.request.Admission;
import io.tidemark.server.request.CallerLimit;
import io.tidemark.server.snapshot.ServedSnapshot;
import io.tidemark.server.snapshot.SnapshotFollower;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The API of a farmer's own deliveries, to be registered at {@link #PATH}: the last day and the last delivery of each
 * table, and the rejected rows. A farmer sees only its own folder of a delivery. Thread-safe.
 */
public final class OwnDeliveries implements HttpService {

    /** The path to register it at. */
    public static final String PATH = "/v3/deliveries/own";

    private static final int MAX_REJECTS = 5;

    private final Function<ServerRequest, Caller> identify;
    private final ClientSecrets secrets;
    private final SnapshotFollower served;
    private final LakeWorker worker;
    private volatile @Nullable Known known;

    /** The freshness of all tables in a snapshot, the same for all callers. */
    private record Known(String snapshot, List<Freshness> parts) {}

    /** Starts the service. */
    public static void start(Parts parts) {
        parts.service(PATH, new OwnDeliveries(parts));
    }

    private OwnDeliveries(Parts parts) {
        this.identify = parts.get(CallerLimit.class);
        this.secrets = parts.get(Identity.class).clientSecrets();
        this.served = parts.get(SnapshotFollower.class);
        this.worker = parts.get(LakeWorker.class);
    }

    @Override
    public void routing(HttpRules rules) {
        new PathMethods(rules).on(Method.GET, "/", this::own).on(Method.GET, "/rejects/{id}", this::file).only();
    }

    private void own(ServerRequest request, ServerResponse response) {
        String farmer = farmer(request);
        QueryNames.check(request, List.of());
        String snapshot = served.servedId().orElseThrow();
        Json.sendData(response, Json.object("farmer_id", farmer, "snapshot", snapshot,
                "tables", parts(snapshot).stream().filter(part -> farmer.equals(part.farmer()))
                        .map(OwnDeliveries::fields).toList(),
                "rejects", worker.run(lake -> RejectedFiles.ofFarmer(lake, farmer, MAX_REJECTS))));
    }

    private void file(ServerRequest request, ServerResponse response) {
        RejectedFileAnswer.sendOwn(request, response, farmer(request), worker);
    }

    /** The caller's farmer; refuses all other callers. */
    private String farmer(ServerRequest request) {
        Caller caller = identify.apply(request);
        String farmer = caller.farmerId();
        if (farmer == null) {
            throw new ApiException.Forbidden("This is for farmers only, about their own deliveries");
        }
        if (caller.looks()) {
            DataAccess.begin(request, caller.subject(), farmer, PATH);
        }
        if (!caller.may(Permission.COMMON_READ) || !caller.may(Permission.RAW_READ)) {
            throw new ApiException.Forbidden("This needs the permissions common:read and raw:read");
        }
        try (ServedSnapshot.Lease lease = served.lease(null)) {
            Admission.toSnapshot(caller, lease.snapshot());
            Admission.toTier(caller, lease.snapshot(), secrets, Admission.clientSecret(request));
        }
        return farmer;
    }

    private List<Freshness> parts(String snapshot) {
        Known now = known;
        if (now == null || !now.snapshot().equals(snapshot)) {
            now = new Known(snapshot, worker.run(lake -> fresh(lake, new SnapshotId(snapshot))));
            known = now;
        }
        return now.parts();
    }

    private List<Freshness> fresh(Lake lake, SnapshotId id) {
        try (SnapshotLease _ = lake.leases().tryTake(id); DuckSession session = DuckSession.open(worker.engine())) {
            Snapshot snapshot = lake.open(id);
            return Freshness.of(session, snapshot);
        }
    }

    private static Map<String, @Nullable Object> fields(Freshness part) {
        Map<String, @Nullable Object> fields = part.fields();
        fields.remove("farmer");
        return fields;
    }
}
