package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.FEEDING;
import static io.tidemark.ingest.TestDelivery.LOSSES;
import static io.tidemark.ingest.TestDelivery.STOCK;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a later delivery corrected. F01 has 1000 fish of 2 kg in pen A of site 100 from 1 to 10 March 2026, 10 dead on
 * each day from the 1st to the 6th but the 4th, and 50 kg of feed a day up to the 8th.
 */
class CorrectionTest {

    private static final String ROWS = "SELECT site_id, farmer_id, table_name, first_date, last_date, days, "
            + "count_before, count_after, grams_before, grams_after FROM correction "
            + "ORDER BY corrected_at, table_name, first_date";

    @TempDir
    private Path folder;
    private TestDelivery delivery;

    @BeforeEach
    void fillTheLake() {
        delivery = new TestDelivery(folder).basics()
                .file("reference/site_farmers.csv", "site_id,farmer_id\n100,F01\n200,F01\n200,F02\n")
                .file("farmers/F01/stock.csv", STOCK + days(1, 10, ",100,A,K1,SAL,1000,2000,V2025"))
                .file("farmers/F01/losses.csv", LOSSES + days(1, 3, ",100,A,mortality,A101,10,")
                        + days(5, 6, ",100,A,mortality,A101,10,"))
                .file("farmers/F01/feeding.csv", FEEDING + days(1, 8, ",100,A,50"));
        assertThat(delivery.ingest().outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(delivery.rows(ROWS)).isEmpty();
    }

    private static String days(int first, int last, String rest) {
        return IntStream.rangeClosed(first, last).mapToObj(day -> "2026-03-%02d".formatted(day) + rest + "\n")
                .collect(Collectors.joining());
    }

    private List<String> after(String table, String header, String rows) {
        assertThat(delivery.next().file("farmers/F01/" + table + ".csv", header + rows).ingest().outcome())
                .isEqualTo(IngestOutcome.PUBLISHED);
        return delivery.rows(ROWS);
    }

    // on 2 and 3 March 10 dead become 40; on the 4th, between days with dead, none become 5
    @Test
    void daysInARowAreOneCorrection() {
        assertThat(after("losses", LOSSES, days(1, 1, ",100,A,mortality,A101,10,")
                + days(2, 3, ",100,A,mortality,A101,40,") + days(4, 4, ",100,A,mortality,A101,5,")
                + days(5, 5, ",100,A,mortality,A101,11,"))).containsExactly(
                "100 F01 losses 2026-03-02 2026-03-03 2 20 80 40000 160000",
                "100 F01 losses 2026-03-04 2026-03-04 1 - 5 - 10000",
                "100 F01 losses 2026-03-05 2026-03-05 1 10 11 20000 22000");
    }

    @Test
    void theSameAgainAndNewDaysAreNone() {
        assertThat(after("losses", LOSSES, days(5, 6, ",100,A,mortality,A101,10,")
                + days(7, 9, ",100,A,mortality,A101,300,"))).isEmpty();
        assertThat(after("feeding", FEEDING, days(8, 8, ",100,A,50") + days(9, 10, ",100,A,45"))).isEmpty();
        assertThat(after("stock", STOCK, days(10, 14, ",100,A,K1,SAL,1000,2000,V2025"))).isEmpty();
        // a site and a year that are new to the lake
        assertThat(after("stock", STOCK, "2026-03-01,200,A,K1,SAL,500,2000,V2025\n"
                + "2025-03-01,100,A,K1,SAL,500,2000,V2025\n")).isEmpty();
    }

    // the cause alone changes; the dead of the 6th go
    @Test
    void anotherCauseIsACorrectionAndSoAreRowsThatGo() {
        assertThat(after("losses", LOSSES, days(5, 5, ",100,A,mortality,B101,10,")
                + "2026-03-07,100,A,mortality,A101,1,\n")).containsExactly(
                "100 F01 losses 2026-03-05 2026-03-05 1 10 10 20000 20000",
                "100 F01 losses 2026-03-06 2026-03-06 1 10 - 20000 -");
    }

    // 1000 fish of 2 kg become 900 and 800, 850 of 2.1 kg in the mean: (900 + 800) / 2 x 2100 g
    @Test
    void stockIsTheMeanOfItsDays() {
        assertThat(after("stock", STOCK, days(2, 2, ",100,A,K1,SAL,900,2100,V2025")
                + days(3, 3, ",100,A,K1,SAL,800,2100,V2025"))).containsExactly(
                "100 F01 stock 2026-03-02 2026-03-03 2 1000 850 2000000 1785000");
    }

    // 2009 g are 0.45 % more than 2000, 2011 g 0.55 %
    @Test
    void weightsThatAreEstimatedAnewAreNone() {
        assertThat(after("stock", STOCK, days(2, 3, ",100,A,K1,SAL,1000,2009,V2025"))).isEmpty();
        assertThat(after("stock", STOCK, days(5, 5, ",100,A,K1,SAL,1000,2011,V2025"))).containsExactly(
                "100 F01 stock 2026-03-05 2026-03-05 1 1000 1000 2000000 2011000");
    }

    @Test
    void whatMovesToTheNextDayIsTwoRuns() {
        assertThat(after("losses", LOSSES, days(2, 2, ",100,A,mortality,A101,4,")
                + days(3, 3, ",100,A,mortality,A101,16,"))).containsExactly(
                "100 F01 losses 2026-03-02 2026-03-02 1 10 4 20000 8000",
                "100 F01 losses 2026-03-03 2026-03-03 1 10 16 20000 32000");
    }

    @Test
    void weighedLossesAreCorrectedByTheirWeight() {
        assertThat(after("losses", LOSSES, days(5, 5, ",100,A,mortality,A101,10,3100"))).containsExactly(
                "100 F01 losses 2026-03-05 2026-03-05 1 10 10 20000 31000");
    }

    // what losses raise is no delivered stock
    @Test
    void moreDeadThanFishCorrectLossesAlone() {
        assertThat(after("losses", LOSSES, days(6, 6, ",100,A,mortality,A101,1200,"))).containsExactly(
                "100 F01 losses 2026-03-06 2026-03-06 1 10 1200 20000 2400000");
    }

    @Test
    void feedHasNoFish() {
        assertThat(after("feeding", FEEDING, days(2, 3, ",100,A,60.5"))).containsExactly(
                "100 F01 feeding 2026-03-02 2026-03-03 2 - - 100000 121000");
    }

    @Test
    void stockThatGoesTakesLossesAndFeedWithIt() {
        assertThat(after("stock", STOCK, days(1, 1, ",100,A,K1,SAL,1000,2000,V2025")
                + days(3, 3, ",100,A,K1,SAL,1000,2000,V2025"))).containsExactly(
                "100 F01 feeding 2026-03-02 2026-03-02 1 - - 50000 -",
                "100 F01 losses 2026-03-02 2026-03-02 1 10 - 20000 -",
                "100 F01 stock 2026-03-02 2026-03-02 1 1000 - 2000000 -");
    }

    @Test
    void eachDeliveryHasItsOwn() {
        after("losses", LOSSES, days(6, 6, ",100,A,mortality,A101,12,"));
        assertThat(after("losses", LOSSES, days(6, 6, ",100,A,mortality,A101,10,"))).containsExactly(
                "100 F01 losses 2026-03-06 2026-03-06 1 10 12 20000 24000",
                "100 F01 losses 2026-03-06 2026-03-06 1 12 10 24000 20000");
        assertThat(delivery.ingest().outcome()).isEqualTo(IngestOutcome.NOTHING_NEW);
    }

    // when a later one of the year is written
    @Test
    void afterTwoYearsTheyGo() {
        after("losses", LOSSES, days(6, 6, ",100,A,mortality,A101,12,"));
        delivery.next().file("farmers/F01/losses.csv", LOSSES + days(5, 5, ",100,A,mortality,A101,9,"));
        Ingest.run(new IngestOptions(delivery.folder(), delivery.lake, LocalDate.now().plusYears(3), false, 0.01),
                event -> { });
        assertThat(delivery.rows(ROWS)).containsExactly("100 F01 losses 2026-03-05 2026-03-05 1 10 9 20000 18000");
    }
}
