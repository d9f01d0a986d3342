package io.tidemark.server.request;

import io.helidon.http.HeaderValues;
import io.helidon.http.Method;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tidemark.data.snapshot.Manifest.LedgerMark;
import io.tidemark.server.audit.DataAccessLog;
import io.tidemark.server.audit.EventHub;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.Json;
import io.tidemark.server.http.PathMethods;
import io.tidemark.server.http.ProgramVersion;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.part.Parts;
import io.tidemark.server.query.QueryResources;
import io.tidemark.server.snapshot.ServedSnapshot;
import io.tidemark.server.snapshot.SnapshotFollower;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers {@code /health/details}, for admins: open snapshots, callers with queries, cache, memory, the log of data
 * accesses. Thread-safe.
 */
public final class HealthDetails implements Handler {

    /** The path of the details. */
    public static final String PATH = "/health/details";

    private final Function<ServerRequest, Caller> identify;
    private final SnapshotFollower snapshots;
    private final QueryResources engines;
    private final Supplier<DataAccessLog.State> accessLog;

    /** Starts to report. */
    public static void start(Parts parts) {
        HealthDetails details = new HealthDetails(parts);
        parts.paths(routing -> new PathMethods(routing).on(Method.GET, PATH, details).only());
    }

    private HealthDetails(Parts parts) {
        this.identify = parts.get(CallerLimit.class);
        this.snapshots = parts.get(SnapshotFollower.class);
        this.engines = parts.get(QueryResources.class);
        this.accessLog = parts.get(EventHub.class)::accessLog;
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) {
        if (!identify.apply(request).isAdmin()) {
            throw new ApiException.Forbidden("This is for admins only");
        }
        Runtime runtime = Runtime.getRuntime();
        DataAccessLog.State log = accessLog.get();
        Map<String, @Nullable Object> details = Json.object("version", ProgramVersion.TEXT,
                "snapshot", snapshots.isReady() ? snapshot() : null, "engine", snapshots.engine().orElse(null),
                "snapshot_failure", snapshots.failure().orElse(null), "open_snapshots", snapshots.open(),
                "queries", new TreeMap<>(Map.of("running", engines.queue().running(), "waiting",
                        engines.queue().waiting(), "callers", new TreeMap<>(engines.queue().callers()))),
                "cache", new TreeMap<>(Map.of("entries", engines.results().entries(), "bytes",
                        engines.results().bytes())),
                "memory", new TreeMap<>(Map.of("heap_used_bytes", runtime.totalMemory() - runtime.freeMemory(),
                        "heap_max_bytes", runtime.maxMemory(), "table_bytes", snapshots.tableMemory())),
                "access_log", Json.object("problem", log.problem(), "lost_lines", log.lostLines(),
                        "share", log.share()));
        response.headers().set(HeaderValues.CONTENT_TYPE_JSON).set(HeaderValues.CACHE_NO_CACHE);
        response.send(Json.bytes(details));
    }

    private Map<String, @Nullable Object> snapshot() {
        try (ServedSnapshot.Lease lease = snapshots.lease(null)) {
            ServedSnapshot served = lease.snapshot();
            LedgerMark ledger = served.ledger();
            return Json.object("id", served.id(), "first_date", Json.text(served.dataBegin()),
                    "last_date", Json.text(served.dataEnd()), "complete_through", Json.text(served.completeThrough()),
                    "min_farmers", served.privacy().minFarmers(),
                    "max_share_percent", served.privacy().maxSharePercent(),
                    "release_lag_days", served.privacy().lag(),
                    "released_through", ledger == null ? null : Json.text(ledger.releasedThrough()),
                    "waiting_share", ledger == null ? null : ledger.waitingShare(),
                    "held_at_opening", served.held().views());
        }
    }
}
