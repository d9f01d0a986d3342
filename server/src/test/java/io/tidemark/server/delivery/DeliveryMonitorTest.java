package io.tidemark.server.delivery;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Lake;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
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
    void itGoesOnAfterAFailureAndSaysNothingBefore(@TempDir Path folder) throws InterruptedException {
        FailingClock clock = new FailingClock();
        try (LakeWorker worker = new LakeWorker(Lake.at(folder.resolve("lake")), new EngineSettings(1, 256, folder),
                Duration.ofSeconds(1));
                DeliveryMonitor monitor = DeliveryMonitor.start(worker, clock, Duration.ofMillis(5))) {
            clock.second.await();
            assertThat(monitor.last(DeliveryMonitor.State::rejected)).as("one look has failed, none has ended").isNaN();
            clock.goOn.countDown();
            eventually().until(() -> monitor.last(DeliveryMonitor.State::rejected) == 0);
            assertThat(monitor.last(DeliveryMonitor.State::lateCompanies)).isZero();
        }
    }
}
