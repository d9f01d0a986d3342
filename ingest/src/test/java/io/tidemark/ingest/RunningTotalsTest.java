package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * FishTalk's counters as totals that run on. P1 in C1 had lost 4,000 fish and eaten 90,000 kg by the evening of 30
 * April 2026; each day of May 12 fish die, of 16.8 kg together, and 900 kg are fed. In the evening of day d of May
 * 100,000 - 12 d fish are left, of 1.5 kg each.
 */
class RunningTotalsTest {

    private static final String HEADER = "PopulationID,StatusTime,StatusType,CurrentCount,CurrentBiomassKg,"
            + "FeedAmountKg,HarvestCount,HarvestBiomassKg,InputCount,InputBiomassKg,MortalityCount,"
            + "MortalityBiomassKg,CullingCount,CullingBiomass,EscapeCount,EscapeBiomassKg,DeviationCount,Temperature\n";
    private static final String POPULATIONS = "PopulationID,ContainerID,Species,StartTime,EndTime,InputYear\n"
            + "P1,C1,Laks,2026-04-10,,2026\nP2,C2,Laks,2026-05-03,,2026\n";
    private static final String DAYS = "SELECT date, unit_id, fish_count, avg_weight_gram, mortality_count, feed_g "
            + "FROM stock_day ORDER BY unit_id, date";

    @TempDir
    private Path folder;
    private TestDelivery delivery;

    @BeforeEach
    void start() {
        delivery = new TestDelivery(folder).basics().counters("");
    }

    private static String day(int day) {
        return LocalDate.of(2026, 4, 30).plusDays(day).toString();
    }

    private static String total(int day) {
        int left = 100_000 - 12 * day;
        return "P1,%s 23:59:59,1,%d,%s,%d,0,0,0,0,%d,%s,0,0,0,0,0,\n".formatted(day(day), left, left * 15L / 10.0,
                90_000 + 900 * day, 4_000 + 12 * day, (56_000 + 168 * day) / 10.0);
    }

    // of a day: 12 dead; feed of 900 kg, on even days 880
    private static String ofDay(int day) {
        return "P1,%s,1,%d,%d,%d,0,0,0,0,12,16.8,0,0,0,0,0,\n".formatted(day(day), 100_000 - 12 * day, 150_000,
                day % 2 == 0 ? 880 : 900);
    }

    private static String rows(int first, int last, IntFunction<String> row) {
        return HEADER + IntStream.rangeClosed(first, last).mapToObj(row).collect(Collectors.joining());
    }

    private IngestReport ingest(String status) {
        return delivery.file("farmers/F01/fishtalk/100/populations.csv", POPULATIONS)
                .file("farmers/F01/fishtalk/100/status.csv", status).ingest();
    }

    private static FileReport status(IngestReport report) {
        return report.files().stream().filter(f -> f.table().equals("fishtalk_status")).findFirst().orElseThrow();
    }

    // 2 May: 99,976 + 12 fish at the start; (149,964 + 16.8) kg / 99,988 = 1499.99 g. What 1 May had is not known.
    @Test
    void totalsThatRunOnAreRecognised() {
        IngestReport report = ingest(rows(1, 31, RunningTotalsTest::total));
        assertThat(report.reasons()).isEmpty();
        assertThat(status(report).notes()).contains(
                "its counters are read as totals that run on since a population began: no counter falls, and feed "
                        + "rises in 30 of 30 steps",
                "1 status has none before in the file or the lake, so that what the day had is not known and nothing "
                        + "of it is counted; the first is P1 2026-05-01");
        assertThat(delivery.rows(DAYS)).hasSize(30).startsWith("2026-05-02 C1 99988 1499.99 12 900000")
                .endsWith("2026-05-31 C1 99640 1499.99 12 900000");
        assertThat(delivery.rows("SELECT DISTINCT mortality_count, feed_g FROM stock_day"))
                .containsExactly("12 900000");
    }

    // the second file begins where the first one ends; the third has the days from 5 May again
    @Test
    void aFileGoesOnFromTheLake() {
        ingest(rows(1, 31, RunningTotalsTest::total));
        delivery.next();
        IngestReport report = ingest(rows(32, 33, RunningTotalsTest::total));
        assertThat(status(report).notes()).anyMatch(note -> note.endsWith("so was the last file of this company"))
                .noneMatch(note -> note.contains("none before"));
        assertThat(delivery.rows(DAYS)).hasSize(32).contains("2026-06-01 C1 99628 1499.99 12 900000");
        delivery.next();
        ingest(rows(5, 34, RunningTotalsTest::total));
        assertThat(delivery.rows(DAYS)).hasSize(33).contains("2026-05-05 C1 99952 1499.99 12 900000")
                .endsWith("2026-06-03 C1 99604 1499.99 12 900000");
        delivery.next();
        assertThat(ingest(rows(5, 34, RunningTotalsTest::total)).outcome()).isEqualTo(IngestOutcome.NOTHING_NEW);
        assertThat(delivery.rows("SELECT reading, counter, value, CAST(status_time AS DATE) FROM source_status "
                + "WHERE counter IN ('mortalitycount', 'feedamountkg') ORDER BY counter"))
                .containsExactly("running feedamountkg 120600.000000 2026-06-03",
                        "running mortalitycount 4408.000000 2026-06-03");
    }

    // of 30 steps feed falls on those to the 15 even days; 1 May: (150,000 + 16.8) kg / 100,000 = 1500.17 g
    @Test
    void figuresOfADayAreRecognisedByFeedThatFalls() {
        IngestReport report = ingest(rows(1, 31, RunningTotalsTest::ofDay));
        assertThat(status(report).notes()).contains(
                "its counters are read as figures of a day: feed falls in 15 of 30 steps");
        assertThat(delivery.rows(DAYS)).hasSize(31).startsWith("2026-05-01 C1 100000 1500.17 12 900000");
    }

    @Test
    void aFileThatDoesNotTellIsRefusedWithTheFirstPlaces() {
        assertThat(status(ingest(rows(1, 10, RunningTotalsTest::total))).failure()).isEqualTo(
                "does not say whether its counters are figures of a day or totals that run on since a population began "
                        + "(9 steps from one day to the next; it takes 20 and feed that falls or rises): as totals "
                        + "nothing speaks against it, counters never fall; as figures of a day its feed falls in 0 "
                        + "steps: FeedAmountKg of P1 rises from 90900 to 91800 (line 3). "
                        + "Say --counters running or --counters daily (setting counters)");
        delivery.next().basics();
        assertThat(status(ingest(rows(1, 3, RunningTotalsTest::ofDay))).failure())
                .contains("as totals FeedAmountKg of P1 falls from 900 to 880 (line 3); as figures of a day its feed "
                        + "falls in 1 steps: FeedAmountKg of P1 rises from 880 to 900 (line 4)");
        assertThat(delivery.lake.current()).isEmpty();
    }

    @Test
    void theOperatorSaysItForAllOrForACompanyAndSystem() {
        delivery.counters("running");
        assertThat(status(ingest(rows(1, 10, RunningTotalsTest::total))).notes())
                .anyMatch(note -> note.endsWith("began: --counters or the setting says so"));
        assertThat(delivery.rows(DAYS)).hasSize(9);
        delivery.next().counters("F01/fishtalk", "daily");
        assertThat(status(ingest(rows(1, 31, RunningTotalsTest::total))).notes())
                .anyMatch(note -> note.endsWith("figures of a day: --counters or the setting says so, though no "
                        + "counter falls, and feed rises in 30 of 30 steps"));
        delivery.next().counters("F02/fishtalk", "daily");
        assertThat(status(ingest(rows(1, 31, RunningTotalsTest::total))).notes())
                .anyMatch(note -> note.contains("feed rises in 30 of 30 steps"));
    }

    // 4,372 dead by 31 May; 4,370 on 1 June
    @Test
    void aTotalBelowTheLakesIsRefused() {
        ingest(rows(1, 31, RunningTotalsTest::total));
        delivery.next();
        assertThat(status(ingest(rows(32, 33, day -> total(day).replace(",4384,", ",4370,")))).failure()).isEqualTo(
                "cannot be read as totals that run on: MortalityCount of P1 falls from 4372 to 4370 (line 2). Deliver "
                        + "the days since the last file again from there, or say --counters daily");
    }

    // P2 begins on 3 May with 1,000 fish; 5 are dead that evening, and 7 the next. A count on 4 May finds 20 too few,
    // one on 5 May 8 too many: start = end + dead of the day - put in - found; 995 + 5 = 1000 (the 1000 put in count
    // from the start), 973 + 2 + 20 = 995, 981 + 0 - 8 = 973
    @Test
    void aPopulationThatBeginsCountsFromZeroAndDeviationsHaveASign() {
        delivery.counters("running");
        ingest(HEADER + "P2,2026-05-03,1,995,199,10,0,0,1000,200,5,1,0,0,0,0,0,\n"
                + "P2,2026-05-04,1,973,195,25,0,0,1000,200,7,1.4,0,0,0,0,-20,\n"
                + "P2,2026-05-05,1,981,197,25,0,0,1000,200,7,1.4,0,0,0,0,-12,\n");
        assertThat(delivery.rows("SELECT date, fish_count, mortality_count, feed_g FROM stock_day ORDER BY 1"))
                .containsExactly("2026-05-03 1000 5 10000", "2026-05-04 995 2 15000", "2026-05-05 973 0 0");
    }

    // two days without a status: 4 May has the dead of 2, 3 and 4 May
    @Test
    void aDifferenceOverSeveralDaysIsTold() {
        delivery.counters("running");
        IngestReport report = ingest(HEADER + total(1) + total(4));
        assertThat(status(report).notes()).contains("1 difference is of several days and counted on the last of them; "
                + "the first is P1 2026-05-04, 3 days");
        assertThat(delivery.rows(DAYS)).containsExactly("2026-05-04 C1 99988 1499.96 36 2700000");
    }

    // 2 May: 9 of 12 dead by cause A101; 3 May: cause A102 is new, 5 of 12. On 4 May A101 has 6.
    @Test
    void causesRunOnAsTheirStatusesDo() {
        delivery.counters("running").file("farmers/F01/fishtalk/100/causes.csv",
                "PopulationID,StatusTime,StatusType,MortalityCauseID,MortalityCount,MortalityBiomassKg\n"
                + "P1,2026-05-01,1,A101,3000,\nP1,2026-05-02,1,A101,3009,\nP1,2026-05-03,1,A101,3009,\n"
                + "P1,2026-05-03,1,A102,5,\nP1,2026-05-04,1,A101,3015,\nP1,2026-05-04,1,A102,5,\n");
        ingest(rows(1, 4, RunningTotalsTest::total));
        assertThat(delivery.rows("SELECT date, category_code, loss_count FROM loss_day "
                + "WHERE loss_type = 'mortality' AND loss_count > 0 ORDER BY 1, 2")).isEqualTo(List.of(
                "2026-05-02 A101 9", "2026-05-02 F101 3", "2026-05-03 A102 5", "2026-05-03 F101 7",
                "2026-05-04 A101 6", "2026-05-04 F101 6"));
    }
}
