package io.tidemark.server.live;

import java.nio.file.Path;
import java.time.LocalDate;

/**
 * A few days of feeding, 1000 salmon of 2000 g (2 t) in each unit where nothing else is said. F1 and F2 are G1, F3 to
 * F6 are G2 to G5. Today is Sunday 2027-01-10; the data end on Monday 2027-01-04, in 2027-W01, and are complete through
 * that day: W53 is complete, W01 is not.
 *
 * <pre>
 *                             28 December (2026-W53)   29 December (2026-W53)   4 January (2027-W01)
 *   10001  area 3  F1 (G1)    20 kg   8.50 °C          30 kg   8.20 °C          20 kg   -          1500 fish that day
 *   10002  area 3  F3 (G2)     0 kg   8.10 °C          10 kg   8.80 °C          empty
 *   10003  area 4  F4 (G3)    40 kg   9.00 °C          not reported             empty              of 4000 g, H2025
 *   10004  area 4  F5 (G4)    not reported             not reported             40 kg  -0.50 °C
 *   10006  area 4  F6 (G5)    20 kg   8.05 °C          no fish                  empty
 *   10008  area 4  -                 10.00 °C
 *   10009  on land F4 (G3)     3 kg  12.30 °C          no fish                  no fish            of 100 g, V2027, no area
 * 10005  area 7  F2 (G1)  fish on 14 December (W51) alone; no feed
 * 10007  area 3  F6 (G5)  fish on 27 December (W52), none any more on the 30th and on 4 January; no feed
 * 10001 also on 4 and 5 January 2025: 10 kg a day of V2024, 2.00 and 3.00 °C
 * </pre>
 *
 * <p>In June and July 2024 four groups feed, with 10 kg a day and pen, and grow. The weights in grams:
 *
 * <pre>
 *                          10 June   11 June   12 June             1 July   2 July
 *   10001  F1 (G1)  1000     1000      1331    1331, of 1020 fish    2000     2010      8.00 °C in June
 *   10002  F3 (G2)  1000     2000      2010    2020                  2000     2010
 *   10003  F4 (G3)   500     4000      4020    4020                  4000     4020
 *   10004  F5 (G4)  1000     2000      1990    2000                  -        2010
 * </pre>
 *
 * <p>The authority's biomass at the end of December 2026: area 3 8 t of salmon and 2 t of trout, area 7 100 t, no area
 * 50 t.
 */
final class HolmDelivery {

    static final LocalDate TODAY = LocalDate.of(2027, 1, 10);

    private HolmDelivery() {}

    static Path write(Path folder) {
        HandMadeDelivery delivery = new HandMadeDelivery(folder)
                .farmer("F1", "G1").farmer("F2", "G1").farmer("F3", "G2").farmer("F4", "G3").farmer("F5", "G4")
                .farmer("F6", "G5")
                .site("10001", 3).site("10002", 3).site("10003", 4).site("10004", 4).site("10005", 7).site("10006", 4)
                .site("10007", 3).site("10008", 4)
                .line("authority/site.csv", "site", "10009,Site 10009,62.5,6.25,onshore,,,,");
        LocalDate monday = LocalDate.of(2026, 12, 28);
        LocalDate tuesday = monday.plusDays(1);
        LocalDate end = LocalDate.of(2027, 1, 4);
        delivery.stock("F1", "10001", monday, tuesday, 1000).stock("F1", "10001", end, end, 1500)
                .stock("F3", "10002", monday, tuesday, 1000)
                .stock("F4", "10003", monday, tuesday, 1000, "4000", "H2025")
                .stock("F5", "10004", monday, tuesday, 1000).stock("F5", "10004", end, end, 1000)
                .stock("F6", "10006", monday, monday, 1000)
                .stock("F4", "10009", monday, monday, 1000, "100", "V2027")
                .stock("F2", "10005", LocalDate.of(2026, 12, 14), LocalDate.of(2026, 12, 14), 1000)
                .stock("F6", "10007", monday.minusDays(1), monday.minusDays(1), 1000)
                .stock("F6", "10007", LocalDate.of(2026, 12, 30), LocalDate.of(2026, 12, 30), 0)
                .stock("F3", "10002", end, end, 0).stock("F4", "10003", end, end, 0, "4000", "H2025")
                .stock("F6", "10006", end, end, 0).stock("F6", "10007", end, end, 0)
                .stock("F1", "10001", LocalDate.of(2025, 1, 4), LocalDate.of(2025, 1, 5), 1000, "2000", "V2024");
        feed(delivery, "F1", "10001", monday, 20);
        feed(delivery, "F1", "10001", tuesday, 30);
        feed(delivery, "F1", "10001", end, 20);
        feed(delivery, "F1", "10001", LocalDate.of(2025, 1, 4), 10);
        feed(delivery, "F1", "10001", LocalDate.of(2025, 1, 5), 10);
        feed(delivery, "F3", "10002", monday, 0);
        feed(delivery, "F3", "10002", tuesday, 10);
        feed(delivery, "F4", "10003", monday, 40);
        feed(delivery, "F5", "10004", end, 40);
        feed(delivery, "F6", "10006", monday, 20);
        feed(delivery, "F4", "10009", monday, 3);
        delivery.temperature("F1", "10001", monday, "8.50", 1).temperature("F1", "10001", tuesday, "8.20", 1)
                .temperature("F1", "10001", LocalDate.of(2025, 1, 4), "2.00", 1)
                .temperature("F1", "10001", LocalDate.of(2025, 1, 5), "3.00", 1)
                .temperature("F3", "10002", monday, "8.10", 1).temperature("F3", "10002", tuesday, "8.80", 1)
                .temperature("F4", "10003", monday, "9.00", 1).temperature("F5", "10004", end, "-0.50", 1)
                .temperature("F6", "10006", monday, "8.05", 1).temperature("F4", "10008", monday, "10.00", 1)
                .temperature("F4", "10009", monday, "12.30", 1);
        grow(delivery, "F1", "10001", 1000, "1000", "1331", "1331");
        grow(delivery, "F3", "10002", 1000, "2000", "2010", "2020");
        grow(delivery, "F4", "10003", 500, "4000", "4020", "4020");
        grow(delivery, "F5", "10004", 1000, "2000", "1990", "2000");
        for (int day = 10; day <= 12; day++) {
            delivery.temperature("F1", "10001", LocalDate.of(2024, 6, day), "8.00", 1);
        }
        LocalDate july = LocalDate.of(2024, 7, 1);
        fed(delivery, "F1", "10001", july, 1000, "2000");
        fed(delivery, "F3", "10002", july, 1000, "2000");
        fed(delivery, "F4", "10003", july, 500, "4000");
        fed(delivery, "F1", "10001", july.plusDays(1), 1000, "2010");
        fed(delivery, "F3", "10002", july.plusDays(1), 1000, "2010");
        fed(delivery, "F4", "10003", july.plusDays(1), 500, "4020");
        fed(delivery, "F5", "10004", july.plusDays(1), 1000, "2010");
        for (String figure : new String[] {"3,SAL,4000,8000", "3,TRR,1000,2000", "7,SAL,50000,100000",
                ",SAL,25000,50000"}) {
            delivery.line("authority/authority_month.csv", "authority_month", "2026-12-01," + figure
                    + ",0,0,0,0,0,0,0,0");
        }
        return delivery.write();
    }

    private static void grow(HandMadeDelivery delivery, String farmer, String site, int fish, String... grams) {
        LocalDate day = LocalDate.of(2024, 6, 10);
        for (int i = 0; i < grams.length; i++) {
            fed(delivery, farmer, site, day.plusDays(i), farmer.equals("F1") && i == 2 ? fish + fish / 50 : fish,
                    grams[i]);
        }
    }

    private static void fed(HandMadeDelivery delivery, String farmer, String site, LocalDate day, int fish,
            String gram) {
        delivery.stock(farmer, site, day, day, fish, gram, "V2024");
        feed(delivery, farmer, site, day, 10);
    }

    private static void feed(HandMadeDelivery delivery, String farmer, String site, LocalDate day, int kg) {
        delivery.line("farmers/" + farmer + "/feeding.csv", "feeding", day + "," + site + ",A," + kg);
    }
}
