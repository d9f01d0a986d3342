package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.encoded;
import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Treatments by site, generation and size, over {@link PenDelivery}, whose Javadoc holds the figures that the rows come
 * from.
 */
class TreatmentPensTest {

    private static final String SITE = "/v3/treatment/by-site?";
    private static final String GENERATION = "/v3/treatment/by-generation?";
    private static final String SIZE = "/v3/treatment/by-size?";

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        server = LiveServer.start(folder, PenDelivery.TODAY)
                .ingest(PenDelivery.write(folder.resolve("delivery")), LiveServer.RULE_OFF);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void siteRecords() {
        assertThat(rows(server.data(SITE + "start_date=2026-12-28&end_date=2026-12-29&site_id=10001,10009", "admin")))
                .isEqualTo(
                "F1 10001 offshore 2026-12-29 2026-12-28 2026-12-01 Medicinal Bacteria florfenicol false true null "
                + "farmer full null 1"
                + " / F1 10001 offshore 2026-12-28 2026-12-28 2026-12-01 Thermal Lice warm water true false FishTalk "
                + "farmer partial 3 1"
                + " / F3 10009 onshore 2026-12-28 2026-12-28 2026-12-01 Vaccination Health null true false null "
                + "farmer null null 1");
    }

    // single days, newest first, then site; a farmer's are its own
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            start_date=2026-12-28&end_date=2026-12-31             | admin     | 2026-12-31 10004 Bath / 2026-12-30 10001 Thermal / 2026-12-29 10001 Medicinal / 2026-12-29 10002 Bath / 2026-12-28 10001 Thermal / 2026-12-28 10002 Thermal / 2026-12-28 10009 Vaccination
                                                                  | farmer:F3 | 2026-12-29 10002 Bath / 2026-12-28 10002 Thermal / 2026-12-28 10009 Vaccination
            start_date=2026-12-31                                 | farmer:F1 | 2027-01-04 10001 Thermal / 2027-01-04 10001 Bath / 2026-12-31 10004 Bath
            end_date=2026-12-27                                   | admin     | 2026-10-05 10001 Thermal
            areas=7                                               | admin     | 2026-12-31 10004 Bath
            areas=07,9                                            | admin     | 2026-12-31 10004 Bath
            species_code=trr                                      | admin     | 2026-12-29 10002 Bath
            treatment_category=vaccination,BATH&start_date=2026-12-29 | admin | 2027-01-04 10001 Bath / 2026-12-31 10004 Bath / 2026-12-29 10002 Bath
            treatment_target=health,bacteria                      | admin     | 2026-12-29 10001 Medicinal / 2026-12-28 10009 Vaccination
            is_antibiotic=true                                    | admin     | 2026-12-29 10001 Medicinal
            is_antibiotic=0&requires_handling=FALSE               | admin     | 2027-01-04 10001 Bath / 2026-12-31 10004 Bath / 2026-12-29 10002 Bath
            requires_handling=1&owner_id=F3                       | admin     | 2026-12-28 10002 Thermal / 2026-12-28 10009 Vaccination
            owner_id=F3,F9&site_id=10002                          | admin     | 2026-12-29 10002 Bath / 2026-12-28 10002 Thermal
            owner_id=F9                                           | admin     |
            site_id=99999                                         | admin     |
            owner_id=F1&site_id=10004                             | farmer:F1 | 2026-12-31 10004 Bath
            site_id=10003                                         | farmer:F1 |
            limit=2&offset=1                                      | farmer:F3 | 2026-12-28 10002 Thermal / 2026-12-28 10009 Vaccination
            """)
    void siteFilters(String query, String caller, String rows) {
        assertThat(rows(server.data(SITE + encoded(query == null ? "" : query), caller),
                "treatment_date site_id treatment_category"))
                .isEqualTo(rows == null ? "" : rows);
    }

    // C1 of F1: t1 and t2 in W53 after t0, 34 weeks after 2026-05-04; t1 touched C2 too, 16 weeks after 2026-09-07; t3
    // names no units and counts for C2, which has 4 t of the site's 7 t
    @Test
    void generationRecords() {
        assertThat(rows(server.data(GENERATION + "start_date=2026-12-28&end_date=2027-01-04", "farmer:F1"))).isEqualTo(
                "F1 C1 10001 offshore 3 Sør V2026 2027-01-04 2026-05-04 Bath Lice Bath - Lice 35 1 1 0 1 0"
                + " / F1 C1 10001 offshore 3 Sør V2026 2027-01-04 2026-05-04 Thermal Lice Thermal - Lice 35 2 1 0 5 0"
                + " / F1 C1 10001 offshore 3 Sør V2026 2026-12-28 2026-05-04 Thermal Lice Thermal - Lice 34 2 2 0 3 0"
                + " / F1 C2 10001 offshore 3 Sør H2026 2026-12-28 2026-09-07 Medicinal Bacteria Medicinal - Bacteria "
                + "16 1 1 1 1 1"
                + " / F1 C2 10001 offshore 3 Sør H2026 2026-12-28 2026-09-07 Thermal Lice Thermal - Lice 16 1 1 0 1 0");
    }

    // V2026 in area 3 starts with F3's fish, 2026-04-13, 37 weeks before W53: t1, t2 and t5 on two days after t0; F1's
    // own without t5
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            group_by_area=true&start_date=2026-12-28&end_date=2026-12-28  | admin     | null null null null 3 Sør V2026 2026-12-28 2026-04-13 Bath Lice Bath - Lice 37 1 1 0 1 0 / null null null null 3 Sør V2026 2026-12-28 2026-04-13 Thermal Lice Thermal - Lice 37 3 2 0 4 0 / null null null null 3 Sør H2026 2026-12-28 2026-09-07 Medicinal Bacteria Medicinal - Bacteria 16 1 1 1 1 1 / null null null null 3 Sør H2026 2026-12-28 2026-09-07 Thermal Lice Thermal - Lice 16 1 1 0 1 0
            group_by_area=1&start_date=2026-12-28&end_date=2026-12-28&generation=v2026 | farmer:F1 | null null null null 3 Sør V2026 2026-12-28 2026-04-13 Thermal Lice Thermal - Lice 37 2 2 0 3 0
            start_date=2026-12-28&end_date=2026-12-28&generation=v2026 | sums-of:F1 | null null null null 3 Sør V2026 2026-12-28 2026-04-13 Thermal Lice Thermal - Lice 37 2 2 0 3 0
            group_by_area=false&start_date=2027-01-04&treatment_category=Thermal | analyst | null null null null 3 Sør V2026 2027-01-04 2026-04-13 Thermal Lice Thermal - Lice 38 2 1 0 6 0
            """)
    void generationsByArea(String query, String caller, String rows) {
        assertThat(rows(server.data(GENERATION + encoded(query), caller))).isEqualTo(rows);
    }

    // owner, cohort, site, area, generation, category; L1 is in a tank on land, and counts nowhere
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            start_date=2026-12-31&end_date=2026-12-31  | admin     | F1 C1 Thermal 3 / F1 C2 Medicinal 1 / F1 C2 Thermal 1 / F3 C1 Thermal 1 / F3 R1 Bath 1
            end_date=2026-12-27                        | admin     | F1 C1 Thermal 1
            start_date=2026-12-28&areas=3&owner_id=F3  | admin     | F3 C1 Thermal 1 / F3 R1 Bath 1
            site_id=10009                              | farmer:F3 |
            generation=2026 - autumn, V2027            | admin     | F1 C2 Medicinal 1 / F1 C2 Thermal 1
            treatment_target=bacteria                  | admin     | F1 C2 Medicinal 1
            treatment_category=bath&limit=1            | admin     | F1 C1 Bath 1
            treatment_category=bath&limit=1&offset=1   | admin     | F3 R1 Bath 1
            treatment_category=bath&offset=2           | admin     |
            areas=7                                    | admin     |
            owner_id=F9                                | admin     |
            """)
    void generationFilters(String query, String caller, String rows) {
        assertThat(rows(server.data(GENERATION + encoded(query), caller), "owner_id cohort_id treatment_category"
                + " cumulative_treatment_count")).isEqualTo(rows == null ? "" : rows);
    }

    // t1 counts 1/3 in each of three units, t2 whole in A: C has no fish that day and Z is unknown. A: (1400/3 + 1440)
    // / (4/3) = 1430; V2026 in all (1906 2/3 + 1600/3) / (5/3) = 1464. t3 at 7 t / 4000 fish = 1750 for H2026; with
    // t1's third of C (1450/3 + 1750) / (4/3) = 1675
    @Test
    void sizeRecords() {
        assertThat(rows(server.data(SIZE + "start_date=2026-12-28&end_date=2026-12-28", "farmer:F1"))).isEqualTo(
                "F1 10001 3 Sør V2026 2026-12-28 1250 1430 Thermal Lice Thermal - Lice 1.3333 2 0"
                + " / F1 10001 3 Sør V2026 2026-12-28 1750 1600 Thermal Lice Thermal - Lice 0.3333 1 0"
                + " / F1 10001 3 Sør V2026 2026-12-28 null 1464 TOTAL TOTAL TOTAL 1.6667 2 0"
                + " / F1 10001 3 Sør H2026 2026-12-28 1250 1450 Thermal Lice Thermal - Lice 0.3333 1 0"
                + " / F1 10001 3 Sør H2026 2026-12-28 1750 1750 Medicinal Bacteria Medicinal - Bacteria 1 1 1"
                + " / F1 10001 3 Sør H2026 2026-12-28 null 1675 TOTAL TOTAL TOTAL 1.3333 2 1");
    }

    // over both companies, on three days; the mean weight, which could be one unit's, is the bucket's midpoint, and
    // none in TOTAL
    @Test
    void sizesSummedOverSites() {
        String expected = "null null 3 Sør V2026 2026-12-28 750 750 Bath Lice Bath - Lice 1 1 0"
                + " / null null 3 Sør V2026 2026-12-28 1250 1250 Thermal Lice Thermal - Lice 2.3333 2 0"
                + " / null null 3 Sør V2026 2026-12-28 1750 1750 Thermal Lice Thermal - Lice 0.3333 1 0"
                + " / null null 3 Sør V2026 2026-12-28 null null TOTAL TOTAL TOTAL 3.6667 3 0";
        String query = SIZE + "start_date=2026-12-28&end_date=2027-01-03&generation=V2026,v2027";

        assertThat(rows(server.data(query, "analyst"))).isEqualTo(expected);
        assertThat(rows(server.data(query, "readonly-treatment"))).isEqualTo(expected);
    }

    // 1499.99 g lies in the bucket of 1250 and 1500 g in that of 1750; 500 g lies in that of 750; t4 stands for two
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            start_date=2027-01-04                                       | farmer:F1 | 1250 Thermal 2 / 1750 Bath 1 / null TOTAL 3
            start_date=2027-01-04&exclude_totals=true                   | farmer:F1 | 1250 Thermal 2 / 1750 Bath 1
            start_date=2027-01-04&min_weight_gram=1251                  | farmer:F1 | 1750 Bath 1 / null TOTAL 1
            start_date=2027-01-04&min_weight_gram=1250&max_weight_gram=1250 | farmer:F1 | 1250 Thermal 2 / null TOTAL 2
            start_date=2027-01-04&max_weight_gram=1249                  | farmer:F1 |
            end_date=2026-12-01&exclude_totals=0                        | admin     | 750 Thermal 1 / null TOTAL 1
            treatment_target=BACTERIA&exclude_totals=1                  | admin     | 1750 Medicinal 1
            treatment_category=bath&exclude_totals=1                    | admin     | 1750 Bath 1 / 750 Bath 1
            treatment_category=bath&exclude_totals=1&limit=1&offset=1   | admin     | 750 Bath 1
            treatment_category=bath&offset=9                            | admin     |
            owner_id=F3&site_id=10009&exclude_totals=1                  | admin     |
            generation=2026 - Høst&exclude_totals=1                     | farmer:F1 | 1250 Thermal 0.3333 / 1750 Medicinal 1
            areas=3&generation=V2027                                    | admin     |
            site_id=99999                                               | admin     |
            """)
    void sizeFilters(String query, String caller, String rows) {
        assertThat(rows(server.data(SIZE + encoded(query), caller),
                "weight_group_gram treatment_category treatment_count"))
                .isEqualTo(rows == null ? "" : rows);
    }

    // a farmer's sites: 10001 by stock, 10003 by the register, 10004 by a treatment; what it does not own is refused,
    // known or not
    @ParameterizedTest(name = "{0} as {1} is {2}")
    @CsvSource({
        "by-site?, analyst, 403", "by-site?, readonly-treatment, 403", "by-site?limit=0, analyst, 403",
                "by-site?, common-only, 403",
        "by-site?site_id=10001&owner_id=F1, farmer:F1, 200", "by-site?site_id=10003, farmer:F1, 200",
        "by-site?site_id=10004, farmer:F1, 200", "by-site?site_id=10002, farmer:F1, 403",
        "by-site?site_id=10001%2C10002, farmer:F1, 403",
        "by-site?site_id=99999, farmer:F1, 403", "by-site?owner_id=F3, farmer:F1, 403",
        "by-site?owner_id=F1%2CF3, farmer:F1, 403",
        "by-site?owner_id=F9, farmer:F1, 403", "by-site?owner_id=F3&limit=0, farmer:F1, 400",
        "by-site?owner_id=F3, admin, 200",
        "by-generation?owner_id=F1, analyst, 403", "by-generation?site_id=10001, readonly-treatment, 403",
        "by-generation?site_id=10001&x=1, analyst, 400", "by-generation?, analyst, 200",
        "by-generation?site_id=10002, farmer:F3, 200",
        "by-generation?site_id=10001, farmer:F3, 403", "by-generation?owner_id=F1, farmer:F3, 403",
        "by-size?owner_id=F1, analyst, 403", "by-size?site_id=10001, analyst, 403", "by-size?, readonly-treatment, 200",
        "by-size?site_id=10009, farmer:F3, 200", "by-size?site_id=10009, farmer:F1, 403",
        "by-size?owner_id=F3, farmer:F1, 403",
        "by-size?, readonly, 403", "summary-by-area-and-week?, readonly, 403",
        "summary-by-area-and-week?, readonly-treatment, 200",
        "detail-by-category-and-week?, analyst, 200", "summary-by-area-and-week?owner_id=F1, admin, 400"
    })
    void access(String path, String caller, int status) {
        assertThat(server.get("/v3/treatment/" + path, caller).statusCode()).isEqualTo(status);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            by-site       | start_date=01.12.2026         | start_date         | not a date; write it as YYYY-MM-DD
            by-site       | start_date=2026-12            | start_date         | not a date; write it as YYYY-MM-DD
            by-size       | end_date=2026-02-30           | end_date           | not a date; write it as YYYY-MM-DD
            by-size       | end_date=today                | end_date           | not a date; write it as YYYY-MM-DD
            by-generation | end_date=                     | end_date           | not a date; write it as YYYY-MM-DD
            by-generation | end_date=+12026-01-01         | end_date           | not a date; write it as YYYY-MM-DD
            by-site       | start_date=2026-12-02&end_date=2026-12-01 | start_date | must not be later than end_date (2026-12-01)
            by-site       | areas=Vest                    | areas              | no such area; there are % (all), 1, 2
            by-site       | areas=A2                      | areas              | no such area
            by-size       | areas=14                      | areas              | no such area
            by-size       | areas=3,                      | areas              | has an empty item
            by-site       | species_code=salmon           | species_code       | must be a FAO species code of three letters
            by-site       | treatment_category=Baths      | treatment_category | must be one of Bath, Medicinal
            by-site       | treatment_category=Bath,,Other | treatment_category | has an empty item
            by-generation | treatment_target=Louse        | treatment_target   | must be one of Lice, Bacteria, Parasites, Health, Other
            by-site       | requires_handling=yes         | requires_handling  | must be true or false
            by-site       | is_antibiotic=                | is_antibiotic      | must be true or false
            by-site       | owner_id=                     | owner_id           | has an empty item
            by-site       | generation=V2026              | generation         | no such parameter
            by-size       | generation=V26                | generation         | not a generation
            by-generation | group_by_area=maybe           | group_by_area      | must be true or false
            by-size       | min_weight_gram=-1            | min_weight_gram    | must be a whole number from 0 to 30000
            by-size       | max_weight_gram=30001         | max_weight_gram    | must be a whole number from 0 to 30000
            by-size       | min_weight_gram=750&max_weight_gram=250 | min_weight_gram | must not be above max_weight_gram (250)
            by-size       | exclude_totals=no             | exclude_totals     | must be true or false
            by-size       | limit=0                       | limit              | must be a whole number from 1 to 1000
            by-site       | limit=1001                    | limit              | must be a whole number from 1 to 1000
            by-site       | offset=-1                     | offset             | must be a whole number from 0
            summary-by-area-and-week | min_treatments=-1  | min_treatments     | must be a whole number from 0
            summary-by-area-and-week | min_treatments=1.5 | min_treatments     | must be a whole number from 0
            detail-by-category-and-week | min_category_treatments=x | min_category_treatments | must be a whole number from 0
            detail-by-category-and-week | min_category_share=100.1  | min_category_share      | must be a number from 0 to 100
            detail-by-category-and-week | min_category_share=NaN    | min_category_share      | must be a number from 0 to 100
            detail-by-category-and-week | requires_handling=true    | requires_handling       | no such parameter
            """)
    void badParameters(String route, String query, String parameter, String message) {
        JsonNode error = LiveServer.json(server.get("/v3/treatment/" + route + "?" + encoded(query), "admin"));

        assertThat(error.get("code").asInt()).isEqualTo(400);
        assertThat(error.get("details")).hasSize(1);
        assertThat(error.get("details").get(0).get("parameter").asText()).isEqualTo(parameter);
        assertThat(error.get("details").get(0).get("message").asText()).contains(message);
    }
}
