package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.encoded;
import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the books of sites tell beside the other figures of a generation. In September each company has 1000 fish of
 * H2026 at each of its sites, and F1 loses 30 in Vest and 30 in Trøndelag on the 8th.
 *
 * <pre>
 *   Vest       area 3: F1 to F5            area 4: F5, which loses 200 there on the 8th; V2025 of F6, F7, F8
 *   Trøndelag  area 6: F1 to F4            area 7: F4, which loses 200 there on the 8th; V2025 of F6, F7, F8
 *   Sørvest    area 2: F1 to F4, of which F1 loses 50 on the 8th, 40 on the 15th; area 1: F5, and from the 14th on V2025
 *              of F6, F7, F8
 *   Nordland   area 8: F1 to F5 until the 19th, and F1 alone from then on, which loses 50 on the 15th, 300 on the 23rd
 *   Troms      area 10: F1 to F5, of which F1 has 100,000 from the 21st on; it loses 50 on the 15th
 *   Finnmark   area 12: F1 to F5 until the 20th, F1 to F3 from then on; F1 loses 50 on the 15th
 * </pre>
 *
 * <p>The fish of areas 4 and 7 lie in atoms of two generations, which no row of H2026 shows.
 */
class BookAttackTest {

    private static final LocalDate FIRST = LocalDate.of(2026, 9, 1);
    private static final LocalDate DAY = LocalDate.of(2026, 9, 8);
    private static final LocalDate LAST = LocalDate.of(2026, 9, 20);
    private static final LocalDate END = LocalDate.of(2026, 10, 31);

    @TempDir
    private static Path folder;
    private static LiveServer server;

    @BeforeAll
    static void start() {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery"));
        for (int i = 1; i <= 8; i++) {
            delivery.farmer("F" + i, "G" + i);
        }
        delivery.site("900", 5).stock("F1", "900", FIRST.minusMonths(1), END, 1000, "2000", "V2025");
        area(delivery, 3, "12345", "H2026", END);
        area(delivery, 4, "5", "H2026", END);
        area(delivery, 4, "678", "V2025", END);
        area(delivery, 6, "1234", "H2026", END);
        area(delivery, 7, "4", "H2026", END);
        area(delivery, 7, "678", "V2025", END);
        area(delivery, 8, "2345", "H2026", LocalDate.of(2026, 9, 19));
        area(delivery, 8, "1", "H2026", END);
        for (int i = 2; i <= 5; i++) {
            delivery.stock("F" + i, "80" + i, LAST, LAST, 0, "2000", "H2026");
        }
        area(delivery, 10, "12345", "H2026", LAST);
        for (int i = 1; i <= 5; i++) {
            delivery.stock("F" + i, "100" + i, LAST.plusDays(1), END, i == 1 ? 100_000 : 1000, "2000", "H2026");
        }
        area(delivery, 2, "1234", "H2026", END);
        area(delivery, 1, "5", "H2026", END);
        for (int i = 6; i <= 8; i++) {
            delivery.site("10" + i, 1).stock("F" + i, "10" + i, LocalDate.of(2026, 9, 14), END, 1000, "2000", "V2025");
        }
        delivery.loss("F1", "201", DAY, "mortality", "A101", 50)
                .loss("F1", "201", LocalDate.of(2026, 9, 15), "mortality", "A101", 40);
        area(delivery, 12, "123", "H2026", END);
        area(delivery, 12, "45", "H2026", LAST);
        delivery.loss("F1", "301", DAY, "mortality", "A101", 30).loss("F5", "405", DAY, "mortality", "A101", 200)
                .loss("F1", "601", DAY, "mortality", "A101", 30).loss("F4", "704", DAY, "mortality", "A101", 200)
                .loss("F1", "801", LocalDate.of(2026, 9, 15), "mortality", "A101", 50)
                .loss("F1", "1001", LocalDate.of(2026, 9, 15), "mortality", "A101", 50)
                .loss("F1", "1201", LocalDate.of(2026, 9, 15), "mortality", "A101", 50)
                .loss("F1", "801", LocalDate.of(2026, 9, 23), "mortality", "A101", 300);
        server = LiveServer.start(folder, END.plusDays(1)).ingest(delivery.write());
    }

    // sites are named by area and company
    private static void area(HandMadeDelivery delivery, int area, String companies, String generation, LocalDate last) {
        for (char company : companies.toCharArray()) {
            String site = area + "0" + company;
            delivery.site(site, area).stock("F" + company, site, FIRST, last, 1000, "2000", generation);
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String of(String query, String caller) {
        return rows(server.data("/v3/mortality/generations/rate?from_date=2026-09&to_date=2026-09&generations=H2026&"
                + encoded(query), caller), "cumulative_loss_rate share_lost");
    }

    // hazard 30 x 7 / 35,000, and 30 of 5030 in the books of area 3; with F5's book of area 4 it would be 230 of 6230, and
    // the difference its 200. In Trøndelag 30 x 7 / 28,000 and 30 of 4030, with F4's of area 7 230 of 5230. Who leaves
    // itself out in Trøndelag is left with three others, which is enough for it
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            areas=Vest                        | analyst   | 0.0059820359 0.006
            areas=Vest                        | farmer:F2 | 0.0059820359 0.006
            areas=Vest&exclude_self=true      | farmer:F2 | 0.0074719452 0.007
            areas=Trøndelag                   | analyst   | 0.0074719452 0.007
            areas=Trøndelag                   | farmer:F4 | 0.0074719452 0.007
            areas=Trøndelag&exclude_self=true | farmer:F4 | 0.0099501663 0.01
            areas=Vest                        | admin     | 0.0376079099 0.037
            """)
    void aBookIsShownWithAllItsFishOrNotAtAll(String query, String caller, String expected) {
        assertThat(of(query, caller)).isEqualTo(expected);
    }

    // until the 20th 50 of 5050 fish. In Nordland those of F1 alone are left, in Finnmark those of three groups: what they
    // lose is not told, to nobody. In Troms there are 5000 of five groups, of which 50 / 5050 / 7 are lost in each of the
    // ten days to the end of the month
    @ParameterizedTest
    @CsvSource({"Nordland, analyst, 0.01", "Finnmark, analyst, 0.01", "Finnmark, farmer:F6, 0.01",
        "Troms, analyst, 0.024", "Troms, farmer:F1, 0.024"})
    void aPieceWithoutBooksHasTheFishOfTheLastOneWhereTheseAreOfEnoughGroups(String area, String caller, String share) {
        assertThat(rows(server.data("/v3/mortality/generations/rate?from_date=2026-09&to_date=2026-09&generations=H2026&"
                + "areas=" + area, caller), "loss_rate_month share_lost shown_pieces all_pieces"))
                .isEqualTo("2026-09-30 " + share + " 3 5");
    }

    // until the 13th five sites have books, from the 14th on F5's is hidden: 40 of 4000 are 50 of the 5000 that were left,
    // and what comes the day after is 50 of them too. (50 + 50) / (5000 + 50 + 50), not 90 / 5090
    @Test
    void aPieceTellsWhatBecameOfTheFishThatTheOneBeforeLeft() {
        assertThat(rows(server.data("/v3/mortality/generations/rate?from_date=2026-09&to_date=2026-09&generations=H2026&"
                + "areas=A1", "analyst"), "share_lost share_lost_pieces share_lost_from")).isEqualTo("0.02 5 2026-09-01");
    }
}
