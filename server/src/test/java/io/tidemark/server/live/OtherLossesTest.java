package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Other losses of the Directorate's, added up over months. At the end of each month from December 2025 to December 2026
 * area 3 has 600 salmon and 400 trout. In each of these months 6 salmon and 4 trout are other losses, 0.01 of them; in
 * March 2026 46 more salmon are found than were counted before: 40 fewer than none are lost, -0.04.
 */
class OtherLossesTest {

    private static final LocalDate BEGIN = LocalDate.of(2026, 1, 1);
    private static final LocalDate END = LocalDate.of(2026, 12, 31);
    private static final String FIELDS = " fdir_other_rate fdir_cumulative_other_rate_12_months "
            + "fdir_cumulative_other_rate_6_months fdir_cumulative_other_rate_3_months";

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery")).farmer("F1", "G1")
                .site("10001", 3).stock("F1", "10001", BEGIN, END, 1000);
        for (LocalDate month = BEGIN.minusMonths(1); month.isBefore(END); month = month.plusMonths(1)) {
            other(delivery, month, "SAL,600", month.getMonthValue() == 3 ? -44 : 6);
            other(delivery, month, "TRR,400", 4);
        }
        server = LiveServer.start(folder, END).ingest(delivery.write(), LiveServer.RULE_OFF);
    }

    private static void other(HandMadeDelivery delivery, LocalDate month, String stock, int count) {
        delivery.line("authority/authority_month.csv", "authority_month", month + ",3," + stock
                + ",1000,0,0,0,0,0,0,0," + count);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    // December 2025 has no month before it, so no rate. 1 - exp(-sum): March 0.01 + 0.01 - 0.04 = -0.02; April -0.02;
    // June 5 x 0.01 - 0.04 = 0.01, and three months 0.03; December 11 x 0.01 - 0.04 = 0.07, six months 0.06
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            2026-01 | 0.01 null null null
            2026-03 | -0.04 null null -0.02020134
            2026-04 | 0.01 null null -0.02020134
            2026-06 | 0.01 null 0.0099501663 0.0295544665
            2026-12 | 0.01 0.0676061801 0.0582354664 0.0295544665
            """)
    void otherLossesAddUp(String month, String values) {
        String window = "?from_date=" + month + "&to_date=" + month;
        assertThat(rows(server.data("/v3/mortality/areas/month" + window, "admin"), "platform_area_name" + FIELDS))
                .isEqualTo("Vest " + values);
        assertThat(rows(server.data("/v3/mortality/region/rolling-12-month" + window, "admin"),
                "production_region_name" + FIELDS)).isEqualTo("Norge " + values + " / Sør " + values);
    }
}
