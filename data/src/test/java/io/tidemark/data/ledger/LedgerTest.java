package io.tidemark.data.ledger;

import static io.tidemark.data.TestLake.SUNDAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.data.TestLake;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.Sha256;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.Manifest.FileEntry;
import io.tidemark.data.snapshot.Manifest.LedgerMark;
import io.tidemark.data.snapshot.Manifest.TableEntry;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Pruning;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.data.verify.Finding;
import io.tidemark.data.verify.SnapshotPublisher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The ledger over the life of a lake: every snapshot continues it, whatever is published, and it is kept and verified
 * with them.
 */
class LedgerTest {

    private static final String ROWS = "SELECT piece_start, site_id, fish_days, atom FROM released_stock_cell ORDER "
            + "BY piece_start, site_id";

    private static final String GROWTH = "SELECT count(gain_g), sum(gain_g), sum(gain_biomass_g) FROM "
            + "released_stock_cell";
    private static final String BOOKS = "SELECT count(book_before), sum(book_come), sum(book_lost), sum(book_after) "
            + "FROM released_stock_cell";

    @TempDir
    private static Path template;

    @TempDir
    private Path folder;
    private Lake lake;
    private EngineSettings engine;

    @BeforeAll
    static void firstWeek() {
        Lake first = Lake.at(template.resolve("first"));
        TestLake.coast(first, "33334444").week(1, 4).publish();
        TestLake.copy(first.root(), template.resolve("second"));
        secondWeek(Lake.at(template.resolve("second")), 1000);
    }

    @BeforeEach
    void start() {
        lakeOf("first");
        engine = TestLake.settings(folder);
    }

    /** Begins with a lake of the first week, or also of the second. */
    private void lakeOf(String weeks) {
        lake = Lake.at(folder.resolve(weeks));
        TestLake.copy(template.resolve(weeks), lake.root());
    }

    private void secondWeek(int fish) {
        secondWeek(lake, fish);
    }

    private static void secondWeek(Lake lake, int fish) {
        TestLake.next(lake).week(1, 4, SUNDAY.plusDays(1), fish).publish();
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

    private Set<String> files() {
        return TestLake.files(lake.ledger());
    }

    // the second week of now would be another one; what is released of it stays
    @Test
    void afterARollbackTheLedgerGoesOn() {
        String first = current().id().text();
        lakeOf("second");
        String second = current().id().text();
        List<String> released = TestLake.rows(lake, ROWS);
        publish(first);
        assertThat(mark().length()).isEqualTo(1);
        assertThat(TestLake.rows(lake, ROWS)).hasSize(4);

        secondWeek(3000);
        assertThat(TestLake.rows(lake, "SELECT DISTINCT fish_days FROM stock_cell WHERE piece_start > DATE "
                + "'2026-06-01'")).containsExactly("21000");
        assertThat(TestLake.rows(lake, ROWS)).isEqualTo(released);
        assertThat(mark().length()).isEqualTo(2);

        publish(second);
        assertThat(TestLake.rows(lake, ROWS)).isEqualTo(released);
        assertThat(Ledger.of(lake).length()).isEqualTo(2);
        assertThat(TestLake.verify(lake).findings()).isEmpty();
    }

    @Test
    void aDroppedFolderGoesOnWithIt() throws IOException {
        lakeOf("second");
        Snapshot from = current();
        List<String> released = TestLake.rows(lake, ROWS);
        Path dropped = from.folder().resolveSibling("by-hand");
        TestLake.copy(from.folder(), dropped);
        Files.delete(dropped.resolve("manifest.json"));

        publish("by-hand");

        assertThat(current().id().text()).isEqualTo("by-hand");
        assertThat(TestLake.rows(lake, ROWS)).isEqualTo(released);
        assertThat(mark().length()).isEqualTo(2);
    }

    @Test
    void aLakeThatHasLostItSaysSo() throws IOException {
        SnapshotId before = current().id();
        DurableFiles.deleteTree(lake.ledger());
        assertThatThrownBy(() -> secondWeek(1000)).isInstanceOf(LakeException.class)
                .hasMessageContaining("has not the entry 1 that snapshot " + before
                + " was published with; tidemark snapshot repair --from BACKUP puts it back");
        assertThat(lake.list()).containsExactly(before);
        assertThatThrownBy(() -> TestLake.rows(lake, ROWS)).isInstanceOf(LakeException.class)
                .hasMessageContaining("tidemark snapshot repair");
        assertThatThrownBy(() -> publish(before.text())).isInstanceOf(AssertionError.class)
                .hasMessageContaining("ledger/log/000001.json");
        // nothing of it is pruned either
        assertThatThrownBy(() -> prune(1)).isInstanceOf(LakeException.class)
                .hasMessageContaining("tidemark snapshot repair");
    }

    // the process has died between the entry and CURRENT
    @Test
    void anEntryWhoseSnapshotWasNotPublishedGoes() throws IOException {
        Path dropped = current().folder().resolveSibling("by-hand");
        TestLake.copy(current().folder(), dropped);
        Files.delete(dropped.resolve("manifest.json"));
        Set<String> before = files();
        try (LakeLock _ = lake.lock(); DuckSession session = DuckSession.open(engine)) {
            LedgerDraft draft = LedgerDraft.begin(lake, ReleasedTables.nothing(lake.ledger()), () -> { });
            draft.add(session, LedgerTables.STOCK, 2026, Ledger.of(current()).rows(LedgerTables.STOCK, 2026));
            draft.append(new SnapshotId("by-hand"), LedgerEntry.Kind.RELEASE, PrivacyRule.DEFAULT, SUNDAY, null,
                    Instant.now());
            Ledger ledger = Ledger.of(lake);
            current().manifest().with(new LedgerMark(2, ledger.sha256(2), SUNDAY, 0, 0)).write(dropped);
        }
        assertThat(files()).contains("log/000002.json", "pending");
        assertThat(Ledger.of(lake).settledLength(lake, current().id().text())).isEqualTo(1);

        lake.lock().close();

        assertThat(files()).doesNotContain("log/000002.json", "pending").containsAll(before);
        assertThat(lake.open(new SnapshotId("by-hand")).manifest().ledger()).isNull();
        secondWeek(1000);
        assertThat(files()).contains("log/000002.json", "released_stock_cell/year=2026/000002.parquet")
                .doesNotContain("pending");
        assertThat(mark().length()).isEqualTo(2);
    }

    private static final String QUARTERS = "SELECT quarter, is_joined, quarter_site_count, mean_loss_rate, "
            + "string_agg(site_id, '+' ORDER BY site_id) FROM site_quarter GROUP BY 1, 2, 3, 4 ORDER BY 1";

    private static final String MEMBERS = "SELECT count(*), count(DISTINCT atom) FROM released_site_month";

    /**
     * Nine sites of nine groups, of which one fish in 1100 is lost in May, one in 1200, ..., one in 1900: the last is
     * best.
     */
    private void may(PrivacyRule rule) {
        lake = Lake.at(folder.resolve("may"));
        TestLake.Next next = TestLake.coast(lake, "333333333").rule(rule);
        for (int company = 1; company <= 9; company++) {
            next.stock(company, LocalDate.of(2026, 5, 1), LocalDate.of(2026, 5, 31), 1000 + 100 * company);
        }
        next.publish();
    }

    private List<String> quartersBy(PrivacyRule rule) {
        TestLake.next(lake).rule(rule).publish();
        assertThat(TestLake.verify(lake).findings()).isEmpty();
        return TestLake.rows(lake, QUARTERS);
    }

    // two groups in a quarter: by a stricter rule all four go, and do not come back
    @Test
    void quartersThatAreNoLongerSafeGoAndStayAway() {
        may(new PrivacyRule(1, 100));
        List<String> made = List.of("1 false 2 0.001 800+900", "2 false 2 0.001 600+700", "3 false 2 0.001 400+500",
                "4 false 3 0.001 100+200+300");
        assertThat(TestLake.rows(lake, QUARTERS)).isEqualTo(made);
        assertThat(quartersBy(new PrivacyRule(1, 90))).isEqualTo(made);
        assertThat(quartersBy(new PrivacyRule(2, 85))).isEmpty();
        assertThat(quartersBy(new PrivacyRule(1, 100))).isEmpty();
    }

    // nine members of nine groups: four in the lower half and five in the
    // upper are enough for three others, not for four
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1 | 4
            3 | 2
            4 | 1
            8 | 1
            9 | 0
            """)
    void quartersAreJoinedUntilEachCoversEnoughGroups(int minFarmers, int quarters) {
        may(new PrivacyRule(minFarmers, 85));
        assertThat(TestLake.rows(lake, QUARTERS)).hasSize(quarters);
    }

    // its log names neither quarters nor cycles
    @Test
    void aLedgerOfAnEarlierProgramGetsTheQuartersOfItsMonths() throws IOException {
        may(PrivacyRule.DEFAULT);
        List<String> made = TestLake.rows(lake, QUARTERS);
        assertThat(made).hasSize(2);
        forgetQuarters();
        assertThat(TestLake.rows(lake, QUARTERS)).isEmpty();
        assertThat(TestLake.rows(lake, MEMBERS)).containsExactly("0 0");

        TestLake.next(lake).publish();

        assertThat(TestLake.rows(lake, QUARTERS)).isEqualTo(made);
        assertThat(TestLake.rows(lake, MEMBERS)).containsExactly("9 1");
        assertThat(TestLake.verify(lake).findings()).isEmpty();
        int length = Ledger.of(lake).length();
        TestLake.next(lake).publish();
        assertThat(Ledger.of(lake).length()).isEqualTo(length);
    }

    private void forgetQuarters() throws IOException {
        Path log = lake.ledger().resolve("log/000001.json");
        ObjectNode entry = (ObjectNode) Lake.JSON.readTree(log.toFile());
        ((ObjectNode) entry.get("tables")).remove(List.of("site_quarter", "cycle_year", "released_site_month",
                "released_tenth", "released_feed_tail", "weight_rate", "growth_rate"));
        Files.delete(log);
        Lake.JSON.writeValue(log.toFile(), entry);
        LedgerMark before = mark();
        Snapshot current = current();
        current.manifest().with(new LedgerMark(1, Ledger.of(lake).sha256(1), before.releasedThrough(), 0, 0))
                .write(current.folder());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2 * loss_rate AS loss_rate                                                          | has quarters with other figures than their members give
            CASE site_id WHEN '900' THEN '100' WHEN '100' THEN '900' ELSE site_id END AS site_id | is not what snapshot ID makes of the periods that it released
            """, quoteCharacter = '`')
    void quartersThatTheStockDoesNotMakeAreFound(String change, String problem) throws IOException {
        may(new PrivacyRule(1, 100));
        String made = Ledger.of(current()).rows(LedgerTables.SITE_QUARTER, 2026);
        forgetQuarters();
        try (LakeLock _ = lake.lock(); DuckSession session = DuckSession.open(engine)) {
            LedgerDraft draft = LedgerDraft.begin(lake, Ledger.of(current()), () -> { });
            draft.add(session, LedgerTables.SITE_QUARTER, 2026, "SELECT * REPLACE (" + change + ") FROM (" + made
                    + ")");
            draft.append(current().id(), LedgerEntry.Kind.RELEASE, new PrivacyRule(1, 100), LocalDate.of(2026, 5, 31),
                    null, Instant.now());
            Ledger ledger = Ledger.of(lake);
            current().manifest().with(new LedgerMark(2, ledger.sha256(2), LocalDate.of(2026, 5, 31), 0, 0))
                    .write(current().folder());
            draft.settle();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(TestLake.texts(TestLake.verify(lake))).contains("ledger/site_quarter of 2026 "
                + problem.replace("ID", current().id().text()));
    }

    @Test
    void pruningKeepsTheLogAndWhatIsNamed() throws IOException {
        TestLake.next(lake).rule(new PrivacyRule(4, 85)).publish();
        assertThat(files()).contains("released_stock_cell/year=2026/000001.parquet",
                "released_stock_cell/year=2026/000002.parquet");

        prune(2);
        assertThat(files()).contains("released_stock_cell/year=2026/000001.parquet");
        prune(1);
        assertThat(files()).containsExactly("log/000001.json", "log/000002.json",
                "released_stock_cell/year=2026/000002.parquet");
        assertThat(TestLake.verify(lake).findings()).isEmpty();
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
            an entry is gone | log/000001.json                              | ''     | is missing
            another entry    | log/000001.json                              | {}     | is not the entry that the snapshot was published with
            """)
    void aDamagedLedgerIsFound(String name, String file, String content, String finding) throws IOException {
        Path path = lake.ledger().resolve(file);
        Files.delete(path);
        if (!content.isEmpty()) {
            Files.writeString(path, content);
        }
        assertThat(TestLake.verify(lake).findings()).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo(Finding.Kind.FAULT);
            assertThat(found.subject()).isEqualTo("ledger/" + file);
            assertThat(found.problem()).contains(finding);
        });
    }

    /**
     * What is replaced in the log of two entries; each is then what the snapshot says, and only the chain and the files
     * can tell.
     */
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', textBlock = """
            000001 | "at"           | "at"            | ledger/log/000001.json is not the entry that the snapshot was published with
            000002 | "number" : 2   | "number" : 3    | ledger/log/000002.json is entry 3
            000002 | "rows" : 4     | "rows" : 5      | ledger/released_stock_cell/year=2026/000001.parquet has other rows, bytes or dates than the log says
            000002 | "sha256" : "   | "sha256" : "0   | ledger/released_stock_cell/year=2026/000002.parquet has SHA-256 SUM, the log says 0SUM
            000002 | released_stock_cell/ | ../../stock/ | ledger/log/000002.json the ledger's entry
            """)
    void aLogThatWasRewrittenIsFound(String entry, String text, String with, String finding) throws IOException {
        lakeOf("second");
        Path log = lake.ledger().resolve("log/" + entry + ".json");
        String json = Files.readString(log);
        assertThat(json).contains(text);
        Files.delete(log);
        Files.writeString(log, json.replace(text, with) + "\n");
        if (entry.equals("000002")) {
            current().manifest().with(new LedgerMark(2, Ledger.of(lake).sha256(2), SUNDAY.plusDays(7), 0, 0))
                    .write(current().folder());
        }
        String sum = Sha256.hex(lake.ledger().resolve("released_stock_cell/year=2026/000002.parquet"));
        assertThat(TestLake.texts(TestLake.verify(lake)))
                .anySatisfy(found -> assertThat(found).startsWith(finding.replace("SUM", sum)));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            sound               | SELECT * FROM stock                                         |
            another cell count  | SELECT * REPLACE (2 AS atom_cells) FROM stock               | released_stock_cell of 2026 has atoms with other cells than they say
            a row twice         | SELECT * FROM stock UNION ALL SELECT * FROM stock           | released_stock_cell of 2026 has a row of a site, company, generation and weight class twice
            too few groups      | SELECT * FROM stock WHERE site_id <> '400'                  | released_stock_cell of 2026 covers too few farmer groups by the rule of the entry
            one has too much    | SELECT * REPLACE (CASE site_id WHEN '100' THEN 700000 ELSE 7000 END AS fish_days) FROM stock | released_stock_cell of 2026 covers too few farmer groups by the rule of the entry
            losses without fish | SELECT * REPLACE (CASE site_id WHEN '100' THEN NULL ELSE atom END AS atom, CASE site_id WHEN '100' THEN NULL ELSE 1 END AS atom_cells) FROM stock | released_stock_cell of 2026 has losses that do not lie on released stock in the same atom
            other fish          | SELECT * REPLACE (8000 AS fish_days) FROM stock             | released_stock_cell of 2026 is not what snapshot ID makes of the periods that it released
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
        snapshot.manifest().with(new LedgerMark(1, Ledger.of(lake).sha256(1), SUNDAY, 28_000, 0))
                .write(snapshot.folder());

        List<String> found = TestLake.texts(TestLake.verify(lake));
        if (finding == null) {
            assertThat(found).isEmpty();
        } else {
            assertThat(found).contains("ledger/" + finding.replace("ID", snapshot.id().text()));
        }
    }

    // pens 1 to 4 are fed on 5 June. With a day before, all four have growth then; if the fourth pen begins on the 5th,
    // three have: too few
    @ParameterizedTest
    @CsvSource({"2026-06-01, 4 0 8000000", "2026-06-05, 0 - -"})
    void growthIsReleasedWhereItsOwnDaysAreSafe(LocalDate begin, String growth) {
        lake = Lake.at(folder.resolve("fed"));
        TestLake.coast(lake, "33334444").week(1, 3).stock(4, begin, SUNDAY, 1000).fed().publish();

        assertThat(TestLake.rows(lake, "SELECT count(DISTINCT farmer_id) FROM released_stock_cell WHERE feed_atom IS "
                + "NOT NULL")).containsExactly("4");
        assertThat(TestLake.rows(lake, GROWTH)).containsExactly(growth);
        assertThat(TestLake.verify(lake).findings()).isEmpty();
    }

    // safe for three others besides a member, but not for four
    @Test
    void growthThatIsUnsafeByAnotherRuleIsTakenOut() {
        lake = Lake.at(folder.resolve("fed"));
        TestLake.coast(lake, "33334444").week(1, 4).stock(5, LocalDate.of(2026, 6, 5), SUNDAY, 1000).fed().publish();
        assertThat(TestLake.rows(lake, GROWTH)).containsExactly("4 0 8000000");

        TestLake.next(lake).rule(new PrivacyRule(4, 85)).publish();

        assertThat(TestLake.rows(lake, "SELECT count(DISTINCT farmer_id) FROM released_stock_cell WHERE feed_atom IS "
                + "NOT NULL")).containsExactly("5");
        assertThat(TestLake.rows(lake, GROWTH)).containsExactly("0 - -");
        assertThat(TestLake.verify(lake).findings()).isEmpty();
    }

    // as a program made it that knew neither
    @Test
    void aLedgerOfBeforeGrowthAndBooksGetsThem() throws IOException {
        lake = Lake.at(folder.resolve("fed"));
        TestLake.coast(lake, "33334444").week(1, 4).fed().publish();
        LedgerEntry entry = Ledger.of(lake).entry(1);
        TableEntry stock = Objects.requireNonNull(entry.tables().get(LedgerTables.STOCK.name()));
        Path file = lake.ledger().resolve(stock.files().getFirst().path());
        Path without = folder.resolve("without.parquet");
        try (DuckSession session = DuckSession.open(engine)) {
            session.run("COPY (SELECT * EXCLUDE (gain_g, gain_biomass_g, "
                    + "book_before, book_come, book_lost, book_after) FROM read_parquet('" + file
                    + "', hive_partitioning = false)) TO '" + without + "' (FORMAT parquet)");
        }
        Files.delete(file);
        Files.move(without, file);
        FileEntry its = stock.files().getFirst();
        TreeMap<String, TableEntry> tables = new TreeMap<>(entry.tables());
        tables.put(LedgerTables.STOCK.name(), TableEntry.of(1,
                List.of(new FileEntry(its.path(), its.rows(), Files.size(file), Sha256.hex(file),
                its.firstDate(), its.lastDate()))));
        Path log = lake.ledger().resolve(Ledger.of(lake).logName(1));
        Files.delete(log);
        Files.write(log, Lake.JSON.writeValueAsBytes(new LedgerEntry(1, entry.at(), entry.snapshot(), entry.kind(),
                entry.rule(), entry.releasedThrough(), null, "", tables)));
        current().manifest().with(new LedgerMark(1, Ledger.of(lake).sha256(1), SUNDAY, 0, 0)).write(current().folder());
        assertThat(TestLake.rows(lake, GROWTH)).containsExactly("0 - -");
        assertThat(TestLake.rows(lake, BOOKS)).containsExactly("0 - - -");

        TestLake.next(lake).publish();

        // 1000 at each of four sites, where one dies and is there again the next morning
        assertThat(TestLake.rows(lake, GROWTH)).containsExactly("4 0 8000000");
        assertThat(TestLake.rows(lake, BOOKS)).containsExactly("4 4004 4 4000");
        assertThat(Ledger.of(current()).version(LedgerTables.STOCK)).isEqualTo(LedgerTables.STOCK.version());
        assertThat(TestLake.verify(lake).findings()).isEmpty();
    }
}
