package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The Veterinary Institute's quartiles beside own sites. Risks are 100 x (1 - exp(-rate)), a month's rate is losses /
 * mean of the fish at its beginning and end.
 *
 * <pre>
 * F1  11  area 3   1000 fish on 1 January, 100 die on the 10th, 900 are left: 100 / 950, 9.99 %. 45 die on 28 February, 855 are left: 45 / 877.5,
 *                  5.00 %; both, 14.49 %. March has no losses: 0.00 %, 14.49 %
 *     12  area 3   1000 come on 5 February, 20 die and 10 are culled on the 20th: (0 + 970) / 2, 30 / 485, 6.00 %
 *     13  area 4   1000 fish; no rows from 21 January to the end of the month, so it has no closing number; February 0.00 %
 *     14  area 2   500 fish on 1 January, 250 die: 250 / 375, 48.66 %
 *     15  on land  as 11
 *     17  area 3   a cycle, 10 February to 20 October 2025: 1000 fish, 100 die on 20 February: 100 / 450; 90 of 900 on 10 June: 90 / 855; 81 of 810
 *                  on 10 October, the rest is harvested: 81 / 405. 0.222222 + 0.105263 + 0.2, 40.99 %
 *     18  area 3   the same without rows on the last seven days of April
 *     19  area 5   1000 fish from 1 January 2025 on, no losses
 * F2  31  area 3   1000 fish from 1 February 2026 on, where F2's data begin
 * </pre>
 */
@ExtendWith(DashboardBrowser.Shared.class)
class PublicQuartilesRouteTest {

    private static final LocalDate END = LocalDate.of(2026, 3, 31);
    private static final String ROUTE = "/v3/comparison/public-quartiles";
    private static final String OWN = "region farmer_site_id farmer_risk farmer_quarter";
    private static final String COLUMNS = "species,%s,geo_group,region,q1,median,q3";

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery")).farmer("F1", "G1")
                .farmer("F2", "G2").site("11", 3).site("12", 3).site("13", 4).site("14", 2).site("17", 3).site("18", 3)
                .site("19", 5).site("31", 3);
        delivery.line("authority/site.csv", "site", "15,Site 15,62.5,6.25,onshore,,,,");
        for (String site : List.of("11", "15")) {
            fish(delivery, "F1", site, "2026-01-01", "2026-01-10", 1000);
            fish(delivery, "F1", site, "2026-01-11", "2026-02-28", 900);
            fish(delivery, "F1", site, "2026-03-01", "2026-03-31", 855);
            lose(delivery, site, "2026-01-10", "mortality", 100);
            lose(delivery, site, "2026-02-28", "mortality", 45);
        }
        fish(delivery, "F1", "12", "2026-02-05", "2026-02-20", 1000);
        fish(delivery, "F1", "12", "2026-02-21", "2026-03-31", 970);
        lose(delivery, "12", "2026-02-20", "mortality", 20);
        lose(delivery, "12", "2026-02-20", "culling", 10);
        fish(delivery, "F1", "13", "2026-01-01", "2026-01-20", 1000);
        fish(delivery, "F1", "13", "2026-02-01", "2026-03-31", 1000);
        fish(delivery, "F1", "14", "2026-01-01", "2026-01-02", 500);
        fish(delivery, "F1", "14", "2026-01-03", "2026-03-31", 250);
        lose(delivery, "14", "2026-01-02", "mortality", 250);
        cycle(delivery, "17", "2025-04-30");
        cycle(delivery, "18", "2025-04-23");
        fish(delivery, "F1", "19", "2025-01-01", "2026-03-31", 1000);
        fish(delivery, "F2", "31", "2026-02-01", "2026-03-31", 1000);
        quartiles(delivery, "monthly", "date", "salmon,2026-01-01,area,1 & 2,5,8,20", "salmon,2026-01-01,area,3,5,8,9.99",
                "salmon,2026-01-01,area,4,1,2,3", "salmon,2026-01-01,county,Vestland,1,2,3",
                "salmon,2026-01-01,country,Norge,1,9.99,12", "salmon,2026-02-01,area,3,5,5.5,6",
                "salmon,2026-02-01,area,4,0,1,2", "salmon,2026-02-01,area,12 & 13,1,2,3",
                "rainbowtrout,2026-02-01,area,3,1,2,3", "salmon,2026-04-01,area,3,1,2,3");
        quartiles(delivery, "cumulative", "date", "salmon,2026-01-01,area,4,1,2,3", "salmon,2026-02-01,area,4,1,2,3",
                "salmon,2026-03-01,area,3,6,10,14.48");
        quartiles(delivery, "cohort", "year", "salmon,2025,area,3,30,40,50", "salmon,2024,area,3,30,40,50");
        server = LiveServer.start(folder, END.plusDays(1)).ingest(delivery.write());
    }

    private static void quartiles(HandMadeDelivery delivery, String file, String time, String... rows) {
        delivery.line("authority/" + file + ".csv", "", COLUMNS.formatted(time));
        for (String row : rows) {
            delivery.line("authority/" + file + ".csv", "", row);
        }
    }

    private static void cycle(HandMadeDelivery delivery, String site, String lastOfApril) {
        fish(delivery, "F1", site, "2025-02-10", "2025-02-20", 1000);
        fish(delivery, "F1", site, "2025-02-21", lastOfApril, 900);
        fish(delivery, "F1", site, "2025-05-01", "2025-06-10", 900);
        fish(delivery, "F1", site, "2025-06-11", "2025-10-20", 810);
        lose(delivery, site, "2025-02-20", "mortality", 100);
        lose(delivery, site, "2025-06-10", "mortality", 90);
        lose(delivery, site, "2025-10-10", "mortality", 81);
    }

    private static void fish(HandMadeDelivery delivery, String farmer, String site, String first, String last,
            int count) {
        delivery.stock(farmer, site, LocalDate.parse(first), LocalDate.parse(last), count, "2000", "V2025");
    }

    private static void lose(HandMadeDelivery delivery, String site, String day, String type, int count) {
        delivery.loss("F1", site, LocalDate.parse(day), type, "A101", count);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', textBlock = """
            # ties with q3, and with the median of the country; a site without closing days has no risk; no county
            from_date=2026-01&to_date=2026-01 | farmer:F1 | 1 & 2 14 48.66 4 / 3 11 9.99 3 / 4 13 null null / Norge 11 9.99 2 / Norge 13 null null \
            / Norge 14 48.66 4 / Norge 19 0 1
            # ties with q1 and q3; an opening number that is absent is 0; trout are not salmon
            from_date=2026-02&to_date=2026-02 | farmer:F1 | 3 11 5 1 / 3 12 6 3 / 4 13 0 1 / 12 & 13 null null null / 3 null null null
            from_date=2026-02&to_date=2026-02 | farmer:F2 | 3 31 0 1 / 4 null null null / 12 & 13 null null null / 3 null null null
            from_date=2026-02&to_date=2026-02&species=TRR | farmer:F1 | 3 null null null
            from_date=2026-01&to_date=2026-01&areas=1,4 | farmer:F1 | 1 & 2 null null null / 4 13 null null / Norge 13 null null
            from_date=2026-01&to_date=2026-01&areas=2 | farmer:F1 | 1 & 2 14 48.66 4 / Norge 14 48.66 4
            # the year needs each month with fish, and its beginning
            kind=year_to_date&from_date=2026-02&to_date=2026-02 | farmer:F1 | 4 13 null null
            kind=year_to_date&from_date=2026-03&to_date=2026-03 | farmer:F1 | 3 11 14.49 4 / 3 12 6 1
            kind=year_to_date&from_date=2026-03&to_date=2026-03 | farmer:F2 | 3 31 null null
            # a year is there if the window touches it
            kind=cycle&from_date=2025-12&to_date=2025-12 | farmer:F1 | 3 17 40.99 3 / 3 18 null null
            kind=cycle&from_date=2024-12&to_date=2025-03 | farmer:F1 | 3 null null null / 3 17 40.99 3 / 3 18 null null
            kind=cycle&from_date=2025-12&to_date=2025-12 | farmer:F2 | 3 null null null
            """)
    void ownSitesAmongThem(String query, String caller, String expected) {
        assertThat(rows(server.data(ROUTE + "?" + query, caller), OWN)).isEqualTo(expected);
    }

    // what is public is the same for all; nobody else sees a site
    @Test
    void othersSeeThePublicRowsAlone() {
        for (String caller : List.of("analyst", "admin", "key", "sums-of:F1")) {
            assertThat(rows(server.data(ROUTE + "?from_date=2026-01&to_date=2026-01", caller))).as(caller).isEqualTo(
                    "2026-01-01 month SAL 1 & 2 [1,2] 5 8 20 null null null null Veterinærinstituttet, Laksetap "
                    + "2026-04-01 / 2026-01-01 month SAL 3 [3] 5 8 9.99 null null null null Veterinærinstituttet, "
                    + "Laksetap 2026-04-01 / 2026-01-01 month SAL 4 [4] 1 2 3 null null null null "
                    + "Veterinærinstituttet, Laksetap 2026-04-01 / 2026-01-01 month SAL Norge null 1 9.99 12 null "
                    + "null null null Veterinærinstituttet, Laksetap 2026-04-01");
        }
        assertThat(rows(server.data(ROUTE + "?from_date=2026-02&to_date=2026-02&areas=13", "analyst"),
                "region production_area_ids")).isEqualTo("12 & 13 [13]");
    }

    @Test
    void cyclesHaveTheirGeneration() {
        assertThat(rows(server.data(ROUTE + "?kind=cycle&from_date=2025-12&to_date=2025-12", "farmer:F1"),
                "period farmer_generation")).isEqualTo("2025-01-01 V2025 / 2025-01-01 V2025");
    }

    @Test
    @EnabledIf("hasChromium")
    void pagesDrawTheBandAndOurSites(DashboardBrowser browser) {
        DashboardPage page = browser.browse(server).signIn("/compare", "farmer:F1");
        Locator card = page.card("public-quartiles");
        assertThat(card.locator("h2").innerText()).isEqualTo("In February 2026, 0 of our 3 sites were in quarter 4, "
                + "above the third quartile of all of their area's sites; 0.8 are expected");
        // areas 3, 4, 12 & 13, and 3 of trout; 11 and 12 in area 3, 13 in area 4
        assertThat(card.locator(".band").count()).isEqualTo(4);
        assertThat(card.locator(".band-dot").count()).isEqualTo(3);
        assertThat(card.locator(".ratio-text").first().innerText()).isEqualTo("5.00% – 6.00% 0 of our 2 in quarter 4");
        assertThat(card.innerText()).contains("Source: Veterinærinstituttet, Laksetap (NLOD), received 1 Apr 2026.");

        Locator site = browser.browse(server).signIn("/sites/11", "farmer:F1").card("public-site");
        assertThat(site.locator("h2").innerText())
                .isEqualTo("February 2026: 5.00% lost, quarter 1 of all sites of the area");
        assertThat(site.locator(".band").count()).isEqualTo(2);
        assertThat(site.locator(".band-dot").count()).isEqualTo(2);
        assertThat(page.complaints).isEmpty();
        browser.leave();
    }

    static boolean hasChromium() {
        return Chromium.here().isPresent();
    }

    @Test
    void theMetadataNameTheSource() {
        String path = ROUTE + "?from_date=2026-01&to_date=2026-01";
        JsonNode metadata = LiveServer.json(server.get(path, "farmer:F1")).required("metadata");
        assertThat(metadata.required("source").asText()).isEqualTo("Veterinærinstituttet, Laksetap");
        assertThat(metadata.required("source_date").asText()).isEqualTo("2026-04-01");
        assertThat(server.get(ROUTE + "?from_date=2020-01&to_date=2020-02", "farmer:F1").statusCode()).isEqualTo(204);
        assertThat(server.get(ROUTE + "?kind=week", "farmer:F1").statusCode()).isEqualTo(400);
    }
}
