package io.tidemark.server.admin;

import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.tidemark.server.audit.AuditReader;
import io.tidemark.server.audit.DataAccessReader;
import io.tidemark.server.audit.EventHub;
import io.tidemark.server.config.GuardConfig;
import io.tidemark.server.delivery.LakeWorker;
import io.tidemark.server.delivery.RejectedFileAnswer;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.Event.Outcome;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ApiException.Detail;
import io.tidemark.server.http.Json;
import io.tidemark.server.http.PathMethods;
import io.tidemark.server.http.QueryNames;
import io.tidemark.server.identity.Authenticator;
import io.tidemark.server.identity.Identity;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.InvalidAccountException;
import io.tidemark.server.identity.state.StateException;
import io.tidemark.server.part.Parts;
import io.tidemark.server.request.CallerLimit;
import io.tidemark.server.snapshot.ServedSnapshot;
import io.tidemark.server.snapshot.SnapshotFollower;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The admin API, to be registered at {@link #PATH}. It authenticates each request first and refuses non-admins with
 * 403. The audit log gets every change with its outcome. Caches must not store any response. Thread-safe.
 */
public final class AdminService implements HttpService {

    /** The path to register it at. */
    public static final String PATH = "/v3/admin";

    private static final int RETRY_SECONDS = 5;

    private final Function<ServerRequest, Caller> identify;
    private final EventReceiver events;
    private final Clock clock;
    private final AdminAccounts accounts;
    private final AdminKeys keys;
    private final LakeWorker worker;
    private final AdminLake lake;
    private final AdminLog log;
    private final AdminAccesses accesses;
    private final SlowQueries slow;

    /** Handles a request that reads. */
    @FunctionalInterface
    private interface Read {
        Object of(ServerRequest request);
    }

    /** Makes a change and returns its result. */
    @FunctionalInterface
    private interface Change<T> {
        T of(ServerRequest request, AdminCall call);
    }

    /** Starts the service. */
    public static void start(Parts parts) {
        parts.service(PATH, new AdminService(parts));
    }

    private AdminService(Parts parts) {
        Identity identity = parts.get(Identity.class);
        SnapshotFollower served = parts.get(SnapshotFollower.class);
        GuardConfig guard = parts.config().guard();
        Path state = parts.config().state();
        this.identify = parts.get(CallerLimit.class);
        this.events = parts.get(EventReceiver.class);
        this.clock = parts.clock();
        this.accounts = new AdminAccounts(identity.accounts(), () -> farmers(served));
        this.keys = new AdminKeys(identity.apiKeys(), () -> farmers(served));
        this.worker = parts.get(LakeWorker.class);
        this.lake = new AdminLake(worker);
        this.log = new AdminLog(new AuditReader(EventHub.path(guard, state), guard.audit().keep()));
        this.accesses = new AdminAccesses(new DataAccessReader(state), clock);
        this.slow = parts.get(SlowQueries.class);
    }

    private static Collection<String> farmers(SnapshotFollower served) {
        if (!served.isReady()) {
            return Set.of();
        }
        try (ServedSnapshot.Lease lease = served.lease(null)) {
            return lease.snapshot().farmerIds();
        }
    }

    @Override
    public void routing(HttpRules rules) {
        Routes routes = new Routes(rules);
        routes.read("/users", _ -> accounts.users());
        routes.change(Method.POST, "/users", "user add", accounts::addUser);
        routes.change(Method.DELETE, "/users/{id}", "user revoke", accounts::revokeUser);
        routes.change(Method.PATCH, "/users/{id}", "user set", accounts::changeUser);
        routes.read("/clients", _ -> accounts.clients());
        routes.change(Method.POST, "/clients", "client add", accounts::addClient);
        routes.change(Method.DELETE, "/clients/{id}", "client revoke", accounts::revokeClient);
        routes.change(Method.PATCH, "/clients/{id}", "client set", accounts::changeClient);
        routes.read("/keys", _ -> keys.list());
        routes.change(Method.POST, "/keys", "key add", keys::add);
        routes.change(Method.DELETE, "/keys/{id}", "key revoke", keys::revoke);
        routes.change(Method.PATCH, "/keys/{id}", "key set", keys::change);
        routes.read("/audit", log::newest, AdminLog.PARAMETERS);
        routes.paths.on(Method.GET, "/accesses", (request, response) ->
                accesses(request).send(request, response, worker.send()));
        routes.read("/snapshots", _ -> lake.snapshots());
        routes.change(Method.POST, "/snapshots/{id}/publish", "snapshot publish", lake::publish);
        routes.change(Method.POST, "/rollback", "snapshot rollback", lake::rollBack);
        routes.read("/deliveries", _ -> lake.deliveries());
        routes.read("/rejects", _ -> lake.rejects());
        routes.paths.on(Method.GET, "/rejects/{id}/file", (request, response) ->
                RejectedFileAnswer.send(response, audited(request, "rejects read", lake::rejectsFile, "path"),
                        worker.send()));
        routes.read("/queries/slow", _ -> slow.list());
        routes.paths.only(this::admitted);
    }

    /** The paths, and the methods of each. */
    private final class Routes {
        private final PathMethods paths;

        private Routes(HttpRules rules) {
            this.paths = new PathMethods(rules);
        }

        private void read(String path, Read read, String... parameters) {
            paths.on(Method.GET, path, (request, response) -> {
                admitted(request);
                QueryNames.check(request, List.of(parameters));
                Json.sendData(response, answering(() -> read.of(request)));
            });
        }

        private <T> void change(Method method, String path, String action, Change<T> change) {
            paths.on(method, path, (request, response) -> {
                Object answer = audited(request, action, change);
                if (method.equals(Method.POST) && action.endsWith(" add")) {
                    response.status(Status.CREATED_201);
                }
                Json.sendData(response, answer);
            });
        }
    }

    // a downloaded file is audited, as files of rejected rows are
    private AccessPage accesses(ServerRequest request) {
        if (AdminAccesses.isFile(request)) {
            return audited(request, "accesses read", (sent, call) -> {
                call.audit(AdminAccesses.asked(sent));
                return accesses.newest(sent);
            }, AdminAccesses.PARAMETERS.toArray(String[]::new));
        }
        admitted(request);
        QueryNames.check(request, AdminAccesses.PARAMETERS);
        return accesses.newest(request);
    }

    private Caller admitted(ServerRequest request) {
        Caller caller = identify.apply(request);
        if (!caller.isAdmin()) {
            throw new ApiException.Forbidden("This is for admins only");
        }
        return caller;
    }

    private <T> T audited(ServerRequest request, String action, Change<T> change, String... parameters) {
        AdminCall call = new AdminCall(admitted(request));
        Outcome outcome = Outcome.FAILED;
        try {
            QueryNames.check(request, List.of(parameters));
            T answer = answering(() -> change.of(request, call));
            outcome = Outcome.DONE;
            return answer;
        } catch (ApiException e) {
            outcome = e.status() < 500 ? Outcome.REFUSED : Outcome.FAILED;
            throw e;
        } finally {
            events.publish(new Event.AdminRequest(clock.instant(), Authenticator.origin(request),
                    call.admin().subject(), action, new TreeMap<>(call.arguments()), call.account(), outcome));
        }
    }

    private static <T> T answering(Supplier<T> work) {
        try {
            return work.get();
        } catch (InvalidAccountException e) {
            throw new ApiException.BadRequest(List.of(new Detail(e.field(), null, String.valueOf(e.getMessage()))));
        } catch (StateException e) {
            throw new ApiException.Unavailable("Accounts cannot be read or changed now", RETRY_SECONDS, e);
        }
    }
}
