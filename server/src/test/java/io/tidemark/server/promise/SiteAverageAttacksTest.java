package io.tidemark.server.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.live.HandMadeDelivery;
import io.tidemark.server.live.LiveServer;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Consumer;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two site averages that differ by one site, each times its number of sites. February 2027 has four weeks, from a
 * Monday to a Sunday. F1 to F6 are six groups. Where nothing else is said, a site of 1000 fish that loses n on the 10th
 * has the rate n / 1000.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class SiteAverageAttacksTest {

    private static final LocalDate BEGIN = LocalDate.of(2027, 2, 1);
    private static final LocalDate END = LocalDate.of(2027, 2, 28);
    private static final LocalDate TENTH = BEGIN.plusDays(9);
    private static final String AREAS = "/v3/mortality/areas/month?from_date=2027-02-01&to_date=2027-02-28";
    private static final String REGIONS =
            "/v3/mortality/region/rolling-12-month?from_date=2027-02-01&to_date=2027-02-28";
    private static final Offset<Double> NEAR = Offset.offset(1e-6);
    private static final Offset<Double> WRITTEN = Offset.offset(1e-8);

    @TempDir
    static Path folder;

    /**
     * Eleven sites that lose 11, 12 to 21, of F2 to F6 by turns, and four more that deliver the first week late: F6's
     * site 12 has fish on seven days, those of F2, F3 and F4 on three, which is too few for a rate. The four are an
     * atom: a twelfth site has a rate.
     */
    @Test
    void lateSites() {
        HandMadeDelivery delivery = companies("first");
        for (int n = 1; n <= 11; n++) {
            site(delivery, n, 2 + n % 5, 3, 10 + n);
        }
        HandMadeDelivery late = new HandMadeDelivery(folder.resolve("late"));
        for (int n = 12; n <= 15; n++) {
            delivery.site(id(n), 3);
            late.stock(owner(n), id(n), BEGIN, n == 12 ? BEGIN.plusDays(6) : BEGIN.plusDays(2), 1000)
                    .loss(owner(n), id(n), BEGIN, "mortality", "A101", 40);
        }
        try (LiveServer server = serve("lateness", delivery)) {
            for (String caller : List.of("analyst", "farmer:F1")) {
                assertThat(averages(server, "", caller)).as("of eleven")
                        .allSatisfy(average -> assertThat(average).isCloseTo(0.016, WRITTEN));
            }
            List<Double> before = averages(server, "", "analyst");
            server.ingest(late.write());
            List<Double> after = averages(server, "", "analyst");

            // 40 of 1000 fish of seven days, for the whole month
            for (int i = 0; i < before.size(); i++) {
                assertThat(12 * after.get(i) - 11 * before.get(i)).as("%s, %s", before, after)
                        .isNotCloseTo(0.04 * 28 / 7, NEAR);
            }
            assertThat(after).isEqualTo(before);
            assertThat(averages(server, "", "farmer:F1")).isEqualTo(before);
            assertThat(row(server, AREAS, "analyst").get("site_average_count").asInt()).isEqualTo(11);
        }
    }

    private static String owner(int late) {
        return late == 12 ? "F6" : "F" + (late - 11);
    }

    /** F2 to F6 lose 30, 40 to 70; F1 has a pen without losses on F2's site, and a site of its own that loses 20. */
    @Test
    void aPenOnAPartnersSite() {
        HandMadeDelivery delivery = companies("partners");
        for (int n = 2; n <= 6; n++) {
            site(delivery, n, n, 3, 10 + 10 * n);
        }
        site(delivery, 1, 1, 3, 20);
        delivery.shared(id(2), "F1", "F2");
        BEGIN.datesUntil(END.plusDays(1)).forEach(day ->
                delivery.line("farmers/F1/stock.csv", "stock", day + "," + id(2) + ",B,C2,SAL,1000,2000,V2026"));
        try (LiveServer server = serve("partner", delivery)) {
            List<Double> with = averages(server, "", "farmer:F1");
            List<Double> without = averages(server, "&exclude_self=true", "farmer:F1");
            assertThat(with).hasSize(3);

            for (int i = 0; i < with.size(); i++) {
                // six sites less five, less the own one: 30 of 2000 less 30 of 1000
                assertThat(6 * with.get(i) - 5 * without.get(i) - 0.02).as("%s, %s", with, without)
                        .isNotCloseTo(0.015 - 0.03, NEAR);
                // seven members less five: the own rates, 0.02 and 0
                assertThat(7 * with.get(i) - 5 * without.get(i)).as("%s, %s", with, without).isCloseTo(0.02, WRITTEN);
                assertThat(without.get(i)).isCloseTo(0.05, WRITTEN);
            }
            assertThat(row(server, AREAS, "farmer:F1").get("site_average_count").asInt()).isEqualTo(7);
            assertThat(row(server, AREAS + "&exclude_self=true", "farmer:F1").get("site_average_count").asInt())
                    .isEqualTo(5);
        }
    }

    /**
     * Area 3 has five sites of V2025 that lose 11 to 15, of F1 to F5, and in each week four small ones of V2026, of F2
     * to F5, with fish on six days. F6 has the only site of area 4: with the small ones of its week it is an atom of
     * the platform area. Too few days give no rate, so the platform area's average was of six sites, and that of area 3
     * of five.
     */
    @Test
    void partsOfAPlatformArea() {
        HandMadeDelivery delivery = companies("parts");
        for (int n = 1; n <= 5; n++) {
            BEGIN.datesUntil(END.plusDays(1)).forEach(stockOf(delivery, n));
            delivery.site(id(n), 3).loss("F" + n, id(n), TENTH, "mortality", "A101", 10 + n);
        }
        site(delivery, 6, 6, 4, 70);
        for (int week = 0; week < 4; week++) {
            for (int company = 2; company <= 5; company++) {
                int n = 10 * (week + 1) + company;
                LocalDate monday = BEGIN.plusWeeks(week);
                delivery.site(id(n), 3).stock("F" + company, id(n), monday, monday.plusDays(5), 100)
                        // empty, and delivered to the end of the month
                        .stock("F" + company, id(n), monday.plusDays(6), END, 0);
            }
        }
        try (LiveServer server = serve("part", delivery)) {
            for (String caller : List.of("analyst", "farmer:F1")) {
                double whole = row(server, AREAS, caller).get("site_avg_loss_rate").asDouble();
                double part = row(server, AREAS + "&areas=3", caller).get("site_avg_loss_rate").asDouble();

                // the one of area 4
                assertThat(6 * whole - 5 * part).as("%s, %s", whole, part).isNotCloseTo(0.07, NEAR);
                // (11 + ... + 15 + 70) / 6 of 1000
                assertThat(whole).isCloseTo(0.0225, WRITTEN);
                for (String filter : List.of("&areas=3", "&areas=4")) {
                    server.data(AREAS + filter, caller).forEach(row -> {
                        assertThat(row.get("site_avg_loss_rate").isNull()).as("%s", row).isTrue();
                        assertThat(row.get("site_average_count").isNull()).as("%s", row).isTrue();
                    });
                }
                assertThat(row(server, AREAS + "&areas=3", caller).get("loss_rate").isNull())
                        .as("the pooled rate stays").isFalse();
                assertThat(row(server, AREAS + "&areas=3,4", caller).get("site_avg_loss_rate").asDouble())
                        .isEqualTo(whole);
            }
        }
    }

    private static Consumer<LocalDate> stockOf(HandMadeDelivery delivery, int n) {
        return day -> delivery.line("farmers/F" + n + "/stock.csv", "stock", day + "," + id(n)
                + ",A,C1,SAL,1000,2000,V2025");
    }

    private static HandMadeDelivery companies(String name) {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve(name));
        for (int i = 1; i <= 6; i++) {
            delivery.farmer("F" + i, "G" + i);
        }
        return delivery;
    }

    private static String id(int n) {
        return String.valueOf(30_000 + n);
    }

    private static void site(HandMadeDelivery delivery, int n, int company, int area, int lost) {
        delivery.site(id(n), area).stock("F" + company, id(n), BEGIN, END, 1000)
                .loss("F" + company, id(n), TENTH, "mortality", "A101", lost);
    }

    private static LiveServer serve(String name, HandMadeDelivery delivery) {
        return LiveServer.start(folder.resolve(name + "-server"), END.plusDays(1)).ingest(delivery.write());
    }

    private static JsonNode row(LiveServer server, String path, String caller) {
        return server.data(path, caller).get(0);
    }

    /** Of the platform area, the country and the region. */
    private static List<Double> averages(LiveServer server, String query, String caller) {
        JsonNode regions = server.data(REGIONS + query, caller);
        return List.of(row(server, AREAS + query, caller).get("site_avg_loss_rate").asDouble(), regions.get(0)
                .get("avg_site_loss_rate").asDouble(), regions.get(1).get("avg_site_loss_rate").asDouble());
    }
}
