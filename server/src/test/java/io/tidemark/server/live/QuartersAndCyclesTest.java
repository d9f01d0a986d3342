package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.release.RestatedSnapshot;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.verify.SnapshotVerifier;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Sites in quarters, and finished cycles.
 *
 * <p>Quarters: in area 3 the companies F1 to F5 (groups G1 to G5) have eight sites each, 1001 to 1040 by turns: 1001 is
 * F1's, 1002 F2's, 1006 F1's again; 1036 is F6's, a sister of F1 in G1. 1040 is F5's, but from 20 to 31 January F4's.
 * Each has 10,000 fish from January to May 2026, and the site of rank r loses 10 r + 5 of them on the 10th of a month:
 * the rates of ten ranks from 1, 11, 21 and 31 on have the means 0.006, 0.016, 0.026 and 0.036. What differs is who has
 * which rank:
 *
 * <pre>
 * January   rank n is the n-th site's, but of 1040 F4's fish lose none and come first: 41 members, with 0 and ranks 1 to 9 in the first quarter. F5's
 *           lose 405 of 10,000 in 19 of 31 days, 0.0661, and come last
 * February  the same, but rank 11 loses as many as rank 10: the two quarters are joined
 * March     F1 has ranks 31 to 36: more than half of the fourth quarter
 * April     F1 and F5 have ranks 5 to 10: F1 has four of the first ten, which is not more than half
 * May       F1, F2 and four sites of F3 have ranks 1 to 20: neither half has enough groups
 * </pre>
 *
 * <p>Cycles that ended in 2025 in area 6. F1's own are made by hand, see {@link #start}; 16 of F2 to F5 by turns have
 * 1000 fish for two days: the j-th loses 500 + 10 j on the first: its loss share is 0.5 + 0.01 j, its risk 1 - exp(-0.5
 * - 0.01 j).
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@ExtendWith(DashboardBrowser.Shared.class)
class QuartersAndCyclesTest {

    private static final LocalDate END = LocalDate.of(2026, 5, 31);
    private static final String QUARTERS = "/v3/comparison/site-quarters?from_date=2026-01&to_date=2026-05";
    private static final String CYCLES = "/v3/comparison/cycles";
    private static final int SITES = 40;
    private static final int COMPANIES = 5;

    private static final int SHARED = 40;
    private static final LocalDate BEGIN = LocalDate.of(2026, 1, 1);
    private static final LocalDate SOLD = LocalDate.of(2026, 1, 20);
    private static final LocalDate SOLD_BACK = LocalDate.of(2026, 2, 1);

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery"));
        IntStream.rangeClosed(1, COMPANIES).forEach(n -> delivery.farmer("F" + n, "G" + n));
        delivery.farmer("F6", "G1");
        for (int n = 1; n <= SITES; n++) {
            delivery.site(site(n), 3).stock(farmer(n), site(n), n == SHARED ? SOLD_BACK : BEGIN, END, 10_000);
        }
        List.of("F4", "F5").forEach(company -> delivery.line("reference/site_farmers.csv", "site_farmers", site(SHARED)
                + "," + company));
        delivery.stock("F5", site(SHARED), BEGIN, SOLD.minusDays(1), 10_000)
                .stock("F4", site(SHARED), SOLD, SOLD_BACK.minusDays(1), 10_000);
        month(delivery, 1, rank -> rank);
        month(delivery, 2, rank -> rank);
        // F1's sites are 1, 6, 11, ... 36: it takes the ranks 31 to 36 of 31, 32, ... and gives its own
        month(delivery, 3, swap(1, 32, 6, 33, 11, 34, 16, 35));
        // ranks 5 to 10 are 5 (F5), 6 (F1), 10 (F5), and 7 to 9 of others, which go to 11, 15 and 16
        month(delivery, 4, swap(7, 11, 8, 15, 9, 16));
        month(delivery, 5, first(1, 6, 11, 16, 21, 26, 31, 36, 2, 7, 12, 17, 22, 27, 32, 37, 3, 8, 13, 18));
        cycles(delivery);
        server = LiveServer.start(folder, END.plusDays(1)).ingest(delivery.write());
    }

    /**
     * F1's cycles: begin and end, and what came and went.
     *
     * <pre>
     * 401  1 February to 31 October: 1000 fish, of which 10 die on the first day; 500 more on 1 March; 15 of 1490 die on 15 March and 59 of 1475 on
     *      10 June; on 1 October 100 are left, fewer than a tenth of 1490, and 20 of them die on the 15th
     * 402  F6's, the same days: 1000 fish, in two pens from June on; nobody dies. Its register says KOMMERSIELL and FORSKNING
     * 403  1000 fish; on 30 September the books have 10 left, and 25 are found dead
     * 404  as 402 on a site for brood stock;  405 100 days;  406 up to 10 May 2026, 21 days before the end;  407 from the first month of the data
     * </pre>
     */
    private static void cycles(HandMadeDelivery delivery) {
        List.of("401", "403", "405", "406", "407").forEach(site -> delivery.site(site, 6));
        delivery.site("402", 6, "FORSKNING|KOMMERSIELL").site("404", 6, "STAMFISK");
        own(delivery, "401", "A", "2025-02-01", "2025-02-01", 1000);
        own(delivery, "401", "A", "2025-02-02", "2025-02-28", 990);
        own(delivery, "401", "A", "2025-03-01", "2025-03-15", 1490);
        own(delivery, "401", "A", "2025-03-16", "2025-06-10", 1475);
        own(delivery, "401", "A", "2025-06-11", "2025-09-30", 1416);
        own(delivery, "401", "A", "2025-10-01", "2025-10-15", 100);
        own(delivery, "401", "A", "2025-10-16", "2025-10-31", 80);
        lose(delivery, "F1", "401", "2025-02-01", 10);
        lose(delivery, "F1", "401", "2025-03-15", 15);
        lose(delivery, "F1", "401", "2025-06-10", 59);
        lose(delivery, "F1", "401", "2025-10-15", 20);
        for (String site : List.of("402", "404")) {
            String farmer = site.equals("402") ? "F6" : "F1";
            fish(delivery, farmer, site, "A", "2025-02-01", "2025-05-31", 1000);
            fish(delivery, farmer, site, "A", "2025-06-01", "2025-10-31", 500);
            fish(delivery, farmer, site, "B", "2025-06-01", "2025-10-31", 500);
        }
        own(delivery, "403", "A", "2025-02-01", "2025-09-29", 1000);
        own(delivery, "403", "A", "2025-09-30", "2025-09-30", 10);
        own(delivery, "403", "A", "2025-10-01", "2025-10-05", 0);
        lose(delivery, "F1", "403", "2025-09-30", 25);
        own(delivery, "405", "A", "2025-03-01", "2025-06-08", 1000);
        own(delivery, "406", "A", "2025-06-01", "2026-05-10", 1000);
        own(delivery, "407", "A", "2025-01-01", "2025-10-31", 1000);
        for (int j = 1; j <= 16; j++) {
            String company = "F" + (2 + (j - 1) % 4);
            String site = String.valueOf(500 + j);
            LocalDate day = LocalDate.of(2025, 6, j);
            delivery.site(site, 6).stock(company, site, day, day, 1000, "100", "V2025")
                    .stock(company, site, day.plusDays(1), day.plusDays(1),
                    500 - 10 * j, "100", "V2025");
            lose(delivery, company, site, day.toString(), 500 + 10 * j);
        }
    }

    private static void own(HandMadeDelivery delivery, String site, String unit, String first, String last, int fish) {
        fish(delivery, "F1", site, unit, first, last, fish);
    }

    private static void fish(HandMadeDelivery delivery, String farmer, String site, String unit, String first,
            String last, int fish) {
        LocalDate.parse(first).datesUntil(LocalDate.parse(last).plusDays(1))
                .forEach(day -> delivery.line("farmers/" + farmer + "/stock.csv", "stock",
                day + "," + site + "," + unit + ",C" + site + ",SAL," + fish + ",2000,V2025"));
    }

    private static void lose(HandMadeDelivery delivery, String farmer, String site, String day, int fish) {
        delivery.loss(farmer, site, LocalDate.parse(day), "mortality", "A101", fish);
    }

    private static String site(int n) {
        return String.valueOf(1000 + n);
    }

    private static String farmer(int n) {
        return n == 36 ? "F6" : "F" + (1 + (n - 1) % COMPANIES);
    }

    /** The losses of a month, from the site of each rank. */
    private static void month(HandMadeDelivery delivery, int month, IntUnaryOperator siteOf) {
        for (int rank = 1; rank <= SITES; rank++) {
            int n = siteOf.applyAsInt(rank);
            int lost = 10 * (month == 2 && rank == 11 ? 10 : rank) + 5;
            lose(delivery, farmer(n), site(n), LocalDate.of(2026, month, 10).toString(), lost);
        }
    }

    /** Every site at its number, but these pairs change places. */
    private static IntUnaryOperator swap(int... pairs) {
        return rank -> {
            for (int i = 0; i < pairs.length; i += 2) {
                if (rank == pairs[i] || rank == pairs[i + 1]) {
                    return pairs[i] + pairs[i + 1] - rank;
                }
            }
            return rank;
        };
    }

    /** These sites first, then the others by number. */
    private static IntUnaryOperator first(int... sites) {
        List<Integer> order = new ArrayList<>(IntStream.of(sites).boxed().toList());
        IntStream.rangeClosed(1, SITES).filter(n -> !order.contains(n)).forEach(order::add);
        return rank -> order.get(rank - 1);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest(name = "{0}")
    @Order(1)
    @CsvSource(delimiter = '|', textBlock = """
            2026-01 | 1 false 10 0.005 / 2 false 10 0.015 / 3 false 10 0.025 / 4 false 11 0.038
            2026-02 | 1 true 20 0.011 / 3 false 10 0.026 / 4 false 10 0.036
            2026-03 | 1 true 20 0.011 / 3 true 20 0.031
            2026-04 | 1 false 10 0.006 / 2 false 10 0.016 / 3 false 10 0.026 / 4 false 10 0.036
            2026-05 | 1 true 40 0.021
            """)
    void quarters(String month, String quarters) {
        String path = "/v3/comparison/site-quarters?from_date=" + month + "&to_date=" + month;
        for (String caller : List.of("analyst", "admin", "farmer:F1", "key")) {
            assertThat(rows(server.data(path, caller), "quarter is_joined quarter_site_count mean_loss_rate"))
                    .as(caller).isEqualTo(quarters);
        }
    }

    // rank n loses (10 n + 5) / 10,000: 1, 6 of the first ten; 11, 16; ...
    @Test
    @Order(1)
    void ownSitesAreNamed() {
        assertThat(rows(server.data("/v3/comparison/site-quarters?from_date=2026-01&to_date=2026-01", "farmer:F1"),
                "site_count farmer_site_ids farmer_mean_loss_rate"))
                .isEqualTo("41 [\"1001\",\"1006\"] 0.004 / 41 [\"1011\",\"1016\"] 0.014 / "
                + "41 [\"1021\",\"1026\"] 0.024 / 41 [\"1031\"] 0.0315");
        // those of the tie lie in the joined quarters, and the one that was as good as rank 10 has its rate
        assertThat(rows(server.data("/v3/comparison/site-quarters?from_date=2026-02&to_date=2026-02", "farmer:F1"),
                "farmer_site_ids farmer_mean_loss_rate")).isEqualTo("[\"1001\",\"1006\",\"1011\",\"1016\"] 0.00875 / "
                + "[\"1021\",\"1026\"] 0.024 / [\"1031\"] 0.0315");
        assertThat(rows(server.data("/v3/comparison/site-quarters?from_date=2026-01&to_date=2026-01", "farmer:F6"),
                "farmer_site_ids")).isEqualTo(
                "[] / [] / [] / [\"1036\"]");
        // 1040 is two members, each with its own fish: (0.0305 + 0.0355 + 0.0661) / 3, and 0 beside rank 4 and 9,
        // (0.0045 + 0.0095) / 3
        assertThat(rows(server.data("/v3/comparison/site-quarters?from_date=2026-01&to_date=2026-01", "farmer:F5"),
                "farmer_site_ids farmer_mean_loss_rate")).endsWith("[\"1030\",\"1035\",\"1040\"] 0.0440263158");
        assertThat(rows(server.data("/v3/comparison/site-quarters?from_date=2026-01&to_date=2026-01", "farmer:F4"),
                "farmer_site_ids farmer_mean_loss_rate")).startsWith("[\"1004\",\"1009\",\"1040\"] 0.0046666667 / ")
                .endsWith("[\"1034\",\"1039\"] 0.037");
        for (String caller : List.of("analyst", "sums-of:F1")) {
            assertThat(rows(server.data("/v3/comparison/site-quarters?from_date=2026-01&to_date=2026-01", caller),
                    "farmer_site_ids farmer_mean_loss_rate"))
                    .isEqualTo("null null / null null / null null / null null");
        }
    }

    @Test
    @Order(1)
    void areasSelectRows() {
        assertThat(rows(server.data(QUARTERS + "&areas=3", "analyst"), "production_area_ids").split(" / ", -1))
                .hasSize(14).allMatch("[3]"::equals);
        assertThat(server.get(QUARTERS + "&areas=6", "analyst").statusCode()).isEqualTo(204);
        assertThat(server.get(QUARTERS + "&generations=V2026", "analyst").statusCode()).isEqualTo(400);
    }

    /*
     * 401: 1500 came and 104 died; 10 in 30 days, 25 in 60 and 90 (15 March is day 43); the sum of its daily shares is
     * 10/1000 + 15/1490 + 59/1475, up to 30 September. 19 cycles: halves of 9 and 10, as F1 has three of the first
     * four. Ranks: 402 and 403 without a risk, 401, then j = 1 to 16
     */
    @Test
    @Order(1)
    void ownCycles() {
        assertThat(rows(server.data(CYCLES, "farmer:F1"),
                "site_id generation first_day last_day stocked lost loss_share loss_share_30 "
                + "loss_share_60 loss_share_90 risk benchmark_year quarter")).isEqualTo(
                "403 V2025 2025-02-01 2025-09-30 1000 25 0.025 0 0 0 0 2025 1 / "
                + "401 V2025 2025-02-01 2025-10-31 1500 104 0.0693333333 0.0066666667 0.0166666667 0.0166666667 "
                + "0.05829867 2025 1");
        assertThat(rows(server.data(CYCLES, "farmer:F6"),
                "site_id generation first_day last_day stocked lost loss_share loss_share_30 "
                + "loss_share_60 loss_share_90 risk benchmark_year quarter"))
                .isEqualTo("402 V2025 2025-02-01 2025-10-31 1000 0 0 0 0 0 0 2025 1");
    }

    @Test
    @Order(1)
    void theYearsCyclesInHalves() {
        double own = 1 - Math.exp(-(0.01 + 15 / 1490.0 + 0.04));
        double[] others = IntStream.rangeClosed(1, 16).mapToDouble(j -> 1 - Math.exp(-0.5 - 0.01 * j)).toArray();
        double low = (own + IntStream.range(0, 6).mapToDouble(j -> others[j]).sum()) / 9;
        double high = IntStream.range(6, 16).mapToDouble(j -> others[j]).sum() / 10;
        double mean = (9 * low + 10 * high) / 19;
        // (0.025 + 0.0693... + 0) of F1, and 16 x 0.5 + 0.01 x 136
        double share = (0.025 + 104 / 1500.0 + 8 + 1.36) / 19;
        String row = "2025 19 " + three(mean) + " " + three(share) + " {\"q1\":" + three(low) + ",\"q2\":null,\"q3\":"
                + three(high) + ",\"q4\":null}";
        String fields = "benchmark_year benchmark_cycle_count benchmark_mean_risk benchmark_mean_loss_share "
                + "benchmark_quarter_means";
        for (String caller : List.of("analyst", "admin", "sums-of:F1")) {
            assertThat(rows(server.data(CYCLES, caller), fields + " site_id last_day stocked quarter"))
                    .isEqualTo(row + " null null null null");
        }
        assertThat(rows(server.data(CYCLES + "?areas=6", "farmer:F1"), fields)).isEqualTo(row + " / " + row);
        // j = 1, 5, 9, 13
        assertThat(rows(server.data(CYCLES, "farmer:F2"), "site_id lost quarter"))
                .isEqualTo("501 510 1 / 505 550 1 / 509 590 3 / 513 630 3");
    }

    private static String three(double value) {
        return BigDecimal.valueOf(value).setScale(3, RoundingMode.HALF_UP).stripTrailingZeros().toPlainString();
    }

    @Test
    @Order(1)
    void theWindowSelectsByLastDay() {
        assertThat(rows(server.data(CYCLES + "?from_date=2025-10&to_date=2025-10", "farmer:F1"), "site_id"))
                .isEqualTo("401");
        assertThat(server.get(CYCLES + "?from_date=2026-01", "farmer:F1").statusCode()).isEqualTo(204);
        assertThat(server.get(CYCLES + "?from_date=2026-01", "analyst").statusCode()).isEqualTo(204);
        assertThat(server.get(CYCLES + "?areas=3", "farmer:F1").statusCode()).isEqualTo(204);
    }

    /**
     * A site's page has the rows in which the site is named: 1001 in every month, and the cycle of 401. F1's ranks in
     * its quarter, from May back: 1 to 7; 1, 6, 7 and 9; 21, 26 and 31 to 35; 1, 6, 10 (of rank 11) and 16; 1 and 6.
     */
    @Test
    @Order(1)
    @EnabledIf("hasChromium")
    void anOwnSitesPageSaysWhereItStands(DashboardBrowser browser) {
        DashboardPage page = browser.browse(server).signIn("/sites/1001", "farmer:F1");
        assertThat(page.table("site-quarter")).containsExactly(
                List.of("Month", "Quarter", "Loss of the quarter", "Own in it", "Sites: quarter / area"),
                List.of("May 2026", "1–4", "2.1%", "0.45% (mean of 7)", "40 / 40"),
                List.of("April 2026", "1", "0.6%", "0.63% (mean of 4)", "10 / 40"),
                List.of("March 2026", "3–4", "3.1%", "3.08% (mean of 7)", "20 / 40"),
                List.of("February 2026", "1–2", "1.1%", "0.88% (mean of 4)", "20 / 40"),
                List.of("January 2026", "1", "0.5%", "0.40% (mean of 2)", "10 / 41"));
        assertThat(page.card("site-quarter").locator("h2").innerText())
                .isEqualTo("In May 2026 the site was in quarter 1–4 of West's sites by loss");
        assertThat(page.card("site-cycles").count()).isZero();

        DashboardPage finished = browser.browse(server).signIn("/sites/401", "farmer:F1");
        assertThat(finished.table("site-cycles")).hasSize(2);
        assertThat(finished.table("site-cycles").getLast())
                .startsWith("2025 spring", "1 Feb 2025", "31 Oct 2025", "1,500", "6.9%", "1.7%", "5.8%")
                .endsWith("1–2");
        // 403 was empty on its last day: no stock says whose it is
        assertThat(browser.browse(server).signIn("/sites/403", "farmer:F1").table("site-cycles").getLast())
                .startsWith("2025 spring", "1 Feb 2025", "30 Sept 2025");
        assertThat(browser.browse(server).signIn("/sites/1001", "farmer:F2").card("site-quarter").count()).isZero();
        assertThat(browser.browse(server).signIn("/sites/1001", "analyst").asked)
                .noneMatch(each -> each.startsWith("/v3/comparison/"));
        assertThat(page.complaints).isEmpty();
        browser.leave();
    }

    static boolean hasChromium() {
        return Chromium.here().isPresent();
    }

    /**
     * F2 corrects January and a cycle: its own figures follow on areas/month and here, the ranking and the year do not,
     * until a restatement.
     */
    @Test
    @Order(2)
    void madeOnceUntilARestatement() {
        String january = "/v3/comparison/site-quarters?from_date=2026-01&to_date=2026-01";
        String before = rows(server.data(january, "farmer:F2"));
        HandMadeDelivery correction = new HandMadeDelivery(folder.resolve("correction"));
        lose(correction, "F2", "1002", "2026-01-10", 1005);
        lose(correction, "F2", "501", "2025-06-01", 900);
        server.ingest(correction.write());
        assertThat(rows(server.data(january, "farmer:F2"))).isEqualTo(before);
        assertThat(rows(server.data(CYCLES, "farmer:F2"), "site_id lost quarter")).startsWith("501 900 1 / ");
        assertSound();
        restate();
        // 1002 stays in its quarter, the first: 0, 15, 1005, 35 to 95, 1475 together. Nothing is ranked anew
        assertThat(rows(server.data(january, "farmer:F2"), "quarter mean_loss_rate farmer_site_ids")).isEqualTo(
                "1 0.015 [\"1002\",\"1007\"] / 2 0.015 [\"1012\",\"1017\"] / 3 0.025 [\"1022\",\"1027\"] / 4 0.038 "
                + "[\"1032\",\"1037\"]");
        assertThat(rows(server.data(CYCLES, "farmer:F2"), "site_id lost quarter")).startsWith("501 900 1 / ");
        assertSound();
    }

    private static void restate() {
        Lake lake = Lake.at(server.lake());
        try (LakeLock _ = lake.lock(); DuckSession session = DuckSession.open(new EngineSettings(1, 256, folder))) {
            RestatedSnapshot.publish(lake, session, null, () -> { });
        }
        server.awaitServed(lake.currentId().orElseThrow().text());
    }

    private static void assertSound() {
        Lake lake = Lake.at(server.lake());
        Snapshot snapshot = lake.current().orElseThrow();
        assertThat(SnapshotVerifier.verify(lake, snapshot.id(), snapshot.manifest(), new EngineSettings(1, 256, folder))
                .findings()).isEmpty();
    }
}
