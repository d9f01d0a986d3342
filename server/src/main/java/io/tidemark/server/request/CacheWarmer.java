package io.tidemark.server.request;

import io.tidemark.data.duckdb.EngineException;
import io.tidemark.server.answer.ResponseOptions;
import io.tidemark.server.format.AnswerFormat;
import io.tidemark.server.format.AnswerShape;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.coding.ContentCoding;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.query.QueryWait;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.ParameterType;
import io.tidemark.server.route.contract.RouteAccess;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.snapshot.ServedSnapshot;
import io.tidemark.server.snapshot.SnapshotFollower;
import java.time.Duration;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Warms the cache with the most common requests: each route's default window, for callers without fish of their own. It
 * runs them one after the other. Later, behind all other callers, it makes the slices of the default combinations: for
 * callers without fish first, then for each view that somebody has signed in with lately.
 */
public final class CacheWarmer implements SnapshotFollower.WarmUp {

    private static final System.Logger LOG = System.getLogger(CacheWarmer.class.getName());
    /** A new snapshot waits for the route that is being computed. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Caller ANYBODY = new Caller("(default windows)", "(default windows)", null, Role.ANALYST,
            Role.ANALYST.defaultPermissions(), null, null);
    private static final Set<ParameterType> FROM = Set.of(ParameterType.DATE_FROM, ParameterType.ISO_DATE_FROM);
    private static final int WEEKS = 12;
    private static final ResponseOptions JSON = new ResponseOptions(new AnswerShape(AnswerFormat.JSON, false),
            ContentCoding.IDENTITY, null, false);

    private final Supplier<RouteCatalog> routes;
    private final Supplier<LocalDate> today;
    private final Supplier<List<Caller>> recent;
    private final int maxRows;
    private final Duration limit;

    /**
     * Warms these routes, for the day that {@code today} gives.
     *
     * @param recent the callers of the last days
     * @param time the time limit of a request; a route takes no longer here
     */
    public CacheWarmer(Supplier<RouteCatalog> routes, Supplier<LocalDate> today, Supplier<List<Caller>> recent,
            int maxRows, Duration time) {
        this.routes = routes;
        this.today = today;
        this.recent = recent;
        this.maxRows = maxRows;
        this.limit = time.compareTo(PATIENCE) < 0 ? time : PATIENCE;
    }

    @Override
    public void work(ServedSnapshot snapshot, BooleanSupplier stop) {
        RouteCatalog catalog = routes.get();
        for (RouteContract route : catalog.routes()) {
            if (stop.getAsBoolean()) {
                return;
            }
            if (!route.access().isForFarmers() && route.access() != RouteAccess.ADMIN
                    && route.access() != RouteAccess.OWNERS && route.pathParameters().isEmpty()) {
                work(snapshot, catalog, route);
            }
        }
    }

    @Override
    public void workLater(ServedSnapshot snapshot, BooleanSupplier stop) {
        Map<CallerView.Rights, Caller> views = new LinkedHashMap<>();
        views.put(CallerView.Rights.of(ANYBODY), ANYBODY);
        recent.get().forEach(caller -> views.putIfAbsent(CallerView.Rights.of(caller), caller));
        RouteCatalog catalog = routes.get();
        for (Caller caller : views.values()) {
            for (RouteContract route : catalog.routes()) {
                if (stop.getAsBoolean()) {
                    return;
                }
                if (route.slice() != null && route.pathParameters().isEmpty()) {
                    slice(snapshot, catalog, route, caller);
                }
            }
        }
    }

    private void slice(ServedSnapshot snapshot, RouteCatalog catalog, RouteContract route, Caller caller) {
        try {
            Admission.toRoute(caller, route);
            Admission.toSnapshot(caller, snapshot);
            read(snapshot, catalog, route, caller, lately(route, snapshot)).prepare(snapshot, maxRows);
        } catch (ApiException e) {
            LOG.log(System.Logger.Level.DEBUG, "{0} has no precomputed slice: {1}", route.path(), e.publicMessage());
        } catch (EngineException e) {
            LOG.log(System.Logger.Level.WARNING, "{0} fails with its default window: {1}", route.path(),
                    e.getMessage());
        }
    }

    // a window with rows that lies after others: the slice is compared with its answer
    private static Map<String, List<String>> lately(RouteContract route, ServedSnapshot snapshot) {
        LocalDate end = snapshot.dataEnd();
        return end == null ? Map.of() : route.parameters().entrySet().stream()
                .filter(each -> FROM.contains(each.getValue().type()))
                .collect(Collectors.toMap(Map.Entry::getKey, each -> List.of(end.minusWeeks(WEEKS).toString())));
    }

    private DataRequest read(ServedSnapshot snapshot, RouteCatalog catalog, RouteContract route, Caller caller,
            Map<String, List<String>> query) {
        return DataRequest.read(catalog, new RouteCatalog.Match(route, Map.of()), query, JSON, caller, snapshot,
                today.get());
    }

    private void work(ServedSnapshot snapshot, RouteCatalog catalog, RouteContract route) {
        try {
            read(snapshot, catalog, route, ANYBODY, Map.of())
                    .json(snapshot, new DataRequest.Terms(ANYBODY.subject(), maxRows,
                    QueryWait.start(limit, () -> false)));
        } catch (ApiException e) {
            // a route with a parameter without default, or a busy server: the first request waits a little
            LOG.log(System.Logger.Level.DEBUG, "{0} was not precomputed: {1}", route.path(),
                    e.publicMessage());
        } catch (EngineException e) {
            // such as a value that a route of one's own cannot convert: the others need not wait for it
            LOG.log(System.Logger.Level.WARNING, "{0} fails with its default window: {1}", route.path(),
                    e.getMessage());
        }
    }
}
