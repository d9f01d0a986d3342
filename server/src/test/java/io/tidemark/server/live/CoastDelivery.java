package io.tidemark.server.live;

import io.tidemark.data.snapshot.PrivacyChange;
import java.nio.file.Path;
import java.time.LocalDate;

/**
 * A coast with the same stock every day and the same losses every month, so that a month's rate is its losses over the
 * stock. 2025-01-01 to 2027-01-31, a Sunday, with a week 53 over the new year of 2027. Six companies in five groups: F1
 * and F2 are G1, F3 to F6 are G2 to G5.
 *
 * <pre>
 *                                          fish  gram        lost on the 15th of every month
 * Vest (areas 3, 4), region Sør           10000              70 dead, 20 culled: 0.007, 0.002, 0.009
 *   10001  area 3  F1 (G1)                 1000   400        10 dead  A101
 *   10002  area 3  F3 (G2)                 2000   400        20 dead  A101, 20 culled B101
 *   10003  area 4  F4 (G3)                 3000   400        none
 *   10004  area 4  F5 (G4)                 4000   500        40 dead  F101
 * Trøndelag (areas 6, 7), region Midt     10000              110 dead: 0.011
 *   10005  area 6  F2 (G1)                 2000  2000        20 dead  A101
 *   10006  area 7  F3 (G2)                 2000  2000        30 dead  C101
 *   10007  area 7  F6 (G5)                 6000  2000        60 dead  A101
 * Nordland (area 9), fallow since 2026-07-01
 *   10008  area 9  F6 (G5)                 1000  3000        1 dead   A101
 * on land, without an area
 *   10009  -       F4 (G3)                 5000   100        50 dead  E101
 * </pre>
 *
 * Generations: Vest V2025 (of 5000 g) until August 2026 and H2026 from September, 10004 a month later; Trøndelag H2024
 * (of 4000 g) until April 2026 and V2026 from May; Nordland V2025; on land V2027. Beside these losses: 10003 has 30
 * dead of D101 on 2026-09-02, 3 on 2026-12-30 and 6 culled of it on 2027-01-02; 10002 has 4 dead of A101 on 2027-01-05.
 * At 10003 the authority suspected pancreas disease on 2026-09-28 and found it on 2026-10-12, and reported a disease
 * and a status that nobody knows.
 *
 * <p>Atoms, by a rule of two groups beside the caller's (three in all): Vest's fish are one atom in every piece, since
 * no production area of it has three groups; so are Trøndelag's (without G1, G5 has 6 of 8 thousand fish, 75 %). One
 * group in Nordland and on land: these cells are in no atom.
 */
final class CoastDelivery {

    /** The last day of the data. */
    static final LocalDate TODAY = LocalDate.of(2027, 1, 31);

    /** The rule that its atoms are made by. */
    static final PrivacyChange RULE = new PrivacyChange(2, null);

    private static final LocalDate BEGIN = LocalDate.of(2025, 1, 1);
    private static final LocalDate FALLOW = LocalDate.of(2026, 7, 1);

    private CoastDelivery() {}

    static Path write(Path folder) {
        HandMadeDelivery delivery = new HandMadeDelivery(folder)
                .farmer("F1", "G1").farmer("F2", "G1").farmer("F3", "G2").farmer("F4", "G3").farmer("F5", "G4")
                .farmer("F6", "G5").site("10001", 3).site("10002", 3).site("10003", 4).site("10004", 4)
                .site("10005", 6).site("10006", 7).site("10007", 7).site("10008", 9)
                .line("authority/site.csv", "site", "10009,Site 10009,62.5,6.25,onshore,,,,");
        LocalDate september = LocalDate.of(2026, 9, 1);
        vest(delivery, "F1", "10001", 1000, "400", september);
        vest(delivery, "F3", "10002", 2000, "400", september);
        vest(delivery, "F4", "10003", 3000, "400", september);
        vest(delivery, "F5", "10004", 4000, "500", september.plusMonths(1));
        trondelag(delivery, "F2", "10005", 2000);
        trondelag(delivery, "F3", "10006", 2000);
        trondelag(delivery, "F6", "10007", 6000);
        delivery.stock("F6", "10008", BEGIN, FALLOW.minusDays(1), 1000, "3000", "V2025")
                .stock("F4", "10009", BEGIN, TODAY, 5000, "100", "V2027");
        delivery.line("authority/diseases.csv", "diseases",
                "40,2026,10003,Site 10003,PD,Mistanke,2026-09-28,2026-10-11,62.5,6.25,4")
                .line("authority/diseases.csv", "diseases", "42,2026,10003,Site "
                + "10003,PD,Påvist,2026-10-12,,62.5,6.25,4")
                .line("authority/diseases.csv", "diseases", "42,2026,10003,Site "
                + "10003,HSMB,Uklar,2026-10-13,2026-10-14,62.5,6.25,4");
        for (LocalDate day = BEGIN.plusDays(14); day.isBefore(TODAY); day = day.plusMonths(1)) {
            delivery.loss("F1", "10001", day, "mortality", "A101", 10)
                    .loss("F3", "10002", day, "mortality", "A101", 20)
                    .loss("F3", "10002", day, "culling", "B101", 20)
                    .loss("F5", "10004", day, "mortality", "F101", 40)
                    .loss("F2", "10005", day, "mortality", "A101", 20)
                    .loss("F3", "10006", day, "mortality", "C101", 30)
                    .loss("F6", "10007", day, "mortality", "A101", 60)
                    .loss("F4", "10009", day, "mortality", "E101", 50);
            if (day.isBefore(FALLOW)) {
                delivery.loss("F6", "10008", day, "mortality", "A101", 1);
            }
        }
        return delivery.loss("F4", "10003", LocalDate.of(2026, 9, 2), "mortality", "D101", 30)
                .loss("F4", "10003", LocalDate.of(2026, 12, 30), "mortality", "D101", 3)
                .loss("F4", "10003", LocalDate.of(2027, 1, 2), "culling", "D101", 6)
                .loss("F3", "10002", LocalDate.of(2027, 1, 5), "mortality", "A101", 4)
                .write();
    }

    private static void vest(HandMadeDelivery delivery, String farmer, String site, int count, String gram,
            LocalDate transfer) {
        delivery.stock(farmer, site, BEGIN, transfer.minusDays(1), count, "5000", "V2025")
                .stock(farmer, site, transfer, TODAY, count, gram, "H2026");
    }

    private static void trondelag(HandMadeDelivery delivery, String farmer, String site, int count) {
        LocalDate transfer = LocalDate.of(2026, 5, 1);
        delivery.stock(farmer, site, BEGIN, transfer.minusDays(1), count, "4000", "H2024")
                .stock(farmer, site, transfer, TODAY, count, "2000", "V2026");
    }
}
