package io.tidemark.server.live;

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
 * Feeding by temperature and biomass of January 2027, which was released whole, from Monday the 4th to Sunday the 31st,
 * and then corrected. 1000 salmon of 2000 g in every unit, so that 20 kg are 1 %; F1 to F5 are G1 to G5.
 *
 * <pre>
 *                          4 January  5 January  6 January  7 January
 *   10001 area 3  F1       20 kg 8 °C 20 kg 8 °C 20 kg 9 °C 20 kg 10 °C
 *   10002 area 3  F2       20 kg 8 °C 20 kg 8 °C 20 kg 9 °C
 *   10003 area 3  F3       20 kg 8 °C 20 kg 8 °C 20 kg 9 °C
 *   10004 area 3  F4       20 kg 8 °C 20 kg 8 °C 20 kg 9 °C
 *   10005 area 4  F5       20 kg 8 °C                                  unit A
 *                 F2       40 kg 8 °C                                  unit B of the same site
 * </pre>
 *
 * <p>Site-days of the week: at 8 °C those of area 4 belong to G5 and G2, too few, and join the eight of area 3: one
 * atom of nine. At 9 °C area 3 has four groups; 10 °C is G1's alone and joins the four of 9 °C, the fewest: an atom of
 * five that spans both.
 *
 * <p>Corrected: F1 has fed nothing on 4 January, and has no fish on the 31st. Joined: F2 is of G1 instead, with which 9
 * °C has three groups.
 */
class FeedReleaseTest {

    private static final LocalDate FIRST = LocalDate.of(2027, 1, 4);
    private static final LocalDate LAST = LocalDate.of(2027, 1, 31);
    private static final LocalDate TODAY = LocalDate.of(2027, 2, 10);
    private static final String BY_DEGREE =
            "/v3/feeding/sfr-days-per-temperature?from_date=2027-01-04&to_date=2027-01-10&";
    private static final String BIOMASS = "/v3/inventory/platform-authority-biomass-by-month?from_date=2027-01";
    private static final String V2 = "/v2/feeding/sfr-by-region-and-temperature";
    private static final String V2_FIELDS = "temperature avg_sfr num_of_measurements highest_10_percent_avg_sfr";

    @TempDir
    static Path folder;

    private static LiveServer released;
    private static LiveServer corrected;
    private static LiveServer joined;

    @BeforeAll
    static void start() throws InterruptedException {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery"));
        companies(delivery, "G2").site("10005", 4).shared("10005", "F2", "F5");
        for (int i = 1; i <= 4; i++) {
            String site = "1000" + i;
            delivery.site(site, 3).stock("F" + i, site, FIRST, LAST, 1000);
            fed(delivery, "F" + i, site, FIRST, "A,20", "8.00");
            fed(delivery, "F" + i, site, FIRST.plusDays(1), "A,20", "8.00");
            fed(delivery, "F" + i, site, FIRST.plusDays(2), "A,20", "9.00");
        }
        fed(delivery, "F1", "10001", FIRST.plusDays(3), "A,20", "10.00");
        delivery.stock("F5", "10005", FIRST, LAST, 1000);
        fed(delivery, "F5", "10005", FIRST, "A,20", "8.00");
        for (LocalDate day = FIRST; !day.isAfter(LAST); day = day.plusDays(1)) {
            delivery.line("farmers/F2/stock.csv", "stock", day + ",10005,B,C2,SAL,1000,2000,V2026");
        }
        delivery.line("farmers/F2/feeding.csv", "feeding", FIRST + ",10005,B,40");
        Path written = delivery.write();
        released = LiveServer.start(folder.resolve("released"), TODAY).ingest(written);
        corrected = LiveServer.start(folder.resolve("corrected"), TODAY).ingest(written)
                .ingest(new HandMadeDelivery(folder.resolve("correction")).stock("F1", "10001", LAST, LAST, 0)
                        .line("farmers/F1/feeding.csv", "feeding", FIRST + ",10001,A,0").write());
        joined = LiveServer.start(folder.resolve("joined"), TODAY).ingest(written)
                .ingest(companies(new HandMadeDelivery(folder.resolve("groups")), "G1").write());
    }

    private static HandMadeDelivery companies(HandMadeDelivery delivery, String groupOfSecond) {
        return delivery.farmer("F1", "G1").farmer("F2", groupOfSecond).farmer("F3", "G3").farmer("F4", "G4")
                .farmer("F5", "G5");
    }

    private static void fed(HandMadeDelivery delivery, String farmer, String site, LocalDate day, String feed,
            String degrees) {
        delivery.line("farmers/" + farmer + "/feeding.csv", "feeding", day + "," + site + "," + feed)
                .temperature(farmer, site, day, degrees, 1);
    }

    @AfterAll
    static void stop() {
        released.close();
        corrected.close();
        joined.close();
    }

    // 9 of 14 days; without F1 7 of 10, without F2 7 of 11: F5 fed on the shared site, too. The atom of 8 °C is not in
    // area 3 alone, that of 9 and 10 °C is in no degree. The correction changes nothing of it for others. In G1, F2
    // makes that atom unsafe: it takes the other one in
    @ParameterizedTest(name = "{0} {1} as {2}")
    @CsvSource(delimiter = '|', textBlock = """
            released  | areas=%             | admin     | 8 Vest 9 0.6428571429 / 9 Vest 4 0.2857142857 / 10 Vest 1 0.0714285714
            released  | areas=%             | analyst   | 8 Vest 9 0.6428571429
            released  | areas=%             | farmer:F1 | 8 Vest 9 0.6428571429 / 9 Vest null null / 10 Vest null null
            released  | exclude_self=true   | farmer:F1 | 8 Vest 7 0.7 / 9 Vest null null / 10 Vest null null
            released  | exclude_self=true   | farmer:F2 | 8 Vest 7 0.6363636364 / 9 Vest null null
            released  | areas=3             | analyst   | ''
            released  | areas=3             | farmer:F2 | 8 Vest null null / 9 Vest null null
            released  | generations=V2026   | farmer:F2 | 8 Vest null null / 9 Vest null null
            released  | weight_range_end=2100 | analyst | ''
            corrected | areas=%             | admin     | 8 Vest 8 0.6153846154 / 9 Vest 4 0.3076923077 / 10 Vest 1 0.0769230769
            corrected | areas=%             | analyst   | 8 Vest 9 0.6428571429
            corrected | exclude_self=true   | farmer:F2 | 8 Vest 7 0.6363636364 / 9 Vest null null
            joined    | areas=%             | analyst   | ''
            joined    | areas=%             | farmer:F2 | 8 Vest null null / 9 Vest null null / 10 Vest null null
            """)
    void siteDays(String lake, String query, String caller, String expected) {
        assertThat(rows(server(lake).data(BY_DEGREE + query.replace("%", "%25"), caller))).isEqualTo(expected);
    }

    // at 8 °C nine unit-days of 1 % and one of 2 %: 1.1. Without F1 7 + 2 of 8, without F2 seven alike. 9 °C is an atom
    // of four, and of three groups when F2 is in G1; without both five are left at 8 °C. The quarter is not over, so it
    // has no tails yet
    @ParameterizedTest(name = "{0} exclude_self={1} as {2}")
    @CsvSource(delimiter = '|', textBlock = """
            released  | false | farmer:F1 | 8 1.1   10 null / 9 1 4 null / 10 null null null
            released  | true  | farmer:F1 | 8 1.125 8  null / 9 1 3 null / 10 null null null
            released  | true  | farmer:F2 | 8 1     7  null / 9 1 3 null
            corrected | false | farmer:F3 | 8 1.1   10 null / 9 1 4 null
            joined    | false | farmer:F3 | 8 1.1   10 null / 9 null null null
            joined    | true  | farmer:F2 | 8 1     5  null / 9 null null null / 10 null null null
            """)
    void unitDays(String lake, boolean excludeSelf, String caller, String expected) {
        assertThat(rows(server(lake).data(V2 + "?exclude_self=" + excludeSelf, caller), V2_FIELDS))
                .isEqualTo(expected.replaceAll(" +", " "));
    }

    // area 3 has 2 t of each of four groups, three since F2 is G1's; area 4 of two. Who sees all sees F1's empty pen
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            released  | admin     | 3 8 / 4 4
            released  | analyst   | 3 8 / 4 null
            released  | farmer:F1 | 3 8 / 4 null
            corrected | admin     | 3 6 / 4 4
            corrected | analyst   | 3 8 / 4 null
            joined    | analyst   | 3 null / 4 null
            """)
    void biomass(String lake, String caller, String expected) {
        assertThat(rows(server(lake).data(BIOMASS, caller), "production_area_id platform_biomass_in_tons"))
                .isEqualTo(expected);
    }

    private static LiveServer server(String lake) {
        return switch (lake) {
            case "released" -> released;
            case "corrected" -> corrected;
            default -> joined;
        };
    }
}
