package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.encoded;
import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Treatments by week. The snapshot's first lies on Monday 2025-12-29, in week 1 of 2026. Each production area n has a
 * site 1000n of F1; counts by week of 2026, all on Mondays, Mechanical against Lice unless said otherwise:
 *
 * <pre>
 * area   W01                  W45  W49                            W53                        2027-W01
 *  3     2                    10   10, and Bath 1                 Bath 9                     5
 *  4                          10   12                             11                         3
 *  5                          10   9                              1 without stock
 *  6                          10   8
 *  7     SAL Bath 1 and, by F3 on Tuesday at 10017, Medicinal Bacteria 1 with an antibiotic; TRR Thermal Parasites 1 on Wednesday (all W53)
 *  8, 9  W41 to W52: 4 each                                       2 in area 8, 3 in area 9
 *  10 to 13  104 103 104 105                                      3 3 1 1
 * </pre>
 *
 * A treatment of F1 at 10099, on land and in no area, in W53.
 */
class TreatmentWeeksTest {

    private static final LocalDate WEEK_1 = LocalDate.of(2025, 12, 29);
    private static final String SUMMARY = "/v3/treatment/summary-by-area-and-week?";
    private static final String DETAIL = "/v3/treatment/detail-by-category-and-week?";

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery")).farmer("F1", "G1")
                .farmer("F3", "G2");
        for (int area = 3; area <= 13; area++) {
            delivery.site(Integer.toString(10000 + area), area);
        }
        delivery.site("10017", 7).line("authority/site.csv", "site", "10099,Site 10099,62.5,6.25,onshore,,,,");
        int[] first = {2, 0, 0, 0, 0, 0, 0, 104, 103, 104, 105};
        int[] last = {0, 11, 0, 0, 0, 2, 3, 3, 3, 1, 1};
        for (int i = 0; i < first.length; i++) {
            treat(delivery, i + 3, 1, first[i]);
            treat(delivery, i + 3, 53, last[i]);
        }
        int[] week49 = {10, 12, 9, 8};
        for (int i = 0; i < week49.length; i++) {
            treat(delivery, i + 3, 45, 10);
            treat(delivery, i + 3, 49, week49[i]);
        }
        for (int week = 41; week <= 52; week++) {
            treat(delivery, 8, week, 4);
            treat(delivery, 9, week, 4);
        }
        treat(delivery, 3, 54, 5);
        treat(delivery, 4, 54, 3);
        delivery.treatment("F1", "b49,2026-11-30,10003,Bath,Lice,false,false,,,,,1,")
                .treatment("F1", "b53,2026-12-28,10003,Bath,Lice,false,false,,,,,9,")
                .stock("F1", "10003", LocalDate.of(2026, 12, 28), LocalDate.of(2026, 12, 28), 1000)
                .treatment("F1", "n53,2026-12-28,10005,Mechanical,Lice,true,false,,,,,1,")
                .treatment("F1", "s53,2026-12-28,10007,Bath,Lice,false,false,,,,,1,")
                .stock("F1", "10007", LocalDate.of(2026, 12, 28), LocalDate.of(2026, 12, 28), 1000)
                .treatment("F3", "a53,2026-12-29,10017,Medicinal,Bacteria,false,true,,,,,1,")
                .stock("F3", "10017", LocalDate.of(2026, 12, 29), LocalDate.of(2026, 12, 29), 1000)
                .treatment("F3", "t53,2026-12-30,10017,Thermal,Parasites,true,false,,,,,1,")
                .line("farmers/F3/stock.csv", "stock", "2026-12-30,10017,A,C,TRR,1000,2000,V2026")
                .treatment("F1", "l53,2026-12-28,10099,Vaccination,Health,true,false,,,,,1,");
        // all sites are empty on the Sunday of 2027-W01, so that it is complete
        LocalDate end = LocalDate.of(2027, 1, 10);
        for (int area = 3; area <= 13; area++) {
            delivery.stock("F1", Integer.toString(10000 + area), end, end, 0);
        }
        delivery.stock("F3", "10017", end, end, 0);
        server = LiveServer.start(folder, LocalDate.of(2027, 1, 20)).ingest(delivery.write(), LiveServer.RULE_OFF);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    // week 53 is the 53rd from 2026-W01; 54 is the first of 2027
    private static void treat(HandMadeDelivery delivery, int area, int week, int count) {
        if (count == 0) {
            return;
        }
        LocalDate monday = WEEK_1.plusWeeks(week - 1);
        String site = Integer.toString(10000 + area);
        delivery.stock("F1", site, monday, monday, 1000).treatment("F1", area + "-" + week + "," + monday + "," + site
                + ",Mechanical,Lice,true,false,,,,," + count + ",");
    }

    // area 3 in 2027-W01: 5, the three weeks before 9, 0, 0: mean 14/4; last week 9: -4, 100 x -4/9; W47 to W50 11: 14
    // - 11; 2026-W01 2; 14 > 1.1 x 11; the 52 weeks from 2026-W02 hold 10 + 11 + 9 = 30, 5 > 1.5 x 30/52; the 12 weeks
    // W42 to W53 have mean 2.5. area 7 SAL in W53: two sites, owners, days; nothing before: new, high, and 2 above a
    // mean of 0 with deviation 0; TRR's 1 is not
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            start_date=2027-01-10&end_date=2027-01-10&areas=3 | 3 Karmøy til Sotra SAL 2027-01-04 2027-W01 5 1 1 1 0 5 0 0 5 0 0 3.5 -4 -44.4444444444 3 3 increasing high false false false false
            start_date=2027-01-01&end_date=2027-01-01&areas=07 | 7 Nord-Trøndelag med Bindal SAL 2026-12-28 2026-W53 2 2 2 2 1 0 1 0 1 0 1 0.5 2 null 2 null new high true false true true / 7 Nord-Trøndelag med Bindal TRR 2026-12-28 2026-W53 1 1 1 1 0 0 0 1 0 1 0 0.25 1 null 1 null new high false false false false
            start_date=2026-12-28&end_date=2026-12-28&areas=5 | 5 Stadt til Hustadvika null 2026-12-28 2026-W53 1 1 1 1 0 1 0 0 1 0 0 0.25 1 null 1 null new high false false false false
            end_date=2026-01-01&areas=3 | 3 Karmøy til Sotra SAL 2025-12-29 2026-W01 2 1 1 1 0 2 0 0 2 0 0 0.5 2 null 2 null new null false false false false
            """)
    void summaryRecords(String query, String rows) {
        assertThat(rows(server.data(SUMMARY + encoded(query), "admin"))).isEqualTo(rows);
    }

    // 11 against 10 is exactly 10 % up, 12 is more; 9 exactly 10 % down, 8 is more. The 12 weeks before W49 have 10
    // once: mean 10/12, variance (100 - 100/12) / 11 = 8.33, deviation 2.89: all of them are above 0.83 + 5.77. There
    // is no 2025-W49; 2026-W53 has no counterpart; area 4 had none in 2026-W01. W53 in area 3: the 12 weeks before have
    // 10 and 11: mean 1.75, deviation 4.093; 9 < 9.94. Area 4: 10 and 12: 1.83, 4.303; 11 > 10.44. Areas 8 and 9: mean
    // 4, deviation 0; 2 is 2 below, 3 is not; W50 to W53 hold 14 and 15 after 16: -12.5 % and -6.25 %. The 52 weeks
    // before: 104 has mean 2: 3 is exactly 1.5 times, 1 exactly half; 103 and 105 are beyond. Area 3: 23, area 8: 48.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            start_date=2026-11-30&end_date=2026-12-06&areas=3,4,5,6 | 3 11 1 null stable null true false / 4 12 2 null increasing null true false / 5 9 -1 null stable null true false / 6 8 -2 null decreasing null true false
            start_date=2026-11-02&end_date=2026-11-02&areas=3       | 3 10 10 null new null true false
            start_date=2026-12-28&end_date=2026-12-28&areas=3,4,8,9 | 3 9 -2 null decreasing high false false / 4 11 -1 null stable high true false / 8 2 -2 null decreasing high false true / 9 3 -1 null stable high false false
            start_date=2026-12-28&end_date=2026-12-28&areas=10,11,12,13 | 10 3 3 null new moderate true false / 11 3 3 null new high true false / 12 1 1 null new moderate false false / 13 1 1 null new low false false
            start_date=2027-01-04&areas=4                           | 4 3 2 3 increasing high false false
            """)
    void summaryThresholds(String query, String rows) {
        assertThat(rows(server.data(SUMMARY + encoded(query), "readonly-treatment"),
                "production_area_id total_treatments"
                + " month_over_month_change year_over_year_change trend_status treatment_intensity significant_increase"
                + " significant_decrease")).isEqualTo(rows);
    }

    // weeks of the window whole, newest first; the site without an area is in none
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            start_date=2026-12-29&end_date=2027-01-04&areas=3      | farmer:F3 | 2027-W01 3 SAL / 2026-W53 3 SAL
            start_date=2026-12-28&species_code=trr                 | admin     | 2026-W53 7 TRR
            start_date=2026-12-28&species_code=SAL,TRR&areas=7     | admin     | 2026-W53 7 SAL / 2026-W53 7 TRR
            start_date=2026-12-28&species_code=COD                 | admin     |
            start_date=2027-01-20                                  | admin     |
            min_treatments=104                                     | admin     | 2026-W01 10 SAL / 2026-W01 12 SAL / 2026-W01 13 SAL
            min_treatments=104&limit=1&offset=1                    | admin     | 2026-W01 12 SAL
            min_treatments=104&areas=%                             | analyst   | 2026-W01 10 SAL / 2026-W01 12 SAL / 2026-W01 13 SAL
            min_treatments=104&offset=3                            | analyst   |
            start_date=0000-01-01&end_date=9999-12-31&min_treatments=105 | analyst | 2026-W01 13 SAL
            """)
    void summaryFilters(String query, String caller, String rows) {
        assertThat(rows(server.data(SUMMARY + encoded(query), caller), "year_week production_area_id species_code"))
                .isEqualTo(rows == null ? "" : rows);
    }

    // area 3 in W49: 10 of 11 Mechanical, 1 of 11 Bath; the Mechanical of W45 is 10, so no change over four weeks. Bath
    // in W53: 9 against the 1 of W49, none last week; in the 12 weeks before 1 in all: mean 1/12, deviation 0.289
    @Test
    void detailRecords() {
        assertThat(rows(server.data(DETAIL + "start_date=2026-11-30&end_date=2026-12-28&areas=3", "analyst")))
                .isEqualTo(
                "3 Karmøy til Sotra SAL 2026-12-28 2026-W53 Bath Lice 9 1 1 0 0 2.25 null 9 0 0 100 increasing high "
                + "true false true true"
                + " / 3 Karmøy til Sotra SAL 2026-11-30 2026-W49 Mechanical Lice 10 1 1 10 0 2.5 null 11 10 0 "
                + "90.9090909091 stable null true false false true"
                + " / 3 Karmøy til Sotra SAL 2026-11-30 2026-W49 Bath Lice 1 1 1 0 0 0.25 null 11 10 0 9.0909090909 "
                + "new null false false false false");
    }

    // the area's totals are of the row's area, species and week whatever is filtered; shares of exactly a half are no
    // majority
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            start_date=2026-12-28&areas=7                                 | SAL Bath Lice 1 2 0 1 50 false false / SAL Medicinal Bacteria 1 2 0 1 50 false false / TRR Thermal Parasites 1 1 1 0 100 true true
            start_date=2026-12-28&areas=7&treatment_category=bath         | SAL Bath Lice 1 2 0 1 50 false false
            start_date=2026-12-28&areas=7&treatment_category=bath,Thermal | SAL Bath Lice 1 2 0 1 50 false false / TRR Thermal Parasites 1 1 1 0 100 true true
            start_date=2026-12-28&areas=7&treatment_target=BACTERIA       | SAL Medicinal Bacteria 1 2 0 1 50 false false
            start_date=2026-12-28&areas=7&species_code=TRR                | TRR Thermal Parasites 1 1 1 0 100 true true
            start_date=2026-11-30&end_date=2026-11-30&areas=3&min_category_treatments=2 | SAL Mechanical Lice 10 11 10 0 90.9090909091 false true
            start_date=2026-11-30&end_date=2026-11-30&areas=3&min_category_share=9.1   | SAL Mechanical Lice 10 11 10 0 90.9090909091 false true
            start_date=2026-11-30&end_date=2026-11-30&areas=3&min_category_share=9&offset=1 | SAL Bath Lice 1 11 10 0 9.0909090909 false false
            start_date=2026-12-28&areas=7&min_category_share=50&limit=1   | SAL Bath Lice 1 2 0 1 50 false false
            start_date=2026-12-28&areas=7&min_category_share=51           | TRR Thermal Parasites 1 1 1 0 100 true true
            """)
    void detailFilters(String query, String rows) {
        assertThat(rows(server.data(DETAIL + encoded(query), "farmer:F1"),
                "species_code treatment_category treatment_target"
                + " category_treatment_count area_total_treatments area_total_handling_treatments "
                + "area_total_antibiotic_treatments"
                + " category_share_of_area_pct is_only_category_this_week is_majority_category_this_week"))
                .isEqualTo(rows);
    }

    @Test
    void pagesAndEnvelope() {
        JsonNode page = LiveServer.json(server.get(SUMMARY + "min_treatments=104&limit=2", "analyst"));
        assertThat(page.get("data")).hasSize(2);
        assertThat(page.get("pagination").toString()).isEqualTo("{\"offset\":0,\"limit\":2,\"has_more\":true}");
        assertThat(server.get(SUMMARY + "min_treatments=104&limit=2&offset=2", "analyst").body())
                .endsWith("\"pagination\":{\"offset\":2,\"limit\":2,\"has_more\":false},\"metadata\":{\"api_version\":\"3.0\"}}");
        assertThat(server.get(SUMMARY + "start_date=2027-01-20", "analyst").body()).isEqualTo(
                "{\"data\":[],\"pagination\":{\"offset\":0,\"limit\":100,\"has_more\":false},\"metadata\":{\"api_version\":\"3.0\","
                + "\"hidden\":{\"reason\":\"not_complete\"}}}");
    }
}
