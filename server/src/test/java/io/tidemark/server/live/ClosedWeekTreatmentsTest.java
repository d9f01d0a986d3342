package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The authority's treatments are public, the fish that they met are not. In 2026-W45, from Monday 2 November, the
 * authority reports a treatment of each kind below. F1 is alone in area 3 with 1000 salmon of 668.89 g; four groups
 * have 1000 of 700 g each in area 9.
 *
 * <pre>
 * site   area  company  authority    week of the area
 * 10003  3     F1       Mechanical   closed
 * 10005  3     -        Bath         closed; nobody of the platform is there
 * 10091  9     F1       Mechanical   open, as are its generation and its band; F2, F3 and F4 have 10092 to 10094
 * </pre>
 */
class ClosedWeekTreatmentsTest {

    private static final LocalDate MONDAY = LocalDate.of(2026, 11, 2);
    private static final String SIZE = "/v3/treatment/by-size";
    private static final String GENERATION = "/v3/treatment/by-generation?group_by_area=true";
    private static final String SUMMARY = "/v3/treatment/summary-by-area-and-week";
    private static final String DETAIL = "/v3/treatment/detail-by-category-and-week";

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery")).site("10003", 3).site("10005", 3)
                .stock("F1", "10003", MONDAY, MONDAY.plusDays(6), 1000, "668.89", "V2026");
        for (int n = 1; n <= 4; n++) {
            delivery.farmer("F" + n, "G" + n).site("1009" + n, 9)
                    .stock("F" + n, "1009" + n, MONDAY, MONDAY.plusDays(6), 1000, "700", "V2026");
        }
        delivery.line("authority/measures.csv", "measures",
                "45,2026,10003,A,mekanisk fjerning,,,,,hele lokaliteten,62.5,6.25,3")
                .line("authority/measures.csv", "measures",
                        "45,2026,10005,B,medikamentell,badebehandling,Azamethiphos,,,hele lokaliteten,62.5,6.25,3")
                .line("authority/measures.csv", "measures", "45,2026,10091,C,mekanisk fjerning,,,,,hele "
                + "lokaliteten,62.5,6.25,9");
        server = LiveServer.start(folder, LocalDate.of(2026, 11, 15)).ingest(delivery.write());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    // what an admin sees is there to be found; others get no figure of F1's in area 3 from the mortality routes
    @Test
    void theWeekIsClosed() {
        assertThat(rows(server.data(SIZE + "?exclude_totals=true", "admin"),
                "production_area_id generation avg_weight_gram"))
                .isEqualTo("3 V2026 668.89 / 9 V2026 700");
        for (String caller : new String[] {"analyst", "farmer:F2"}) {
            assertThat(server.get("/v3/mortality/areas/week?from_date=2026-11-02&to_date=2026-11-08&areas=3", caller)
                    .statusCode()).isEqualTo(204);
        }
    }

    // neither the weight nor the generation, nor a row that tells whether there is one
    @ParameterizedTest
    @ValueSource(strings = {"readonly-treatment", "analyst"})
    void sizesAndGenerationsOfOpenWeeksAlone(String caller) {
        assertThat(rows(server.data(SIZE, caller), "production_area_id generation weight_group_gram "
                + "treatment_category treatment_count"))
                .isEqualTo("9 V2026 750 Mechanical 1 / 9 V2026 null TOTAL 1");
        assertThat(server.data(SIZE + "?areas=3", caller)).isEmpty();
        assertThat(server.data(SIZE + "?areas=3&min_weight_gram=500&max_weight_gram=999&generation=V2026", caller))
                .isEmpty();
        assertThat(rows(server.data(GENERATION, caller), "production_area_id generation treatment_category "
                + "cumulative_treatment_count"))
                .isEqualTo("9 V2026 Mechanical 1");
        assertThat(server.data(GENERATION + "&areas=3", caller)).isEmpty();
    }

    @Test
    void anAdminSeesThemAll() {
        assertThat(rows(server.data(GENERATION, "admin"), "production_area_id generation treatment_category"))
                .isEqualTo("3 V2026 Mechanical / 9 V2026 Mechanical");
        assertThat(rows(server.data(SUMMARY, "admin"),
                "production_area_id species_code total_treatments sites_treated"))
                .isEqualTo("3 SAL 1 1 / 3 null 1 1 / 9 SAL 1 1");
    }

    // the authority's count in a closed week, without the species of F1's fish: with or without fish they are told
    // apart by nothing
    @ParameterizedTest
    @ValueSource(strings = {"readonly-treatment", "analyst", "farmer:F1", "farmer:F2"})
    void countsWithoutTheSpeciesOfTheFish(String caller) {
        assertThat(rows(server.data(SUMMARY, caller), "production_area_id species_code total_treatments sites_treated "
                + "owners_involved"))
                .isEqualTo("3 null 2 2 0 / 9 SAL 1 1 0");
        assertThat(rows(server.data(DETAIL, caller), "production_area_id species_code treatment_category "
                + "area_total_treatments"))
                .isEqualTo("3 null Bath 2 / 3 null Mechanical 2 / 9 SAL Mechanical 1");
        assertThat(server.data(SUMMARY + "?areas=3&species_code=SAL", caller)).isEmpty();
        assertThat(server.data(DETAIL + "?areas=3&species_code=SAL", caller)).isEmpty();
    }
}
