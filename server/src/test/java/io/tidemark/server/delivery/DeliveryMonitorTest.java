package io.tidemark.server.delivery;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.ingest.watch.WatchOutcomes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A look that fails, for whatever reason, is not the last. */
class DeliveryMonitorTest {

    /** Fails once, at the first look, and waits at the second. */
    private static final class FailingClock extends Clock {
        private final AtomicInteger asked = new AtomicInteger();
        private final CountDownLatch second = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);

        @Override
        public Instant instant() {
            if (asked.incrementAndGet() == 1) {
                throw new IllegalStateException("a clock that fails");
            }
            second.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return Instant.EPOCH;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    @Test
    void deliveriesThatNoWatchHasTakenInWait(@TempDir Path folder) throws IOException {
        Path landing = folder.resolve("landing");
        for (String name : List.of("taken", "new", ".in-the-making")) {
            Files.createDirectories(landing.resolve(name));
        }
        Path uploads = Files.createDirectories(folder.resolve("uploads/F07+stock")).getParent();
        Files.writeString(Files.createDirectories(folder.resolve("lake/watch")).resolve("0123456789abcdef.json"),
                "{\"folder\": \"" + landing.toRealPath() + "\", \"taken\": {\"taken\": {\"print\": \"x\", "
                + "\"outcome\": \"PUBLISHED\"}}}");
        Lake lake = Lake.at(folder.resolve("lake"));
        assertThat(WatchOutcomes.waiting(lake, null)).isEqualTo(1);
        assertThat(WatchOutcomes.waiting(lake, uploads)).isEqualTo(2);
        assertThat(WatchOutcomes.waiting(lake, landing)).isEqualTo(1);
        assertThat(WatchOutcomes.waiting(lake, folder.resolve("none"))).isEqualTo(1);
    }

    @Test
    void itGoesOnAfterAFailureAndSaysNothingBefore(@TempDir Path folder) throws InterruptedException {
        FailingClock clock = new FailingClock();
        try (LakeWorker worker = new LakeWorker(Lake.at(folder.resolve("lake")), new EngineSettings(1, 256, folder),
                Duration.ofSeconds(1));
                DeliveryMonitor monitor = DeliveryMonitor.start(worker, null, clock, Duration.ofMillis(5))) {
            clock.second.await();
            assertThat(monitor.last(DeliveryMonitor.State::rejected)).as("one look has failed, none has ended").isNaN();
            clock.goOn.countDown();
            eventually().until(() -> monitor.last(DeliveryMonitor.State::rejected) == 0);
            assertThat(monitor.last(DeliveryMonitor.State::lateCompanies)).isZero();
        }
    }
}
