package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An answer whose benchmark is hidden throughout says why (definitions.md, section 10). */
class HiddenReasonTest {

    private static final String WEEK = "/v3/mortality/areas/week?";

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        server = LiveServer.start(folder.resolve("fjord"), FjordDelivery.TODAY)
                .ingest(FjordDelivery.write(folder.resolve("fjord-delivery")));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Over {@link FjordDelivery}, in which five groups deliver; the last release is of 2027-W01. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            from_date=1999&to_date=2000                                   | no_history
            from_date=2027-W02&to_date=2027-W03                           | not_complete
            from_date=2026-W53&to_date=2026-W53&areas=13                  | filter
            from_date=2026-W53&to_date=2026-W53&generations=V2001         | filter
            from_date=2026-W53&to_date=2026-W53&weight_range_start=9000   | filter
            from_date=2022&to_date=2022                                   | too_few_groups
            from_date=2026-W53&to_date=2026-W53                           |
            """)
    void theReasonIsTold(String values, String reason) {
        for (String caller : new String[] {"analyst", "admin"}) {
            HttpResponse<String> answer = server.get(WEEK + values, caller);
            assertThat(answer.headers().firstValue("X-Hidden-Reason").orElse(null)).isEqualTo(reason);
            assertThat(answer.statusCode()).isEqualTo(reason == null ? 200 : 204);
            HttpResponse<String> table = server.get(WEEK + values + "&format=csv", caller);
            assertThat(table.statusCode()).isEqualTo(200);
            assertThat(table.headers().firstValue("X-Hidden-Reason").orElse(null)).isEqualTo(reason);
        }
    }

    @Test
    void aFarmersOwnRowsBesideAHiddenBenchmarkSayIt() {
        // three groups in Trøndelag, of which one asks
        String path = WEEK + "from_date=2026-W53&to_date=2026-W53&areas=7&exclude_self=true";
        HttpResponse<String> answer = server.get(path, "farmer:F2");
        JsonNode json = LiveServer.json(answer);
        assertThat(json.get("data").get(0).get("farmer_loss_rate").isNumber()).isTrue();
        assertThat(json.get("data").get(0).get("loss_rate").isNull()).isTrue();
        assertThat(json.get("metadata").get("hidden")).hasToString("{\"reason\":\"filter\"}");
        assertThat(answer.headers().firstValue("X-Hidden-Reason")).isEmpty();
        // a page past the end is an empty list, not a hidden benchmark; a public route hides nothing
        assertThat(LiveServer.json(server.get(WEEK + "from_date=2026-W53&to_date=2026-W53&offset=50", "analyst"))
                .get("metadata").has("hidden")).isFalse();
        assertThat(server.get("/v3/environment/lice-by-site-and-week?from_date=1999&to_date=1999", "analyst")
                .headers().firstValue("X-Hidden-Reason")).isEmpty();
    }

    @Test
    void twoGroupsAreTooFewForAnything() throws InterruptedException {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery")).farmer("F1", "G1")
                .farmer("F2", "G2").site("10001", 3).site("10002", 3);
        LocalDate monday = LocalDate.of(2026, 12, 28);
        delivery.stock("F1", "10001", monday, monday.plusDays(6), 1000)
                .stock("F2", "10002", monday, monday.plusDays(6), 1000);
        try (LiveServer pair = LiveServer.start(folder.resolve("pair"), FjordDelivery.TODAY).ingest(delivery.write())) {
            for (String filter : new String[] {"", "&areas=13"}) {
                assertThat(pair.get(WEEK + "from_date=2026-W53&to_date=2026-W53" + filter, "analyst").headers()
                        .firstValue("X-Hidden-Reason")).as(filter).contains("too_few_groups");
            }
            String own = WEEK + "from_date=2026-W53&to_date=2026-W53";
            assertThat(hidden(pair, own, "farmer:F1")).hasToString("{\"reason\":\"too_few_groups\"}");
        }
    }

    private static JsonNode hidden(LiveServer server, String path, String caller) {
        return LiveServer.json(server.get(path, caller)).get("metadata").get("hidden");
    }
}
