package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What treatments cost, by hand. F1 to F5 are groups of their own, each with a site of pens of 1000 fish, of which one
 * dies each day: untreated fish lose 1 per mille. The data are complete through 20 April 2026: the first quarter is
 * released, the second is not.
 *
 * <pre>
 *   pen A  Thermal, 10 February: F1 1500 g, 3 dead a day from then on: 14 x 3 - 14 x 1 = 28 per mille, which counts as 10. F2 1999.99 g, none more: 0. F3
 *          1000 g, 3 more on the day: 3. F4 1500 g, 2 more on day 13: 2; 9 more on day 14 do not count. F5 2000 g, 12 more: 12, which counts as 10
 *   pen B  Bath, 10 March: F1 to F4 1500 g, 1 more: 1
 *   pen C  Mechanical: F2 on 1 and 21 March, 20 days apart: the second is left out. F3 on 1 and 22 March: 0 and 0. F4 on 1 March, 3 dead a day from then on
 *          and empty from day 7 on: 7 x 3 - 7 x 1 = 14, which counts as 10
 *   pen D  F1 Freshwater, 31 March: nobody else has 4 kg, so that nothing is known of untreated fish. F2 Freshwater, 20 March, stocked 13 days before
 *   pen E  F1 Bath, 10 April, not followed up: none yet
 *   pens of nobody's treatments, at each company: U1 to U4 of 1500 g and U5 to U8 of 2000 g. Of X, 1500 g, nobody dies, of Y two a day: they stand at
 *          (0 + 50) / (11 + 50) and (22 + 50) / (11 + 50), so what is beyond is 14 x (0 - 50 / 61) and 14 x (2 - 72 / 61), 11.5 less and more: it counts as -10 and 10
 * </pre>
 *
 * By the md5 of their days the yardstick of the quarter has 3 days of X, 1 of Y and 14 of others at 1 to 2 kg: a mean of -20 / 18 per mille, and 1 / 18
 * above 1 %; and 13 of others at 2 to 3 kg: 0. The untreated days have 7, 3 and 11: -40 / 21; and 17 of others. Those of F3 are 4 of X and 1 of others,
 * and 4 of others.
 */
@ExtendWith(DashboardBrowser.Shared.class)
class AfterTreatmentTest {

    private static final String ROUTE = "/v3/comparison/after-treatment";
    private static final String OWN = "/v3/comparison/site-treatments";
    private static final LocalDate THERMAL = LocalDate.of(2026, 2, 10);
    private static final LocalDate MARCH = LocalDate.of(2026, 3, 1);
    private static final LocalDate BEGIN = LocalDate.of(2026, 1, 5);
    private static final LocalDate END = LocalDate.of(2026, 4, 20);

    /** Each released event of the first quarter: category, group, whole kilograms. */
    private static final List<String> RELEASED = List.of("Thermal G1 1", "Thermal G2 1", "Thermal G3 1",
            "Thermal G4 1", "Thermal G5 2", "Bath G1 1",
            "Bath G2 1", "Bath G3 1", "Bath G4 1", "Mechanical G2 1", "Mechanical G3 1", "Mechanical G3 1 again",
            "Mechanical G4 1");

    /** The dead of each farmer, pen and day. */
    private static final SortedMap<String, Integer> DEATHS = new TreeMap<>();

    @TempDir
    static Path folder;

    private static LiveServer server;
    private static HandMadeDelivery delivery;

    @BeforeAll
    static void start() throws InterruptedException {
        delivery = new HandMadeDelivery(folder.resolve("delivery"));
        String[] grams = {"1500", "1999.99", "1000", "1500", "2000"};
        int[][] more = {{0, 2, 13}, {0, 0, 0}, {0, 3, 0}, {13, 2, 13}, {0, 12, 0}};
        for (int i = 1; i <= 5; i++) {
            delivery.farmer("F" + i, "G" + i).site("1000" + i, 3);
            pen(i, "A", grams[i - 1], BEGIN, END);
            treat(i, "A", "Thermal", THERMAL, more[i - 1][0], more[i - 1][1], more[i - 1][2]);
        }
        die(4, "A", THERMAL.plusDays(14), 9);
        for (int i = 1; i <= 4; i++) {
            pen(i, "B", "1500", BEGIN, END);
            treat(i, "B", "Bath", LocalDate.of(2026, 3, 10), 0, 1, 0);
        }
        for (int i = 1; i <= 5; i++) {
            for (int u = 1; u <= 8; u++) {
                pen(i, "U" + u, u <= 4 ? "1500" : "2000", BEGIN, END);
            }
            stock(i, "X", "1500", BEGIN, END);
            pen(i, "Y", "1500", BEGIN, END);
            for (LocalDate day = BEGIN; !day.isAfter(END); day = day.plusDays(1)) {
                die(i, "Y", day, 1);
            }
        }
        pen(2, "C", "1500", BEGIN, END);
        treat(2, "C", "Mechanical", MARCH, 0, 0, 0);
        treat(2, "C", "Mechanical", MARCH.plusDays(20), 0, 0, 0);
        pen(3, "C", "1500", BEGIN, END);
        treat(3, "C", "Mechanical", MARCH, 0, 0, 0);
        treat(3, "C", "Mechanical", MARCH.plusDays(21), 0, 0, 0);
        pen(4, "C", "1500", BEGIN, MARCH.plusDays(6));
        treat(4, "C", "Mechanical", MARCH, 0, 2, 6);
        pen(1, "D", "4200", BEGIN, END);
        treat(1, "D", "Freshwater", LocalDate.of(2026, 3, 31), 0, 4, 0);
        pen(2, "D", "1500", LocalDate.of(2026, 3, 7), END);
        treat(2, "D", "Freshwater", LocalDate.of(2026, 3, 20), 0, 0, 0);
        pen(1, "E", "1500", BEGIN, END);
        treat(1, "E", "Bath", LocalDate.of(2026, 4, 10), 0, 0, 0);
        DEATHS.forEach((key, count) -> {
            String[] of = key.split(" ");
            delivery.line("farmers/F" + of[0] + "/losses.csv", "losses", of[2] + ",1000" + of[0] + "," + of[1]
                    + ",mortality,A101," + count);
        });
        // Tuesday, 10 February is in week 7: the week before, and that of day 10, a Friday; in March the site has few
        delivery.line("authority/lice.csv", "lice_report", "6,2026,10001,A,0.50,62.5,6.25,8.00,3")
                .line("authority/lice.csv", "lice_report", "8,2026,10001,A,0.10,62.5,6.25,8.00,3")
                .line("authority/lice.csv", "lice_report", "10,2026,10001,A,0.09,62.5,6.25,8.00,3")
                .line("authority/lice.csv", "lice_report", "12,2026,10001,A,0.02,62.5,6.25,8.00,3");
        server = LiveServer.start(folder.resolve("lake"), LocalDate.of(2026, 4, 21)).ingest(delivery.write());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void pen(int farmer, String unit, String gram, LocalDate first, LocalDate last) {
        stock(farmer, unit, gram, first, last);
        for (LocalDate day = first; !day.isAfter(last); day = day.plusDays(1)) {
            die(farmer, unit, day, 1);
        }
    }

    private static void stock(int farmer, String unit, String gram, LocalDate first, LocalDate last) {
        for (LocalDate day = first; !day.isAfter(last); day = day.plusDays(1)) {
            delivery.line("farmers/F" + farmer + "/stock.csv", "stock", day + ",1000" + farmer + "," + unit + ",C"
                    + farmer + unit + ",SAL,1000," + gram + ",V2025");
        }
    }

    private static void die(int farmer, String unit, LocalDate day, int count) {
        DEATHS.merge(farmer + " " + unit + " " + day, count, Integer::sum);
    }

    /** More deaths on the days from one after the treatment to another. */
    private static void treat(int farmer, String unit, String category, LocalDate day, int from, int more, int to) {
        for (int after = from; after <= to && more > 0; after++) {
            die(farmer, unit, day.plusDays(after), more);
        }
        delivery.treatment("F" + farmer, "T" + unit + day + "," + day + ",1000" + farmer + "," + category
                + ",Lice,true,false," + unit + ",,,1,1,");
    }

    // 1 to 2 kg of the bath has four groups; the thermal treatments' four are joined with F5's 2 to 3 kg. The
    // mechanical ones are of F2 to F4 alone, too few. For all thermal ones: (10 + 0 + 3 + 2) / 5 + 10 / 5 = 5 per
    // mille, less 4 / 5 of -20 / 18; and two of five above 1 %, less 4 / 5 of 1 / 18. Five sites are too few for a
    // standard error
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            analyst   | Bath Lice 2026 1 1–2 kg 4 0.0021 null -0.0556 + / Bath Lice 2026 1 null 4 0.0021 null -0.0556 + / Thermal Lice 2026 1 null 5 0.0059 null 0.3556 + / Untreated None 2026 1 1–2 kg 21 -0.0008 null 0.0873 + / Untreated None 2026 1 2–3 kg 17 0 null 0 + / Untreated None 2026 1 null 38 -0.0004 null 0.0482 + / Bath Lice 2026 null 1–2 kg 4 0.0021 null -0.0556 + / Bath Lice 2026 null null 4 0.0021 null -0.0556 + / Thermal Lice 2026 null null 5 0.0059 null 0.3556 + / Untreated None 2026 null 1–2 kg 21 -0.0008 null 0.0873 + / Untreated None 2026 null 2–3 kg 17 0 null 0 + / Untreated None 2026 null null 38 -0.0004 null 0.0482 +
            """)
    void forAllOthers(String caller, String rows) {
        assertThat(rows(server.data(ROUTE, caller))).isEqualTo(rows.replace("+", "null null null null null null"));
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', textBlock = """
            farmer:F1 | Thermal    | 1–2 kg null null null null 1 0.0111 null 0.9444 0 0 / null 5 0.0059 null 0.3556 1 0.0111 null 0.9444 0 0
            farmer:F1 | Bath       | 1–2 kg 4 0.0021 null -0.0556 1 0.0021 null -0.0556 0 0 / null 4 0.0021 null -0.0556 1 0.0021 null -0.0556 0 0
            farmer:F1 | Freshwater | 4+ kg null null null null 0 null null null 0 0 / null null null null null 0 null null null 0 0
            farmer:F2 | Thermal    | 1–2 kg null null null null 1 0.0011 null -0.0556 0 0 / null 5 0.0059 null 0.3556 1 0.0011 null -0.0556 0 0
            farmer:F2 | Mechanical | 1–2 kg null null null null 1 0.0011 null -0.0556 0 0.5 / null null null null null 1 0.0011 null -0.0556 0 0.5
            farmer:F2 | Freshwater | ''
            farmer:F3 | Thermal    | 1–2 kg null null null null 1 0.0041 null -0.0556 0 0 / null 5 0.0059 null 0.3556 1 0.0041 null -0.0556 0 0
            farmer:F3 | Mechanical | 1–2 kg null null null null 2 0.0011 null -0.0556 0 0 / null null null null null 2 0.0011 null -0.0556 0 0
            farmer:F3 | Untreated  | 1–2 kg 21 -0.0008 null 0.0873 5 -0.0069 null -0.0556 0 0 / 2–3 kg 17 0 null 0 4 0 null 0 0 0 / null 38 -0.0004 null 0.0482 9 -0.0038 null -0.0309 0 0
            farmer:F4 | Thermal    | 1–2 kg null null null null 1 0.0031 null -0.0556 0 0 / null 5 0.0059 null 0.3556 1 0.0031 null -0.0556 0 0
            farmer:F4 | Mechanical | 1–2 kg null null null null 1 0.0111 null 0.9444 1 0 / null null null null null 1 0.0111 null 0.9444 1 0
            farmer:F5 | Thermal    | 2–3 kg null null null null 1 0.01 null 1 0 0 / null 5 0.0059 null 0.3556 1 0.01 null 1 0 0
            farmer:F5 | Bath       | 1–2 kg 4 0.0021 null -0.0556 0 null null null 0 null / null 4 0.0021 null -0.0556 0 null null null 0 null
            admin     | Mechanical | 1–2 kg 4 0.0036 null 0.1944 null null null null null null / null 4 0.0036 null 0.1944 null null null null null null
            """)
    void ofAMethodInTheQuarterAndTheYear(String caller, String category, String rows) {
        for (String quarter : List.of("1", "null")) {
            String key = category + (category.equals("Untreated") ? " None 2026 " : " Lice 2026 ") + quarter + " ";
            List<String> shown = rows(server.data(ROUTE, caller)).lines()
                    .flatMap(line -> Arrays.stream(line.split(" / ")))
                    .filter(row -> row.startsWith(key)).map(row -> row.substring(key.length())).toList();
            assertThat(String.join(" / ", shown)).as(quarter).isEqualTo(rows);
        }
    }

    // pen A 14 x 3 of 1000 fish, D 14 + 4, B 14 + 1; of E's 14 days eleven are delivered. F2's pen C twice within 20
    // days
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            farmer:F1 | F1 10001 Site 10001 2026-04-10 Bath Lice 1 1000 11 0.011 null 0 null null null false / F1 10001 Site 10001 2026-03-31 Freshwater Lice 1 1000 18 0.018 null 0 0 null null true / F1 10001 Site 10001 2026-03-10 Bath Lice 1 1000 15 0.015 0.001 0 0 0.09 0.02 true / F1 10001 Site 10001 2026-02-10 Thermal Lice 1 1000 42 0.042 0.028 0 0 0.5 0.1 true
            farmer:F2 | F2 10002 Site 10002 2026-03-21 Mechanical Lice 1 1000 14 0.014 null 1 0 null null true / F2 10002 Site 10002 2026-03-10 Bath Lice 1 1000 15 0.015 0.001 0 0 null null true / F2 10002 Site 10002 2026-03-01 Mechanical Lice 1 1000 14 0.014 0 0 0 null null true / F2 10002 Site 10002 2026-02-10 Thermal Lice 1 1000 14 0.014 0 0 0 null null true
            """)
    void ofOwnSites(String caller, String rows) {
        assertThat(rows(server.data(OWN, caller))).isEqualTo(rows);
        assertThat(rows(server.data(OWN + "?site_id=1000" + caller.charAt(caller.length() - 1), caller)))
                .isEqualTo(rows);
    }

    @Test
    void ownSitesAloneAndWithTheirPermission() {
        assertThat(server.get(OWN + "?site_id=10002", "farmer:F1").statusCode()).isEqualTo(403);
        for (String caller : List.of("analyst", "sums-of:F1")) {
            assertThat(server.get(OWN, caller).statusCode()).as(caller).isEqualTo(403);
        }
        assertThat(server.data(OWN + "?owner_id=F2", "admin")).isEqualTo(server.data(OWN, "farmer:F2"));
    }

    // all fish less the untreated are the treated, perhaps of one company: neither the yardstick nor what untreated fish
    // lose is told to anybody
    @ParameterizedTest
    @ValueSource(strings = {"analyst", "farmer:F1", "admin"})
    void theYardstickIsShownToNobody(String caller) {
        assertThat(rows(server.data(ROUTE, caller))).contains("Untreated None").doesNotContain("Yardstick");
        server.data(ROUTE, caller).forEach(row -> assertThat(row.properties()).extracting(Map.Entry::getKey)
                .noneMatch(field -> field.contains("baseline") || field.contains("quarter_percent")));
        if (!caller.equals("analyst")) {
            assertThat(rows(server.data(OWN, caller))).doesNotContain("Yardstick").doesNotContain("Untreated");
        }
    }

    // fish x rate to twelve decimals has more than 18 digits; each pen loses 2 % a day, so that a treatment costs nothing
    @Test
    void ofAThousandMillionFish() throws InterruptedException {
        HandMadeDelivery huge = new HandMadeDelivery(folder.resolve("huge"));
        for (int i = 1; i <= 5; i++) {
            huge.farmer("F" + i, "G" + i).site("1000" + i, 3).treatment("F" + i, "T," + THERMAL + ",1000" + i
                    + ",Thermal,Lice,true,false,A,,,1,1,");
            for (String unit : List.of("A", "B", "C")) {
                for (LocalDate day = BEGIN; !day.isAfter(END); day = day.plusDays(1)) {
                    String key = day + ",1000" + i + "," + unit;
                    huge.line("farmers/F" + i + "/stock.csv", "stock", key + ",C" + i + unit
                            + ",SAL,1000000000,1500,V2025")
                        .line("farmers/F" + i + "/losses.csv", "losses", key + ",mortality,A101,20000000");
                }
            }
        }
        try (LiveServer sea = LiveServer.start(folder.resolve("sea"), END.plusDays(1)).ingest(huge.write())) {
            assertThat(rows(sea.data(OWN, "farmer:F1"))).isEqualTo("F1 10001 Site 10001 2026-02-10 Thermal Lice 1"
                    + " 1000000000 280000000 0.28 0 0 0 null null true");
        }
    }

    @Test
    @EnabledIf("hasChromium")
    void anOwnSitesPageHasThem(DashboardBrowser browser) {
        DashboardPage page = browser.browse(server).signIn("/sites/10001", "farmer:F1");
        assertThat(page.table("after-site")).containsExactly(
                List.of("Day", "Method", "Treated against", "Units", "Fish", "Lost in 14 days", "Of the fish",
                "Beyond untreated fish", "Lice before and after"),
                List.of("10 Apr 2026", "Medicinal bath", "Lice", "1", "1,000", "11 so far", "1.10%", "–", "–"),
                List.of("31 Mar 2026", "Freshwater", "Lice", "1", "1,000", "18", "1.80%", "–", "–"),
                List.of("10 Mar 2026", "Medicinal bath", "Lice", "1", "1,000", "15", "1.50%", "0.1%", "0.09 → 0.02"),
                List.of("10 Feb 2026", "Thermal", "Lice", "1", "1,000", "42", "4.20%", "2.8%", "0.50 → 0.10 (−80%)"));
        assertThat(page.card("after-site").locator("h2").innerText())
                .isEqualTo("Freshwater on 31 Mar 2026: 18 fish were lost in the 14 days from then on");
        assertThat(browser.browse(server).signIn("/sites/10002", "farmer:F2").table("after-site").get(1))
                .contains("1 (1 within 20 days after another)");
        assertThat(browser.browse(server).signIn("/sites/10001", "farmer:F2").card("after-site").count()).isZero();
        browser.leave();
    }

    static boolean hasChromium() {
        return Chromium.here().isPresent();
    }

    @Test
    void refusals() {
        assertThat(server.get(ROUTE, "readonly").statusCode()).isEqualTo(200);
        assertThat(server.get(ROUTE, "common-only").statusCode()).isEqualTo(403);
        assertThat(server.get(ROUTE + "?from_date=2019&to_date=2019", "analyst").statusCode()).isEqualTo(204);
    }

    @ParameterizedTest
    @ValueSource(strings = {"areas=3", "exclude_self=true", "generations=V2025", "limit=0"})
    void itHasNoFilters(String query) {
        assertThat(server.get(ROUTE + "?" + query, "farmer:F1").statusCode()).isEqualTo(400);
    }

    // adds and subtracts all rows that a caller sees: what is left is of nobody, or of three other groups at least
    @ParameterizedTest
    @ValueSource(strings = {"analyst", "farmer:F1", "farmer:F2", "farmer:F3", "farmer:F4", "farmer:F5"})
    void noSumOfRowsIsOfFewerThanThreeOthers(String caller) {
        Set<Set<String>> sums = new LinkedHashSet<>();
        for (String window : List.of("", "?from_date=2026-02-01&to_date=2026-02-28",
                "?from_date=2025-12-31&to_date=2026-01-01")) {
            server.data(ROUTE + window, caller).forEach(row -> {
                if (!row.get("event_count").isNull() && row.get("treatment_target").asText().equals("Lice")) {
                    Set<String> events = events(row.get("treatment_category").asText(),
                            row.get("weight_group").asText());
                    assertThat(events).as(row.toString()).hasSize(row.get("event_count").asInt());
                    sums.add(events);
                }
            });
        }
        assertThat(sums).hasSize(2);
        assertThat(revealed(List.copyOf(sums), caller.replace("farmer:F", "G"))).isEmpty();
    }

    // the thermal treatments of one to two kilograms beside all of them: their difference is F5's
    @Test
    void aRowTooManyIsFound() {
        List<Set<String>> sums = List.of(events("Thermal", "null"), events("Bath", "null"),
                events("Thermal", "1–2 kg"));
        assertThat(revealed(sums, "analyst")).contains(Set.of("G5"));
        assertThat(revealed(sums, "G1")).contains(Set.of("G5"));
    }

    private static Set<String> events(String category, String weight) {
        return RELEASED.stream().filter(event -> event.startsWith(category + " ")
                && (weight.equals("null") || event.contains(" " + weight.charAt(0))))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The groups other than the caller's behind each sum and difference of rows, where they are one or two. */
    private static Set<Set<String>> revealed(List<Set<String>> sums, String own) {
        Set<Set<String>> found = new LinkedHashSet<>();
        int combinations = (int) Math.pow(3, sums.size());
        for (int number = 1; number < combinations; number++) {
            SortedMap<String, Integer> left = new TreeMap<>();
            for (int i = 0, rest = number; i < sums.size(); i++, rest /= 3) {
                int times = rest % 3 - 1;
                sums.get(i).forEach(event -> left.merge(event, times, Integer::sum));
            }
            Set<String> groups = left.entrySet().stream().filter(event -> event.getValue() != 0)
                    .map(event -> event.getKey().split(" ")[1])
                    .filter(group -> !group.equals(own)).collect(Collectors.toCollection(TreeSet::new));
            if (!groups.isEmpty() && groups.size() < 3) {
                found.add(groups);
            }
        }
        return found;
    }
}
