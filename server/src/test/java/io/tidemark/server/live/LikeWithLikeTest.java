package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether expected losses tell who works better, over {@link LikeWithLikeDelivery}, where that is known. */
@SuppressWarnings("NullAway.Init") // set before all tests
final class LikeWithLikeTest {

    private static final long SEED = 5;

    @TempDir
    static Path folder;

    private static LiveServer server;
    private static List<double[]> raw;

    @BeforeAll
    static void start() {
        raw = LikeWithLikeDelivery.write(folder.resolve("delivery"), SEED);
        server = LiveServer.start(folder, LikeWithLikeDelivery.END.plusDays(1)).ingest(folder.resolve("delivery"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static JsonNode year(String areas, String caller) {
        JsonNode rows = server.data("/v3/comparison/expected-loss?period_grouping=window&from_date="
                + LikeWithLikeDelivery.BEGIN + "&to_date=" + LikeWithLikeDelivery.END + "&areas=" + areas, caller);
        assertThat(rows).hasSize(1);
        assertThat(rows.get(0).get("compared_share").asDouble()).isEqualTo(1);
        return rows.get(0);
    }

    @Test
    void labelsMakeNoDifference() {
        double observed = 0;
        double expected = 0;
        for (int i = 1; i <= LikeWithLikeDelivery.COMPANIES; i++) {
            JsonNode row = year("3,4", "farmer:F" + i);
            observed += row.get("observed_count").asDouble();
            expected += row.get("expected_count").asDouble();
            assertThat(row.get("ratio").asDouble()).as("F%d", i).isCloseTo(1, within(0.05));
            assertThat(row.get("ratio_low").asDouble()).isLessThan(row.get("ratio").asDouble());
        }
        assertThat(observed / expected).isCloseTo(1, within(0.02));
    }

    @Test
    void aCompanyWithFourFifthsOfTheHazardShowsIt() {
        assertThat(year("6,7", "farmer:F1").get("ratio").asDouble()).isCloseTo(0.8, within(0.05));
        assertThat(year("6,7", "farmer:F5").get("ratio").asDouble()).isCloseTo(1, within(0.05));
    }

    @ParameterizedTest
    @CsvSource({"0, farmer:F2, 8", "1, farmer:F3, '10,11'", "2, farmer:F4, 12"})
    void whoLooksWorseIsBetterWithTheSameFish(int story, String caller, String areas) {
        // more than half as much again of its fish die as of the others'
        assertThat(raw.get(story)[0] / raw.get(story)[1]).isGreaterThan(1.5);
        assertThat(year(areas, caller).get("ratio").asDouble()).isCloseTo(0.8, within(0.05));
    }
}
