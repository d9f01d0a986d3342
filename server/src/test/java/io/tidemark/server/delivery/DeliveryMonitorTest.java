package io.tidemark.server.delivery;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.ingest.watch.WatchOutcomes;
import io.tidemark.server.event.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        assertThat(WatchOutcomes.waiting(lake, null)).hasSize(1);
        assertThat(WatchOutcomes.waiting(lake, uploads)).hasSize(2);
        assertThat(WatchOutcomes.waiting(lake, landing)).hasSize(1);
        assertThat(WatchOutcomes.waiting(lake, folder.resolve("none"))).hasSize(1);
    }

    /** An hour where each is published as it comes, a day and two hours where a watch publishes at a time of day. */
    @ParameterizedTest
    @CsvSource({"2, false, F07+stock", "2, true, ''", "27, true, F07+stock", "0, false, ''"})
    void oneThatWaitsLongerThanTheWatchNeedsIsTold(int hours, boolean isDaily, String told, @TempDir Path folder)
            throws IOException {
        Path landing = folder.resolve("landing");
        Files.createDirectories(landing.resolve("F07+stock"));
        Files.writeString(Files.createDirectories(folder.resolve("lake/watch")).resolve("0123456789abcdef.json"),
                "{\"folder\": \"" + landing.toRealPath() + "\", \"taken\": {}"
                + (isDaily ? ", \"published_at\": \"2026-03-08T04:00:00Z\"" : "") + "}");
        List<Event> events = new CopyOnWriteArrayList<>();
        Clock later = Clock.offset(Clock.systemUTC(), Duration.ofHours(hours));
        try (LakeWorker worker = new LakeWorker(Lake.at(folder.resolve("lake")), new EngineSettings(1, 256, folder),
                Duration.ofSeconds(1));
                DeliveryMonitor monitor = DeliveryMonitor.start(worker, null, events::add, later,
                        Duration.ofMillis(5))) {
            eventually().until(() -> monitor.last(DeliveryMonitor.State::waiting) == 1);
        }
        assertThat(events.stream().map(event -> Path.of(((Event.DeliveryWaits) event).delivery()).getFileName()
                .toString())).containsExactlyElementsOf(told.isEmpty() ? List.of() : List.of(told));
    }

    @Test
    void itGoesOnAfterAFailureAndSaysNothingBefore(@TempDir Path folder) throws InterruptedException {
        FailingClock clock = new FailingClock();
        try (LakeWorker worker = new LakeWorker(Lake.at(folder.resolve("lake")), new EngineSettings(1, 256, folder),
                Duration.ofSeconds(1));
                DeliveryMonitor monitor = DeliveryMonitor.start(worker, null, event -> { }, clock,
                        Duration.ofMillis(5))) {
            clock.second.await();
            assertThat(monitor.last(DeliveryMonitor.State::rejected)).as("one look has failed, none has ended").isNaN();
            clock.goOn.countDown();
            eventually().until(() -> monitor.last(DeliveryMonitor.State::rejected) == 0);
            assertThat(monitor.last(DeliveryMonitor.State::lateCompanies)).isZero();
        }
    }
}
