package io.tidemark.server.doctor;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.server.config.ServerConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * Checks the clock, by which tokens expire and days begin. It asks no other host: files written earlier must not be
 * newer than now.
 */
record ClockCheck(Clock clock) implements Doctor.Check {

    private static final String NAME = "clock";
    private static final Duration SLACK = Duration.ofMinutes(2);
    /** The file that systemd writes when a time server has set the clock. */
    private static final Path SYNCHRONIZED = Path.of("/run/systemd/timesync/synchronized");
    private static final Path TIME_SERVICE = Path.of("/run/systemd/timesync");

    @Override
    public List<Diagnosis> look(ServerConfig config) {
        Instant now = clock.instant();
        Optional<Instant> newest = published(config.lake());
        if (newest.isPresent() && newest.get().isAfter(now.plus(SLACK))) {
            return List.of(Diagnosis.fault(NAME, "the clock says " + now + ", but the published snapshot is of "
                    + newest.get(), "set the clock (timedatectl); until then tokens and dates are wrong"));
        }
        LocalDate fixed = config.today();
        if (fixed != null) {
            return List.of(Diagnosis.warning(NAME, "the day is fixed to " + fixed + " by the setting today",
                    "remove it, unless this is a trial"));
        }
        if (Files.isDirectory(TIME_SERVICE) && !Files.exists(SYNCHRONIZED)) {
            return List.of(Diagnosis.warning(NAME, "the clock is not set by a time server yet",
                    "timedatectl timesync-status shows why"));
        }
        return List.of(Diagnosis.ok(NAME, "it is " + now));
    }

    private static Optional<Instant> published(Path lake) {
        try {
            return Lake.at(lake).current().map(Snapshot::manifest).map(manifest -> manifest.createdAt());
        } catch (LakeException e) {
            return Optional.empty();
        }
    }
}
