package io.tidemark.ingest.watch;

import static io.tidemark.ingest.watch.LandingFolder.FARMERS;
import static io.tidemark.ingest.watch.LandingFolder.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.snapshot.PrivacyChange;
import io.tidemark.ingest.IngestOptions;
import io.tidemark.ingest.IngestOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalTime;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A delivery that cannot be taken in, for no fault of its own, is tried three times and then set aside. */
@Execution(ExecutionMode.CONCURRENT) // they mostly wait
class SetAsideTest {

    @TempDir
    private Path folder;
    private LandingFolder landing;

    @BeforeEach
    void start() throws IOException {
        landing = LandingFolder.in(folder);
    }

    // an unreadable mapping represents all failures that are not the delivery's fault
    private IngestOptions withBadSystem(Path delivery) {
        IngestOptions usual = landing.options(delivery);
        return delivery.endsWith("bad") ? new IngestOptions(delivery, landing.lake(), usual.today(), false, 0.01,
                folder.resolve("systems"), PrivacyChange.NONE) : usual;
    }

    private void breakSystem() throws IOException {
        Files.writeString(Files.createDirectories(folder.resolve("systems/pens")).resolve("sources.yaml"),
                "nothing of use");
    }

    private void deliverExport(String name) throws IOException {
        Path export = Files.createDirectories(landing.deliver(name, FARMERS).resolve("farmers/F01/pens/100"));
        Files.writeString(export.resolve("a.csv"), "a,b\n1,2\n");
        landing.mark(name, ".done");
    }

    @Test
    void whatCannotBeTakenInIsSetAsideAfterThreeTriesAndTheNextGoesOn() throws Exception {
        breakSystem();
        deliverExport("bad");
        landing.deliverMarked("good", FARMERS);
        try (LandingFolder.Running _ = landing.watch(LandingFolder.quick(LONG, this::withBadSystem, null,
                OptionalInt.empty()))) {
            assertThat(landing.next()).startsWith("bad failed: ");
            assertThat(landing.next()).isEqualTo("good PUBLISHED");
            assertThat(landing.next()).startsWith("bad failed: ");
            assertThat(landing.next()).startsWith("bad set aside: ").contains("pens/sources.yaml");
            landing.nothingMore();
            assertThat(WatchOutcomes.unpublished(landing.lake())).isEqualTo(new WatchOutcomes.Unpublished(0, 1));
            assertThat(WatchOutcomes.of(landing.lake(), landing.path())).hasSize(1)
                    .containsEntry("good", new WatchOutcomes.Outcome(
                    IngestOutcome.PUBLISHED, landing.lake().currentId().orElseThrow().text()));
            landing.deliver("bad", FARMERS + "F02,Nordfisk AS,G2,Nordgruppen,premium,2024-01-01\n");
            landing.mark("bad", ".done");
            assertThat(landing.next()).startsWith("bad failed: ");
        }
    }

    @Test
    void aDeliveryThatIsSetAsideDoesNotKeepTheOthersFromBeingPublishedTogether() throws Exception {
        MovedClock clock = new MovedClock("2026-06-29T20:00:00Z");
        PublishTime time = new PublishTime(LocalTime.of(5, 0), clock);
        breakSystem();
        WatchOptions options = LandingFolder.quick(LONG, this::withBadSystem, time, OptionalInt.of(1));
        try (LandingFolder.Running _ = landing.watch(options)) {
            landing.nothingMore();
            landing.deliverMarked("a", FARMERS);
            assertThat(landing.next()).isEqualTo("a tried: DRY_RUN");
            clock.to("2026-06-30T02:00:00Z");
        }
        deliverExport("bad");
        clock.to("2026-06-30T03:00:00Z");
        try (LandingFolder.Running _ = landing.watch(options)) {
            assertThat(landing.next()).startsWith("bad failed: ");
            assertThat(landing.next()).startsWith("bad failed: ");
            assertThat(landing.next()).startsWith("bad set aside: ");
            assertThat(landing.next()).isEqualTo("a PUBLISHED");
            assertThat(landing.next()).isEqualTo("pruned 0");
            landing.nothingMore();
        }
    }
}
