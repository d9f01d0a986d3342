package io.tidemark.data.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.TestLake;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.LedgerTables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How much more or less than all weights fish of a weight lose, with nine companies' pens of 1000 fish in 2025: F01 to
 * F04 have fish of 2000 g, of which one dies in each month, the others of 4000 g, of which three die. In June only F07
 * to F09 have such fish, of which 30 die.
 */
class WeightReleaseTest {

    private static final String RATES = "SELECT * FROM weight_rate ORDER BY ALL";

    @TempDir
    private static Path template;

    @TempDir
    private Path folder;
    private Lake lake;

    @BeforeAll
    static void wholeYear() {
        String dead = "CASE WHEN day(day) > 1 THEN 0 WHEN c <= 4 THEN 1 WHEN month(day) = 6 THEN 30 ELSE 3 END";
        String pen = "CAST(day AS DATE) AS date, c || '00' AS site_id, 'A' AS unit_id, 'F0' || c AS farmer_id, 'V2024' AS "
                + "generation, 'SAL' AS species_code, ";
        String gram = "CASE WHEN c <= 4 THEN 2000 ELSE 4000 END";
        String days = " FROM generate_series(DATE '2025-01-01', DATE '2025-12-31', INTERVAL 1 DAY) AS d(day), "
                + "range(1, 10) AS r(c) WHERE (month(day) <> 6 OR c NOT IN (5, 6))";
        TestLake.coast(Lake.at(template), "333344444").add(LakeTables.STOCK_DAY, "SELECT " + pen + "'C' || c AS "
                + "cohort_id, 1000 AS fish_count, " + gram + " AS avg_weight_gram, 1000 * " + gram + " AS biomass_g, " + dead
                + " AS mortality_count, 0 AS mortality_biomass_g, 0 AS culling_count, 0 AS culling_biomass_g" + days)
                .add(LakeTables.LOSS_DAY, "SELECT " + pen + gram + " AS unit_avg_weight_gram, 'mortality' AS loss_type, "
                + "'A101' AS category_code, " + dead + " AS loss_count, 0 AS loss_biomass_g" + days + " AND day(day) = 1")
                .publish();
    }

    @BeforeEach
    void start() {
        lake = Lake.at(folder.resolve("lake"));
        TestLake.copy(template, lake.root());
    }

    private List<String> rates() {
        return TestLake.rows(lake, RATES);
    }

    private void assertSound() {
        assertThat(TestLake.texts(TestLake.verify(lake))).isEmpty();
    }

    // 48 of 1,460,000 fish-days, and 165 of 1,675,000 in the eleven months in which five groups have large fish; of all
    // 303 of 3,225,000. With June's 90 of three groups it would be 1.5377
    @Test
    void ofAWeightCountTheMonthsInWhichItIsOfEnoughGroups() {
        assertThat(rates()).containsExactly("2025-12-01 2250 3499", "2025-12-01 4250 10485");
        assertSound();
    }

    // 48 of 1,460,000 as before, 132 of 1,340,000, and 270 of 2,890,000
    @Test
    void withoutACompany() throws IOException {
        new ChangedLedger(lake, folder).erase("F05");
        assertThat(rates()).containsExactly("2025-12-01 2250 3519", "2025-12-01 4250 10544");
        assertSound();
    }

    @Test
    void aFactorThatWasChangedIsFound() throws IOException {
        new ChangedLedger(lake, folder).plant(LedgerTables.WEIGHT_RATE, "* REPLACE (factor + 1 AS factor)");

        assertThat(TestLake.texts(TestLake.verify(lake))).contains("ledger/weight_rate of 2025 is not what snapshot "
                + lake.currentId().orElseThrow().text() + " makes of the periods that it released");
    }
}
