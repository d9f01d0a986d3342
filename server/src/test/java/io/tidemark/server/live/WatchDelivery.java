package io.tidemark.server.live;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Random;

/**
 * Pens of F1 (G1) in area 3, seven weeks up to 2027-01-31, a Sunday; each has 100 000 fish and stands on 10001 but for
 * those of the simulation.
 *
 * <pre>
 *         gram    dead a day, to 28 January   29  30  31
 *   A     499     10                          51  50  51      above 0.5 per mille over three days, not on each
 *   B     500     25                          25  25  25      at 0.25 per mille, not above
 *   C     499.99  26                          26  26  26      below 0.5 per mille
 *   D     500     26                          26  26  26      above 0.25 per mille for all seven weeks
 *   E     4000    4 and 8 by turns, 6 from the 24th           6  24  24    one day above the line
 *   F     4000    the same                    24  24  24      two days above the line
 *   G     4000    60                           -  60  60      nothing was delivered on the 20th, 21st and 29th
 *   H     4000    1, since the 25th           1   1   1
 *   I     4000    H2024 and 90 until the 15th, then V2026 and 1, restocked
 * </pre>
 *
 * <p>Of the same fish as B others have 10002 (G2, 10 dead a day), 10003 (G3) and 10004 (G4), 100 000 each. Treatments:
 * A and B on 10 January, all of 10001 on 20 December, and 10001 on 1 December, before the fish came. 10005 was
 * delivered last on 17 January. 10006 to 10009 have {@link SimulatedPen}s, one site for each way to collect the dead:
 * pens Q of quiet fish, and R where four times as many die since eight days.
 */
final class WatchDelivery {

    /** The day of the data end. */
    static final LocalDate END = LocalDate.of(2027, 1, 31);
    /** How many pens of each kind are simulated on 10006, and on each of the other sites. */
    static final int PENS = 200;
    static final int OTHER_PENS = 90;

    private static final LocalDate BEGIN = END.minusDays(49);
    private static final LocalDate RISE = END.minusDays(7);
    private static final int FISH = 100_000;
    private static final long SEED = 11;

    private WatchDelivery() {}

    static Path write(Path folder) {
        HandMadeDelivery delivery = new HandMadeDelivery(folder).farmer("F1", "G1").farmer("F3", "G2")
                .farmer("F4", "G3").farmer("F5", "G4");
        for (String site : new String[] {"10001", "10002", "10003", "10004", "10005", "10006", "10007", "10008",
                "10009"}) {
            delivery.site(site, 3);
        }
        for (LocalDate day = BEGIN; !day.isAfter(END); day = day.plusDays(1)) {
            pens(delivery, day);
            others(delivery, day);
        }
        Random random = new Random(SEED);
        for (int way = 0; way < SimulatedPen.WAYS.size(); way++) {
            simulated(delivery, random, way);
        }
        return delivery.treatment("F1", "t1,2027-01-10,10001,Thermal,Lice,true,false,A|B,,,,1,")
                .treatment("F1", "t2,2026-12-20,10001,Bath,Lice,false,false,,,,,1,")
                .treatment("F1", "t3,2026-12-01,10001,Bath,Lice,false,false,,,,,1,").write();
    }

    private static void pens(HandMadeDelivery delivery, LocalDate day) {
        int left = (int) (END.toEpochDay() - day.toEpochDay());
        pen(delivery, day, "A", "499", "V2026", left == 0 || left == 2 ? 51 : left == 1 ? 50 : 10);
        pen(delivery, day, "B", "500", "V2026", 25);
        pen(delivery, day, "C", "499.99", "V2026", 26);
        pen(delivery, day, "D", "500", "V2026", 26);
        int before = left > 7 ? left % 2 == 0 ? 4 : 8 : 6;
        pen(delivery, day, "E", "4000", "V2026", left < 2 ? 24 : before);
        pen(delivery, day, "F", "4000", "V2026", left < 3 ? 24 : before);
        if (left != 2 && left != 10 && left != 11) {
            pen(delivery, day, "G", "4000", "V2026", 60);
        }
        if (left <= 6) {
            pen(delivery, day, "H", "4000", "V2026", 1);
        }
        pen(delivery, day, "I", "4000", left > 15 ? "H2024" : "V2026", left > 15 ? 90 : 1);
    }

    private static void pen(HandMadeDelivery delivery, LocalDate day, String unit, String gram, String generation,
            int dead) {
        row(delivery, "F1", "10001", unit, day, gram, generation, FISH, dead);
    }

    private static void others(HandMadeDelivery delivery, LocalDate day) {
        row(delivery, "F3", "10002", "A", day, "500", "V2026", FISH, 10);
        row(delivery, "F4", "10003", "A", day, "500", "V2026", FISH, 0);
        row(delivery, "F5", "10004", "A", day, "500", "V2026", FISH, 0);
        if (day.isBefore(END.minusDays(13))) {
            row(delivery, "F1", "10005", "A", day, "500", "V2026", FISH, 60);
        }
    }

    private static void simulated(HandMadeDelivery delivery, Random random, int way) {
        int pens = way == 0 ? PENS : OTHER_PENS;
        for (int pen = 0; pen < 2 * pens; pen++) {
            boolean rises = pen >= pens;
            new SimulatedPen(delivery, "F1", (rises ? "R" : "Q") + pen, way).write(random, BEGIN, END,
                    rises ? RISE : LocalDate.MAX, day -> List.of(String.valueOf(10_006 + way)));
        }
    }

    private static void row(HandMadeDelivery delivery, String farmer, String site, String unit, LocalDate day,
            String gram, String generation, int fish, int dead) {
        delivery.line("farmers/" + farmer + "/stock.csv", "stock",
                day + "," + site + "," + unit + ",C" + unit + generation + ",SAL," + fish + "," + gram + ","
                + generation);
        if (dead > 0) {
            delivery.line("farmers/" + farmer + "/losses.csv", "losses", day + "," + site + "," + unit
                    + ",mortality,A101," + dead);
        }
    }
}
