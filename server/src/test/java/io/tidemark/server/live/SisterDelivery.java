package io.tidemark.server.live;

import java.nio.file.Path;
import java.time.LocalDate;

/**
 * A company that is better than others, and whose group is worse. Six companies in five groups: F1 and F2 are G1, F3 to
 * F6 are G2 to G5. All have 1000 fish of V2026 and 2000 g in area 3 (Vest), from 1 September to 8 November 2026 if
 * nothing else is said:
 *
 * <pre>
 *   10001  pen A  F1  from 1 October     10 dead of A101 on 12 October
 *   10001  pen B  F2  from 15 September  20 dead of B101 that day, treated on 2 October
 *   10003 to 10006    F3 to F6           12 dead of A101 each that day
 * </pre>
 *
 * <p>From 20 October on fish weigh 2010 g, F1's 2020 g. Fed are that day F1 10 kg, F2 21 kg, the others 15 kg each; and
 * F2 again on 3 November. The sea at 10001 had 8.5 °C on the first day, 9.2 °C on the second.
 */
final class SisterDelivery {

    static final LocalDate BEGIN = LocalDate.of(2026, 9, 1);
    /** A Sunday, the last day of the data. */
    static final LocalDate END = LocalDate.of(2026, 11, 8);
    private static final LocalDate GROWN = LocalDate.of(2026, 10, 20);

    private SisterDelivery() {}

    static Path write(Path folder) {
        HandMadeDelivery delivery = new HandMadeDelivery(folder).farmer("F1", "G1")
                .farmer("F2", "G1").farmer("F3", "G2").farmer("F4", "G3").farmer("F5", "G4").farmer("F6", "G5")
                .site("10001", 3).shared("10001", "F1", "F2");
        pen(delivery, "F1", "10001,A", LocalDate.of(2026, 10, 1), 2020, "A101,10", 10);
        pen(delivery, "F2", "10001,B", LocalDate.of(2026, 9, 15), 2010, "B101,20", 21);
        for (int company = 3; company <= 6; company++) {
            delivery.site("1000" + company, 3);
            pen(delivery, "F" + company, "1000" + company + ",A", BEGIN, 2010, "A101,12", 15);
        }
        delivery.line("farmers/F2/feeding.csv", "feeding", "2026-11-03,10001,B,20")
                .treatment("F2", "t1,2026-10-02,10001,Thermal,Lice,true,false,B,,,,1,")
                .temperature("F1", "10001", GROWN, "8.50", 1)
                .temperature("F1", "10001", GROWN.plusDays(14), "9.20", 1);
        return delivery.write();
    }

    private static void pen(HandMadeDelivery delivery, String farmer, String unit, LocalDate first, int gram,
            String lost, int feed) {
        for (LocalDate day = first; !day.isAfter(END); day = day.plusDays(1)) {
            delivery.line("farmers/" + farmer + "/stock.csv", "stock", day + "," + unit + ",C,SAL,1000,"
                    + (day.isBefore(GROWN) ? 2000 : gram) + ",V2026");
        }
        delivery.line("farmers/" + farmer + "/losses.csv", "losses", "2026-10-12," + unit + ",mortality," + lost)
                .line("farmers/" + farmer + "/feeding.csv", "feeding", GROWN + "," + unit + "," + feed);
    }
}
