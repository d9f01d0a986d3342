package io.tidemark.ingest;

import static io.tidemark.ingest.TestCoast.MONDAY;
import static io.tidemark.ingest.TestCoast.SUNDAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.ledger.LedgerEntry;
import io.tidemark.data.release.NothingReleasedException;
import io.tidemark.data.release.RestatedSnapshot;
import io.tidemark.data.release.SnapshotRelease;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a restatement renews, and what new atoms are, by hand, on weeks from Monday 2026-06-01. */
class RestateTest {

    private static final String STOCK = "SELECT piece_start, site_id, fish_days, mortality_count, atom, atom_cells "
            + "FROM released_stock_cell ORDER BY piece_start, site_id";

    @TempDir
    private Path folder;

    private SnapshotRelease.Outcome restate(TestCoast coast, @Nullable LocalDate from) {
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 512, folder))) {
            return RestatedSnapshot.publish(coast.delivery.lake, session, from, () -> { });
        }
    }

    private TestCoast fourCompanies() {
        TestCoast coast = new TestCoast(folder, "333333333").week(1, 4);
        coast.published();
        return coast;
    }

    @Test
    void correctionsComeIntoTheAtomThatTheirRowsWereIn() {
        TestCoast coast = fourCompanies();
        coast.next().stock(2, MONDAY, SUNDAY, 2000).published();
        assertThat(coast.delivery.rows(STOCK)).contains("2026-06-01 200 7000 1 1 1");
        Snapshot before = coast.delivery.lake.current().orElseThrow();

        Snapshot after = restate(coast, null).snapshot();

        assertThat(coast.delivery.rows(STOCK)).containsExactly("2026-06-01 100 7000 1 1 1",
                "2026-06-01 200 14000 2 1 1", "2026-06-01 300 7000 1 1 1", "2026-06-01 400 7000 1 1 1");
        assertThat(coast.delivery.rows(
                "SELECT site_id, mortality_count, atom FROM released_loss_cell ORDER BY site_id"))
                .containsExactly("100 1 1", "200 2 1", "300 1 1", "400 1 1");
        assertThat(coast.newest().kind()).isEqualTo(LedgerEntry.Kind.RESTATE);
        assertThat(coast.delivery.lake.currentId()).contains(after.id());
        assertThat(after.manifest().parent()).isEqualTo(before.id().text());
        LakeTables.all().forEach(table -> assertThat(after.entries(table)).isEqualTo(before.entries(table)));
        assertThat(after.manifest().ledger()).satisfies(mark -> {
            assertThat(mark.length()).isEqualTo(2);
            assertThat(mark.restated()).isEqualTo(MONDAY);
        });
        assertThat(before.manifest().ledger()).satisfies(mark -> assertThat(mark.restated()).isNull());
    }

    // alone it would wait; of another weight it still does
    @Test
    void aLateSiteComesIntoTheAtomThatHasItsCell() {
        TestCoast coast = fourCompanies();
        coast.next().stock(5, MONDAY, SUNDAY, 1000)
                .stock(6, MONDAY, SUNDAY, 1000).delivery.file("farmers/F06/stock.csv",
                TestDelivery.STOCK + "2026-06-02,600,A,C6,SAL,1000,4100,V2025\n")
                .file("farmers/F06/losses.csv", TestDelivery.LOSSES);
        coast.published();
        assertThat(coast.atoms()).containsExactly("100 1 1", "200 1 1", "300 1 1", "400 1 1");

        restate(coast, null);

        assertThat(coast.atoms()).containsExactly("100 1 1", "200 1 1", "300 1 1", "400 1 1", "500 1 1");
        assertThat(coast.delivery.lake.current().orElseThrow().manifest().ledger()).satisfies(mark ->
                assertThat(mark.waitingFishDays()).isEqualTo(1000));
    }

    // the fourth's fish are of another weight now, and in no released cell
    @Test
    void anAtomThatIsNoLongerSafeGoes() {
        TestCoast coast = fourCompanies();
        StringBuilder rows = new StringBuilder(TestDelivery.STOCK);
        MONDAY.datesUntil(SUNDAY.plusDays(1)).forEach(day -> rows.append(day + ",400,A,C4,SAL,1000,4100,V2025\n"));
        coast.next().delivery.file("farmers/F04/stock.csv", rows.toString());
        coast.published();

        restate(coast, null);

        assertThat(coast.atoms()).containsExactly("100 - -", "200 - -", "300 - -");
        assertThat(coast.delivery.rows("SELECT * FROM released_loss_cell")).isEmpty();
    }

    @Test
    void fromAPieceOnTheOnesBeforeStay() {
        TestCoast coast = new TestCoast(folder, "3333");
        for (int company = 1; company <= 4; company++) {
            coast.stock(company, MONDAY, SUNDAY.plusDays(7), 1000);
        }
        coast.published();
        coast.next().stock(2, MONDAY, SUNDAY.plusDays(7), 2000).published();

        restate(coast, SUNDAY.plusDays(3));

        assertThat(coast.delivery.rows(STOCK)).contains("2026-06-01 200 7000 1 1 1", "2026-06-08 200 14000 0 1 1");
        assertThat(coast.newest().from()).isEqualTo(LocalDate.of(2026, 6, 8));
        assertThat(coast.delivery.lake.current().orElseThrow().manifest().ledger()).satisfies(mark ->
                assertThat(mark.restated()).isEqualTo(LocalDate.of(2026, 6, 8)));
        assertThatThrownBy(() -> restate(coast, LocalDate.of(2026, 6, 15))).isInstanceOf(NothingReleasedException.class)
                .hasMessage("nothing is released from 2026-06-15 on: the last released day is 2026-06-14");
    }

    @Test
    void treatmentsOfOpenWeeksAreThoseOfNow() {
        TestCoast coast = fourCompanies();
        coast.next().delivery.file("farmers/F01/treatments.csv",
                "treatment_id,date,site_id,treatment_category,treatment_target,requires_handling,is_antibiotic\n1,2026-06-03,100,Mechanical,Lice,true,false\n");
        coast.published();
        assertThat(coast.delivery.rows("SELECT * FROM released_treatment")).isEmpty();

        restate(coast, null);

        assertThat(coast.delivery.rows("SELECT site_id, treatment_id FROM released_treatment"))
                .containsExactly("100 1");
        assertThat(coast.delivery.rows("SELECT site_id, is_open_generation, is_open_band FROM released_touch"))
                .containsExactly("100 true true");
    }

    // 1000 fish of 2000 g are two tonnes
    @Test
    void monthsAndFedDaysAreThoseOfNow() {
        TestCoast coast = new TestCoast(folder, "3333");
        for (int company = 1; company <= 4; company++) {
            coast.stock(company, LocalDate.of(2026, 5, 1), LocalDate.of(2026, 5, 31), 1000);
            coast.delivery.file("farmers/F0" + company + "/feeding.csv", TestDelivery.FEEDING + "2026-05-05," + company
                    + "00,A,10\n")
                    .file("farmers/F0" + company + "/temperatures.csv", "date,site_id,temperature\n2026-05-05,"
                    + company + "00,9.5\n");
        }
        coast.published();
        coast.next().stock(1, LocalDate.of(2026, 5, 31), LocalDate.of(2026, 5, 31), 2000).delivery
                .file("farmers/F01/feeding.csv", TestDelivery.FEEDING + "2026-05-05,100,A,30\n")
                .file("farmers/F02/temperatures.csv", "date,site_id,temperature\n2026-05-05,200,9.9\n");
        coast.published();

        restate(coast, null);

        assertThat(coast.delivery.rows("SELECT farmer_id, biomass_g FROM released_month_stock ORDER BY farmer_id"))
                .containsExactly("F01 4000000", "F02 2000000", "F03 2000000", "F04 2000000");
        assertThat(coast.delivery.rows("SELECT farmer_id, feed_g, CAST(temperature AS DECIMAL(4,1)) FROM "
                + "released_feed_day ORDER BY farmer_id"))
                .containsExactly("F01 30000 9.5", "F02 10000 9.9", "F03 10000 9.5", "F04 10000 9.5");
        assertThat(coast.delivery.rows("SELECT site_id, CAST(temperature AS DECIMAL(4,1)), atom FROM "
                + "released_site_day ORDER BY site_id"))
                .containsExactly("100 9.5 1", "200 9.9 1", "300 9.5 1", "400 9.5 1");
    }

    // a first load company by company leaves whoever comes last outside
    @Test
    void newAtomsAreMadeOfWhatIsThere() {
        TestCoast coast = fourCompanies();
        coast.next().week(5, 6).published();
        assertThat(coast.atoms()).hasSize(4);

        coast.next().week(7, 7);
        IngestReport report = Ingest.run(new IngestOptions(coast.delivery.folder(), coast.delivery.lake,
                TestDelivery.TODAY, false, 1.0)
                .withNewAtoms(true), line -> { });

        assertThat(report.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(coast.atoms()).isEqualTo(List.of("100 1 1", "200 1 1", "300 1 1", "400 1 1", "500 1 1", "600 1 1",
                "700 1 1"));
        assertThat(coast.newest().kind()).isEqualTo(LedgerEntry.Kind.NEW_ATOMS);
        assertThat(coast.newest().number()).isEqualTo(2);
        assertThat(coast.delivery.lake.current().orElseThrow().manifest().ledger()).satisfies(mark ->
                assertThat(mark.restated()).isEqualTo(MONDAY));
    }
}
