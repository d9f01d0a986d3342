package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.data.erase.Erasure;
import io.tidemark.data.erase.ErasureScope;
import io.tidemark.data.erase.FarmerErasure;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.ledger.LedgerEntry;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.snapshot.SnapshotLease;
import io.tidemark.data.verify.SnapshotVerifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A company that leaves: nothing under the lake has a row of it any more, and what others have is as it was. By hand, with the nine companies. */
class FarmerErasureTest {

    @TempDir
    private Path folder;

    private Erasure erase(Lake lake, String farmer) {
        return erase(lake, farmer, _ -> { });
    }

    private Erasure erase(Lake lake, String farmer, Consumer<FarmerErasure.Step> done) {
        try (LakeLock _ = lake.lock(); DuckSession session = DuckSession.open(new EngineSettings(1, 512, folder))) {
            FarmerErasure erasure = new FarmerErasure(lake, session, farmer, done);
            Erasure note = erasure.removeSnapshots(erasure.removeRejects(erasure.publish("kari", () -> { }), List.of()));
            assertThat(erasure.left()).isEmpty();
            return FarmerErasure.read(erasure.finish(note));
        }
    }

    private ErasureScope scope(Lake lake, String farmer) {
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 512, folder))) {
            return new FarmerErasure(lake, session, farmer, _ -> { }).scope();
        }
    }

    /** The atom of each company's row and its cells; - is none. */
    private static String atoms(TestCoast coast) {
        return coast.atoms().stream().map(row -> row.replaceFirst(" ", ":").replace(' ', '/')).collect(Collectors.joining(" "));
    }

    private void assertSound(Lake lake) {
        Snapshot snapshot = lake.current().orElseThrow();
        assertThat(SnapshotVerifier.verify(lake, snapshot.id(), snapshot.manifest(), new EngineSettings(1, 512, folder)).findings()).isEmpty();
        Ledger ledger = Ledger.of(lake);
        ledger.check(lake);
        assertThat(ledger.files()).allSatisfy(file -> assertThat(lake.ledger().resolve(file)).exists());
    }

    /** No Parquet file under the lake has the company's id, nor has any other file but the protocol and the note. */
    private void assertGone(Lake lake, String farmer) throws IOException {
        try (Stream<Path> files = Files.walk(lake.root()); DuckSession session = DuckSession.open(new EngineSettings(1, 512, folder))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (file.toString().endsWith(".parquet")) {
                    assertThat(session.number("SELECT count(*) FROM read_parquet(" + SqlLiteral.of(file)
                            + ", hive_partitioning = false) r WHERE contains(CAST(r AS VARCHAR), ?)", farmer)).as("%s", file).isZero();
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
        TestCoast coast = new TestCoast(folder, areas).week(1, areas.length());
        coast.published();
        List<String> others = coast.delivery.rows("SELECT * FROM stock_day WHERE farmer_id <> 'F01' ORDER BY ALL");

        Erasure erasure = erase(coast.delivery.lake, "F01");

        assertThat(atoms(coast)).isEqualTo(after);
        assertThat(coast.delivery.rows("SELECT * FROM stock_day ORDER BY ALL")).isEqualTo(others);
        // the losses lie in the same atoms
        assertThat(coast.delivery.rows("SELECT site_id, atom, atom_cells FROM released_loss_cell ORDER BY site_id"))
                .isEqualTo(coast.atoms().stream().filter(row -> !row.endsWith("-")).toList());
        LedgerEntry entry = coast.newest();
        assertThat(entry.kind()).isEqualTo(LedgerEntry.Kind.ERASE);
        assertThat(entry.kind().exposes()).isTrue();
        assertThat(Objects.requireNonNull(coast.delivery.lake.current().orElseThrow().manifest().ledger()).restated()).isEqualTo(TestCoast.MONDAY);
        assertThat(erasure.ledgerEntry()).isEqualTo(2);
        assertThat(erasure.benchmarkPieces()).isEqualTo(1);
        assertThat(erasure.by()).isEqualTo("kari");
        assertThat(erasure.lakeRows()).isEqualTo(Map.of("stock_day", 7L, "loss_day", 1L, "farmer", 1L));
        assertThat(erasure.ledgerRows()).isEqualTo(Map.of("released_stock_cell", 1L, "released_loss_cell", 1L));
        assertGone(coast.delivery.lake, "F01");
        assertSound(coast.delivery.lake);
        assertThat(scope(coast.delivery.lake, "F01").isEmpty()).isTrue();
    }

    /** A month with everything that a company can have in a lake, and two snapshots of it. */
    private TestCoast month() {
        TestCoast coast = new TestCoast(folder, "33334444");
        for (int company = 1; company <= 8; company++) {
            coast.stock(company, LocalDate.of(2026, 5, 1), LocalDate.of(2026, 5, 31), 1000);
            coast.delivery.file("farmers/F0" + company + "/feeding.csv", TestDelivery.FEEDING + "2026-05-05," + company + "00,A,10\n")
                    .file("farmers/F0" + company + "/temperatures.csv", "date,site_id,temperature\n2026-05-05," + company + "00,9.5\n")
                    .file("farmers/F0" + company + "/treatments.csv", TREATMENTS + "1,2026-05-06," + company + "00,Mechanical,Lice,true,false\n");
        }
        coast.delivery.file("reference/site_farmers.csv", "site_id,farmer_id\n100,F01\n200,F02\n");
        coast.published();
        coast.next().delivery.file("farmers/F01/stock.csv", TestDelivery.STOCK
                + "2026-06-01,100,A,C1,SAL,1000,2000,V2025\n2026-06-02,100,A,C1,SAL,-1,2000,V2025\n");
        coast.published();
        return coast;
    }

    private static final String TREATMENTS = "treatment_id,date,site_id,treatment_category,treatment_target,requires_handling,is_antibiotic\n";

    private static List<String> ofOthers(TestCoast coast, String table) {
        return coast.delivery.rows("SELECT * FROM " + table + " WHERE farmer_id IS DISTINCT FROM 'F01' ORDER BY ALL");
    }

    @Test
    void everythingOfItGoesAndOthersKeepTheirs() throws IOException {
        TestCoast coast = month();
        List<String> tables = List.of("stock_day", "loss_day", "temperature_day", "treatment", "site_farmer", "stock_cell", "loss_cell", "cohort_year",
                "treatment_touch", "released_month_stock", "released_feed_day");
        Map<String, List<String>> before = tables.stream().collect(Collectors.toMap(table -> table, table -> ofOthers(coast, table)));
        assertThat(before.get("released_feed_day")).hasSize(7);
        assertThat(before.get("released_month_stock")).hasSize(7);
        Lake lake = coast.delivery.lake;

        Erasure erasure = erase(lake, "F01");

        tables.forEach(table -> assertThat(coast.delivery.rows("SELECT * FROM " + table + " ORDER BY ALL")).as(table).isEqualTo(before.get(table)));
        assertThat(coast.delivery.rows("SELECT count(*) FROM site")).containsExactly("8");
        assertThat(coast.delivery.rows("SELECT count(*) FROM site WHERE farmer_id = 'F01'")).containsExactly("0");
        assertThat(coast.delivery.rows("SELECT site_id, atom, atom_cells FROM released_site_day ORDER BY site_id")).containsExactly(
                "200 1 2", "300 1 2", "400 1 2", "500 1 2", "600 1 2", "700 1 2", "800 1 2");
        // the week was open while area 3 had an atom of its own
        assertThat(coast.delivery.rows("SELECT owner_id FROM released_treatment")).isEmpty();
        assertThat(erasure.snapshots()).hasSize(2);
        assertThat(erasure.rejects()).hasSize(1).allMatch(path -> path.matches("rejects/.*/farmers/F01"));
        assertThat(erasure.manifestEntries()).isGreaterThan(5);
        assertThat(erasure.lakeRows()).isEqualTo(Map.of("stock_day", 32L, "loss_day", 1L, "temperature_day", 1L, "treatment", 1L, "farmer", 1L,
                "site_farmer", 1L));
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
        TestCoast coast = month();
        Lake lake = coast.delivery.lake;
        SnapshotId published = lake.currentId().orElseThrow();
        List<FarmerErasure.Step> steps = new ArrayList<>();
        erase(lake, "F01", step -> {
            try {
                FolderCopy.copy(lake.root(), folder.resolve("killed-" + steps.size()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            steps.add(step);
        });
        assertThat(steps).containsExactly(FarmerErasure.Step.values());
        for (int i = 0; i < steps.size(); i++) {
            Lake killed = Lake.at(folder.resolve("killed-" + i));
            // before it is published all is as it was, from then on all is as it will be
            boolean isOld = killed.currentId().orElseThrow().equals(published);
            assertThat(isOld).as("%s", steps.get(i)).isEqualTo(steps.get(i).ordinal() < FarmerErasure.Step.PUBLISHED.ordinal());
            Erasure erasure = erase(killed, "F01");
            assertGone(killed, "F01");
            assertSound(killed);
            assertThat(killed.root().resolve("staging")).doesNotExist();
            assertThat(Ledger.of(killed).entries()).extracting(LedgerEntry::kind).containsOnlyOnce(LedgerEntry.Kind.ERASE);
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
        TestCoast coast = new TestCoast(folder, "33334444").week(1, 8);
        coast.published();
        Lake lake = coast.delivery.lake;
        SnapshotId published = lake.currentId().orElseThrow();
        boolean[] noted = {false};
        try (LakeLock _ = lake.lock(); DuckSession session = DuckSession.open(new EngineSettings(1, 512, folder))) {
            FarmerErasure erasure = new FarmerErasure(lake, session, "F01", step -> noted[0] |= step == FarmerErasure.Step.NOTED);
            assertThatThrownBy(() -> erasure.publish("kari", () -> {
                if (noted[0]) {
                    throw new IngestStoppedException();
                }
            })).isInstanceOf(IngestStoppedException.class);
            assertThat(erasure.isUnfinished()).isFalse();
        }
        assertThat(lake.list()).containsExactly(published);
        assertThat(coast.newest().number()).isEqualTo(1);
        assertSound(lake);
    }

    @Test
    void anOpenSnapshotStaysUntilItIsClosed() throws IOException {
        TestCoast coast = new TestCoast(folder, "33334444").week(1, 8);
        coast.published();
        Lake lake = coast.delivery.lake;
        SnapshotId published = lake.currentId().orElseThrow();
        try (LakeLock _ = lake.lock(); DuckSession session = DuckSession.open(new EngineSettings(1, 512, folder))) {
            FarmerErasure erasure = new FarmerErasure(lake, session, "F01", _ -> { });
            Erasure note;
            try (SnapshotLease _ = lake.leases().take(published)) {
                assertThat(FarmerErasure.openBeside(lake)).isEmpty();
                note = erasure.removeSnapshots(erasure.publish("kari", () -> { }));
                assertThat(erasure.left()).containsExactly(published);
                assertThat(FarmerErasure.openBeside(lake)).containsExactly(published.text());
                assertThat(erasure.isUnfinished()).isTrue();
            }
            erasure.finish(erasure.removeSnapshots(note));
        }
        assertGone(lake, "F01");
    }

    /** Both have fish on site 100, and F01 most: a treatment of the site by F02 has its species from them. */
    @Test
    void aSharedSiteIsTheOthersAlone() throws IOException {
        TestDelivery delivery = new TestDelivery(folder).basics().file("reference/site_farmers.csv", TestDelivery.SITE_FARMERS)
                .file("farmers/F01/stock.csv", TestDelivery.STOCK + "2026-06-03,100,A,C1,TRR,5000,2000,V2025\n")
                .file("farmers/F02/stock.csv", TestDelivery.STOCK + "2026-06-03,100,B,C2,SAL,1000,2000,V2025\n")
                .file("farmers/F02/treatments.csv", TREATMENTS + "7,2026-06-03,100,Mechanical,Lice,true,false\n");
        assertThat(delivery.ingest().outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(delivery.rows("SELECT farmer_id, species_code FROM treatment")).containsExactly("F02 TRR");

        erase(delivery.lake, "F01");

        assertThat(delivery.rows("SELECT farmer_id, species_code FROM treatment")).containsExactly("F02 SAL");
        assertThat(delivery.rows("SELECT owner_id, farmer_id FROM treatment_touch")).containsExactly("F02 F02");
        assertThat(delivery.rows("SELECT site_id, farmer_id FROM site_farmer")).containsExactly("100 F02");
        assertGone(delivery.lake, "F01");
        assertSound(delivery.lake);
    }

    @Test
    void aSecondCompanyLeavesLater() throws IOException {
        TestCoast coast = new TestCoast(folder, "333344444").week(1, 9);
        coast.published();
        erase(coast.delivery.lake, "F01");
        assertThat(atoms(coast)).isEqualTo("200:1/2 300:1/2 400:1/2 500:1/2 600:1/2 700:1/2 800:1/2 900:1/2");
        erase(coast.delivery.lake, "F02");
        assertThat(atoms(coast)).isEqualTo("300:1/2 400:1/2 500:1/2 600:1/2 700:1/2 800:1/2 900:1/2");
        assertGone(coast.delivery.lake, "F02");
        assertSound(coast.delivery.lake);
        assertThat(Ledger.of(coast.delivery.lake).isErased(2)).isTrue();

        // the others deliver on
        coast.next().stock(3, LocalDate.of(2026, 6, 8), LocalDate.of(2026, 6, 14), 1000);
        coast.published();
        assertSound(coast.delivery.lake);
    }

    @Test
    void theOnlyCompanyLeavesAnEmptyLake() throws IOException {
        TestCoast coast = new TestCoast(folder, "3").week(1, 1);
        coast.published();
        erase(coast.delivery.lake, "F01");
        assertGone(coast.delivery.lake, "F01");
        assertSound(coast.delivery.lake);
    }
}
