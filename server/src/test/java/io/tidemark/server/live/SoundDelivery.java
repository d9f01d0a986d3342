package io.tidemark.server.live;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;

/**
 * Sea temperatures of four sites that have never had the platform's fish, at 3 m and measured once where nothing else
 * is said. Today is Sunday 2027-01-10, in 2027-W01; 2026 has a week 53, 2025 has none.
 *
 * <pre>
 * area 3 (Vest)       10001  2026-12-07 (W50)  8.50
 *                            2026-12-21 (W52)  7.00
 *                            2026-12-28 (W53)  8.00 twice at 3 m, 9.50 at 5 m
 *                            2026-12-29 (W53)  6.00 at 14.9 m, 5.00 four times at 15 m
 *                            2026-12-30 (W53)  25.00 at 20 m, measured 0 times, which counts nowhere
 *                            2027-01-04 (W01)  6.00
 *                            2026-01-01 (2026-W01) 5.00, 2025-01-02 (2025-W01) 0.90
 *                            Januaries of 2024, 2023, 2022: 4.60, 5.50, 6.50, on the 3rd; Decembers of 2025, 2024, 2023: 7.40, on the 15th
 *                     10002  2026-12-28        7.10 without a depth
 * area 4 (Vest)       10003  2026-12-28        6.00 six times; on the 15th of each month from March to September 8.00 in 2023 to
 *                            2025, and in 2026 what {@link #MONTHS_OF_2026} has
 * area 7 (Trøndelag)  10004  every second Monday, 26 times to 2027-01-04: 12.00 then, 0.20 less each time before
 * 10005 lies on land, 10006 outside every area: 20.00 on 2026-12-28, which no route shows
 * </pre>
 */
final class SoundDelivery {

    static final LocalDate TODAY = LocalDate.of(2027, 1, 10);

    /** March to September; 8.00 in the three years before each. */
    static final List<String> MONTHS_OF_2026 = List.of("6.50", "6.51", "7.51", "8.49", "8.50", "9.49", "9.50");

    private SoundDelivery() {}

    static Path write(Path folder) {
        HandMadeDelivery delivery = new HandMadeDelivery(folder).farmer("F1", "G1")
                .site("10001", 3).site("10002", 3).site("10003", 4).site("10004", 7)
                .line("authority/site.csv", "site", "10005,Site 10005,62.5,6.25,onshore,3,,,")
                .line("authority/site.csv", "site", "10006,Site 10006,62.5,6.25,offshore,,,,");
        LocalDate week53 = LocalDate.of(2026, 12, 28);
        once(delivery, "10001", LocalDate.of(2026, 12, 7), "8.50");
        once(delivery, "10001", LocalDate.of(2026, 12, 21), "7.00");
        reading(delivery, "10001", week53, "8.00", "3", 2);
        reading(delivery, "10001", week53, "9.50", "5", 1);
        reading(delivery, "10001", week53.plusDays(1), "6.00", "14.9", 1);
        reading(delivery, "10001", week53.plusDays(1), "5.00", "15", 4);
        reading(delivery, "10001", week53.plusDays(2), "25.00", "20", 0);
        once(delivery, "10001", LocalDate.of(2027, 1, 4), "6.00");
        once(delivery, "10001", LocalDate.of(2026, 1, 1), "5.00");
        once(delivery, "10001", LocalDate.of(2025, 1, 2), "0.90");
        once(delivery, "10001", LocalDate.of(2024, 1, 3), "4.60");
        once(delivery, "10001", LocalDate.of(2023, 1, 3), "5.50");
        once(delivery, "10001", LocalDate.of(2022, 1, 3), "6.50");
        for (int year = 2023; year <= 2025; year++) {
            once(delivery, "10001", LocalDate.of(year, 12, 15), "7.40");
            for (int month = 3; month <= 9; month++) {
                once(delivery, "10003", LocalDate.of(year, month, 15), "8.00");
            }
        }
        reading(delivery, "10002", week53, "7.10", "", 1);
        reading(delivery, "10003", week53, "6.00", "3", 6);
        for (int month = 3; month <= 9; month++) {
            once(delivery, "10003", LocalDate.of(2026, month, 15), MONTHS_OF_2026.get(month - 3));
        }
        for (int i = 0; i < 26; i++) {
            int hundredths = 1200 - 20 * i;
            once(delivery, "10004", LocalDate.of(2027, 1, 4).minusWeeks(2L * i),
                    "%d.%02d".formatted(hundredths / 100, hundredths % 100));
        }
        once(delivery, "10005", week53, "20.00");
        once(delivery, "10006", week53, "20.00");
        return delivery.write();
    }

    private static void once(HandMadeDelivery delivery, String site, LocalDate day, String degrees) {
        reading(delivery, site, day, degrees, "3", 1);
    }

    private static void reading(HandMadeDelivery delivery, String site, LocalDate day, String degrees, String depth,
            int count) {
        delivery.line("farmers/F1/temperatures.csv", "temperatures", day + "," + site + "," + degrees + "," + depth
                + "," + count);
    }
}
