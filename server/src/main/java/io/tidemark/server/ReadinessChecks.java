package io.tidemark.server;

import io.helidon.health.HealthCheckResponse;
import io.helidon.health.HealthCheckType;
import io.helidon.webserver.observe.ObserveFeature;
import io.helidon.webserver.observe.health.HealthObserver;
import io.helidon.webserver.observe.health.HealthObserverConfig;
import io.tidemark.server.snapshot.BackgroundVerification;
import io.tidemark.server.snapshot.SnapshotFollower;
import io.tidemark.server.tls.TlsFollower;
import org.jspecify.annotations.Nullable;

/**
 * The checks of {@code /health/live} and {@code /health/ready}. Ready means that a snapshot is served; the other checks
 * only tell the operator what a restart would not mend. They are open to all, so they have no paths.
 *
 * @param tls          the served certificate; null without TLS
 * @param verification the verification of the lake's files; null if it is off
 */
record ReadinessChecks(SnapshotFollower snapshots, @Nullable TlsFollower tls,
        @Nullable BackgroundVerification verification) {

    /** The feature that serves the checks. */
    ObserveFeature feature() {
        HealthObserverConfig.Builder checks = HealthObserver.builder()
                .endpoint("health")
                .details(true)
                .useSystemServices(false)
                .addCheck(() -> HealthCheckResponse.builder().status(true).build(), HealthCheckType.LIVENESS, "process")
                .addCheck(this::snapshotCheck, HealthCheckType.READINESS, "snapshot");
        if (tls != null) {
            checks.addCheck(() -> HealthCheckResponse.builder().status(true).detail("end", tls.words()).build(),
                    HealthCheckType.READINESS, "certificate");
        }
        if (verification != null) {
            checks.addCheck(() -> files(verification.state()), HealthCheckType.READINESS, "files");
        }
        return ObserveFeature.builder().endpoint("/").addObserver(checks.build()).build();
    }

    private HealthCheckResponse snapshotCheck() {
        return HealthCheckResponse.builder()
                .status(snapshots.isReady())
                .detail("snapshot", snapshots.servedId().orElse("none"))
                .detail("failure", snapshots.failure().orElse("none"))
                .build();
    }

    private static HealthCheckResponse files(BackgroundVerification.State state) {
        return HealthCheckResponse.builder().status(true).detail("verified", state.verified())
                .detail("damaged", state.words()).build();
    }
}
