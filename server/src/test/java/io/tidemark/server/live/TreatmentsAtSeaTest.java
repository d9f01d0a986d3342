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
 * Treatments by generation and by size count fish at sea, and cleaner fish are no treated cohort. F1 has tanks on 10009
 * and net-pens on 10001 (area 3); F2 has 10002 (area 3). All weeks are of 2026.
 *
 * <pre>
 * F1 on land    2026-02-02  tank T (C1, V2026)  2000 x 50 g           p0 T, Vaccination Health
 *               2026-03-02  tank T              2000 x 80 g           p1 T, Bath Lice
 * F1 at sea     2026-01-05  pen L (K0, V2026)   lumpfish, 100 x 20 g
 *               2026-04-15  pen A (C1, V2026)   0 fish                                     Wednesday of the week of 13 April
 *               2026-04-22  pen A               1000 x 100 g
 *               2026-05-10  pen A               1000 x 200 g
 *               2026-05-04  pen A 1000 x 200 g, pen B (C1) 3000 x 400 g, pen L (K1, V2026) 100,000 lumpfish x 30 g
 *                           p2 A, B and L, Bath Lice; p3 names no units, Thermal Lice; p4 L, Other Health
 * F2 at sea     2026-04-08  pen A (C2, V2026)   1000 x 90 g                                Wednesday of the week of 6 April
 * </pre>
 */
class TreatmentsAtSeaTest {

    private static final LocalDate TODAY = LocalDate.of(2026, 5, 10);

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery")).farmer("F1", "G1")
                .farmer("F2", "G2").site("10001", 3).site("10002", 3)
                .line("authority/site.csv", "site", "10009,Site 10009,62.5,6.25,onshore,,,,");
        for (String row : new String[] {"2026-02-02,10009,T,C1,SAL,2000,50,V2026",
                "2026-03-02,10009,T,C1,SAL,2000,80,V2026",
            "2026-01-05,10001,L,K0,LUM,100,20,V2026", "2026-04-15,10001,A,C1,SAL,0,90,V2026",
            "2026-04-22,10001,A,C1,SAL,1000,100,V2026",
            "2026-05-04,10001,A,C1,SAL,1000,200,V2026", "2026-05-04,10001,B,C1,SAL,3000,400,V2026",
            "2026-05-04,10001,L,K1,LUM,100000,30,V2026",
            // the week is complete
            "2026-05-10,10001,A,C1,SAL,1000,200,V2026"}) {
            delivery.line("farmers/F1/stock.csv", "stock", row);
        }
        delivery.line("farmers/F2/stock.csv", "stock", "2026-04-08,10002,A,C2,SAL,1000,90,V2026")
                .treatment("F1", "p0,2026-02-02,10009,Vaccination,Health,true,false,T,,,,1,")
                .treatment("F1", "p1,2026-03-02,10009,Bath,Lice,true,false,T,,,,1,")
                .treatment("F1", "p2,2026-05-04,10001,Bath,Lice,true,false,A|B|L,,,,1,")
                .treatment("F1", "p3,2026-05-04,10001,Thermal,Lice,true,false,,,,,1,")
                .treatment("F1", "p4,2026-05-04,10001,Other,Health,false,false,L,,,,1,");
        server = LiveServer.start(folder, TODAY).ingest(delivery.write(), LiveServer.RULE_OFF);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    // C1 starts at sea in the week of 13 April, in a pen without fish yet: 3 weeks before 4 May, not 13. p1 is not in
    // the sum of baths. p3 counts for C1, which has 1.4 t, not for the 3 t of lumpfish; p4 counts for nobody
    @Test
    void cohortsStartAtSea() {
        assertThat(rows(server.data("/v3/treatment/by-generation", "farmer:F1"))).isEqualTo(
                "F1 C1 10001 offshore 3 Sør V2026 2026-05-04 2026-04-13 Bath Lice Bath - Lice 3 1 1 0 1 0"
                + " / F1 C1 10001 offshore 3 Sør V2026 2026-05-04 2026-04-13 Thermal Lice Thermal - Lice 3 1 1 0 1 0");
        assertThat(rows(server.data("/v3/treatment/by-generation?site_id=10009", "farmer:F1"))).isEmpty();
    }

    // V2026 starts in area 3 with F2's fish, 4 weeks before, and not with the lumpfish of January
    @Test
    void generationsStartAtSeaInTheArea() {
        String expected = "null null null null 3 Sør V2026 2026-05-04 2026-04-06 Bath Lice Bath - Lice 4 1 1 0 1 0"
                + " / null null null null 3 Sør V2026 2026-05-04 2026-04-06 Thermal Lice Thermal - Lice 4 1 1 0 1 0";

        assertThat(rows(server.data("/v3/treatment/by-generation", "analyst"))).isEqualTo(expected);
        assertThat(rows(server.data("/v3/treatment/by-generation?group_by_area=true", "farmer:F1")))
                .isEqualTo(expected);
    }

    // p2 counts a half in A and in B, both in the bucket up to 500 g: (200 + 400) / 2 = 300. p3 at (200 + 1200 kg) /
    // 4000 = 350 g, not at 371.43, the mean weighted by biomass. All: (100 + 200 + 350) / 2 = 325. Sums over owners
    // have the bucket's midpoint, and none in TOTAL
    @Test
    void weightsAreThoseOfSalmon() {
        String fields = "weight_group_gram avg_weight_gram treatment_category treatment_count";

        assertThat(rows(server.data("/v3/treatment/by-size", "farmer:F1"), fields))
                .isEqualTo(rows(server.data("/v3/treatment/by-size", "admin"), fields))
                .isEqualTo("250 300 Bath 1 / 250 350 Thermal 1 / null 325 TOTAL 2");
        assertThat(rows(server.data("/v3/treatment/by-size", "analyst"), fields))
                .isEqualTo(rows(server.data("/v3/treatment/by-size", "sums-of:F1"), fields))
                .isEqualTo("250 250 Bath 1 / 250 250 Thermal 1 / null null TOTAL 2");
    }

    // by site all of them are there, with the species that has most biomass among the treated units: lumpfish in p2 to
    // p4
    @Test
    void treatmentsThemselvesStay() {
        assertThat(rows(server.data("/v3/treatment/by-site?species_code=LUM", "farmer:F1"),
                "site_id treatment_category"))
                .isEqualTo("10001 Bath / 10001 Thermal / 10001 Other");
        assertThat(rows(server.data("/v3/treatment/by-site?species_code=SAL", "farmer:F1"),
                "site_id treatment_category"))
                .isEqualTo("10009 Bath / 10009 Vaccination");
    }
}
