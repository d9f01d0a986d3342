package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.verify.SnapshotVerifier;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An ingest that is killed ({@code kill -9}) or stopped at any moment: what is published is whole, and the next run
 * leaves no trace of it.
 */
class CrashTest {

    private static final int MAX_EVENTS = 50;
    private static final int SIGKILL = 128 + 9;

    @TempDir
    private Path folder;
    private TestDelivery delivery;
    private final Set<String> ofNothingNew = new TreeSet<>();
    private int fish = 1000;

    @BeforeEach
    void start() {
        delivery = new TestDelivery(folder).basics();
        fill(delivery);
        assertThat(delivery.ingest().outcome()).isEqualTo(IngestOutcome.PUBLISHED);
    }

    /** A week of stock that differs from every delivery before it, a loss, and a row that is rejected. */
    private void fill(TestDelivery next) {
        StringBuilder stock = new StringBuilder(TestDelivery.STOCK);
        fish++;
        for (int day = 1; day <= 7; day++) {
            stock.append("2026-01-0").append(day).append(",100,A,C,SAL,").append(fish).append(",2000,V2025\n");
        }
        next.file("farmers/F01/stock.csv", stock + "2026-01-08,100,A,C,SAL,-5,2000,V2025\n")
                .file("farmers/F01/losses.csv", TestDelivery.LOSSES + "2026-01-02,100,A,mortality,A101,3,\n");
    }

    @Test
    void killedAtEachOfItsEvents() throws Exception {
        List<String> seen = new ArrayList<>();
        for (int event = 1; event <= MAX_EVENTS; event++) {
            fill(delivery.next());
            Process ingest = ingest(event);
            try (BufferedReader out = ingest.inputReader()) {
                out.lines().skip(1).forEach(seen::add);
            }
            int code = ingest.waitFor();
            if (code == 0) {
                break;
            }
            assertThat(code).isEqualTo(SIGKILL);
            checkTheNextRun();
        }
        assertThat(seen).hasSizeBetween(9, MAX_EVENTS - 1)
                .contains("StepBegun[step=CHECKING]", "StepBegun[step=WRITING]",
                "StepBegun[step=SEALING]", "StepBegun[step=PUBLISHING]", "StepBegun[step=PUBLISHED]");
    }

    // as soon as the ledger has the next week's entry, and before it is published, or in the moment after
    @Test
    void killedBetweenTheLedgerAndCurrent() throws Exception {
        for (int week = 1; week <= 3; week++) {
            int first = 7 * week + 1;
            StringBuilder stock = new StringBuilder(TestDelivery.STOCK);
            fish++;
            for (int day = 1; day < first + 7; day++) {
                stock.append(LocalDate.of(2026, 1, day)).append(",100,A,C,SAL,").append(fish).append(",2000,V2025\n");
            }
            delivery.next().file("farmers/F01/stock.csv", stock.toString());
            Process ingest = ingest(KilledIngest.WITH_THE_LEDGER);
            assertThat(ingest.waitFor()).isEqualTo(SIGKILL);
            checkTheNextRun();
            assertThat(Ledger.of(delivery.lake).length()).isEqualTo(week + 1);
        }
    }

    @Test
    void killedAfterAnyTime() throws Exception {
        Random random = new Random(7);
        int killed = 0;
        for (int i = 0; i < 4; i++) {
            fill(delivery.next());
            Process ingest = ingest(0);
            try (BufferedReader out = ingest.inputReader()) {
                assertThat(out.readLine()).isEqualTo("begun");
                Thread.sleep(100 + random.nextInt(900));
                ingest.destroyForcibly();
            }
            // it may have ended before
            int code = ingest.waitFor();
            assertThat(code).isIn(0, SIGKILL);
            killed += code == SIGKILL ? 1 : 0;
            checkTheNextRun();
        }
        assertThat(killed).isPositive();
    }

    @Test
    void stoppedAtEachOfItsEvents() throws IOException {
        for (int event = 1; event <= MAX_EVENTS; event++) {
            fill(delivery.next());
            SnapshotId before = delivery.lake.currentId().orElseThrow();
            StopSignal stop = new StopSignal();
            List<IngestEvent> events = new ArrayList<>();
            int last = event;
            IngestControl conduct = new IngestControl(Duration.ZERO, e -> {
                events.add(e);
                if (events.size() == last) {
                    stop.request();
                }
            }, stop);
            IngestOptions options = new IngestOptions(delivery.folder(), delivery.lake, TestDelivery.TODAY, false, 1.0);
            try {
                IngestReport report = Ingest.run(options, conduct);
                // too late to stop: what is sealed is published
                assertThat(events).last().isEqualTo(new IngestEvent.StepBegun(IngestEvent.Step.PUBLISHED));
                assertThat(report.snapshot()).isEqualTo(delivery.lake.currentId().orElseThrow());
                if (events.size() < last) {
                    return;
                }
            } catch (IngestStoppedException e) {
                assertThat(delivery.lake.currentId()).contains(before);
            }
            checkNoRubbish();
        }
        throw new AssertionError("an ingest has more events than expected");
    }

    private Process ingest(int event) throws IOException {
        Path tmp = Files.createDirectories(folder.resolve("tmp"));
        return JavaProcess.of(List.of("-Djava.io.tmpdir=" + tmp), KilledIngest.class, delivery.folder().toString(),
                delivery.lake.root().toString(), Integer.toString(event)).redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /**
     * After a run that died: the lake is intact, the same delivery can be ingested, and no leftovers of the dead run
     * remain.
     */
    private void checkTheNextRun() throws IOException {
        SnapshotId current = delivery.lake.currentId().orElseThrow();
        assertThat(SnapshotVerifier.verify(delivery.lake, current, delivery.lake.open(current).manifest(),
                new EngineSettings(1, 512, folder)).findings()).isEmpty();
        IngestReport next = delivery.ingest();
        assertThat(next.outcome()).isIn(IngestOutcome.PUBLISHED, IngestOutcome.NOTHING_NEW);
        Path rejects = next.rejects();
        if (next.outcome() == IngestOutcome.NOTHING_NEW && rejects != null) {
            ofNothingNew.add(String.valueOf(rejects.getFileName()));
        }
        assertThat(delivery.rows("SELECT DISTINCT fish_count FROM stock_day")).containsExactly(Integer.toString(fish));
        checkNoRubbish();
    }

    /**
     * Every snapshot was published by some run; what is rejected belongs to one of them, or to a run that found nothing
     * new.
     */
    private void checkNoRubbish() throws IOException {
        assertThat(names(delivery.lake.root())).isSubsetOf(".lock", "CURRENT", "leases", "ledger", "rejects",
                "snapshots", "staging");
        assertThat(names(delivery.lake.root().resolve("staging"))).isEmpty();
        checkTheLedger();
        Set<String> chain = new TreeSet<>();
        for (String id = delivery.lake.currentId().orElseThrow().text(); id != null;
                id = delivery.lake.open(new SnapshotId(id)).manifest().parent()) {
            chain.add(id);
        }
        assertThat(names(delivery.lake.root().resolve("snapshots"))).isEqualTo(chain);
        Set<String> rejects = names(delivery.lake.root().resolve("rejects"));
        rejects.removeAll(chain);
        assertThat(rejects).isSubsetOf(ofNothingNew);
    }

    /** The log ends with the entry of the published snapshot, and the files are those that it names. */
    private void checkTheLedger() throws IOException {
        Ledger ledger = Ledger.of(delivery.lake);
        assertThat(delivery.lake.current().orElseThrow().manifest().ledger())
                .satisfies(mark -> assertThat(mark.length()).isEqualTo(ledger.length()));
        assertThat(names(delivery.lake.ledger())).doesNotContain("pending");
    }

    private static Set<String> names(Path of) throws IOException {
        if (!Files.isDirectory(of)) {
            return new TreeSet<>();
        }
        try (Stream<Path> files = Files.list(of)) {
            return new TreeSet<>(files.map(f -> f.getFileName().toString()).toList());
        }
    }
}
