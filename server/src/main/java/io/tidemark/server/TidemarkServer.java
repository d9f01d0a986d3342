package io.tidemark.server;

import io.tidemark.server.admin.AdminService;
import io.tidemark.server.admin.SlowQueries;
import io.tidemark.server.assistant.AssistantService;
import io.tidemark.server.audit.EventHub;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.dashboard.DashboardService;
import io.tidemark.server.delivery.DeliveryMonitor;
import io.tidemark.server.delivery.OwnDeliveries;
import io.tidemark.server.docs.DocsPage;
import io.tidemark.server.docs.DocsService;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.identity.Identity;
import io.tidemark.server.identity.state.StateStore;
import io.tidemark.server.openapi.OpenApiService;
import io.tidemark.server.part.Feature;
import io.tidemark.server.part.PartStack;
import io.tidemark.server.part.Parts;
import io.tidemark.server.request.DataRequestHandler;
import io.tidemark.server.request.HealthDetails;
import io.tidemark.server.request.OwnLooks;
import io.tidemark.server.snapshot.BackgroundVerification;
import io.tidemark.server.snapshot.SnapshotFollower;
import io.tidemark.server.watch.Unsubscribe;
import io.tidemark.server.watch.WatchService;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** A running server: the lake's current snapshot behind HTTP. Closing it lets running requests finish. */
public final class TidemarkServer implements AutoCloseable {

    /** All features in the order of their start: each finds the parts of those before it. */
    private static final List<Feature> FEATURES = List.of(
            ServedLake::begin,
            MetricsListener::start,
            SlowQueries::start,
            EventHub::start,
            IntakeListener::prepare,
            WebListener::readCertificate,
            Identity::start,
            ServedLake::start,
            BackgroundVerification::start,
            DeliveryMonitor::start,
            MetricsListener::follow,
            WatchService::start,
            HealthDetails::start,
            OpenApiService::start,
            DocsService::start,
            AdminService::start,
            OwnDeliveries::start,
            OwnLooks::start,
            Unsubscribe::start,
            DataRequestHandler::start,
            AssistantService::start,
            DashboardService::start,
            WebListener::start,
            IntakeListener::start,
            AcmeListener::start,
            WebListener::followCertificate,
            ServedLake::follow);

    private final Parts found;
    private final PartStack parts;

    private TidemarkServer(Parts found, PartStack parts) {
        this.found = found;
        this.parts = parts;
    }

    /** Starts a server whose documentation has no extra pages. */
    public static TidemarkServer start(ServerConfig config, EventReceiver log) {
        return start(config, log, List::of);
    }

    /**
     * Starts a server, whose events go to {@code log}, to the audit log and, where metrics are on, to the meters.
     *
     * @param pages gives pages that the documentation has too, when they are asked for
     * @throws io.tidemark.server.sql.RouteFileException when an SQL file cannot be served
     * @throws io.tidemark.data.snapshot.LakeException when the published snapshot cannot be opened
     * @throws io.tidemark.server.identity.state.StateException when the state cannot be used
     * @throws io.tidemark.server.config.ConfigException when the certificate and its key cannot be used
     * @throws ListenException when the address, or the port for metrics, cannot be listened on
     */
    public static TidemarkServer start(ServerConfig config, EventReceiver log, Supplier<List<DocsPage>> pages) {
        return start(config, log, pages, Clock.systemUTC());
    }

    /** Starts a server with another clock, by which tokens expire and days begin; waiting times do not depend on it. */
    public static TidemarkServer start(ServerConfig config, EventReceiver log, Supplier<List<DocsPage>> pages,
            Clock time) {
        try (PartStack starting = new PartStack()) {
            StateStore.prepare(config.state());
            Parts parts = new Parts(config, time, starting);
            parts.add(log);
            parts.add(new DocsService.MorePages(pages));
            FEATURES.forEach(feature -> feature.start(parts));
            return new TidemarkServer(parts, starting.release());
        }
    }

    /** The port that it listens on. */
    public int port() {
        return found.get(WebListener.class).web().port();
    }

    /** The port for deliveries by upload; empty when they are off. */
    public OptionalInt intakePort() {
        return found.find(IntakeListener.class).stream().mapToInt(intake -> intake.web().port()).findFirst();
    }

    /** The port that answers an ACME authority; empty without one. */
    public OptionalInt acmePort() {
        return found.find(AcmeListener.class).stream().mapToInt(acme -> acme.web().port()).findFirst();
    }

    /** Users, clients and tokens. */
    public Identity identity() {
        return found.get(Identity.class);
    }

    /** The served snapshot, and whether there is one. */
    public SnapshotFollower snapshots() {
        return found.get(SnapshotFollower.class);
    }

    /** The address of the metrics; empty when they are off. */
    public Optional<String> metrics() {
        return found.find(MetricsListener.class).map(MetricsListener::address);
    }

    @Override
    public void close() {
        parts.close();
    }
}
