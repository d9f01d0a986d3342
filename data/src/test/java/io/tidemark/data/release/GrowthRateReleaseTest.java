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
 * The release of growth rates, with the nine companies' only pens of 1000 fish from 29 December 2025 to 4 January 2026,
 * which are fed each day. A fish weighs 2000 g on the first day and 10 g more each day; the sea has 8.5 degrees at F01
 * to F05 and 4.2 at the others. So 30 and 31 December have a gain of 10 kg each, of 2010 and 2020 kg.
 */
class GrowthRateReleaseTest {

    private static final LocalDate BEGIN = LocalDate.of(2025, 12, 29);
    private static final LocalDate END = LocalDate.of(2026, 1, 4);
    private static final String RATES = "SELECT year_start, weight_from, degrees, count(*), sum(gain_g), sum(biomass_g) FROM "
            + "growth_rate GROUP BY 1, 2, 3 ORDER BY 1, 2, 3";
    private static final String COLD = "2025-01-01 2000 4 4 80000 16120000";
    private static final String WARM = "2025-01-01 2000 8 5 100000 20150000";

    @TempDir
    private static Path template;

    @TempDir
    private Path folder;
    private Lake lake;

    @BeforeAll
    static void winter() {
        growing(TestLake.coast(Lake.at(template), "333344446"), BEGIN, END, 10).publish();
    }

    @BeforeEach
    void start() {
        lake = Lake.at(folder.resolve("lake"));
        TestLake.copy(template, lake.root());
    }

    private static Next growing(Next next, LocalDate from, LocalDate to, int gram) {
        String days = "generate_series(DATE '" + from + "', DATE '" + to + "', INTERVAL 1 DAY) AS d(day), range(1, 10) AS "
                + "r(c)";
        String weight = "(2000 + " + gram + " * date_diff('day', DATE '" + BEGIN + "', day))";
        return next.add(LakeTables.STOCK_DAY, "SELECT CAST(day AS DATE) AS date, c || '00' AS site_id, 'A' AS unit_id, "
                + "'F0' || c AS farmer_id, 'V2025' AS generation, 'SAL' AS species_code, 'C' || c AS cohort_id, 1000 AS "
                + "fish_count, " + weight + " AS avg_weight_gram, 1000 * " + weight + " AS biomass_g, 0 AS "
                + "mortality_count, 0 AS mortality_biomass_g, 0 AS culling_count, 0 AS culling_biomass_g, 5000 AS feed_g "
                + "FROM " + days)
                .add(LakeTables.TEMPERATURE_DAY, "SELECT CAST(day AS DATE) AS date, c || '00' AS site_id, 'F0' || c AS "
                        + "farmer_id, CASE WHEN c <= 5 THEN 8.5 ELSE 4.2 END AS temperature, 1 AS measurement_count, "
                        + "'farmer' AS data_source FROM " + days);
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

    // on 30 December the year is not over
    @Test
    void aYearIsReleasedWhenItIsOverAndStaysAsItIs() {
        lake = Lake.at(folder.resolve("growing"));
        growing(TestLake.coast(lake, "333344446"), BEGIN, LocalDate.of(2025, 12, 30), 10).publish();
        assertThat(rates()).isEmpty();

        growing(TestLake.next(lake), LocalDate.of(2025, 12, 31), END, 10).publish();
        assertThat(rates()).containsExactly(COLD, WARM);
        assertSound();

        TestLake.next(lake).replace(LakeTables.TEMPERATURE_DAY, "SELECT * FROM temperature_day WHERE false").publish();
        assertThat(rates()).containsExactly(COLD, WARM);
        assertSound();
    }

    // a gain of 20 kg each, of 2020 and 2040 kg
    @Test
    void aRestatementMakesItAnew() {
        growing(TestLake.next(lake).replace(LakeTables.STOCK_DAY, "SELECT * FROM stock_day WHERE false")
                .replace(LakeTables.TEMPERATURE_DAY, "SELECT * FROM temperature_day WHERE false"), BEGIN, END, 20)
                .publish();
        assertThat(rates()).containsExactly(COLD, WARM);

        try (LakeLock _ = lake.lock(); DuckSession session = DuckSession.open(TestLake.settings(folder))) {
            RestatedSnapshot.publish(lake, session, LocalDate.of(2025, 12, 30), () -> { });
        }
        assertThat(rates()).containsExactly("2025-01-01 2000 4 4 160000 16240000",
                "2025-01-01 2000 8 5 200000 20300000");
        assertSound();
    }

    // with four others besides a member, the four groups of the cold water are too few, and so they are if two merge
    @Test
    void underAnotherRule() {
        TestLake.next(lake).rule(new PrivacyRule(4, 85)).publish();
        assertThat(rates()).containsExactly(WARM);
        assertSound();
    }

    @Test
    void whenGroupsMerge() {
        TestLake.next(lake).groups("123456788").publish();
        assertThat(rates()).containsExactly(WARM);
        assertSound();
    }

    @Test
    void withoutACompany() throws IOException {
        ledger().erase("F05");
        assertThat(rates()).containsExactly(COLD, "2025-01-01 2000 8 4 80000 16120000");
        ledger().erase("F06");
        assertThat(rates()).containsExactly("2025-01-01 2000 8 4 80000 16120000");
        assertSound();
    }

    // a program that knew no growth rates made the ledger
    @Test
    void aLedgerOfBeforeGetsThem() throws IOException {
        ledger().forget(LedgerTables.GROWTH_RATE);
        assertThat(rates()).isEmpty();

        TestLake.next(lake).publish();

        assertThat(rates()).containsExactly(COLD, WARM);
        assertSound();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            * REPLACE (2 * gain_g AS gain_g)                                  | is not what snapshot ID makes of the periods that it released
            * REPLACE (CASE degrees WHEN 4 THEN 'G1' ELSE farmer_group_key END AS farmer_group_key, concat('X', farmer_id) AS farmer_id) | covers too few farmer groups by the rule of the entry
            * REPLACE (100 AS weight_from)                                    | has growth of no whole year, no fish or no known weight
            """)
    void aRateThatWasChangedIsFound(String columns, String problem) throws IOException {
        ledger().plant(LedgerTables.GROWTH_RATE, columns);

        assertThat(TestLake.texts(TestLake.verify(lake))).contains("ledger/growth_rate of 2025 "
                + problem.replace("ID", lake.currentId().orElseThrow().text()));
    }
}
