package io.tidemark.server.doctor;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeClock;
import io.tidemark.server.config.ServerConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
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
    /** The file that systemd writes when a time server has set the clock. */
    private static final Path SYNCHRONIZED = Path.of("/run/systemd/timesync/synchronized");
    private static final Path TIME_SERVICE = Path.of("/run/systemd/timesync");

    @Override
    public List<Diagnosis> look(ServerConfig config) {
        Instant now = clock.instant();
        Optional<LakeClock> wrong = LakeClock.problem(Lake.at(config.lake()), now);
        if (wrong.isPresent()) {
            String advice = "set the clock (timedatectl); until then tokens and dates are wrong";
            return List.of(wrong.get().isBehind() ? Diagnosis.fault(NAME, wrong.get().words(), advice)
                    : Diagnosis.warning(NAME, wrong.get().words(), "unless the lake is that old, " + advice));
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
}
