package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.FEEDING;
import static io.tidemark.ingest.TestDelivery.STOCK;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kilograms where grams belong, and tonnes where kilograms belong, are noticed. */
class UnitOfMeasureTest {

    private static final LocalDate FIRST = LocalDate.of(2026, 5, 1);
    private static final LocalDate CORRECTED = LocalDate.of(2026, 5, 22);
    private static final LocalDate LAST = LocalDate.of(2026, 5, 31);

    @TempDir
    private static Path shared;
    private static TestDelivery made;

    @TempDir
    private Path folder;
    private TestDelivery delivery;

    // two units of 1000 fish of 3650.9 g, which get 10 kg of feed a day: 10 g a fish
    @BeforeAll
    static void fillTheLake() {
        made = new TestDelivery(shared).basics()
                .file("farmers/F01/stock.csv", STOCK + stock(FIRST, LAST, "3650.9"))
                .file("farmers/F01/feeding.csv", FEEDING + feed(FIRST, "10"));
        assertThat(made.ingest().warnings()).isEmpty();
    }

    private static String days(LocalDate from, LocalDate to, String rest) {
        return from.datesUntil(to.plusDays(1)).map(day -> day + rest + "\n").collect(Collectors.joining());
    }

    private static String stock(LocalDate from, LocalDate to, String weight) {
        String fish = ",K1,SAL,1000," + weight + ",V2025";
        return days(from, to, ",100,U1" + fish) + days(from, to, ",100,U2" + fish);
    }

    private static String feed(LocalDate from, String kilograms) {
        return days(from, LAST, ",100,U1," + kilograms) + days(from, LAST, ",100,U2," + kilograms);
    }

    @BeforeEach
    void start() {
        delivery = new TestDelivery(folder).on(made.lake);
    }

    @Test
    void weightsInKilogramsAreRefusedUnlessTheyAreMeant() {
        String text = "changes the mean weight of a unit's fish a hundredfold or more from one day to the next (2 "
                + "times), such as 100 U1 from 3650.90 g on 2026-05-21 to 3.85 g on 2026-05-22: kilograms instead of "
                + "grams?";
        IngestReport report = delivery.file("farmers/F01/stock.csv", STOCK + stock(CORRECTED, LAST, "3.85")).ingest();
        assertThat(report.files().getFirst().failure())
                .isEqualTo(text + " Correct the file, or say --replace if it is meant");
        IngestReport meant = delivery.file("farmers/F01/REPLACE", "").ingest();
        assertThat(meant.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(meant.warnings()).containsExactly("farmers/F01/stock.csv: " + text);
    }

    @Test
    void aSingleDayInKilogramsIsAWarning() {
        // down to it and up from it
        String day = "2026-05-25,100,U1,K1,SAL,1000,3";
        String weights = stock(CORRECTED, LAST, "3850").replace(day + "850", day + ".85");
        IngestReport report = delivery.file("farmers/F01/stock.csv", STOCK + weights).ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(report.warnings()).containsExactly("farmers/F01/stock.csv: changes the mean weight of a unit's fish "
                + "a hundredfold or more from one day to the next (2 times), such as 100 U1 from 3850.00 g on "
                + "2026-05-24 to 3.85 g on 2026-05-25: kilograms instead of grams?");
    }

    @Test
    void anotherCohortMayBeAHundredTimesSmaller() {
        assertThat(delivery.file("farmers/F01/stock.csv", STOCK + stock(CORRECTED, LAST, "30").replace("K1", "K2"))
                .ingest().warnings()).isEmpty();
    }

    // until eight of the last fourteen days are in tonnes: then the median is, too
    @Test
    void feedInTonnesIsRefused() {
        IngestReport report = delivery.file("farmers/F01/feeding.csv", FEEDING + feed(CORRECTED, "0.01")).ingest();
        assertThat(report.files().getFirst().failure()).isEqualTo("has 8 days on which a site's feed per fish is a "
                + "hundredth or a hundredfold of the median of its last 14 days with feed, such as 100 on 2026-05-22 "
                + "with 0.01 g instead of 10.0 g: another unit than kilograms? Correct the file, or say --replace if "
                + "it is meant");
    }
}
