package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the authority's reports and statistics say reaches the routes. The weekly reports are all of 2026-W45, which
 * begins on Monday 2 November. F1 has salmon at 10003 and 10004 that day; nobody of the platform is at 10005.
 *
 * <pre>
 * site   area  the authority's measures       F1's treatments       lice report   F1's readings on the Monday
 * 10003  3     Mechanical, Cleanerfish        Thermal on Thursday   8.00 °C       9.00 °C of three measurements
 * 10004  4     Bath, Medicinal, Cleanerfish   -                     -             -
 * 10005  3     Mechanical                     -                     7.75 °C       -
 * 10099  7     Mechanical                     -                     6.00 °C       -               not in the register
 * </pre>
 */
class AuthorityReportsTest {

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        LocalDate monday = LocalDate.of(2026, 11, 2);
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery")).farmer("F1", "G1")
                .site("10003", 3).site("10004", 4).site("10005", 3)
                .stock("F1", "10003", monday, monday.plusDays(3), 1000).stock("F1", "10004", monday, monday, 1000)
                .treatment("F1", "own,2026-11-05,10003,Thermal,Lice,true,false,,,,,1,")
                .temperature("F1", "10003", monday, "9.00", 3);
        lines(delivery, "measures", "45,2026,10003,A,mekanisk fjerning,,,,,hele lokaliteten,62.5,6.25,3",
                "45,2026,10003,A,rensefisk,,,Berggylt,100,,62.5,6.25,3",
                "45,2026,10004,B,medikamentell,badebehandling,Azamethiphos,,,deler av lokaliteten,62.5,6.25,4",
                "45,2026,10004,B,medikamentell,fôrbehandling,Teflubenzuron,,,hele lokaliteten,62.5,6.25,4",
                "45,2026,10004,B,rensefisk,,,Rognkjeks,100,,62.5,6.25,4",
                "45,2026,10005,C,mekanisk fjerning,,,,,,62.5,6.25,3",
                "45,2026,10099,D,mekanisk fjerning,,,,,,64.5,10.25,7");
        lines(delivery, "lice_report", "45,2026,10003,A,0.1,62.5,6.25,8.00,3", "45,2026,10005,C,0.2,62.5,6.25,7.75,3",
                "45,2026,10099,D,0.2,64.5,10.25,6.00,7");
        lines(delivery, "lice_weeks", "44,2026,10003,A,0.1,0.5,,Nei,Ja,62.5,6.25,0.5,Nei,,3",
                "44,2026,10005,C,0.3,,,Nei,Ja,62.5,6.25,0.2,,,3",
                "44,2026,10006,E,0,0,0,Ja,Ja,62.5,6.25,0.5,Nei,,3", "44,2026,10007,F,,,,Nei,Nei,62.5,6.25,0.5,Nei,,3",
                "44,2026,10008,G,0.91,1,0.2,Nei,Ja,62.5,6.25,,,,3", "44,2026,10004,B,,,,Nei,Nei,62.5,6.25,0.5,Nei,,4",
                "44,2026,10009,H,4,4,4,Nei,Ja,71.5,10.25,0.5,Ja,,");
        lines(delivery, "diseases", "44,2026,10003,A,PD,Mistanke,2026-10-26,2026-11-01,62.5,6.25,3",
                "45,2026,10003,A,PD,Påvist,2026-11-02,,62.5,6.25,3",
                "20,2024,10003,A,ILA,Påvist,2024-05-13,2024-06-01,62.5,6.25,3",
                "45,2026,10004,B,HSMB,Uklar,2026-11-03,,62.5,6.25,4",
                "45,2026,10099,D,BKD,Påvist,2026-10-01,,64.5,10.25,7");
        stockingYears(delivery);
        server = LiveServer.start(folder, LocalDate.of(2026, 11, 15)).ingest(delivery.write());
    }

    /**
     * Statistics from January 2022 to February 2025; those of 2022 name no areas. Fish that left, and those in the sea
     * in the end:
     * <pre>
     * year   species  area  harvested  dead  discarded  escaped  other  in the sea
     * 2022   salmon   3            50    40         10
     * 2023   salmon   3          8000  1200        200      100    500           1
     * 2023   salmon   4           500   100          -             -100           2
     * 2023   trout    -           990    10                                   1
     * 2024   salmon   3                                                      1000
     * -      salmon   3             5
     * </pre>
     */
    private static void stockingYears(HandMadeDelivery delivery) {
        for (LocalDate month = LocalDate.of(2022, 1, 1); month.getYear() < 2023; month = month.plusMonths(1)) {
            lines(delivery, "statistics", "2022," + month.getMonthValue() + ",(null),LAKS,2022,10,0,0,0,0,0,0,0,0,0");
        }
        for (LocalDate month = LocalDate.of(2023, 1, 1); month.isBefore(LocalDate.of(2025, 3, 1));
                month = month.plusMonths(1)) {
            lines(delivery, "statistics", month.getYear() + "," + month.getMonthValue()
                    + ",3,LAKS,2024,1000,0,0,0,0,0,0,0,0,0");
        }
        lines(delivery, "statistics", "2023,1,3,LAKS,2022,0,0,0,0,50,0,40,10,0,0",
                "2023,2,3,LAKS,(null),0,0,0,0,5,0,0,0,0,0",
                "2023,5,3,LAKS,2023,9900,0,9900,0,0,0,0,0,0,0", "2024,11,3,LAKS,2023,1,0,0,0,8000,0,1200,200,100,500",
                "2024,11,4,LAKS,2023,2,0,0,0,500,0,100,0,0,-100",
                "2024,6,(null),REGNBUEØRRET,2023,0,0,0,0,990,0,10,0,0,0",
                "2025,2,3,LAKS,2023,1,0,0,0,0,0,0,0,0,0", "2025,2,4,LAKS,2023,2,0,0,0,0,0,0,0,0,0",
                "2025,2,(null),REGNBUEØRRET,2023,1,0,0,0,0,0,0,0,0,0");
    }

    private static void lines(HandMadeDelivery delivery, String name, String... lines) {
        for (String line : lines) {
            delivery.line("authority/" + name + ".csv", name, line);
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    // of 10003 only F1's own counts. Area 4: a bath is handling, feed and cleaner fish are not
    @Test
    void treatmentSummary() {
        String fields = "production_area_id species_code year_week total_treatments";
        assertThat(rows(server.data("/v3/treatment/summary-by-area-and-week", "admin"), fields))
                .isEqualTo("3 SAL 2026-W45 1 / 3 null 2026-W45 1 / 4 SAL 2026-W45 3 / 7 null 2026-W45 1");
        // F1 is alone in both areas: others see the authority's there, without the species of F1's fish
        assertThat(rows(server.data("/v3/treatment/summary-by-area-and-week", "analyst"), fields))
                .isEqualTo("3 null 2026-W45 1 / 4 null 2026-W45 3 / 7 null 2026-W45 1");
        assertThat(rows(server.data("/v3/treatment/detail-by-category-and-week?areas=4", "analyst"),
                "treatment_category treatment_target category_treatment_count area_total_handling_treatments"))
                .isEqualTo("Bath Lice 1 1 / Cleanerfish Lice 1 1 / Medicinal Lice 1 1");
    }

    // a farmer sees its own treatments alone, an admin the authority's too
    @Test
    void treatmentsBySite() {
        assertThat(rows(server.data("/v3/treatment/by-site", "farmer:F1"), "site_id treatment_category data_source"))
                .isEqualTo("10003 Thermal farmer");
        assertThat(rows(server.data("/v3/treatment/by-site", "admin"),
                "site_id owner_id treatment_category treatment_subtype "
                + "treatment_site_scope data_source")).startsWith("10003 F1 Thermal null null farmer / 10004 null ")
                .contains("10004 null Bath Azamethiphos partial authority",
                        "10004 null Medicinal Teflubenzuron full authority",
                        "10004 null Cleanerfish Rognkjeks null authority", "10005 null Mechanical null null authority",
                        "10099 null Mechanical null null authority");
    }

    // area 3: 0.10, 0.30 and 0.91 of 10003, 10005 and 10008, together 1.31; 10006 is empty and 10007 did not count. Two
    // of the three have a limit, 0.2 and 0.5, 10005 is above it. 10009 lies outside every area
    @Test
    void liceByArea() {
        String route = "/v3/environment/lice-by-area-and-week?from_date=2026-W44&to_date=2026-W45";
        assertThat(rows(server.data(route, "analyst"))).isEqualTo(
                "3 Karmøy til Sotra Sør 2026-10-26 2026-W44 5 3 1 1 0.44 0.3 0.35 0.75 0.2 2 1 50 / 3 Karmøy til Sotra Sør "
                + "2026-11-02 2026-W45 2 2 0 0 0.15 0.15 null null null 0 0 null"
                + " / 4 Nordhordland til Stadt Sør 2026-10-26 2026-W44 1 0 1 0 null null null null null 0 0 null"
                + " / 7 Nord-Trøndelag med Bindal Midt 2026-11-02 2026-W45 1 1 0 0 0.2 0.2 null null null 0 0 null");
        assertThat(rows(server.data(route + "&areas=4,7&limit=1&offset=1", "analyst"), "production_area_id year_week"))
                .isEqualTo("7 2026-W45");
        assertThat(server.data(route, "farmer:F1")).isEqualTo(server.data(route, "analyst"))
                .isEqualTo(server.data(route, "admin"));
    }

    // anybody may ask for any site: the caller F1 has no fish at 10005
    @Test
    void liceBySite() {
        String route = "/v3/environment/lice-by-site-and-week?from_date=2026-W44&to_date=2026-W45";
        assertThat(rows(server.data(route + "&sites=10005,10006,10009", "farmer:F1"))).isEqualTo(
                "10005 Site 10005 3 2026-10-26 2026-W44 true 0.3 null null 0.2 true true false barentswatch"
                + " / 10005 Site 10005 3 2026-11-02 2026-W45 true 0.2 null null null null true null barentswatch"
                + " / 10006 E 3 2026-10-26 2026-W44 false 0 0 0 0.5 false true true barentswatch"
                + " / 10009 H null 2026-10-26 2026-W44 true 4 4 4 0.5 true true false barentswatch");
        assertThat(rows(server.data(route + "&areas=4", "admin"), "site_id has_counted adult_female"))
                .isEqualTo("10004 false null");
        assertThat(rows(server.data(route, "analyst"), "site_id year_week"))
                .isEqualTo("10003 2026-W44 / 10003 2026-W45 / 10004 2026-W44"
                + " / 10005 2026-W44 / 10005 2026-W45 / 10006 2026-W44 / 10007 2026-W44 / 10008 2026-W44 / 10009 "
                + "2026-W44 / 10099 2026-W45");
        assertThat(server.data(route, "farmer:F1")).isEqualTo(server.data(route, "analyst"))
                .isEqualTo(server.data(route, "admin"));
    }

    // 10003: (8.00 x 1 + 9.00 x 3) / 4 = 8.75; the area (8.75 + 7.75) / 2 = 8.25
    @Test
    void temperatureTrends() {
        assertThat(rows(server.data(
                "/v3/environment/temperature-trends-by-region?from_date=2026-11-02&to_date=2026-11-08", "analyst"),
                "area_id temperature")).isEqualTo("3 8.25 / 7 6");
    }

    // 2022: 50 of 100. 2023: 1500 of 10,500 in the country, 1400 of 10,000 in area 3; of area 4 two are still in the
    // sea for 500 that left, more than a thousandth, as the one trout for 1000 is not. By area, the year 2022 has no
    // figures, and what has no area is not judged
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                        | 2022 SAL null 100 0 0.5 true / 2023 SAL null 10500 3 0.1428571429 true / 2023 TRR null 1000 1 0.01 true \
            / 2024 SAL null 0 1000 null false / null SAL null 5 0 null false
            ?group_by_area=true       | 2022 SAL 3 100 0 null false / 2022 SAL null 0 0 null false / 2023 SAL 3 10000 1 0.14 true \
            / 2023 SAL 4 500 2 null false / 2023 TRR null 1000 1 null false / 2024 SAL 3 0 1000 null false / null SAL 3 5 0 null false
            ?areas=3&species_code=SAL | 2022 SAL null 100 0 null false / 2023 SAL null 10000 1 0.14 true / 2024 SAL null 0 1000 null false \
            / null SAL null 5 0 null false
            ?areas=4                  | 2023 SAL null 500 2 null false
            ?species_code=trr         | 2023 TRR null 1000 1 0.01 true
            """)
    void lossOfStockingYears(String parameters, String expected) {
        String route = "/v3/mortality/generations/authority" + parameters;
        String fields = "stocking_year species_code production_area_id left_count closing_count loss_share is_complete";
        for (String caller : List.of("admin", "analyst", "farmer:F1")) {
            assertThat(rows(server.data(route, caller), fields)).as(caller).isEqualTo(expected);
        }
    }

    @Test
    void figuresOfAStockingYear() {
        assertThat(rows(server.data("/v3/mortality/generations/authority?group_by_area=true&areas=3&species_code=SAL",
                "analyst"), "stocking_year "
                + "production_area_name first_month last_month smolt_count harvest_count dead_count discarded_count "
                + "escaped_count other_count"))
                .contains("2023 Karmøy til Sotra 2023-05-01 2025-02-01 9900 8000 1200 200 100 500");
    }

    // the periods of the last four weeks; 10099 is not in the register
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                                              | 10003 3 PD suspected 2026-10-26 2026-11-01 / 10003 3 PD confirmed 2026-11-02 null \
            / 10004 4 HSMB Uklar 2026-11-03 null / 10099 7 BKD confirmed 2026-10-01 null
            ?sites=10003&from_date=1990-01-01             | 10003 3 ILA confirmed 2024-05-13 2024-06-01 \
            / 10003 3 PD suspected 2026-10-26 2026-11-01 / 10003 3 PD confirmed 2026-11-02 null
            ?sites=10003&from_date=2024-06-01&to_date=2026-10-25 | 10003 3 ILA confirmed 2024-05-13 2024-06-01
            ?from_date=2026-11-02&areas=3                   | 10003 3 PD confirmed 2026-11-02 null
            ?from_date=2026-11-02&to_date=2026-11-02&areas=4,7 | 10099 7 BKD confirmed 2026-10-01 null
            ?sites=10004,10099&limit=1                      | 10004 4 HSMB Uklar 2026-11-03 null
            """)
    void diseasesOfSites(String parameters, String expected) {
        String fields = "site_id production_area_id disease status from_date to_date";
        for (String caller : List.of("admin", "analyst", "farmer:F1")) {
            assertThat(rows(server.data("/v3/environment/disease-by-site" + parameters, caller), fields)).as(caller)
                    .isEqualTo(expected);
        }
        assertThat(server.get("/v3/environment/disease-by-site?sites=10005", "admin").statusCode()).isEqualTo(204);
    }
}
