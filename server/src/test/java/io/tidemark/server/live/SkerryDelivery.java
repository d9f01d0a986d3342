package io.tidemark.server.live;

import java.nio.file.Path;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;

/**
 * Twenty-one sites in region Sør, numbered 1 to 21 here (site ids 9997 to 10017, so that their order as numbers is not
 * that as texts), and a few elsewhere. Every site has 1000 fish of 2000 g every day, so a month's fish days are 1000 x
 * its days and its rate is deaths / 1000. Complete months are December 2025 to January 2027; February 2027 ends on the
 * 10th.
 *
 * <pre>
 * Sør     site n loses n fish a month, all on the 10th, of cause number (n - 1) mod 12 in {@link #CODES}; but
 *           site 4 loses 3 (a tie with site 3);
 *           site 10's dead weigh 6000 g each, and 2 more are culled there;
 *           site 12 loses 112 in January 2027;
 *           site 19 has 1000 more fish, F1's, in December 2026, 19 of which die;
 *           site 20 has 1000 fish on 2024-01-31 and 2024-02-01 too, the 36th month before the end and the one before it;
 *           site 21 has fish from September 2026 on
 *         G1 (F1, F2) has sites 1 4 5 10, G2 (F3) 2 6 9 13 16 20, G3 (F4) 3 7 12 14 17 19, G4 (F5) 8 11 15 18 21
 * Midt    501 of F1 loses 5 a month, 502 of F6 (G5) loses 7: two groups
 * Nord    801 of F6 loses 9: one group; from December 2026 on also 802 of F1, 803 of F3, 804 of F4 without losses: four groups
 * no area 901 of F6 loses 4; on land 701 of F5 loses 50 of 100
 * </pre>
 *
 * Sør's deaths in a month with all 21 sites: 1 + 2 + 3 + 3 + 5 + ... + 21 = 231 - 1 = 230; without site 21: 209 of 20
 * 000 fish.
 */
final class SkerryDelivery {

    /** The day after the data end. */
    static final LocalDate TODAY = LocalDate.of(2027, 2, 11);

    /** What the sites' fish die of; none of level 1 F. */
    static final List<String> CODES = List.of("A101", "A102", "A103", "B101", "B201", "C101", "C201", "D101", "D201",
            "E201", "E103", "E301");

    private static final List<String> OWNERS = List.of("F1", "F3", "F4", "F1", "F2", "F3", "F4", "F5", "F3", "F2",
            "F5", "F4", "F3", "F4", "F5", "F3", "F4", "F5", "F4", "F3", "F5");
    private static final YearMonth FIRST = YearMonth.of(2025, 12);
    private static final YearMonth LAST = YearMonth.of(2027, 1);
    private static final LocalDate END = LocalDate.of(2027, 2, 10);

    private SkerryDelivery() {}

    static Path write(Path folder) {
        HandMadeDelivery delivery = new HandMadeDelivery(folder)
                .farmer("F1", "G1").farmer("F2", "G1").farmer("F3", "G2").farmer("F4", "G3").farmer("F5", "G4")
                .farmer("F6", "G5").line("authority/site.csv", "site", "901,Site 901,62.5,6.25,offshore,,,,")
                .line("authority/site.csv", "site", "701,Site 701,62.5,6.25,onshore,,,,");
        for (int n = 1; n <= OWNERS.size(); n++) {
            String owner = OWNERS.get(n - 1);
            delivery.site(id(n), 1 + n % 5);
            YearMonth first = n == 21 ? YearMonth.of(2026, 9) : FIRST;
            delivery.stock(owner, id(n), first.atDay(1), END, 1000);
            for (YearMonth month = first; !month.isAfter(LAST); month = month.plusMonths(1)) {
                sorLosses(delivery, owner, n, month);
            }
        }
        delivery.shared(id(19), "F4", "F1");
        LocalDate december = LocalDate.of(2026, 12, 1);
        for (LocalDate day = december; day.getMonthValue() == 12; day = day.plusDays(1)) {
            delivery.line("farmers/F1/stock.csv", "stock", day + "," + id(19) + ",B,CB,SAL,1000,2000,V2026");
        }
        delivery.line("farmers/F1/losses.csv", "losses", "2026-12-10," + id(19) + ",B,mortality,C201,19");
        delivery.stock("F3", id(20), LocalDate.of(2024, 1, 31), LocalDate.of(2024, 2, 1), 1000);
        elsewhere(delivery.site("501", 6), "F1", "501", 1000, 5);
        elsewhere(delivery.site("502", 7), "F6", "502", 1000, 7);
        elsewhere(delivery.site("801", 9), "F6", "801", 1000, 9);
        delivery.site("802", 9).stock("F1", "802", december, END, 1000)
                .site("803", 9).stock("F3", "803", december, END, 1000)
                .site("804", 9).stock("F4", "804", december, END, 1000);
        elsewhere(delivery, "F6", "901", 1000, 4);
        elsewhere(delivery, "F5", "701", 100, 50);
        return delivery.write();
    }

    private static void sorLosses(HandMadeDelivery delivery, String owner, int n, YearMonth month) {
        LocalDate day = month.atDay(10);
        String code = CODES.get((n - 1) % CODES.size());
        if (n == 10) {
            delivery.line("farmers/" + owner + "/losses-weighed.csv", "weighed_losses",
                    day + "," + id(n) + ",A,mortality," + code + ",10,6000");
            delivery.loss(owner, id(n), day, "culling", code, 2);
        } else {
            boolean outbreak = n == 12 && month.equals(LAST);
            delivery.loss(owner, id(n), day, "mortality", code, outbreak ? 112 : n == 4 ? 3 : n);
        }
    }

    private static void elsewhere(HandMadeDelivery delivery, String farmer, String site, int fish, int deaths) {
        delivery.stock(farmer, site, FIRST.atDay(1), END, fish);
        for (YearMonth month = FIRST; !month.isAfter(LAST); month = month.plusMonths(1)) {
            delivery.loss(farmer, site, month.atDay(10), "mortality", "A101", deaths);
        }
    }

    /** The site id of a site of Sør, by its number. */
    static String id(int number) {
        return String.valueOf(9996 + number);
    }
}
