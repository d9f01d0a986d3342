package io.tidemark.ingest.watch;

import static io.tidemark.ingest.watch.LandingFolder.FARMERS;
import static io.tidemark.ingest.watch.LandingFolder.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.Ingest;
import io.tidemark.ingest.IngestReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** If the rows of few groups changed, what is advised is not what is done already. */
@Timeout(60)
class FewGroupsWatchTest {

    private static final String WARNING = "rows of 1 farmer group changed, fewer than 4: comparing this snapshot with the one before reveals their figures; ";

    @TempDir
    private Path folder;
    private LandingFolder landing;
    private Path stock;

    @BeforeEach
    void start() throws IOException {
        landing = LandingFolder.in(folder);
        String others = "";
        for (int i = 2; i <= 4; i++) {
            others += "F0" + i + ",Laks " + i + " AS,G" + i + ",Gruppe,standard,2024-02-01\n";
        }
        Path base = landing.deliver("a", FARMERS + others);
        write(base.resolve("authority/site.csv"), "site_id,site_name,placement,production_area_id\n100,Holmen,offshore,3\n");
        assertThat(Ingest.run(landing.options(base), event -> { }).snapshot()).isNotNull();
        run("rm", "-r", base);
        stock = landing.path().resolve("b/farmers/F01/stock.csv");
    }

    private static void run(String command, String option, Path path) throws IOException {
        assertThat(new ProcessBuilder(command, option, path.toString()).start().onExit().join().exitValue()).isZero();
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void deliver() throws IOException {
        write(stock, "date,site_id,unit_id,cohort_id,species_code,fish_count,avg_weight_gram,generation\n2026-01-01,100,U1,C,SAL,1000,2000,V2025\n");
        landing.mark("b", ".done");
    }

    @Test
    void aWatchThatPublishesEachMayCollectThem() throws Exception {
        deliver();
        try (LandingFolder.Running _ = landing.watch(LONG)) {
            assertThat(landing.next()).isEqualTo("b PUBLISHED");
        }
        assertThat(landing.warnings()).containsExactly(WARNING
                + "without --publish-each, the watch collects the deliveries of a day and publishes them together");
    }

    @Test
    void aWatchThatCollectsThemMayPublishLater() throws Exception {
        MovedClock clock = new MovedClock("2026-06-29T20:00:00Z");
        deliver();
        try (LandingFolder.Running _ = landing.watch(LONG, new PublishTime(LocalTime.of(5, 0), clock))) {
            assertThat(landing.next()).isEqualTo("b tried: DRY_RUN");
            clock.to("2026-06-30T03:00:00Z");
            assertThat(landing.next()).isEqualTo("b PUBLISHED");
        }
        assertThat(landing.warnings()).containsExactly(WARNING
                + "few had delivered by the publishing time; a later --publish-at lets more of them deliver");
    }

    @Test
    void aSingleDeliveryMayBeWatched() throws Exception {
        deliver();
        IngestReport report = Ingest.run(landing.options(landing.path().resolve("b")), event -> { });
        assertThat(report.warnings()).containsExactly(WARNING + "tidemark ingest --watch collects deliveries and publishes them together");
    }
}
