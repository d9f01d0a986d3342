package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.encoded;
import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A company that has nearly all fish of an area: its figures are the area's, so others see the area not at all; four
 * groups are not enough. The week 2026-W53 is over a new year, so it has two pieces.
 *
 * <pre>
 * Vest (areas 3, 4)   fish a day, 28 December to 3 January     lost on 28 December
 *   10001  area 3  F1 (G1)    1000                               10 dead
 *   10002  area 3  F2 (G2)    1000
 *   10003  area 4  F3 (G3)    1000
 *   10004  area 4  F4 (G4)   50000                              500 dead     97 % of what is left without G1
 * Møre (area 5)
 *   10005 to 10008  F1 to F4  1000 each                          20 dead at 10006
 * Trøndelag (areas 6, 7)
 *   10009  area 6  F1, F2 1000 each                               7 dead of F1's     two groups: they go up to the country, beside Vest's
 * </pre>
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class DominantCompanyTest {

    private static final LocalDate MONDAY = LocalDate.of(2026, 12, 28);
    private static final LocalDate SUNDAY = MONDAY.plusDays(6);

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery"))
                .site("10001", 3).site("10002", 3).site("10003", 4).site("10004", 4).site("10009", 6)
                .shared("10009", "F1", "F2");
        for (int i = 1; i <= 4; i++) {
            delivery.farmer("F" + i, "G" + i)
                    .stock("F" + i, "1000" + i, MONDAY, SUNDAY, i == 4 ? 50_000 : 1000)
                    .site("1000" + (4 + i), 5).stock("F" + i, "1000" + (4 + i), MONDAY, SUNDAY, 1000);
        }
        server = LiveServer.start(folder,
                SUNDAY.plusDays(1)).ingest(delivery.stock("F1", "10009", MONDAY, SUNDAY, 1000)
                .line("farmers/F2/stock.csv", "stock", MONDAY + ",10009,B,C,SAL,1000,2000,V2026")
                .loss("F1", "10001", MONDAY, "mortality", "A101", 10)
                .loss("F4", "10004", MONDAY, "mortality", "A101", 500)
                .loss("F2", "10006", MONDAY, "mortality", "C201", 20)
                .loss("F1", "10009", MONDAY, "mortality", "A101", 7)
                .treatment("F4", "T1," + MONDAY + ",10004,Bath,Lice,false,false,,,,,3,")
                .treatment("F4", "T2," + MONDAY + ",10008,Bath,Lice,false,false,,,,,2,").write());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    // Møre 20 x 7 / 28 000; Vest 510 x 7 / 371 000, for an admin; F1's own 10 x 7 / 7 000, F4's 500 x 7 / 350 000
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            areas/week?from_date=2026-W53                | analyst   | Møre 4 0.005 null null
            areas/week?from_date=2026-W53                | admin     | Vest 4 0.0096226415 null null / Møre 4 0.005 null null / Trøndelag 1 0.006125 null null
            areas/week?from_date=2026-W53                | farmer:F1 | Vest null null 1 0.01 / Møre 4 0.005 1 0 / Trøndelag null null 1 0.007
            areas/week?from_date=2026-W53                | farmer:F4 | Vest null null 1 0.01 / Møre 4 0.005 1 0
            areas/week?from_date=2026-W53&areas=3,4      | analyst   | ''
            areas/week?from_date=2026-W53&exclude_self=1 | farmer:F4 | Vest null null 1 0.01 / Møre 3 0.0066666667 1 0
            """)
    void theAreaIsNotThere(String query, String caller, String rows) {
        assertThat(rows(server.data("/v3/mortality/" + encoded(query).replace("%3F", "?").replace("%2F", "/"), caller),
                "platform_area_name site_count mortality_rate farmer_site_count farmer_mortality_rate"))
                .isEqualTo(rows);
    }

    // nor does it count for the region or the country, where Trøndelag's two groups stand beside it
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            analyst | C201 20
            admin   | A101 517 / C201 20
            """)
    void norIsItInTheCountrysCauses(String caller, String rows) {
        assertThat(rows(server.data("/v3/mortality/categories/rank?from_date=2026-W53", caller),
                "loss_category_code loss_count"))
                .isEqualTo(rows);
    }

    // its treatments are seen where its fish are; who sees all sees them
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            analyst | 5 2
            admin   | 4 3 / 5 2
            """)
    void norAreItsTreatments(String caller, String rows) {
        assertThat(rows(server.data("/v3/treatment/summary-by-area-and-week", caller),
                "production_area_id total_treatments"))
                .isEqualTo(rows);
    }
}
