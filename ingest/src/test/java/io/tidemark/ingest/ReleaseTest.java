package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.ledger.LedgerEntry;
import io.tidemark.data.table.LedgerTables;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What publications release into the ledger, by hand: five companies with a site each in one production area, a pen
 * each with fish of one generation and weight class. The weeks begin on 2026-06-01, a Monday, and 2026-06-08.
 */
class ReleaseTest {

    private static final LocalDate FIRST_SUNDAY = LocalDate.of(2026, 6, 7);
    private static final LocalDate SECOND_SUNDAY = LocalDate.of(2026, 6, 14);

    @TempDir
    private Path folder;
    private TestDelivery delivery;

    @BeforeEach
    void start() {
        delivery = new TestDelivery(folder);
        StringBuilder farmers = new StringBuilder(TestDelivery.FARMER_COLUMNS);
        StringBuilder sites = new StringBuilder(TestDelivery.SITE_COLUMNS);
        for (int i = 1; i <= 9; i++) {
            farmers.append("F0" + i + ",Laks " + i + " AS,G" + i + ",Gruppe " + i + ",standard,2024-01-01\n");
            sites.append(i + "00,Holmen " + i + ",offshore,3\n");
        }
        delivery.file("reference/farmers.csv", farmers.toString()).file("authority/site.csv", sites.toString());
    }

    /** A company's only pen from one day to another, with a tenth of a percent of its fish dead on the first. */
    private void stock(int company, LocalDate from, LocalDate to, int fish) {
        StringBuilder rows = new StringBuilder(TestDelivery.STOCK);
        from.datesUntil(to.plusDays(1)).forEach(day ->
                rows.append(day + "," + company + "00,A,C" + company + ",SAL," + fish + ",2000,V2025\n"));
        delivery.file("farmers/F0" + company + "/stock.csv", rows.toString())
                .file("farmers/F0" + company + "/losses.csv",
                TestDelivery.LOSSES + from + "," + company + "00,A,mortality,A101," + fish / 1000 + ",\n");
    }

    private IngestReport published() {
        IngestReport report = delivery.ingest();
        assertThat(report.outcome()).as("%s", report).isEqualTo(IngestOutcome.PUBLISHED);
        return report;
    }

    private List<String> released() {
        return delivery.rows("SELECT piece_start, site_id, fish_days, mortality_count, atom, atom_cells FROM "
                + "released_stock_cell ORDER BY piece_start, atom, site_id");
    }

    private LedgerEntry newest() {
        return Ledger.of(delivery.lake).newest().orElseThrow();
    }

    private void fourCompanies() {
        for (int company = 1; company <= 4; company++) {
            stock(company, FIRST_SUNDAY.minusDays(6), FIRST_SUNDAY.plusDays(1), 1000 * company);
        }
    }

    @Test
    void aCompleteWeekIsReleasedAndARunningOneIsNot() {
        fourCompanies();
        published();

        assertThat(released()).containsExactly("2026-06-01 100 7000 1 1 1", "2026-06-01 200 14000 2 1 1",
                "2026-06-01 300 21000 3 1 1", "2026-06-01 400 28000 4 1 1");
        assertThat(delivery.rows("SELECT site_id, farmer_group_key, site_placement, production_area_id, "
                + "category_code, mortality_count, atom "
                + "FROM released_loss_cell ORDER BY site_id"))
                .containsExactly("100 G1 offshore 3 A101 1 1", "200 G2 offshore 3 A101 2 1",
                "300 G3 offshore 3 A101 3 1", "400 G4 offshore 3 A101 4 1");
        assertThat(newest().releasedThrough()).isEqualTo(FIRST_SUNDAY);
        assertThat(newest().kind()).isEqualTo(LedgerEntry.Kind.RELEASE);
    }

    @Test
    void aCorrectionOfAReleasedWeekIsNotReleased() {
        fourCompanies();
        published();
        List<String> before = released();

        delivery.next();
        stock(2, FIRST_SUNDAY.minusDays(6), FIRST_SUNDAY, 100_000);
        published();

        assertThat(released()).isEqualTo(before);
        assertThat(delivery.rows("SELECT sum(fish_days) FROM stock_cell WHERE site_id = '200' AND piece_start = DATE "
                + "'2026-06-01'"))
                .containsExactly("700000");
    }

    // three late companies are too few; four form an atom of their own
    @Test
    void whatComesLateFormsAtomsOfItsOwn() {
        fourCompanies();
        published();

        delivery.next();
        for (int company = 5; company <= 7; company++) {
            stock(company, FIRST_SUNDAY.minusDays(6), FIRST_SUNDAY.plusDays(1), 1000);
        }
        IngestReport report = published();
        assertThat(released()).hasSize(4);
        assertThat(report.warnings()).singleElement().asString().endsWith("F05 (100 %), F06 (100 %), F07 (100 %)");
        assertThat(delivery.lake.current().orElseThrow().manifest().ledger()).satisfies(mark -> {
            assertThat(mark.fishDays()).isEqualTo(91_000);
            assertThat(mark.waitingFishDays()).isEqualTo(21_000);
        });

        delivery.next();
        stock(8, FIRST_SUNDAY.minusDays(6), FIRST_SUNDAY.plusDays(1), 1000);
        published();
        assertThat(released()).hasSize(8).contains("2026-06-01 500 7000 1 2 1", "2026-06-01 800 7000 1 2 1",
                "2026-06-01 100 7000 1 1 1");
        assertThat(delivery.lake.current().orElseThrow().manifest().ledger())
                .satisfies(mark -> assertThat(mark.waitingFishDays()).isZero());
    }

    // its fish of another weight class would form an atom with the late ones
    @Test
    void aSiteEntersAPieceOnce() {
        fourCompanies();
        published();

        delivery.next();
        for (int company = 5; company <= 7; company++) {
            stock(company, FIRST_SUNDAY.minusDays(6), FIRST_SUNDAY.plusDays(1), 1000);
        }
        delivery.file("farmers/F01/stock.csv", TestDelivery.STOCK + "2026-06-02,100,A,C1,SAL,1000,4100,V2025\n");
        published();

        assertThat(released()).hasSize(4);
    }

    @Test
    void theNextWeekIsAddedAndTheFilesOfBeforeStay() {
        fourCompanies();
        published();
        List<String> first = released();

        delivery.next();
        for (int company = 1; company <= 4; company++) {
            stock(company, FIRST_SUNDAY.plusDays(1), SECOND_SUNDAY, 1000);
        }
        published();

        assertThat(released()).hasSize(8).containsAll(first).contains("2026-06-08 400 7000 1 1 1");
        assertThat(newest().number()).isEqualTo(2);
        assertThat(Ledger.of(delivery.lake.current().orElseThrow()).entries(LedgerTables.STOCK))
                .extracting(file -> file.path()).containsExactly(
                "released_stock_cell/year=2026/000001.parquet", "released_stock_cell/year=2026/000002.parquet");
        assertThat(newest().previous()).isEqualTo(Ledger.of(delivery.lake).sha256(1));
    }

    @Test
    void aDeliveryThatReleasesNothingLeavesTheLedgerAsItIs() {
        fourCompanies();
        published();
        delivery.next().file("farmers/F01/losses.csv", TestDelivery.LOSSES + "2026-06-02,100,A,mortality,A101,7,\n");
        published();
        assertThat(Ledger.of(delivery.lake).length()).isEqualTo(1);
        assertThat(delivery.lake.current().orElseThrow().manifest().ledger())
                .satisfies(mark -> assertThat(mark.length()).isEqualTo(1));
    }
}
