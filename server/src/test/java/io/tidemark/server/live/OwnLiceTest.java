package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Own counts of lice by site and week, and before and after a treatment. */
@SuppressWarnings("NullAway.Init") // set before all tests
class OwnLiceTest {

    private static final LocalDate BEGIN = LocalDate.of(2026, 1, 1);
    static final LocalDate END = LocalDate.of(2026, 4, 20);

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() {
        server = LiveServer.start(folder.resolve("lake"), END.plusDays(1)).ingest(write(folder.resolve("delivery")));
    }

    /** 1000 fish in U1 and 3000 in U2; F1 counts in the weeks of 2 February and, after 10 February, 16 February. */
    static Path write(Path folder) {
        HandMadeDelivery delivery = new HandMadeDelivery(folder);
        for (int i = 1; i <= 5; i++) {
            delivery.farmer("F" + i, "G" + i).site("1000" + i, 3);
        }
        for (LocalDate day = BEGIN; !day.isAfter(END); day = day.plusDays(1)) {
            for (int i = 1; i <= 5; i++) {
                for (int pen = 1; pen <= 2; pen++) {
                    delivery.line("farmers/F" + i + "/stock.csv", "stock", day + ",1000" + i + ",U" + pen + ",C,SAL,"
                            + (pen == 1 ? 1000 : 3000) + ",1500,V2025");
                }
            }
        }
        delivery.line("farmers/F1/treatments.csv", "treatments", "T1,2026-02-10,10001,Bath,Lice,true,false,U1,,,,,");
        for (String count : new String[] {"2026-02-03,10001,U1,0.4,10,1,", "2026-02-04,10001,U2,0.2,30,,0.5",
                "2026-02-20,10001,U1,0.1,20,,"}) {
            delivery.line("farmers/F1/lice.csv", "lice", count);
        }
        delivery.line("farmers/F2/lice.csv", "lice", "2026-02-03,10002,U1,9,10,,");
        return delivery.write();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    // (0.4 x 10 + 0.2 x 30) / 40 = 0.25 of 4000 fish
    @Test
    void aWeekIsTheMeanOfTheCountedFish() {
        String route = "/v3/environment/own-lice?from_date=2026-01-05&to_date=2026-04-19";
        JsonNode rows = server.data(route, "farmer:F1");
        assertThat(rows).hasSize(2);
        JsonNode first = rows.get(0);
        assertThat(first.get("week_start").asText()).isEqualTo("2026-02-02");
        assertThat(List.of("unit_count", "fish_counted", "adult_female", "mobile", "attached", "fish_count",
                "adult_female_total")).extracting(field -> first.get(field).asDouble())
                .containsExactly(2.0, 40.0, 0.25, 1.0, 0.5, 4000.0, 1000.0);
        assertThat(rows.get(1).get("attached").isNull()).isTrue();
        assertThat(server.data(route, "admin")).hasSize(3);
        assertThat(server.get(route, "analyst").statusCode()).isEqualTo(403);
        assertThat(server.get(route + "&owner_id=F2", "farmer:F1").statusCode()).isEqualTo(403);
    }

    @Test
    void aTreatmentStandsBetweenThem() {
        JsonNode treatment = server.data("/v3/comparison/site-treatments", "farmer:F1").get(0);
        assertThat(treatment.get("lice_before").asDouble()).isEqualTo(0.25);
        assertThat(treatment.get("lice_after").asDouble()).isEqualTo(0.1);
    }
}
