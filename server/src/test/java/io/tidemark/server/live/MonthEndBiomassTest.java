package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The platform's biomass at the end of a month: each company's stock on its last delivered day on a site within 7 days.
 * The data end on Wednesday 2027-02-03, with lumpfish: January has its 25th to 31st, February 28 January to 3 February.
 *
 * <pre>
 * 10001  area 3  F1  28 January  pen A 1000 x 2000 g, pen B 1000 x 3000 g
 *                    30 January  pen A 900 x 2000 g; B has no row, and is empty
 *                    2 February  pen A 0 fish
 *                F2  27 January  pen C 500 x 2000 g, on the same site
 * 10002  area 3  F3  24 January  pen A 1000 x 5000 g: nothing of the last week
 * 10003  area 4  F1  31 January  pen A 1000 x 4000 g, pen L 5000 lumpfish x 50 g
 *                    3 February  pen L alone
 * 10004  area 4  F4  28 January  pen A 1000 x 2000 g
 * 10009  on land F3  31 January  tank A 1000 x 100 g
 * </pre>
 */
class MonthEndBiomassTest {

    private static final String BIOMASS =
            "/v3/inventory/platform-authority-biomass-by-month?from_date=2027-01&to_date=2027-02";

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery"))
                .farmer("F1", "G1").farmer("F2", "G2").farmer("F3", "G3").farmer("F4", "G4")
                .site("10001", 3).shared("10001", "F1", "F2").site("10002", 3).site("10003", 4).site("10004", 4)
                .line("authority/site.csv", "site", "10009,Site 10009,62.5,6.25,onshore,,,,")
                .line("authority/authority_month.csv", "authority_month", "2027-02-01,3,SAL,4000,8000,0,0,0,0,0,0,0,0");
        for (String row : new String[] {"F1,2027-01-28,10001,A,C1,SAL,1000,2000",
                "F1,2027-01-28,10001,B,C1,SAL,1000,3000",
            "F1,2027-01-30,10001,A,C1,SAL,900,2000", "F1,2027-02-02,10001,A,C1,SAL,0,2000",
            "F2,2027-01-27,10001,C,C2,SAL,500,2000",
            "F3,2027-01-24,10002,A,C3,SAL,1000,5000", "F1,2027-01-31,10003,A,C4,SAL,1000,4000",
            "F1,2027-01-31,10003,L,K,LUM,5000,50",
            "F1,2027-02-03,10003,L,K,LUM,5000,50", "F4,2027-01-28,10004,A,C5,SAL,1000,2000",
            "F3,2027-01-31,10009,A,C6,SAL,1000,100"}) {
            delivery.line("farmers/" + row.substring(0, 2) + "/stock.csv", "stock", row.substring(3) + ",V2026");
        }
        server = LiveServer.start(folder, LocalDate.of(2027, 2, 10)).ingest(delivery.write(), LiveServer.RULE_OFF);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    // January: area 3 F1's 1.8 t of the 30th and F2's 1 t of the 27th, nothing of F3; area 4 4 t and 2 t, without the
    // lumpfish. February: area 3 is empty since the 2nd, and there for the authority's figure alone; area 4 F4's 2 t of
    // 28 January, since F1 had lumpfish only on the 3rd
    @Test
    void stockOnTheLastDeliveredDay() {
        assertThat(rows(server.data(BIOMASS, "admin")))
                .isEqualTo("2027-01-01 3 Sør 2.8 null null / 2027-01-01 4 Sør 6 null null"
                + " / 2027-02-01 3 Sør 0 8 0 / 2027-02-01 4 Sør 2 null null");
        // 10002 has not delivered January: it is not released
        assertThat(rows(server.data(BIOMASS, "analyst")))
                .isEqualTo("2027-01-01 3 Sør null null null / 2027-01-01 4 Sør null null null"
                + " / 2027-02-01 3 Sør null 8 null / 2027-02-01 4 Sør null null null");
    }
}
