package io.tidemark.ingest;

import static io.tidemark.ingest.TestCoast.MONDAY;
import static io.tidemark.ingest.TestCoast.SUNDAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Manifest.LedgerMark;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.verify.SnapshotVerifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ingests and the ledger: what is released goes with what is published, also where an ingest fails or two run side by
 * side.
 */
class IngestLedgerTest {

    private static final String ROWS = "SELECT piece_start, site_id, fish_days, atom FROM released_stock_cell ORDER "
            + "BY piece_start, site_id";

    @TempDir
    private Path folder;
    private TestCoast coast;
    private Lake lake;

    @BeforeEach
    void firstWeek() {
        coast = new TestCoast(folder, "33334444").week(1, 4);
        coast.published();
        lake = coast.delivery.lake;
    }

    private Snapshot current() {
        return lake.current().orElseThrow();
    }

    private LedgerMark mark() {
        return Objects.requireNonNull(current().manifest().ledger());
    }

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(lake.ledger())) {
            return all.filter(Files::isRegularFile).map(file -> lake.ledger().relativize(file).toString()).sorted()
                    .toList();
        }
    }

    @Test
    void aLakeThatHasLostItSaysSo() throws IOException {
        SnapshotId before = current().id();
        DurableFiles.deleteTree(lake.ledger());
        coast.next().week(5, 8);
        assertThatThrownBy(coast::published).isInstanceOf(LakeException.class)
                .hasMessageContaining("has not the entry 1 that snapshot " + before
                + " was published with; tidemark snapshot repair --from BACKUP puts it back");
        assertThat(lake.currentId()).contains(before);
    }

    // the disk is full when CURRENT is written
    @Test
    void whereCurrentCannotBeWrittenBothStayAsTheyWere() throws IOException {
        SnapshotId before = current().id();
        List<String> files = files();
        Path draft = lake.root().resolve("CURRENT.tmp");
        coast.next();
        for (int company = 1; company <= 4; company++) {
            coast.stock(company, SUNDAY.plusDays(1), SUNDAY.plusDays(7), 1000);
        }
        assertThatThrownBy(() -> Ingest.run(new IngestOptions(coast.delivery.folder(), lake, TestDelivery.TODAY, false,
                1.0), event -> {
            if (event.equals(new IngestEvent.StepBegun(IngestEvent.Step.PUBLISHING))) {
                makeFolder(draft.resolve("in-the-way"));
            }
        })).isInstanceOf(LakeException.class);
        assertThat(lake.currentId()).contains(before);
        assertThat(files()).isEqualTo(files);

        DurableFiles.deleteTree(draft);
        coast.published();
        assertThat(mark().length()).isEqualTo(2);
        assertThat(coast.delivery.rows(ROWS)).hasSize(8);
    }

    private static void makeFolder(Path path) {
        try {
            Files.createDirectories(path);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    // each reads its own delivery while the other one publishes
    @Test
    void twoIngestsSideBySideHaveOneLedger() {
        coast.next();
        for (int company = 1; company <= 4; company++) {
            coast.stock(company, SUNDAY.plusDays(1), SUNDAY.plusDays(7), 1000);
        }
        Path late = coast.delivery.folder();
        coast.next();
        for (int company = 5; company <= 8; company++) {
            coast.stock(company, MONDAY, SUNDAY.plusDays(7), 1000);
        }
        boolean[] done = {false};
        Ingest.run(new IngestOptions(late, lake, TestDelivery.TODAY, false, 1.0),
                new IngestControl(Duration.ofSeconds(30), event -> {
            if (!done[0] && event instanceof IngestEvent.FileRead) {
                done[0] = true;
                coast.published();
            }
        }, new StopSignal()));
        assertThat(done[0]).isTrue();
        assertThat(coast.newest().number()).isEqualTo(mark().length()).isGreaterThan(1);
        assertThat(coast.delivery.rows("SELECT piece_start, count(*) FROM released_stock_cell GROUP BY 1 ORDER BY 1"))
                .containsExactly("2026-06-01 8", "2026-06-08 8");
        assertThat(SnapshotVerifier.verify(lake, current().id(), current().manifest(),
                new EngineSettings(1, 512, folder)).findings()).isEmpty();
    }

    // two days after its last day it is released
    @Test
    void aLagHoldsACompletePeriodBack() {
        assertThat(mark().releasedThrough()).isEqualTo(SUNDAY);
        coast.next();
        for (int company = 1; company <= 4; company++) {
            coast.stock(company, SUNDAY.plusDays(1), SUNDAY.plusDays(8), 1000);
        }
        coast.delivery.lag(2);
        coast.published();
        assertThat(mark().releasedThrough()).isEqualTo(SUNDAY);
        coast.next();
        for (int company = 1; company <= 4; company++) {
            coast.stock(company, SUNDAY.plusDays(9), SUNDAY.plusDays(9), 1000);
        }
        coast.published();
        assertThat(mark().releasedThrough()).isEqualTo(SUNDAY.plusDays(7));
        assertThat(current().manifest().privacy()).isEqualTo(new PrivacyRule(3, 85, 2));
    }
}
