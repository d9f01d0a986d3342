package io.tidemark.server.live;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.server.cli.CommandRun;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A company is erased under a running server, which moves on to the snapshot without it. */
class FarmerLeavesTest {

    private static final LocalDate MONDAY = LocalDate.of(2026, 3, 2);
    private static final String WEEK = "/v3/mortality/areas/week?from_date=2026-03-02&to_date=2026-03-08";

    @TempDir
    Path folder;

    private static JsonNode week(LiveServer server, String caller) {
        JsonNode rows = server.data(WEEK, caller);
        assertThat(rows).as("%s", rows).hasSize(1);
        return rows.get(0);
    }

    @Test
    void benchmarksAreWithoutItAndOthersKeepTheirs() {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery"));
        for (int i = 1; i <= 5; i++) {
            delivery.farmer("F" + i, "G" + i).site("1000" + i, 3)
                    .stock("F" + i, "1000" + i, MONDAY, MONDAY.plusDays(6), 1000)
                    .loss("F" + i, "1000" + i, MONDAY, "mortality", "A101", i == 1 ? 100 : 10);
        }
        try (LiveServer server = LiveServer.start(folder, LocalDate.of(2026, 3, 9),
                Map.of("query.keep-snapshot-seconds", "300"))) {
            server.ingest(delivery.write());
            assertThat(server.token("farmer:F1")).isNotEmpty();
            // losses of the week by fish: 140 of 5000, and 10 of 1000
            assertThat(week(server, "analyst").get("mortality_rate").asDouble()).isEqualTo(0.028);
            assertThat(week(server, "farmer:F2").get("farmer_mortality_rate").asDouble()).isEqualTo(0.01);

            assertThat(server.get(WEEK, "farmer:F1").statusCode()).isEqualTo(200);
            eventually().untilAsserted(() ->
                    assertThat(server.data("/v3/admin/accesses?farmer_id=F1", "admin")).isNotEmpty());

            // the server lets the snapshot go long before its time is over
            CommandRun run = CommandRun.of("farmer", "erase", "F1", "--yes", "--wait", "60", "--lake",
                    server.lake().toString(), "--state", folder.resolve("state").toString());

            assertThat(run.code()).as(run.err()).isZero();
            assertThat(Lake.at(server.lake()).list()).hasSize(1);
            assertThat(server.data("/v3/admin/accesses?farmer_id=F1", "admin")).isEmpty();
            assertThat(server.data("/v3/admin/accesses?farmer_id=F2", "admin")).isNotEmpty();
            // 40 of 4000
            assertThat(week(server, "analyst").get("mortality_rate").asDouble()).isEqualTo(0.01);
            assertThat(week(server, "farmer:F2").get("farmer_mortality_rate").asDouble()).isEqualTo(0.01);
            eventually().until(() -> server.get(WEEK, "farmer:F1").statusCode(), code -> code == 401);
        }
    }
}
