package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.verify.SnapshotVerifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several deliveries become one snapshot: each builds on those before it, and only the last is ever visible. */
class TogetherTest {

    @TempDir
    private Path folder;
    private TestDelivery delivery;
    private final List<Path> folders = new ArrayList<>();

    @BeforeEach
    void start() {
        delivery = new TestDelivery(folder);
    }

    private TestDelivery next() {
        folders.add(delivery.next().folder());
        return delivery;
    }

    private List<IngestReport> takeTogether(IngestControl conduct) {
        return Ingest.run(delivery.lake, folders.stream()
                .map(each -> new IngestOptions(each, delivery.lake, TestDelivery.TODAY, false, 0.5)).toList(), conduct,
                each -> { });
    }

    @Test
    void oneSnapshotOfAllThatAreGood() throws Exception {
        next().basics();
        // of a company that the first delivery adds; one of its two rows is bad
        next().file("farmers/F01/stock.csv", TestDelivery.STOCK + "2026-01-01,100,A,C,SAL,1000,2000,V2025\n"
                + "2026-01-02,100,A,C,SAL,-1,2000,V2025\n");
        next().file("farmers/F01/losses.csv", "not,the,columns\n1,2,3\n");
        next().file("farmers/F02/stock.csv", TestDelivery.STOCK + "2026-01-01,200,A,C,SAL,500,2000,V2025\n");

        List<IngestReport> reports = takeTogether(IngestControl.seenBy(event -> { }));

        assertThat(reports).extracting(IngestReport::outcome)
                .containsExactly(IngestOutcome.PUBLISHED, IngestOutcome.PUBLISHED, IngestOutcome.REJECTED,
                IngestOutcome.PUBLISHED);
        Snapshot snapshot = delivery.lake.current().orElseThrow();
        assertThat(reports).extracting(IngestReport::snapshot)
                .containsExactly(snapshot.id(), snapshot.id(), null, snapshot.id());
        assertThat(delivery.lake.list()).containsExactly(snapshot.id());
        assertThat(snapshot.manifest().parent()).isNull();
        assertThat(snapshot.manifest().sources()).extracting(source -> source.path())
                .containsExactly("reference/farmers.csv",
                "authority/site.csv", "farmers/F01/stock.csv", "farmers/F02/stock.csv");
        assertThat(delivery.rows("SELECT farmer_id, date FROM stock_day ORDER BY 1"))
                .containsExactly("F01 2026-01-01", "F02 2026-01-01");
        assertThat(Objects.requireNonNull(reports.get(1).rejects())).as("the rejects of one that was superseded stay")
                .isNotEmptyDirectory();
        assertThat(SnapshotVerifier.verify(delivery.lake, snapshot.id(), snapshot.manifest(),
                new EngineSettings(2, 512, folder))
                .findings()).isEmpty();
        assertThat(left()).isEmpty();

        // the next ones build on it, and repeating them changes nothing
        assertThat(takeTogether(IngestControl.seenBy(event -> { }))).extracting(IngestReport::outcome).containsExactly(
                IngestOutcome.NOTHING_NEW, IngestOutcome.NOTHING_NEW, IngestOutcome.REJECTED,
                IngestOutcome.NOTHING_NEW);
        assertThat(delivery.lake.currentId()).contains(snapshot.id());
    }

    @Test
    void aStopInTheMiddleLeavesNothingOfAny() throws Exception {
        next().basics();
        next().file("farmers/F01/stock.csv", TestDelivery.STOCK + "2026-01-01,100,A,C,SAL,1000,2000,V2025\n");
        StopSignal stop = new StopSignal();
        List<IngestEvent.Step> steps = new ArrayList<>();
        IngestProgress progress = event -> {
            if (event instanceof IngestEvent.StepBegun begun) {
                steps.add(begun.step());
                if (begun.step() == IngestEvent.Step.DERIVING && steps.stream().filter(begun.step()::equals)
                        .count() == 2) {
                    stop.request();
                }
            }
        };

        assertThatThrownBy(() -> takeTogether(new IngestControl(Duration.ZERO, progress, stop)))
                .isInstanceOf(IngestStoppedException.class);

        assertThat(delivery.lake.currentId()).isEmpty();
        assertThat(delivery.lake.list()).isEmpty();
        assertThat(left()).isEmpty();
    }

    private List<Path> left() throws Exception {
        Path staging = folder.resolve("lake/staging");
        if (!Files.exists(staging)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(staging)) {
            return files.toList();
        }
    }
}
