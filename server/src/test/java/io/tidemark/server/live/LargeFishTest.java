package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether expected losses are adjusted for weight, over {@link LargeFishDelivery}, where nobody is better or worse. */
@SuppressWarnings("NullAway.Init") // set before all tests
final class LargeFishTest {

    private static final long SEED = 3;

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() {
        server = LiveServer.start(folder, LargeFishDelivery.END.plusDays(1))
                .ingest(LargeFishDelivery.write(folder.resolve("delivery"), SEED));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static JsonNode quarter(String areas, int company) {
        JsonNode rows = server.data("/v3/comparison/expected-loss?period_grouping=window&from_date="
                + LargeFishDelivery.FROM + "&to_date=" + LargeFishDelivery.END + "&areas=" + areas,
                "farmer:F" + company);
        assertThat(rows).hasSize(1);
        assertThat(rows.get(0).get("compared_share").asDouble()).isEqualTo(1);
        return rows.get(0);
    }

    // of a million 370 of the large fish die a day, and 156 of the small ones
    @Test
    void largeFishAreExpectedToLoseMoreThanSmallOnes() {
        JsonNode large = quarter("3", 1);
        assertThat(large.get("standard").asText()).isEqualTo("generation");
        assertThat(large.get("like_share").asDouble()).isZero();
        assertThat(large.get("ratio").asDouble()).isCloseTo(1, within(0.05));
    }

    @Test
    void labelsMakeNoDifference() {
        double observed = 0;
        double expected = 0;
        for (int company = 1; company <= LargeFishDelivery.COMPANIES; company++) {
            JsonNode row = quarter("6,7", company);
            observed += row.get("observed_count").asDouble();
            expected += row.get("expected_count").asDouble();
            assertThat(row.get("ratio").asDouble()).as("F%d", company).isCloseTo(1, within(0.05));
        }
        assertThat(observed / expected).isCloseTo(1, within(0.02));
    }
}
