package io.tidemark.server;

import com.github.benmanes.caffeine.cache.Ticker;
import io.helidon.http.NotFoundException;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.server.audit.EventHub;
import io.tidemark.server.config.ConfigException;
import io.tidemark.server.config.GuardConfig;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.delivery.LakeWorker;
import io.tidemark.server.http.ErrorWriter;
import io.tidemark.server.http.RequestId;
import io.tidemark.server.http.SecurityHeaders;
import io.tidemark.server.http.limit.ClientAddress;
import io.tidemark.server.http.limit.RefusedTokenLimit;
import io.tidemark.server.http.listen.ConnectionLimits;
import io.tidemark.server.http.listen.Drain;
import io.tidemark.server.http.listen.ListenerLimits;
import io.tidemark.server.identity.AuthRoutes;
import io.tidemark.server.identity.Identity;
import io.tidemark.server.intake.IntakeService;
import io.tidemark.server.part.Parts;
import io.tidemark.server.request.CallerLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/**
 * Takes deliveries by upload on a port of its own: so a firewall can admit senders there and nowhere else, and its
 * limits are those of uploads. It has no data route; tokens are given here too.
 */
record IntakeListener(WebServer web) {
    private static final Ticker TICKER = Ticker.systemTicker();

    /**
     * Makes the folder for uploads if it is missing, before anything takes long. Throws {@link ConfigException} if it
     * cannot be made or written.
     */
    static void prepare(Parts parts) {
        ServerConfig.Intake intake = parts.config().intake();
        if (intake == null) {
            return;
        }
        String user = System.getProperty("user.name");
        try {
            FilePermissions.makeFolder(intake.folder());
        } catch (IOException e) {
            throw new ConfigException(List.of("intake.folder " + intake.folder() + " is no folder and cannot be made "
                    + "by " + user + "; as root: install -d -o " + user + " -m 0750 " + intake.folder()));
        }
        if (!Files.isWritable(intake.folder())) {
            throw new ConfigException(List.of("intake.folder " + intake.folder() + " cannot be written by " + user
                    + "; as root: chown " + user + ": " + intake.folder()
                    + " (under systemd it also needs ReadWritePaths=)"));
        }
    }

    /** Starts listening, unless uploads are off. Throws {@link ListenException} if the port is taken. */
    static void start(Parts parts) {
        ServerConfig config = parts.config();
        ServerConfig.Intake intake = config.intake();
        if (intake == null) {
            return;
        }
        Drain drain = new Drain();
        WebServerConfig.Builder listener = WebServer.builder()
                .host(config.http().host())
                .port(intake.port())
                .shutdownHook(false)
                .featuresDiscoverServices(false)
                .routing(routing -> routing(routing, parts, intake));
        GuardConfig.Connections limits = config.guard().connections();
        ListenerLimits.set(listener, new ConnectionLimits(limits.max(), limits.urlBytes(), limits.headerBytes(),
                intake.requestTime()), drain);
        listener.maxPayloadSize(intake.part().bytes());
        new ErrorWriter().register(listener);
        parts.add(new IntakeListener(WebListener.started(listener, drain, parts)));
    }

    private static void routing(HttpRouting.Builder routing, Parts parts, ServerConfig.Intake intake) {
        GuardConfig guard = parts.config().guard();
        Identity identity = parts.get(Identity.class);
        CallerLimit callers = new CallerLimit(identity.authenticator()::identify, intake.requestsPerSecond(), TICKER);
        IntakeService uploads = new IntakeService(callers, intake, parts.get(LakeWorker.class),
                parts.get(EventHub.class));
        routing.addFilter(new RequestId())
                .addFilter(new ClientAddress(guard.trustedProxies()))
                .addFilter(new SecurityHeaders())
                .addFilter(parts.get(AccessLog.class))
                .addFilter(new RefusedTokenLimit(guard.limits().requestsPerSecond(), TICKER))
                .register(AuthRoutes.PATH, identity.routes())
                .register(IntakeService.PATH, uploads)
                .any("/*", (request, _) -> {
                    throw new NotFoundException(request.path().path());
                });
        new ErrorWriter().register(routing);
    }
}
