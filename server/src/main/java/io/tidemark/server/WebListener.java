package io.tidemark.server;

import com.github.benmanes.caffeine.cache.Ticker;
import io.helidon.http.Method;
import io.helidon.http.NotFoundException;
import io.helidon.http.PathMatchers;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import io.tidemark.server.config.ConfigException;
import io.tidemark.server.config.GuardConfig;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.BasePath;
import io.tidemark.server.http.CrossOrigins;
import io.tidemark.server.http.ErrorWriter;
import io.tidemark.server.http.RequestId;
import io.tidemark.server.http.SecurityHeaders;
import io.tidemark.server.http.limit.ClientAddress;
import io.tidemark.server.http.limit.RefusedTokenLimit;
import io.tidemark.server.http.listen.Drain;
import io.tidemark.server.http.listen.HeadAsGet;
import io.tidemark.server.http.listen.ListenerLimits;
import io.tidemark.server.identity.AuthRoutes;
import io.tidemark.server.identity.Identity;
import io.tidemark.server.identity.WellKnownRoutes;
import io.tidemark.server.openapi.OpenApiService;
import io.tidemark.server.part.Parts;
import io.tidemark.server.request.DataRequestHandler;
import io.tidemark.server.snapshot.BackgroundVerification;
import io.tidemark.server.snapshot.SnapshotFollower;
import io.tidemark.server.tls.TlsFollower;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Starts the listener, with its limits and all paths. */
record WebListener(WebServer web) {
    private static final Ticker TICKER = Ticker.systemTicker();
    /** The paths of Helidon's health feature, which answers other methods with 404. */
    private static final List<String> HEALTH = List.of("/health", "/health/live", "/health/live/{name}",
            "/health/ready", "/health/ready/{name}",
            "/health/started", "/health/started/{name}", "/health/check/{name}");

    /** Reads the certificate, if there is TLS; throws {@link ConfigException} if it is unusable. */
    static void readCertificate(Parts parts) {
        GuardConfig.Tls files = parts.config().certificate();
        if (files != null) {
            parts.add(TlsFollower.open(files, parts.config().guard().acme() != null, parts.get(EventReceiver.class),
                    parts.clock()));
        }
    }

    /** Lets the listeners follow the certificate. */
    static void followCertificate(Parts parts) {
        List<WebServer> all = Stream.concat(parts.find(WebListener.class).map(WebListener::web).stream(),
                parts.find(IntakeListener.class).map(IntakeListener::web).stream()).toList();
        parts.find(TlsFollower.class).ifPresent(tls -> tls.follow(all));
    }

    /** Listens; throws {@link ListenException} when the address cannot be listened on. */
    static void start(Parts parts) {
        ServerConfig config = parts.config();
        Drain drain = new Drain();
        WebServerConfig.Builder listener = WebServer.builder()
                .host(config.http().host()).port(config.http().port()).shutdownHook(false)
                // only the features below: Helidon would add every other one that is on the class path
                .featuresDiscoverServices(false)
                .addFeature(new ReadinessChecks(parts.get(SnapshotFollower.class), parts.find(TlsFollower.class)
                        .orElse(null), parts.find(BackgroundVerification.class).orElse(null)).feature())
                .addFeature(parts.get(OpenApiService.class).feature())
                .routing(routing -> routing(routing, parts));
        ListenerLimits.set(listener, config.guard().connections().limits(), drain);
        new ErrorWriter().register(listener);
        parts.add(new WebListener(started(listener, drain, parts)));
    }

    /** Starts a listener with the certificate, and stops it with the server, when its connections have ended. */
    static WebServer started(WebServerConfig.Builder listener, Drain drain, Parts parts) {
        parts.find(TlsFollower.class).ifPresent(tls -> listener.tls(tls.first()));
        WebServer web = started(listener);
        parts.atStop(web::stop);
        parts.atStop(drain::run);
        return web;
    }

    /**
     * Starts a listener without TLS that has a path or two, and no caller; it stops with the server. Throws {@link
     * ListenException} when its address cannot be listened on.
     */
    static WebServer plain(String host, int port, Parts parts, Consumer<HttpRouting.Builder> paths) {
        WebServerConfig.Builder listener = WebServer.builder().host(host).port(port).shutdownHook(false)
                .featuresDiscoverServices(false)
                .routing(routing -> {
                    paths.accept(routing.addFilter(new RequestId()).addFilter(new SecurityHeaders())
                            .addFilter(new HeadAsGet()));
                    new ErrorWriter().register(routing);
                });
        ListenerLimits.set(listener, parts.config().guard().connections().limits());
        new ErrorWriter().register(listener);
        WebServer web = started(listener);
        parts.atStop(web::stop);
        return web;
    }

    /** Starts it; throws {@link ListenException} when its address cannot be listened on. */
    static WebServer started(WebServerConfig.Builder listener) {
        WebServer web = listener.build().start();
        if (!web.isRunning()) {
            throw new ListenException(listener.host(), listener.port());
        }
        return web;
    }

    /** Registers the paths of all features, and the filters before them. */
    private static void routing(HttpRouting.Builder routing, Parts parts) {
        GuardConfig guard = parts.config().guard();
        Identity identity = parts.get(Identity.class);
        BasePath base = parts.config().http().basePath();
        routing.addFilter(new RequestId())
                .addFilter(new ClientAddress(guard.trustedProxies())).addFilter(new SecurityHeaders())
                .addFilter(parts.get(AccessLog.class));
        if (!base.equals(BasePath.NONE)) {
            routing.addFilter(base);
        }
        routing.addFilter(new HeadAsGet())
                .addFilter(new RefusedTokenLimit(guard.limits().requestsPerSecond(), TICKER));
        CrossOrigins.register(routing, guard.corsOrigins());
        routing.register(AuthRoutes.PATH, identity.routes())
                // a 404 without a token: a client that mistypes one of these has no token yet
                .any(AuthRoutes.PATH + "/*", (request, _) -> {
                    throw new NotFoundException(request.path().path());
                }).register(WellKnownRoutes.PATH, identity.wellKnown());
        parts.register(routing);
        HEALTH.forEach(path -> routing.route(method -> !method.equals(Method.GET), PathMatchers.create(path),
                (_, _) -> {
            throw new ApiException.MethodNotAllowed("GET");
        }));
        new ErrorWriter().register(routing);
        routing.error(NotFoundException.class, parts.get(DataRequestHandler.class).unknownPath());
    }
}
