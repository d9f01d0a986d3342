package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A month that has only begun beside the same days of earlier years, in sea-temperature-analysis. */
class RunningMonthTest {

    private static final String FIELDS = "week_date area_id current_month_avg current_month_period_type "
            + "month_avg_3year_historical"
            + " month_avg_5year_historical current_month_vs_3year_diff monthly_status_vs_3year monthly_status_vs_5year";

    @TempDir
    private Path folder;

    // The sea temperatures end on 7 May 2027; what is read on land and outside every area later does not count.
    // Area 3: 6 degrees on the first seven days of six Mays, 10 on the others: whole Mays would be (7 x 6 + 24 x 10) /
    // 31 = 9.1. April is whole, though read on other days than before. Area 4 ends on the 5th: 2026 (5.4 + 7.4) / 2,
    // 2025 and 2024 6.4; there is no 2023. Area 7 has no reading of the first three days in 2024.
    @Test
    void aNormalSeventhOfMayIsNormal() throws InterruptedException {
        HandMadeDelivery delivery = delivery();
        for (int year = 2022; year <= 2027; year++) {
            for (int day = 1; day <= (year == 2027 ? 7 : 31); day++) {
                read(delivery, "10001", "%d-05-%02d".formatted(year, day), day <= 7 ? "6.00" : "10.00");
            }
            read(delivery, "10001", year + (year == 2027 ? "-04-26" : "-04-30"), year == 2027 ? "5.00" : "3.50");
        }
        for (String reading : new String[] {"2027-05-04 7.00", "2027-05-05 7.00", "2026-05-01 5.40", "2026-05-05 7.40",
                "2026-05-06 9.00",
            "2025-05-05 6.40", "2025-05-07 9.00", "2024-05-02 6.40", "2024-05-31 1.00", "2022-05-01 6.40"}) {
            read(delivery, "10002", reading.substring(0, 10), reading.substring(11));
        }
        for (String day : new String[] {"2027-05-03", "2026-05-03", "2025-05-02", "2024-05-20"}) {
            read(delivery, "10003", day, "8.00");
        }
        read(delivery, "10004", "2027-05-31", "8.00");
        read(delivery, "10005", "2027-06-01", "8.00");

        try (LiveServer server = LiveServer.start(folder, LocalDate.of(2027, 6, 2)).ingest(delivery.write())) {
            assertThat(rows(server.data("/v3/environment/sea-temperature-analysis?from_date=2027-04-26", "analyst"),
                    FIELDS)).isEqualTo(
                    "2027-04-26 3 5 full_month 3.5 3.5 1.5 much warmer much warmer"
                    + " / 2027-05-03 3 6 month_to_date 6 6 0 normal normal"
                    + " / 2027-05-03 4 7 month_to_date 6.4 null 0.6 warmer null"
                    + " / 2027-05-03 7 8 month_to_date null null null null null");
        }
    }

    // 28 February 2028, of a leap year, is compared with the days up to the 28th, and the 29th makes the month whole:
    // then 29 February 2024 counts, (4 + 20) / 2 = 12, and five years have (4 x 4 + 12) / 5 = 5.6
    @Test
    void theLeapDayCompletesFebruary() throws InterruptedException {
        HandMadeDelivery delivery = delivery();
        for (int year = 2023; year <= 2028; year++) {
            read(delivery, "10001", year + "-02-28", "4.00");
        }
        read(delivery, "10001", "2024-02-29", "20.00");
        HandMadeDelivery next = new HandMadeDelivery(folder.resolve("next"));
        read(next, "10001", "2028-02-29", "4.00");

        try (LiveServer server = LiveServer.start(folder, LocalDate.of(2028, 3, 1)).ingest(delivery.write())) {
            String week = "/v3/environment/sea-temperature-analysis?from_date=2028-02-28";
            assertThat(rows(server.data(week, "analyst"), FIELDS))
                    .isEqualTo("2028-02-28 3 4 month_to_date 4 4 0 normal normal");

            server.ingest(next.write());
            assertThat(rows(server.data(week, "analyst"), FIELDS))
                    .isEqualTo("2028-02-28 3 4 full_month 4 5.6 0 normal much colder");
        }
    }

    private HandMadeDelivery delivery() {
        return new HandMadeDelivery(folder.resolve("delivery")).farmer("F1", "G1").site("10001", 3).site("10002", 4)
                .site("10003", 7).line("authority/site.csv", "site", "10004,Site 10004,62.5,6.25,offshore,,,,")
                .line("authority/site.csv", "site", "10005,Site 10005,62.5,6.25,onshore,,,,");
    }

    private static void read(HandMadeDelivery delivery, String site, String day, String degrees) {
        delivery.temperature("F1", site, LocalDate.parse(day), degrees, 1);
    }
}
