package io.tidemark.data.release;

import static java.nio.charset.StandardCharsets.UTF_8;
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
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The release of events, with four pens of 1000 fish of 2000 g, A to D, at each of nine companies from January to April
 * 2026, of which one dies each day. In pen A F01 to F05 have a bath on 10 February, which costs 5 fish more on its day,
 * F06 to F09 are treated with warm water, which costs none. The others are never treated: a fish of 1000 a day is what
 * untreated fish lose, and a sample of their days is released too.
 */
class EventReleaseTest {

    private static final LocalDate BEGIN = LocalDate.of(2026, 1, 5);
    private static final LocalDate END = LocalDate.of(2026, 4, 30);
    private static final String EVENTS = "SELECT treatment_category, weight_group, count(*), CAST(sum(excess) AS "
            + "DECIMAL(9, 3)), min(atom), max(atom_cells) FROM treatment_event GROUP BY 1, 2 ORDER BY 1, 2";
    private static final String BATH = "Bath 2 5 0.025 1 1";
    private static final String WARM = "Thermal 2 4 0.000 2 1";
    private static final String PENS = "range(1, 10) AS r(c), (VALUES ('A'), ('B'), ('C'), ('D')) AS u(unit)";
    private static final int YARDSTICK = 0;
    private static final int UNTREATED = 50;

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
        return next.pens(PENS, from, to, "1 + if(unit = 'A' AND day = DATE '2026-02-10' AND c <= 5, 5, 0)", 2000);
    }

    /** How many days of the sample lie in the first quarter: the first 14 days of the data are not known before. */
    private static List<String> sample() {
        List<String> rows = new ArrayList<>();
        for (int number : List.of(UNTREATED, YARDSTICK)) {
            long days = BEGIN.plusDays(14).datesUntil(LocalDate.of(2026, 4, 1)).mapToLong(day ->
                    IntStream.rangeClosed(1, 9).mapToLong(company -> Stream.of("A", "B", "C", "D")
                    .filter(unit -> !unit.equals("A") || day.isBefore(LocalDate.of(2026, 1, 28))
                    || day.isAfter(LocalDate.of(2026, 3, 16)))
                    .filter(unit -> number(company + "00", unit, day) == number).count()).sum()).sum();
            assertThat(days).isGreaterThan(9);
            rows.add((number == YARDSTICK ? "Yardstick 2 " : "Untreated 2 ") + days + " 0.000 "
                    + (number == YARDSTICK ? 4 : 3) + " 1");
        }
        return rows;
    }

    private static int number(String site, String unit, LocalDate day) {
        try {
            byte[] hash = MessageDigest.getInstance("MD5").digest((site + "|" + unit + "|" + day).getBytes(UTF_8));
            return (int) (Long.parseLong(HexFormat.of().formatHex(hash), 0, 8, 16) % 100);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> and(String... first) {
        return Stream.concat(Stream.of(first), sample().stream()).toList();
    }

    private static Next treated(Next next) {
        return next.add(LakeTables.TREATMENT, "SELECT 'T' || c AS treatment_id, DATE '2026-02-10' AS date, c || '00' "
                + "AS site_id, 'F0' || c AS farmer_id, "
                + "['A'] AS unit_ids, 'SAL' AS species_code, CASE WHEN c <= 5 THEN 'Bath' ELSE 'Thermal' END AS "
                + "treatment_category, "
                + "'Lice' AS treatment_target, true AS requires_handling, false AS is_antibiotic, 1 "
                + "AS treatment_count, 'farmer' AS data_source FROM range(1, 10) AS r(c)");
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
        assertThat(events()).isEqualTo(and(BATH, WARM));
        assertSound();

        TestLake.next(lake).replace(LakeTables.TREATMENT, "SELECT * FROM treatment WHERE false").publish();
        assertThat(events()).isEqualTo(and(BATH, WARM));
        assertSound();
    }

    // with four others besides a member, the four groups of the warm water are too few; what is released of the bath
    // stays, and so does the sample of nine groups
    @Test
    void underAnotherRule() {
        TestLake.next(lake).rule(new PrivacyRule(4, 85)).publish();
        assertThat(events()).isEqualTo(and(BATH));
        assertSound();
    }

    @Test
    void withoutACompany() throws IOException {
        ledger().erase("F05");
        assertThat(events()).startsWith("Bath 2 4 0.020 1 1", WARM).hasSize(4);
        ledger().erase("F06");
        assertThat(events()).startsWith("Bath 2 4 0.020 1 1").hasSize(3);
        assertSound();
    }

    // another formula made the rows: they are not shown as if this one had, and the next quarter has them
    @Test
    void aLedgerOfAnotherFormulaKeepsItsRowsWithoutAFigure() throws IOException {
        ledger().plantOfBefore(LedgerTables.TREATMENT_EVENT, "* EXCLUDE (excess), CAST(0.5 AS DECIMAL(18, 12)) AS "
                + "excess_rate FROM it WHERE treatment_target <> 'None'");
        assertSound();

        stocked(TestLake.next(lake), LocalDate.of(2026, 5, 1), LocalDate.of(2026, 7, 19)).publish();

        assertThat(events()).startsWith("Bath 2 5 - 1 1", "Thermal 2 4 - 2 1").hasSize(4);
        assertThat(TestLake.rows(lake, "SELECT DISTINCT quarter(date), treatment_target FROM treatment_event ORDER BY "
                + "ALL")).containsExactly("1 Lice", "2 None");
        assertSound();

        try (LakeLock _ = lake.lock(); DuckSession session = DuckSession.open(TestLake.settings(folder))) {
            RestatedSnapshot.publish(lake, session, null, () -> { });
        }
        assertThat(events()).startsWith(BATH, WARM).hasSize(4);
    }

    /**
     * With the rule off each event is there by itself. Beside pens that are never treated F01 has others:
     *
     * <pre>
     *   E  Thermal, 20 January and, 21 days after, 10 February; so its days between are not among the untreated ones.
     *      Two dead a day on the eleven days -14 to -4, ten on the three days after them: k = (22 + 50) / (11 + 50) =
     *      72 / 61. 3 dead on each of days 0 to 13, 20 on day 14: 14 x 3 - 14 x 72 / 61 = 25.475410 per mille. The
     *      first one has seven of the days with two dead: 7
     *   F  Bath, 10 February, and Mechanical, 2 March, 20 days after: the first ends with day 13 and has nothing
     *      beyond, the second is no event
     *   G  Bath, 10 February, and Mechanical, 3 March, 21 days after: both are events
     *   H  Bath, 10 February, and Thermal, 15 February: 3 dead a day for 16 days from then on. The bath ends with day
     *      4, before them; the second is no event
     *   I  Bath and Thermal, 10 February: no event
     *   J  Freshwater, 10 February, empty from the 15th on, 3 dead on each of days 0 to 4: 5 x 3 - 5 = 10
     *   K  Bath, 10 February, stocked on the 28th of January, 13 days before: no event
     *   L  Bath, 10 February, and from then on of 3000 g, which nobody else has: no untreated fish, so
     *      no event
     * </pre>
     */
    @Test
    void eventsByHand() {
        LocalDate day = LocalDate.of(2026, 2, 10);
        String before = "date_diff('day', DATE '" + day + "', day)";
        lake = Lake.at(folder.resolve("by-hand"));
        Next next = TestLake.coast(lake, "333344446").pens(PENS, BEGIN, END, "1", 2000).rule(new PrivacyRule(1, 100));
        own(next, "E", BEGIN, END, "CASE WHEN " + before + " BETWEEN -14 AND -4 THEN 2 WHEN " + before
                + " BETWEEN -3 AND -1 THEN 10 WHEN " + before + " BETWEEN 0 AND 13 THEN 3 WHEN " + before
                + " = 14 THEN 20 ELSE 1 END");
        for (String pen : List.of("F", "G", "I")) {
            own(next, pen, BEGIN, END, "1");
        }
        own(next, "H", BEGIN, END, "if(" + before + " BETWEEN 5 AND 20, 3, 1)");
        own(next, "J", BEGIN, day.plusDays(4), "if(" + before + " >= 0, 3, 1)");
        own(next, "K", day.minusDays(13), END, "1");
        own(next, "L", BEGIN, day.minusDays(1), "1");
        next.pens("(VALUES (1, 'L')) AS u(c, unit)", day, END, "1", 3000);
        next.add(LakeTables.TREATMENT, "SELECT concat(unit, date, category) AS treatment_id, CAST(date AS DATE) AS "
                + "date, '100' AS site_id, 'F01' AS farmer_id, [unit] AS unit_ids, 'SAL' AS species_code, category AS "
                + "treatment_category, 'Lice' AS treatment_target, true AS requires_handling, false AS is_antibiotic, 1 "
                + "AS treatment_count, 'farmer' AS data_source FROM (VALUES ('E', '2026-01-20', 'Thermal'), ('E', "
                + "'2026-02-10', 'Thermal'), ('F', '2026-02-10', 'Bath'), ('F', '2026-03-02', 'Mechanical'), ('G', "
                + "'2026-02-10', 'Bath'), ('G', '2026-03-03', 'Mechanical'), ('H', '2026-02-10', 'Bath'), ('H', "
                + "'2026-02-15', 'Thermal'), ('I', '2026-02-10', 'Bath'), ('I', '2026-02-10', 'Thermal'), ('J', "
                + "'2026-02-10', 'Freshwater'), ('K', '2026-02-10', 'Bath'), ('L', '2026-02-10', 'Bath')) AS t(unit, "
                + "date, category)");
        next.publish();

        assertThat(TestLake.rows(lake, "SELECT unit_id, date, treatment_category, CAST(1000 * excess AS DECIMAL(9, 6)) "
                + "FROM treatment_event WHERE treatment_target <> 'None' ORDER BY 1, 2")).containsExactly(
                "E 2026-01-20 Thermal 7.000000", "E 2026-02-10 Thermal 25.475410",
                "F 2026-02-10 Bath 0.000000", "G 2026-02-10 Bath 0.000000",
                "G 2026-03-03 Mechanical 0.000000", "H 2026-02-10 Bath 0.000000", "J 2026-02-10 Freshwater 10.000000");
        assertThat(TestLake.rows(lake, "SELECT treatment_category, count(*) FROM treatment_event WHERE "
                + "treatment_target = 'None' AND unit_id = 'B' GROUP BY 1 ORDER BY 1")).hasSize(2);
        assertSound();
    }

    private static void own(Next next, String pen, LocalDate from, LocalDate to, String dead) {
        next.pens("(VALUES (1, '" + pen + "')) AS u(c, unit)", from, to, dead, 2000);
    }

    // a program that knew no events made the ledger
    @Test
    void aLedgerOfBeforeGetsThem() throws IOException {
        ledger().forget(LedgerTables.TREATMENT_EVENT);
        assertThat(events()).isEmpty();

        TestLake.next(lake).publish();

        assertThat(events()).isEqualTo(and(BATH, WARM));
        assertSound();
    }

    @Test
    void anEventThatWasChangedIsFound() throws IOException {
        ledger().plant(LedgerTables.TREATMENT_EVENT, "* REPLACE (CAST(0.5 AS DECIMAL(18, 12)) AS excess)");

        assertThat(TestLake.texts(TestLake.verify(lake)))
                .contains("ledger/treatment_event of 2026 is not what snapshot "
                + lake.currentId().orElseThrow() + " makes of the periods that it released");
    }
}
