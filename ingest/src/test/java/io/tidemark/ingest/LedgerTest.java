package io.tidemark.ingest;

import static io.tidemark.ingest.TestCoast.MONDAY;
import static io.tidemark.ingest.TestCoast.SUNDAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.ledger.LedgerEntry;
import io.tidemark.data.ledger.LedgerPruning;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.ledger.ServedMark;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.Manifest.LedgerMark;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Pruning;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.data.verify.Finding;
import io.tidemark.data.verify.SnapshotPublisher;
import io.tidemark.data.verify.SnapshotVerifier;
import io.tidemark.data.verify.Verification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ledger over the life of a lake: every snapshot continues it, whatever is published, and it is kept and verified with them. */
class LedgerTest {

    private static final String ROWS = "SELECT piece_start, site_id, fish_days, atom FROM released_stock_cell ORDER BY piece_start, site_id";

    @TempDir
    private Path folder;
    private TestCoast coast;
    private Lake lake;
    private EngineSettings engine;

    @BeforeEach
    void firstWeek() {
        coast = new TestCoast(folder, "33334444").week(1, 4);
        coast.published();
        lake = coast.delivery.lake;
        engine = new EngineSettings(1, 512, folder);
    }

    private void secondWeek(int fish) {
        coast.next();
        for (int company = 1; company <= 4; company++) {
            coast.stock(company, SUNDAY.plusDays(1), SUNDAY.plusDays(7), fish);
        }
        coast.published();
    }

    private Snapshot current() {
        return lake.current().orElseThrow();
    }

    private LedgerMark mark() {
        return Objects.requireNonNull(current().manifest().ledger());
    }

    private void publish(String name) {
        try (LakeLock _ = lake.lock()) {
            assertThat(new SnapshotPublisher(lake, engine).publish(name).findings()).isEmpty();
        }
    }

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(lake.ledger())) {
            return all.filter(Files::isRegularFile).map(file -> lake.ledger().relativize(file).toString()).sorted().toList();
        }
    }

    private Verification verified() {
        return SnapshotVerifier.verify(lake, current().id(), current().manifest(), engine);
    }

    // the second week of now would be another one; what is released of it stays
    @Test
    void afterARollbackTheLedgerGoesOn() {
        String first = current().id().text();
        secondWeek(1000);
        String second = current().id().text();
        List<String> released = coast.delivery.rows(ROWS);
        publish(first);
        assertThat(mark().length()).isEqualTo(1);
        assertThat(coast.delivery.rows(ROWS)).hasSize(4);

        secondWeek(3000);
        assertThat(coast.delivery.rows("SELECT DISTINCT fish_days FROM stock_cell WHERE piece_start > DATE '2026-06-01'")).containsExactly("21000");
        assertThat(coast.delivery.rows(ROWS)).isEqualTo(released);
        assertThat(mark().length()).isEqualTo(2);

        publish(second);
        assertThat(coast.delivery.rows(ROWS)).isEqualTo(released);
        assertThat(Ledger.of(lake).length()).isEqualTo(2);
        assertThat(verified().findings()).isEmpty();
    }

    @Test
    void aDroppedFolderGoesOnWithIt() throws IOException {
        secondWeek(1000);
        Snapshot from = current();
        List<String> released = coast.delivery.rows(ROWS);
        Path dropped = from.folder().resolveSibling("by-hand");
        FolderCopy.copy(from.folder(), dropped);
        Files.delete(dropped.resolve("manifest.json"));

        publish("by-hand");

        assertThat(current().id().text()).isEqualTo("by-hand");
        assertThat(coast.delivery.rows(ROWS)).isEqualTo(released);
        assertThat(mark().length()).isEqualTo(2);
    }

    @Test
    void aLakeThatHasLostItSaysSo() throws IOException {
        SnapshotId before = current().id();
        DurableFiles.deleteTree(lake.ledger());
        coast.next().week(5, 8);
        assertThatThrownBy(coast::published).isInstanceOf(LakeException.class).hasMessageContaining("has not the entry 1 that snapshot " + before
                + " was published with; put the folder back from a backup");
        assertThat(lake.currentId()).contains(before);
        assertThatThrownBy(() -> coast.delivery.rows(ROWS)).isInstanceOf(LakeException.class).hasMessageContaining("put the folder back");
        assertThatThrownBy(() -> publish(before.text())).isInstanceOf(AssertionError.class).hasMessageContaining("ledger/log/000001.json");
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
        assertThatThrownBy(() -> Ingest.run(new IngestOptions(coast.delivery.folder(), lake, TestDelivery.TODAY, false, 1.0), event -> {
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

    // the process has died between the entry and CURRENT
    @Test
    void anEntryWhoseSnapshotWasNotPublishedGoes() throws IOException {
        Path dropped = current().folder().resolveSibling("by-hand");
        FolderCopy.copy(current().folder(), dropped);
        Files.delete(dropped.resolve("manifest.json"));
        List<String> before = files();
        try (LakeLock _ = lake.lock(); DuckSession session = DuckSession.open(engine)) {
            LedgerDraft draft = LedgerDraft.begin(lake, ReleasedTables.nothing(lake.ledger()), () -> { });
            draft.add(session, LedgerTables.STOCK, 2026, Ledger.of(current()).rows(LedgerTables.STOCK, 2026));
            draft.append(new SnapshotId("by-hand"), LedgerEntry.Kind.RELEASE, PrivacyRule.DEFAULT, SUNDAY, null, Instant.now());
            Ledger ledger = Ledger.of(lake);
            current().manifest().with(new LedgerMark(2, ledger.sha256(2), SUNDAY, 0, 0)).write(dropped);
        }
        assertThat(files()).contains("log/000002.json", "pending");
        assertThat(Ledger.of(lake).settledLength(lake, current().id().text())).isEqualTo(1);

        lake.lock().close();

        assertThat(files()).doesNotContain("log/000002.json", "pending").containsAll(before);
        assertThat(lake.open(new SnapshotId("by-hand")).manifest().ledger()).isNull();
        secondWeek(1000);
        assertThat(files()).contains("log/000002.json", "released_stock_cell/year=2026/000002.parquet").doesNotContain("pending");
        assertThat(mark().length()).isEqualTo(2);
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
        Ingest.run(new IngestOptions(late, lake, TestDelivery.TODAY, false, 1.0), new IngestControl(Duration.ofSeconds(30), event -> {
            if (!done[0] && event instanceof IngestEvent.FileRead) {
                done[0] = true;
                coast.published();
            }
        }, new StopSignal()));
        assertThat(done[0]).isTrue();
        assertThat(coast.newest().number()).isEqualTo(mark().length()).isGreaterThan(1);
        assertThat(coast.delivery.rows("SELECT piece_start, count(*) FROM released_stock_cell GROUP BY 1 ORDER BY 1"))
                .containsExactly("2026-06-01 8", "2026-06-08 8");
        assertThat(verified().findings()).isEmpty();
    }

    @Test
    void pruningKeepsTheLogAndWhatIsNamed() throws IOException {
        coast.next().groups("123456789").delivery.minFarmers(4);
        coast.published();
        assertThat(files()).contains("released_stock_cell/year=2026/000001.parquet", "released_stock_cell/year=2026/000002.parquet");

        prune(2);
        assertThat(files()).contains("released_stock_cell/year=2026/000001.parquet");
        prune(1);
        assertThat(files()).containsExactly("log/000001.json", "log/000002.json", "released_stock_cell/year=2026/000002.parquet");
        assertThat(verified().findings()).isEmpty();
    }

    private void prune(int keep) {
        try (LakeLock _ = lake.lock()) {
            LedgerPruning.carryOut(Pruning.plan(lake, keep), lake);
        }
    }

    @Test
    void theMarkThatItWasServedIsLeftOnce() {
        assertThat(ServedMark.of(lake)).isEmpty();
        ServedMark first = new ServedMark(Instant.parse("2026-06-08T05:00:00Z"), "1.0");
        first.leave(lake);
        new ServedMark(Instant.parse("2026-06-09T05:00:00Z"), "1.1").leave(lake);
        assertThat(ServedMark.of(lake)).contains(first);
        secondWeek(1000);
        assertThat(ServedMark.of(lake)).contains(first);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            a missing file   | released_stock_cell/year=2026/000001.parquet | ''     | is missing
            other bytes      | released_stock_cell/year=2026/000001.parquet | XYZ    | cannot be read as Parquet
            an entry is gone | log/000001.json                              | ''     | is not the entry that the snapshot was published with
            another entry    | log/000001.json                              | {}     | is not the entry that the snapshot was published with
            """)
    void aDamagedLedgerIsFound(String name, String file, String content, String finding) throws IOException {
        Path path = lake.ledger().resolve(file);
        Files.delete(path);
        if (!content.isEmpty()) {
            Files.writeString(path, content);
        }
        assertThat(verified().findings()).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo(Finding.Kind.FAULT);
            assertThat(found.subject()).isEqualTo("ledger/" + file);
            assertThat(found.problem()).contains(finding);
        });
    }

    @Test
    void aChainThatIsBrokenIsFound() throws IOException {
        secondWeek(1000);
        Path first = lake.ledger().resolve("log/000001.json");
        String text = Files.readString(first);
        Files.delete(first);
        Files.writeString(first, text + "\n");
        assertThat(verified().findings()).extracting(Finding::subject, Finding::problem).containsExactly(
                tuple("ledger/log/000002.json", "follows another entry than 1, by its digest"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            sound               | SELECT * FROM stock                                         |
            another cell count  | SELECT * REPLACE (2 AS atom_cells) FROM stock               | released_stock_cell of 2026 has atoms with other cells than they say
            a row twice         | SELECT * FROM stock UNION ALL SELECT * FROM stock           | released_stock_cell of 2026 has a row of a site, company, generation and weight class twice
            too few groups      | SELECT * FROM stock WHERE site_id <> '400'                  | released_stock_cell of 2026 has atoms that cover too few farmer groups by the rule of the entry
            one has too much    | SELECT * REPLACE (CASE site_id WHEN '100' THEN 700000 ELSE 7000 END AS fish_days) FROM stock | released_stock_cell of 2026 has atoms that cover too few farmer groups by the rule of the entry
            losses without fish | SELECT * REPLACE (CASE site_id WHEN '100' THEN NULL ELSE atom END AS atom, CASE site_id WHEN '100' THEN NULL ELSE 1 END AS atom_cells) FROM stock | released_loss_cell of 2026 has losses that do not lie on released stock in the same atom
            other fish          | SELECT * REPLACE (8000 AS fish_days) FROM stock             | released_stock_cell of 2026 is not what snapshot ID makes of the pieces that it released
            """)
    void rowsThatCannotBeAreFound(String name, String rows, String finding) throws IOException {
        Snapshot snapshot = current();
        ReleasedTables before = Ledger.of(snapshot);
        try (LakeLock _ = lake.lock(); DuckSession session = DuckSession.open(engine)) {
            session.run("CREATE TABLE stock AS " + before.rows(LedgerTables.STOCK, 2026));
            session.run("CREATE TABLE loss AS " + before.rows(LedgerTables.LOSS, 2026));
            DurableFiles.deleteTree(lake.ledger());
            LedgerDraft draft = LedgerDraft.begin(lake, ReleasedTables.nothing(lake.ledger()), () -> { });
            draft.add(session, LedgerTables.STOCK, 2026, rows);
            draft.add(session, LedgerTables.LOSS, 2026, "SELECT * FROM loss");
            draft.append(snapshot.id(), LedgerEntry.Kind.RELEASE, PrivacyRule.DEFAULT, SUNDAY, null, Instant.now());
            draft.settle();
        }
        snapshot.manifest().with(new LedgerMark(1, Ledger.of(lake).sha256(1), SUNDAY, 28_000, 0)).write(snapshot.folder());

        List<String> found = verified().findings().stream().map(each -> each.subject() + " " + each.problem()).toList();
        if (finding == null) {
            assertThat(found).isEmpty();
        } else {
            assertThat(found).contains("ledger/" + finding.replace("ID", snapshot.id().text()));
        }
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
