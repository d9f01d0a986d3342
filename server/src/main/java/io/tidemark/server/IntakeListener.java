package io.tidemark.server;

import com.github.benmanes.caffeine.cache.Ticker;
import io.helidon.http.NotFoundException;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import io.tidemark.server.config.ConfigException;
import io.tidemark.server.config.GuardConfig;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.delivery.LakeWorker;
import io.tidemark.server.event.AccessLog;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.http.ErrorWriter;
import io.tidemark.server.http.RequestId;
import io.tidemark.server.http.SecurityHeaders;
import io.tidemark.server.http.limit.ClientAddress;
import io.tidemark.server.http.limit.RefusedTokenLimit;
import io.tidemark.server.http.listen.Drain;
import io.tidemark.server.http.listen.ListenerLimits;
import io.tidemark.server.http.listen.TlsFollower;
import io.tidemark.server.identity.AuthRoutes;
import io.tidemark.server.identity.Identity;
import io.tidemark.server.intake.IntakeService;
import io.tidemark.server.request.CallerLimit;
import java.nio.file.Files;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Takes deliveries by upload on a port of its own: so a firewall can admit senders there and nowhere else, and its limits are those of uploads. It
 * has no data route; tokens are given here too.
 */
final class IntakeListener {
    private static final Ticker TICKER = Ticker.systemTicker();

    /**
     * The parts of the server that it uses.
     *
     * @param desk   reads the lake
     * @param access the access log
     */
    record Services(Identity identity, LakeWorker desk, EventReceiver events, AccessLog access) {}

    private IntakeListener() {}

    /**
     * Starts listening, and adds what is to be closed to the parts; null if uploads are off. Throws {@link ListenException} if the port is taken, and
     * {@link ConfigException} without the folder.
     */
    static @Nullable WebServer start(ServerConfig config, Services services, @Nullable TlsFollower tls, PartStack parts) {
        ServerConfig.Intake intake = config.intake();
        if (intake == null) {
            return null;
        }
        if (!Files.isDirectory(intake.folder()) || !Files.isWritable(intake.folder())) {
            throw new ConfigException(List.of("intake.folder " + intake.folder() + (Files.isDirectory(intake.folder())
                    ? " cannot be written by " + System.getProperty("user.name") : " is no folder")));
        }
        Drain drain = new Drain();
        WebServerConfig.Builder listener = WebServer.builder()
                .host(config.http().host())
                .port(intake.port())
                .shutdownHook(false)
                .featuresDiscoverServices(false)
                .routing(routing -> routing(routing, services, config));
        GuardConfig.Connections limits = config.guard().connections();
        ListenerLimits.set(listener, new GuardConfig.Connections(limits.max(), limits.urlBytes(), limits.headerBytes(), intake.requestTime()), drain);
        listener.maxPayloadSize(intake.part().bytes());
        new ErrorWriter().register(listener);
        if (tls != null) {
            listener.tls(tls.first());
        }
        WebServer web = WebListener.started(listener);
        parts.add(web::stop);
        parts.add(drain::run);
        return web;
    }

    private static void routing(HttpRouting.Builder routing, Services services, ServerConfig config) {
        GuardConfig guard = config.guard();
        ServerConfig.Intake intake = Objects.requireNonNull(config.intake());
        CallerLimit callers = new CallerLimit(services.identity().authenticator()::identify, intake.requestsPerSecond(), TICKER);
        routing.addFilter(new RequestId())
                .addFilter(new ClientAddress(guard.trustedProxies()))
                .addFilter(new SecurityHeaders())
                .addFilter(services.access())
                .addFilter(new RefusedTokenLimit(guard.limits().requestsPerSecond(), TICKER))
                .register(AuthRoutes.PATH, services.identity().routes())
                .register(IntakeService.PATH, new IntakeService(callers, intake, services.desk(), services.events()))
                .any("/*", (request, _) -> {
                    throw new NotFoundException(request.path().path());
                });
        new ErrorWriter().register(routing);
    }
}
