package io.tidemark.server;

import com.github.benmanes.caffeine.cache.Ticker;
import io.helidon.http.Method;
import io.helidon.http.NotFoundException;
import io.helidon.http.PathMatchers;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import io.tidemark.server.admin.AdminService;
import io.tidemark.server.config.GuardConfig;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.dashboard.DashboardService;
import io.tidemark.server.delivery.OwnDeliveries;
import io.tidemark.server.docs.DocsService;
import io.tidemark.server.event.AccessLog;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.CrossOrigins;
import io.tidemark.server.http.BasePath;
import io.tidemark.server.http.ErrorWriter;
import io.tidemark.server.http.RequestId;
import io.tidemark.server.http.SecurityHeaders;
import io.tidemark.server.http.limit.ClientAddress;
import io.tidemark.server.http.limit.RefusedTokenLimit;
import io.tidemark.server.http.listen.Drain;
import io.tidemark.server.http.listen.HeadAsGet;
import io.tidemark.server.http.listen.ListenerLimits;
import io.tidemark.server.http.listen.TlsFollower;
import io.tidemark.server.identity.AuthRoutes;
import io.tidemark.server.identity.Identity;
import io.tidemark.server.identity.WellKnownRoutes;
import io.tidemark.server.openapi.OpenApiService;
import io.tidemark.server.request.DataRequestHandler;
import io.tidemark.server.request.HealthDetails;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Starts the listener, with its limits and all paths. */
final class WebListener {
    private static final Ticker TICKER = Ticker.systemTicker();
    /** The paths of Helidon's health feature, which answers other methods with 404. */
    private static final List<String> HEALTH = List.of("/health", "/health/live", "/health/live/{name}", "/health/ready", "/health/ready/{name}",
            "/health/started", "/health/started/{name}", "/health/check/{name}");

    /**
     * The handlers of requests.
     *
     * @param data        the data routes
     * @param description the API description
     * @param health      {@code /health/details}
     * @param access      the access log
     */
    record Services(DataRequestHandler data, OpenApiService description, DocsService docs, HealthDetails health, Identity identity,
            AdminService admin, OwnDeliveries deliveries, DashboardService dashboard, AccessLog access) {}

    private WebListener() {}

    /** Listens; throws {@link ListenException} when the address cannot be listened on. */
    static WebServer start(ServerConfig config, Services services, ReadinessChecks ready, @Nullable TlsFollower tls, Drain drain) {
        WebServerConfig.Builder listener = WebServer.builder()
                .host(config.http().host())
                .port(config.http().port())
                .shutdownHook(false)
                // only the features below: Helidon would add every other one that is on the class path
                .featuresDiscoverServices(false)
                .addFeature(ready.feature())
                .addFeature(services.description().feature())
                .routing(routing -> routing(routing, services, config.guard(), config.http().basePath()));
        ListenerLimits.set(listener, config.guard().connections(), drain);
        new ErrorWriter().register(listener);
        if (tls != null) {
            listener.tls(tls.first());
        }
        return started(listener);
    }

    /** Starts it; throws {@link ListenException} when its address cannot be listened on. */
    static WebServer started(WebServerConfig.Builder listener) {
        WebServer web = listener.build().start();
        if (!web.isRunning()) {
            throw new ListenException(listener.host(), listener.port());
        }
        return web;
    }

    /** Registers all paths, and the filters before them. */
    private static void routing(HttpRouting.Builder routing, Services services, GuardConfig guard, BasePath base) {
        routing.addFilter(new RequestId())
                .addFilter(new ClientAddress(guard.trustedProxies()))
                .addFilter(new SecurityHeaders())
                .addFilter(services.access());
        if (!base.equals(BasePath.NONE)) {
            routing.addFilter(base);
        }
        routing.addFilter(new HeadAsGet())
                .addFilter(new RefusedTokenLimit(guard.limits().requestsPerSecond(), TICKER));
        CrossOrigins.register(routing, guard.corsOrigins());
        routing.register(AuthRoutes.PATH, services.identity().routes())
                // a 404 without a token: a client that mistypes one of these has no token yet
                .any(AuthRoutes.PATH + "/*", (request, _) -> {
                    throw new NotFoundException(request.path().path());
                })
                .register(WellKnownRoutes.PATH, services.identity().wellKnown())
                .get(HealthDetails.PATH, services.health())
                .any(HealthDetails.PATH, (_, _) -> onlyGet())
                .get(OpenApiService.PATH, services.description()::formatFirst)
                .register(DocsService.PATH, services.docs())
                .register(AdminService.PATH, services.admin())
                .register(OwnDeliveries.PATH, services.deliveries())
                .any("/v2/*", services.data())
                .any("/v3/*", services.data());
        HEALTH.forEach(path -> routing.route(method -> !method.equals(Method.GET), PathMatchers.create(path), (_, _) -> onlyGet()));
        services.dashboard().register(routing);
        new ErrorWriter().register(routing);
        routing.error(NotFoundException.class, services.data().unknownPath());
    }

    private static void onlyGet() {
        throw new ApiException.MethodNotAllowed("GET");
    }
}
