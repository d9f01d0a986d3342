package io.tidemark.server.live;

import java.nio.file.Path;
import java.time.LocalDate;

/**
 * A small coast with two years that have a week 53. Six companies in five groups: F1 and F2 are G1, F3 to F6 are G2 to
 * G5.
 *
 * <pre>
 * area Vest (production areas 3, 4)          fish a day   week 2020-W53        week 2026-W53        2027-W01
 *   10001  area 3  F1 (G1)  V2026  2000 g      1000       7 dead               7 dead               -
 *   10002  area 3  F3 (G2)  V2026  2000 g      2000       4 dead, 10 culled    4 dead, 10 culled    6 dead
 *   10003  area 4  F4 (G3)  H2025  4000 g      3000       -                    -                    -
 *   10004  area 4  F5 (G4)  V2026  2000 g      4000       21 dead              21 dead              -
 * area Trøndelag (production areas 6, 7), only 2026-W53: three groups, so two beside F1's or F3's own
 *   10005  area 7  F2 (G1)  V2026  2000 g       500       1 dead
 *   10006  area 7  F3 (G2)  V2026  2000 g       500       2 dead
 *   10007  area 7  F6 (G5)  V2026  2000 g      1000       3 dead
 * 10008 is registered in area 9 and has never had fish; 10009 lies on land without an area and has F4's smolt
 * </pre>
 *
 * The authority has, at the end of November and December 2026: area 3 salmon 1000 and 3000 fish (December: 100 dead, 20
 * discarded), trout 500 and 500 (10 dead); area 6 salmon 100 and 100 (5 dead); area 7 salmon only in December. Areas 4
 * and 9 have no figures at all.
 *
 * <p>Temperatures in 2026-W53, region Sør: 10001 8.00 twice and 9.50 once; 10003 7.00 four times; 10004 6.10 once.
 */
final class FjordDelivery {

    /** A Sunday; the week before it is 2027-W01. */
    static final LocalDate TODAY = LocalDate.of(2027, 1, 10);

    private FjordDelivery() {}

    static Path write(Path folder) {
        HandMadeDelivery delivery = new HandMadeDelivery(folder)
                .farmer("F1", "G1").farmer("F2", "G1").farmer("F3", "G2").farmer("F4", "G3").farmer("F5", "G4")
                .farmer("F6", "G5").site("10001", 3).site("10002", 3).site("10003", 4).site("10004", 4)
                .site("10005", 7).site("10006", 7).site("10007", 7).site("10008", 9)
                .line("authority/site.csv", "site", "10009,Site 10009,62.5,6.25,onshore,,,,");
        vest(delivery, LocalDate.of(2020, 12, 28));
        vest(delivery, LocalDate.of(2026, 12, 28));
        LocalDate next = LocalDate.of(2027, 1, 4);
        delivery.stock("F1", "10001", next, next.plusDays(6), 1000)
                .stock("F3", "10002", next, next.plusDays(6), 2000)
                .stock("F4", "10003", next, next.plusDays(6), 3000, "4000", "H2025")
                .stock("F5", "10004", next, next.plusDays(6), 4000)
                .loss("F3", "10002", next, "mortality", "A101", 6);
        LocalDate monday = LocalDate.of(2026, 12, 28);
        delivery.stock("F2", "10005", monday, monday.plusDays(6), 500)
                .stock("F3", "10006", monday, monday.plusDays(6), 500)
                .stock("F6", "10007", monday, monday.plusDays(6), 1000)
                .loss("F2", "10005", monday, "mortality", "A101", 1)
                .loss("F3", "10006", monday, "mortality", "A101", 2)
                .loss("F6", "10007", monday, "mortality", "A101", 3)
                .stock("F4", "10009", monday, monday.plusDays(6), 100, "100", "V2027");
        delivery.temperature("F1", "10001", monday, "8.00", 2).temperature("F1", "10001", monday.plusDays(1), "9.50", 1)
                .temperature("F4", "10003", monday, "7.00", 4)
                .temperature("F5", "10004", monday.plusDays(6), "6.10", 1);
        authority(delivery, "2026-11-01,3,SAL,1000", 0, 0);
        authority(delivery, "2026-11-01,3,TRR,500", 0, 0);
        authority(delivery, "2026-11-01,6,SAL,100", 0, 0);
        authority(delivery, "2026-12-01,3,SAL,3000", 100, 20);
        authority(delivery, "2026-12-01,3,TRR,500", 10, 0);
        authority(delivery, "2026-12-01,6,SAL,100", 5, 0);
        authority(delivery, "2026-12-01,7,SAL,100", 5, 0);
        return delivery.write();
    }

    private static void authority(HandMadeDelivery delivery, String stock, int dead, int discarded) {
        delivery.line("authority/authority_month.csv", "authority_month",
                stock + ",1000,0,0,0,0," + dead + "," + discarded + ",0," + (2 * discarded - dead));
    }

    private static void vest(HandMadeDelivery delivery, LocalDate monday) {
        LocalDate sunday = monday.plusDays(6);
        delivery.stock("F1", "10001", monday, sunday, 1000)
                .stock("F3", "10002", monday, sunday, 2000)
                .stock("F4", "10003", monday, sunday, 3000, "4000", "H2025")
                .stock("F5", "10004", monday, sunday, 4000)
                .loss("F1", "10001", monday, "mortality", "A101", 5)
                .loss("F1", "10001", sunday, "mortality", "A102", 2)
                .loss("F3", "10002", monday, "mortality", "A101", 4)
                .loss("F3", "10002", monday, "culling", "A101", 10)
                .loss("F5", "10004", sunday, "mortality", "A101", 21);
    }
}
