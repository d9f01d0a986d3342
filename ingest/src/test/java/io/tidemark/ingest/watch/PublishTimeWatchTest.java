package io.tidemark.ingest.watch;

import static io.tidemark.ingest.watch.LandingFolder.FARMERS;
import static io.tidemark.ingest.watch.LandingFolder.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** With a time of publishing, deliveries are tried as they land and taken together. */
@Execution(ExecutionMode.CONCURRENT) // they mostly wait
class PublishTimeWatchTest {

    @TempDir
    private Path folder;
    private LandingFolder landing;

    @BeforeEach
    void start() throws IOException {
        landing = LandingFolder.in(folder);
    }

    // 05:00 in Norway is 03:00 UTC in summer
    @Test
    void withATimeOfPublishingTheyAreTriedAtOnceAndTakenTogether() throws Exception {
        MovedClock clock = new MovedClock("2026-06-29T20:00:00Z");
        PublishTime time = new PublishTime(LocalTime.of(5, 0), clock);
        landing.deliverMarked("a", FARMERS);
        landing.deliverMarked("b", FARMERS.replace("Fjordfisk", "Nordfisk"));
        try (LandingFolder.Running _ = landing.watch(LONG, time)) {
            assertThat(landing.next()).isEqualTo("a tried: DRY_RUN");
            assertThat(landing.next()).isEqualTo("b tried: DRY_RUN");
            landing.nothingMore();
            assertThat(landing.lake().list()).isEmpty();

            clock.to("2026-06-30T02:59:59Z");
            landing.nothingMore();
            clock.to("2026-06-30T03:00:00Z");
            assertThat(landing.next()).isEqualTo("a PUBLISHED");
            assertThat(landing.next()).isEqualTo("b PUBLISHED");
            assertThat(landing.lake().list()).containsExactly(landing.lake().currentId().orElseThrow());

            landing.deliverMarked("c", "no such,columns\n1,2\n");
            landing.deliverMarked("d", FARMERS.replace("Fjordfisk", "Vestfisk"));
            assertThat(landing.next()).isEqualTo("c tried: REJECTED");
            assertThat(landing.next()).isEqualTo("d tried: DRY_RUN");
            landing.nothingMore();
        }
        // the time passes while no watch runs
        clock.to("2026-07-01T09:00:00Z");
        try (LandingFolder.Running _ = landing.watch(LONG, time)) {
            assertThat(landing.next()).isEqualTo("c REJECTED");
            assertThat(landing.next()).isEqualTo("d PUBLISHED");
            landing.nothingMore();
        }
        assertThat(landing.lake().list()).hasSize(2);
        assertThat(landing.lake().current().orElseThrow().manifest().parent())
                .isEqualTo(landing.lake().list().getFirst().text());
    }

    // as when a time server corrects a clock that was years ahead
    @Test
    void aClockThatIsSetBackDelaysAPublishingToTheNextTimeAtMost() throws Exception {
        MovedClock clock = new MovedClock("2026-06-29T20:00:00Z");
        PublishTime time = new PublishTime(LocalTime.of(5, 0), clock);
        landing.deliverMarked("a", FARMERS);
        try (LandingFolder.Running _ = landing.watch(LONG, time)) {
            assertThat(landing.next()).isEqualTo("a tried: DRY_RUN");
            clock.to("2036-06-30T02:00:00Z");
            assertThat(landing.next()).isEqualTo("a PUBLISHED");
            clock.to("2026-06-30T01:00:00Z");
            landing.deliverMarked("b", FARMERS.replace("Fjordfisk", "Nordfisk"));
            assertThat(landing.next()).isEqualTo("b tried: DRY_RUN");
            landing.nothingMore();
            clock.to("2026-06-30T03:00:00Z");
            assertThat(landing.next()).isEqualTo("b PUBLISHED");
        }
    }

    // it must be unchanged for a while, which the watch can only observe after it has started
    @Test
    void aWatchThatCatchesUpTakesWhatIsUnmarkedToo() throws Exception {
        MovedClock clock = new MovedClock("2026-06-29T20:00:00Z");
        PublishTime time = new PublishTime(LocalTime.of(5, 0), clock);
        try (LandingFolder.Running _ = landing.watch(Duration.ofSeconds(2), time)) {
            landing.nothingMore();
        }
        landing.deliver("unmarked", FARMERS);
        // its first look may take long: the folder may hold many large files
        landing.strayThatTakes(Duration.ofMillis(700));
        clock.to("2026-06-30T08:00:00Z");
        try (LandingFolder.Running _ = landing.watch(Duration.ofSeconds(2), time)) {
            assertThat(landing.next()).contains("stray.csv");
            assertThat(landing.next()).isEqualTo("unmarked PUBLISHED");
        }
    }
    @Test
    void aWatchThatCatchesUpWaitsForWhatItsFirstLookCannotRead() throws Exception {
        MovedClock clock = new MovedClock("2026-06-29T20:00:00Z");
        PublishTime time = new PublishTime(LocalTime.of(5, 0), clock);
        try (LandingFolder.Running _ = landing.watch(Duration.ofSeconds(5), time)) {
            landing.nothingMore();
        }
        landing.deliverMarked("closed", FARMERS);
        clock.to("2026-06-30T08:00:00Z");
        LandingFolder.Closed closed = landing.close("closed");
        try (LandingFolder.Running _ = landing.watch(Duration.ofSeconds(5), time); closed) {
            landing.nothingMore();
            closed.open();
            assertThat(landing.next()).isEqualTo("closed PUBLISHED");
        }
    }
}
