package io.tidemark.data.erase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.TestLake;
import io.tidemark.data.TestLake.Next;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.ledger.LedgerEntry;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.snapshot.SnapshotLease;
import io.tidemark.data.snapshot.SnapshotLeases;
import io.tidemark.data.table.LakeTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A company that leaves: nothing under the lake has a row of it any more, and what others have is as it was. By hand,
 * with the nine companies.
 */
class FarmerErasureTest {

    private static final String ATOMS = "SELECT site_id, atom, atom_cells FROM released_stock_cell ORDER BY "
            + "piece_start, site_id";

    @TempDir
    private static Path template;

    @TempDir
    private Path folder;
    private Lake lake;

    @BeforeAll
    static void months() throws IOException {
        month(Lake.at(template));
    }

    @BeforeEach
    void start() {
        lake = Lake.at(folder.resolve("lake"));
    }

    private Erasure erase(Lake lake, String farmer) {
        return erase(lake, farmer, _ -> { });
    }

    private Erasure erase(Lake lake, String farmer, Consumer<FarmerErasure.Step> done) {
        try (LakeLock _ = lake.lock(); DuckSession session = DuckSession.open(TestLake.settings(folder))) {
            FarmerErasure erasure = new FarmerErasure(lake, session, farmer, done);
            Erasure note = erasure.removeSnapshots(erasure.removeRejects(erasure.publish("kari", () -> { }),
                    List.of()));
            assertThat(erasure.left()).isEmpty();
            return FarmerErasure.read(erasure.finish(note));
        }
    }

    private ErasureScope scope(Lake lake, String farmer) {
        try (DuckSession session = DuckSession.open(TestLake.settings(folder))) {
            return new FarmerErasure(lake, session, farmer, _ -> { }).scope();
        }
    }

    /** The atom of each company's row and its cells; - is none. */
    private String atoms() {
        return TestLake.rows(lake, ATOMS).stream().map(row -> row.replaceFirst(" ", ":").replace(' ', '/'))
                .collect(Collectors.joining(" "));
    }

    private void assertSound(Lake lake) {
        assertThat(TestLake.verify(lake).findings()).isEmpty();
        Ledger ledger = Ledger.of(lake);
        ledger.check(lake);
        assertThat(ledger.files()).allSatisfy(file -> assertThat(lake.ledger().resolve(file)).exists());
    }

    /** No Parquet file under the lake has the company's id, nor has any other file but the protocol and the note. */
    private void assertGone(Lake lake, String farmer) throws IOException {
        try (Stream<Path> files = Files.walk(lake.root());
                DuckSession session = DuckSession.open(TestLake.settings(folder))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (file.toString().endsWith(".parquet")) {
                    assertThat(session.number("SELECT count(*) FROM read_parquet(" + SqlLiteral.of(file)
                            + ", hive_partitioning = false) r WHERE contains(CAST(r AS VARCHAR), ?)", farmer))
                            .as("%s", file).isZero();
                } else if (!file.startsWith(lake.root().resolve("erasures"))) {
                    assertThat(Files.readString(file)).as("%s", file).doesNotContain(farmer);
                }
            }
        }
        assertThat(lake.list()).containsExactly(lake.currentId().orElseThrow());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            five without one are four, and stay          | 33333    | 200:1/1 300:1/1 400:1/1 500:1/1
            too few go with their neighbours             | 33334444 | 200:1/2 300:1/2 400:1/2 500:1/2 600:1/2 700:1/2 800:1/2
            not with those of another region             | 33336666 | 200:-/- 300:-/- 400:-/- 500:2/1 600:2/1 700:2/1 800:2/1
            a cell that is empty is no cell of its atom  | 34444    | 200:1/1 300:1/1 400:1/1 500:1/1
            """)
    void atomsThatAreNoLongerSafeAreMerged(String name, String areas, String after) throws IOException {
        TestLake.coast(lake, areas).week(1, areas.length()).publish();
        List<String> others = TestLake.rows(lake, "SELECT * FROM stock_day WHERE farmer_id <> 'F01' ORDER BY ALL");

        Erasure erasure = erase(lake, "F01");

        assertThat(atoms()).isEqualTo(after);
        assertThat(TestLake.rows(lake, "SELECT * FROM stock_day ORDER BY ALL")).isEqualTo(others);
        // the losses lie in the same atoms
        assertThat(TestLake.rows(lake, "SELECT site_id, atom, atom_cells FROM released_loss_cell ORDER BY site_id"))
                .isEqualTo(TestLake.rows(lake, ATOMS).stream().filter(row -> !row.endsWith("-")).toList());
        LedgerEntry entry = Ledger.of(lake).newest().orElseThrow();
        assertThat(entry.kind()).isEqualTo(LedgerEntry.Kind.ERASE);
        assertThat(entry.kind().exposes()).isTrue();
        assertThat(Objects.requireNonNull(lake.current().orElseThrow().manifest().ledger()).restated())
                .isEqualTo(TestLake.MONDAY);
        assertThat(erasure.ledgerEntry()).isEqualTo(2);
        assertThat(erasure.benchmarkPieces()).isEqualTo(1);
        assertThat(erasure.by()).isEqualTo("kari");
        assertThat(erasure.lakeRows()).isEqualTo(Map.of("stock_day", 7L, "loss_day", 1L, "farmer", 1L));
        assertThat(erasure.ledgerRows()).isEqualTo(Map.of("released_stock_cell", 1L, "released_loss_cell", 1L,
                "untreated_rate", 1L));
        assertGone(lake, "F01");
        assertSound(lake);
        assertThat(scope(lake, "F01").isEmpty()).isTrue();
    }

    /** A month with everything that a company can have in a lake, and two snapshots of it. */
    private static void month(Lake lake) throws IOException {
        Next first = TestLake.coast(lake, "33334444");
        for (int company = 1; company <= 8; company++) {
            String pen = "DATE '2026-05-05' AS date, '" + company + "00' AS site_id, 'F0" + company
                    + "' AS farmer_id, 'farmer' AS data_source";
            first.stock(company, LocalDate.of(2026, 5, 1), LocalDate.of(2026, 5, 31), 1000)
                    .add(LakeTables.TEMPERATURE_DAY, "SELECT " + pen + ", 9.5 AS temperature, 1 AS measurement_count")
                    .add(LakeTables.TREATMENT, "SELECT " + pen + TREATMENT);
        }
        first.fed().add(LakeTables.SITE_FARMER, "SELECT * FROM (VALUES ('100', 'F01'), ('200', 'F02')) AS t(site_id, "
                + "farmer_id)")
                .received("farmers/F01/stock", "may", Instant.EPOCH).received("farmers/F02/stock", "may", Instant.EPOCH)
                .delivery("may", "F01").publish();
        SnapshotId second = TestLake.next(lake).stock(1, LocalDate.of(2026, 6, 1), LocalDate.of(2026, 6, 1), 1000)
                .received("farmers/F01/losses", "june", Instant.EPOCH).delivery("june", "F01").publish().id();
        for (String path : List.of("farmers/F01/stock.csv", "farmers/F02/stock.csv", "lake/stock.csv")) {
            Path rejects = lake.rejects(second).resolve(path);
            Files.createDirectories(rejects.getParent());
            Files.writeString(rejects, path.contains("F02") ? "line\n" : "line,F01\n");
        }
    }

    private static final String TREATMENT = ", '1' AS treatment_id, 'SAL' AS species_code, 'Mechanical' AS "
            + "treatment_category, 'Lice' AS treatment_target, "
            + "true AS requires_handling, false AS is_antibiotic, 1 AS treatment_count";

    private static List<String> ofOthers(Lake lake, String table) {
        return TestLake.rows(lake, "SELECT * FROM " + table + " WHERE farmer_id IS DISTINCT FROM 'F01' ORDER BY ALL");
    }

    @Test
    void everythingOfItGoesAndOthersKeepTheirs() throws IOException {
        TestLake.copy(template, lake.root());
        List<String> tables = List.of("stock_day", "loss_day", "temperature_day", "treatment", "site_farmer",
                "stock_cell", "loss_cell", "cohort_year",
                "treatment_touch", "released_month_stock", "released_feed_day");
        Map<String, List<String>> before = tables.stream()
                .collect(Collectors.toMap(table -> table, table -> ofOthers(lake, table)));
        assertThat(before.get("released_feed_day")).hasSize(7);
        assertThat(before.get("released_month_stock")).hasSize(7);

        Erasure erasure = erase(lake, "F01");

        tables.forEach(table -> assertThat(TestLake.rows(lake, "SELECT * FROM " + table + " ORDER BY ALL")).as(table)
                .isEqualTo(before.get(table)));
        assertThat(TestLake.rows(lake, "SELECT count(*) FROM site")).containsExactly("8");
        assertThat(TestLake.rows(lake, "SELECT count(*) FROM site WHERE farmer_id = 'F01'")).containsExactly("0");
        assertThat(TestLake.rows(lake, "SELECT site_id, atom, atom_cells FROM released_site_day ORDER BY site_id"))
                .containsExactly(
                "200 1 2", "300 1 2", "400 1 2", "500 1 2", "600 1 2", "700 1 2", "800 1 2");
        // made once: the area's quarters had a site of the company, and are ranked by nobody again
        assertThat(TestLake.rows(lake, "SELECT count(*) FROM site_quarter")).containsExactly("0");
        assertThat(TestLake.rows(lake, "SELECT site_id, atom FROM released_site_month ORDER BY 1"))
                .containsExactly("200 1", "300 1", "400 1", "500 1", "600 1", "700 1", "800 1");
        // the week was open while area 3 had an atom of its own
        assertThat(TestLake.rows(lake, "SELECT owner_id FROM released_treatment")).isEmpty();
        assertThat(erasure.snapshots()).hasSize(2);
        assertThat(erasure.rejects()).hasSize(2).anyMatch(path -> path.matches("rejects/.*/farmers/F01"))
                .anyMatch(path -> path.matches("rejects/.*/lake"));
        assertThat(TestLake.files(lake.rejectsFolder())).singleElement()
                .satisfies(file -> assertThat(file).endsWith("/farmers/F02/stock.csv"));
        // two tables received, and a delivery
        assertThat(erasure.manifestEntries()).isEqualTo(3);
        assertThat(erasure.lakeRows()).isEqualTo(Map.of("stock_day", 32L, "loss_day", 2L, "temperature_day", 1L,
                "treatment", 1L, "farmer", 1L, "site_farmer", 1L));
        assertThat(erasure.ledgerFiles()).isPositive();
        assertGone(lake, "F01");
        assertSound(lake);
        // the entries of before stay; their files are erased, not damaged
        Ledger ledger = Ledger.of(lake);
        assertThat(ledger.isErased(1)).isTrue();
        assertThat(ledger.isErased(ledger.length())).isFalse();
        assertThat(ledger.entries().getLast().previous()).isEqualTo(ledger.sha256(ledger.length() - 1));
    }

    /** A copy of the lake as it is at each step is what a process leaves that is killed there. */
    @Test
    void killedAtAnyStepAndRunAgain() throws IOException {
        TestLake.copy(template, lake.root());
        SnapshotId published = lake.currentId().orElseThrow();
        List<FarmerErasure.Step> steps = new ArrayList<>();
        erase(lake, "F01", step -> {
            TestLake.copy(lake.root(), folder.resolve("killed-" + steps.size()));
            steps.add(step);
        });
        assertThat(steps).containsExactly(FarmerErasure.Step.values());
        for (int i = 0; i < steps.size(); i++) {
            Lake killed = Lake.at(folder.resolve("killed-" + i));
            // before it is published all is as it was, from then on all is as it will be
            boolean isOld = killed.currentId().orElseThrow().equals(published);
            assertThat(isOld).as("%s", steps.get(i))
                    .isEqualTo(steps.get(i).ordinal() < FarmerErasure.Step.PUBLISHED.ordinal());
            Erasure erasure = erase(killed, "F01");
            assertGone(killed, "F01");
            assertSound(killed);
            assertThat(killed.root().resolve("staging")).doesNotExist();
            assertThat(Ledger.of(killed).entries()).extracting(LedgerEntry::kind)
                    .containsOnlyOnce(LedgerEntry.Kind.ERASE);
            // what was done before it was killed is in the protocol, too
            assertThat(erasure.lakeRows()).containsEntry("stock_day", 32L);
            assertThat(erasure.snapshots()).contains(published.text()).hasSize(2);
            assertThat(erasure.ledgerEntry()).isEqualTo(Ledger.of(killed).length());
            try (Stream<Path> files = Files.list(killed.root().resolve("erasures"))) {
                assertThat(files.map(Path::toString)).hasSize(1).allMatch(file -> file.endsWith("-F01.json"));
            }
        }
    }

    @Test
    void aStopBeforeItIsPublishedChangesNothing() throws IOException {
        TestLake.coast(lake, "33334444").week(1, 8).publish();
        SnapshotId published = lake.currentId().orElseThrow();
        boolean[] noted = {false};
        try (LakeLock _ = lake.lock(); DuckSession session = DuckSession.open(TestLake.settings(folder))) {
            FarmerErasure erasure = new FarmerErasure(lake, session, "F01",
                    step -> noted[0] |= step == FarmerErasure.Step.NOTED);
            assertThatThrownBy(() -> erasure.publish("kari", () -> {
                if (noted[0]) {
                    throw new CancellationException();
                }
            })).isInstanceOf(CancellationException.class);
            assertThat(erasure.isUnfinished()).isFalse();
        }
        assertThat(lake.list()).containsExactly(published);
        assertThat(Ledger.of(lake).newest().orElseThrow().number()).isEqualTo(1);
        assertSound(lake);
    }

    @Test
    void anOpenSnapshotStaysUntilItIsClosed() throws IOException {
        TestLake.coast(lake, "33334444").week(1, 8).publish();
        SnapshotId published = lake.currentId().orElseThrow();
        try (LakeLock _ = lake.lock(); DuckSession session = DuckSession.open(TestLake.settings(folder))) {
            FarmerErasure erasure = new FarmerErasure(lake, session, "F01", _ -> { });
            Erasure note;
            try (SnapshotLease _ = lake.leases().take(published)) {
                assertThat(FarmerErasure.heldBeside(lake)).isEmpty();
                note = erasure.removeSnapshots(erasure.publish("kari", () -> { }));
                assertThat(erasure.left()).containsExactly(published);
                assertThat(FarmerErasure.heldBeside(lake)).extracting(SnapshotLeases.Held::snapshot)
                        .containsExactly(published);
                assertThat(erasure.isUnfinished()).isTrue();
            }
            erasure.finish(erasure.removeSnapshots(note));
        }
        assertGone(lake, "F01");
    }

    /** Both have fish on site 100, and F01 most: a treatment of the site by F02 has its species from them. */
    @Test
    void aSharedSiteIsTheOthersAlone() throws IOException {
        String day = "SELECT * REPLACE ('100' AS site_id, 'B' AS unit_id) FROM ";
        TestLake.coast(lake, "33").groups("12").stock(1, TestLake.MONDAY, TestLake.MONDAY, 5000)
                .stock(2, TestLake.MONDAY, TestLake.MONDAY, 1000).publish();
        TestLake.next(lake).replace(LakeTables.STOCK_DAY,
                "SELECT * REPLACE ('TRR' AS species_code) FROM stock_day WHERE farmer_id = 'F01'")
                .add(LakeTables.STOCK_DAY, day + "stock_day WHERE farmer_id = 'F02'")
                .replace(LakeTables.LOSS_DAY, "SELECT * REPLACE ('TRR' AS species_code) FROM loss_day WHERE farmer_id "
                + "= 'F01'")
                .add(LakeTables.LOSS_DAY, day + "loss_day WHERE farmer_id = 'F02'")
                .add(LakeTables.SITE_FARMER, "SELECT * FROM (VALUES ('100', 'F01'), ('100', 'F02')) AS t(site_id, "
                + "farmer_id)")
                .add(LakeTables.TREATMENT, "SELECT DATE '2026-06-01' AS date, '100' AS site_id, 'F02' AS farmer_id, "
                        + "'farmer' AS data_source" + TREATMENT.replace("'SAL'", "'TRR'")).publish();
        assertThat(TestLake.rows(lake, "SELECT farmer_id, species_code FROM treatment")).containsExactly("F02 TRR");

        erase(lake, "F01");

        assertThat(TestLake.rows(lake, "SELECT farmer_id, species_code FROM treatment")).containsExactly("F02 SAL");
        assertThat(TestLake.rows(lake, "SELECT owner_id, farmer_id FROM treatment_touch")).containsExactly("F02 F02");
        assertThat(TestLake.rows(lake, "SELECT site_id, farmer_id FROM site_farmer")).containsExactly("100 F02");
        assertGone(lake, "F01");
        assertSound(lake);
    }

    @Test
    void aSecondCompanyLeavesLater() throws IOException {
        TestLake.coast(lake, "333344444").week(1, 9).publish();
        erase(lake, "F01");
        assertThat(atoms()).isEqualTo("200:1/2 300:1/2 400:1/2 500:1/2 600:1/2 700:1/2 800:1/2 900:1/2");
        erase(lake, "F02");
        assertThat(atoms()).isEqualTo("300:1/2 400:1/2 500:1/2 600:1/2 700:1/2 800:1/2 900:1/2");
        assertGone(lake, "F02");
        assertSound(lake);
        assertThat(Ledger.of(lake).isErased(2)).isTrue();

        // the others deliver on
        TestLake.next(lake).stock(3, LocalDate.of(2026, 6, 8), LocalDate.of(2026, 6, 14), 1000).publish();
        assertSound(lake);
    }

    @Test
    void theOnlyCompanyLeavesAnEmptyLake() throws IOException {
        TestLake.coast(lake, "3").week(1, 1).publish();
        erase(lake, "F01");
        assertGone(lake, "F01");
        assertSound(lake);
    }
}
