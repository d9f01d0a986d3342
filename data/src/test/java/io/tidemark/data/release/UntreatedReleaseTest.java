package io.tidemark.data.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.TestLake;
import io.tidemark.data.TestLake.Next;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The release of what untreated fish lose, with a pen of 1000 fish of 2000 g at each of nine companies from Monday, 6
 * April to Thursday, 30 April 2026, the end of a month: F01 to F04 are in the region Sør and lose a fish a day, F05 to
 * F09 in Midt and lose two. F01 is treated on Tuesday, 14 April, so that it is untreated again on 5 May; F05's site is
 * treated on the same day, by a treatment that names no pens.
 */
class UntreatedReleaseTest {

    private static final LocalDate BEGIN = LocalDate.of(2026, 4, 6);
    private static final LocalDate END = LocalDate.of(2026, 4, 30);
    private static final String RATES = "SELECT week, weight_group, production_region_name, count(*), sum(fish_days), "
            + "sum(loss_count), min(atom), max(atom_cells) FROM untreated_rate GROUP BY 1, 2, 3 ORDER BY 1, 2, 3 DESC";
    private static final String SOUTH_6 = "2026-04-06 2 Sør 4 28000 28 1 1";
    private static final String MID_6 = "2026-04-06 2 Midt 5 35000 70 2 1";
    // three groups and a day of F01 in Sør, four and a day of F05 in Midt
    private static final String SOUTH_13 = "2026-04-13 2 Sør 4 22000 22 1 1";
    private static final String MID_13 = "2026-04-13 2 Midt 5 29000 58 2 1";
    // three groups are too few: one atom of the whole coast
    private static final String SOUTH_20 = "2026-04-20 2 Sør 3 21000 21 1 2";
    private static final String MID_20 = "2026-04-20 2 Midt 4 28000 56 1 2";

    @TempDir
    private static Path template;

    @TempDir
    private Path folder;
    private Lake lake;

    @BeforeAll
    static void spring() {
        treated(stocked(TestLake.coast(Lake.at(template), "333366666"), BEGIN, END, 1)).publish();
    }

    @BeforeEach
    void start() {
        lake = Lake.at(folder.resolve("lake"));
        TestLake.copy(template, lake.root());
    }

    private static Next stocked(Next next, LocalDate from, LocalDate to, int dead) {
        return next.pens("range(1, 10) AS r(c), (VALUES ('A')) AS u(unit)", from, to, dead + " * if(c <= 4, 1, 2)",
                2000);
    }

    private static Next treated(Next next) {
        return next.add(LakeTables.TREATMENT, "SELECT 'T' || c AS treatment_id, DATE '2026-04-14' AS date, c || '00' "
                + "AS site_id, 'F0' || c AS farmer_id, if(c = 1, ['A'], NULL) AS unit_ids, 'SAL' AS species_code, "
                + "'Thermal' AS treatment_category, 'Lice' AS treatment_target, true AS requires_handling, false AS "
                + "is_antibiotic, 1 AS treatment_count, 'farmer' AS data_source FROM (VALUES (1), (5)) AS r(c)");
    }

    private List<String> rates() {
        return TestLake.rows(lake, RATES);
    }

    private ChangedLedger ledger() {
        return new ChangedLedger(lake, folder);
    }

    private void assertSound() {
        assertThat(TestLake.texts(TestLake.verify(lake))).isEmpty();
    }

    // what is released ends on 30 April, a Thursday: its week is released when it is over, as a whole
    @Test
    void eachWeekOnceWhenItIsOver() {
        assertThat(rates()).containsExactly(SOUTH_6, MID_6, SOUTH_13, MID_13, SOUTH_20, MID_20);
        assertSound();

        stocked(TestLake.next(lake), LocalDate.of(2026, 5, 1), LocalDate.of(2026, 5, 10), 1).publish();
        assertThat(rates()).containsExactly(SOUTH_6, MID_6, SOUTH_13, MID_13, SOUTH_20, MID_20,
                "2026-04-27 2 Sør 3 21000 21 1 2", "2026-04-27 2 Midt 4 28000 56 1 2",
                "2026-05-04 2 Sør 4 27000 27 1 1", "2026-05-04 2 Midt 5 34000 68 2 1");
        assertSound();
    }

    // Monday, 29 December 2025 to Sunday, 4 January 2026
    @Test
    void aWeekOfTwoYearsIsOne() {
        lake = Lake.at(folder.resolve("winter"));
        stocked(TestLake.coast(lake, "333366666"), LocalDate.of(2025, 12, 22), LocalDate.of(2025, 12, 31), 1)
                .publish();
        stocked(TestLake.next(lake), LocalDate.of(2026, 1, 1), LocalDate.of(2026, 1, 11), 1).publish();

        assertThat(rates()).containsExactly("2025-12-22 2 Sør 4 28000 28 1 1", "2025-12-22 2 Midt 5 35000 70 2 1",
                "2025-12-29 2 Sør 4 28000 28 1 1", "2025-12-29 2 Midt 5 35000 70 2 1",
                "2026-01-05 2 Sør 4 28000 28 1 1", "2026-01-05 2 Midt 5 35000 70 2 1");
        assertSound();
    }

    @Test
    void aRestatementMakesItsWeeksAnew() {
        stocked(TestLake.next(lake).replace(LakeTables.STOCK_DAY, "SELECT * FROM stock_day WHERE false")
                .replace(LakeTables.LOSS_DAY, "SELECT * FROM loss_day WHERE false"), BEGIN, END, 10).publish();
        assertThat(rates()).contains(SOUTH_6, MID_6, SOUTH_13, MID_13);

        try (LakeLock _ = lake.lock(); DuckSession session = DuckSession.open(TestLake.settings(folder))) {
            RestatedSnapshot.publish(lake, session, LocalDate.of(2026, 4, 15), () -> { });
        }
        assertThat(rates()).containsExactly(SOUTH_6, MID_6, "2026-04-13 2 Sør 4 22000 220 1 1",
                "2026-04-13 2 Midt 5 29000 580 2 1", "2026-04-20 2 Sør 3 21000 210 1 2",
                "2026-04-20 2 Midt 4 28000 560 1 2");
        assertSound();
    }

    // with four others besides a member, the four groups of Sør are too few, and so they are if two of them merge
    @ParameterizedTest
    @CsvSource({"4, 123456789", "3, 113456789"})
    void underAnotherRuleOrOtherGroups(int minFarmers, String groups) {
        TestLake.next(lake).rule(new PrivacyRule(minFarmers, 85)).groups(groups).publish();
        assertThat(rates()).containsExactly(SOUTH_6.replace("1 1", "1 2"), MID_6.replace("2 1", "1 2"),
                SOUTH_13.replace("1 1", "1 2"), MID_13.replace("2 1", "1 2"), SOUTH_20, MID_20);
        assertSound();
    }

    @Test
    void withoutACompany() throws IOException {
        ledger().erase("F02");
        assertThat(rates()).containsExactly("2026-04-06 2 Sør 3 21000 21 1 2", MID_6.replace("2 1", "1 2"),
                "2026-04-13 2 Sør 3 15000 15 1 2", MID_13.replace("2 1", "1 2"), "2026-04-20 2 Sør 2 14000 14 1 2",
                MID_20);
        assertSound();
    }

    // a program that knew no untreated fish made the ledger
    @Test
    void aLedgerOfBeforeGetsThem() throws IOException {
        ledger().forget(LedgerTables.UNTREATED_RATE);
        assertThat(rates()).isEmpty();

        TestLake.next(lake).publish();

        assertThat(rates()).containsExactly(SOUTH_6, MID_6, SOUTH_13, MID_13, SOUTH_20, MID_20);
        assertSound();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            * REPLACE (2 * loss_count AS loss_count)   | is not what snapshot ID makes of the periods that it released
            * REPLACE ('G1' AS farmer_group_key, concat('X', farmer_id) AS farmer_id) | covers too few farmer groups by the rule of the entry
            * REPLACE (3 AS atom_cells)                | has atoms with other cells than they say
            """)
    void aRateThatWasChangedIsFound(String columns, String problem) throws IOException {
        ledger().plant(LedgerTables.UNTREATED_RATE, columns);

        assertThat(TestLake.texts(TestLake.verify(lake))).contains("ledger/untreated_rate of 2026 "
                + problem.replace("ID", lake.currentId().orElseThrow().text()));
    }
}
