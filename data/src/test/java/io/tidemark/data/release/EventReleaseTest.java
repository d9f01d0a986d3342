package io.tidemark.data.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.TestLake;
import io.tidemark.data.TestLake.Next;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.LedgerTables;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The release of events, with the nine companies' only pens of 2000 g from January to April 2026: F01 to F05 have a
 * bath on 10 February, F06 to F09 are treated with warm water. Nobody loses fish, so the excess is 0.
 */
class EventReleaseTest {

    private static final LocalDate BEGIN = LocalDate.of(2026, 1, 5);
    private static final LocalDate END = LocalDate.of(2026, 4, 30);
    private static final String EVENTS = "SELECT treatment_category, weight_group, count(*), CAST(sum(excess_rate) AS "
            + "INTEGER), min(atom), max(atom_cells) FROM treatment_event GROUP BY 1, 2 ORDER BY 1, 2";
    private static final String BATH = "Bath 2 5 0 1 1";
    private static final String WARM = "Thermal 2 4 0 2 1";

    @TempDir
    private static Path template;

    @TempDir
    private Path folder;
    private Lake lake;

    @BeforeAll
    static void spring() {
        treated(stocked(TestLake.coast(Lake.at(template), "333344446"), BEGIN, END)).publish();
    }

    @BeforeEach
    void start() {
        lake = Lake.at(folder.resolve("lake"));
        TestLake.copy(template, lake.root());
    }

    private static Next stocked(Next next, LocalDate from, LocalDate to) {
        for (int company = 1; company <= 9; company++) {
            next.stock(company, from, to, 1);
        }
        return next;
    }

    private static Next treated(Next next) {
        return next.add(LakeTables.TREATMENT, "SELECT 'T' || c AS treatment_id, DATE '2026-02-10' AS date, c || '00' "
                + "AS site_id, 'F0' || c AS farmer_id, "
                + "['A'] AS unit_ids, 'SAL' AS species_code, CASE WHEN c <= 5 THEN 'Bath' ELSE 'Thermal' END AS "
                + "treatment_category, "
                + "'Lice' AS treatment_target, true AS requires_handling, false AS is_antibiotic, 1 AS "
                + "treatment_count, 'farmer' AS data_source FROM range(1, 10) AS r(c)");
    }

    private List<String> events() {
        return TestLake.rows(lake, EVENTS);
    }

    private ChangedLedger ledger() {
        return new ChangedLedger(lake, folder);
    }

    private void assertSound() {
        assertThat(TestLake.texts(TestLake.verify(lake))).isEmpty();
    }

    @Test
    void aQuarterIsReleasedWhenItsDaysAfterAreAndStaysAsItIs() {
        lake = Lake.at(folder.resolve("growing"));
        treated(stocked(TestLake.coast(lake, "333344446"), BEGIN, LocalDate.of(2026, 4, 12))).publish();
        assertThat(events()).isEmpty();

        stocked(TestLake.next(lake), LocalDate.of(2026, 4, 13), LocalDate.of(2026, 4, 19)).publish();
        assertThat(events()).containsExactly(BATH, WARM);
        assertSound();

        TestLake.next(lake).replace(LakeTables.TREATMENT, "SELECT * FROM treatment WHERE false").publish();
        assertThat(events()).containsExactly(BATH, WARM);
        assertSound();
    }

    // with four others besides a member, the four groups of the warm water are too few; what is released of the bath
    // stays
    @Test
    void underAnotherRule() {
        TestLake.next(lake).rule(new PrivacyRule(4, 85)).publish();
        assertThat(events()).containsExactly(BATH);
        assertSound();
    }

    @Test
    void withoutACompany() throws IOException {
        ledger().erase("F05");
        assertThat(events()).containsExactly(BATH.replace(" 5 ", " 4 "), WARM);
        ledger().erase("F06");
        assertThat(events()).containsExactly(BATH.replace(" 5 ", " 4 "));
        assertSound();
    }

    // a program that knew no events made the ledger
    @Test
    void aLedgerOfBeforeGetsThem() throws IOException {
        ledger().forget(LedgerTables.TREATMENT_EVENT);
        assertThat(events()).isEmpty();

        TestLake.next(lake).publish();

        assertThat(events()).containsExactly(BATH, WARM);
        assertSound();
    }

    @Test
    void anEventThatWasChangedIsFound() throws IOException {
        ledger().plant(LedgerTables.TREATMENT_EVENT, "* REPLACE (CAST(0.5 AS DECIMAL(18, 12)) AS excess_rate)");

        assertThat(TestLake.texts(TestLake.verify(lake)))
                .containsExactly("ledger/treatment_event of 2026 is not what snapshot "
                + lake.currentId().orElseThrow() + " makes of the periods that it released");
    }
}
