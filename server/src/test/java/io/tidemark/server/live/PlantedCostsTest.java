package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.generate.DeliveryGenerator;
import io.tidemark.generate.GeneratorOptions;
import io.tidemark.generate.farm.Treatment.Method;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What treatments cost is what the generator plants, on a coast of 500 sites and three years, without hiding: each
 * method's median share of the fish within 0.1 % of the fish, nothing within 0.06 % where it plants nothing, medicine in
 * feed and cleaner fish, and nothing within 0.03 % where nobody treated. Run by {@code bin/test demo} alone: fewer pens
 * tell no such differences.
 */
@Tag("demo")
class PlantedCostsTest {

    private static final LocalDate END = LocalDate.of(2026, 5, 20);
    private static final String LICE = " Lice";

    @TempDir
    static Path folder;

    @Test
    void eachMethodCostsWhatWasPlanted() throws InterruptedException {
        Path delivery = folder.resolve("delivery");
        new DeliveryGenerator(new GeneratorOptions(500, 6, 3, 1, END, null, 41, false)).write(delivery, line -> { });
        Map<String, Double> events = new HashMap<>();
        Map<String, Double> excess = new HashMap<>();
        try (LiveServer server = LiveServer.start(folder, END.plusDays(1),
                Map.of("query.timeout-seconds", "600")).ingest(delivery)) {
            for (JsonNode row : server.data("/v3/comparison/after-treatment?from_date=2023&limit=1000", "admin")) {
                if (row.get("quarter").isNull() && row.get("weight_group").isNull()) {
                    String method = row.get("treatment_category").asText() + " " + row.get("treatment_target").asText();
                    events.merge(method, row.get("event_count").asDouble(), Double::sum);
                    excess.merge(method, row.get("event_count").asDouble() * row.get("mean_excess_rate").asDouble(),
                            Double::sum);
                }
            }
        }
        excess.replaceAll((method, sum) -> sum / events.getOrDefault(method, 0.0));
        for (Method method : List.of(Method.THERMAL, Method.MECHANICAL, Method.FRESHWATER, Method.BATH,
                Method.COMBINATION)) {
            assertThat(excess.get(method.category() + LICE)).as(method + " of %s", excess)
                    .isPositive().isCloseTo(method.traits().loss(), within(0.001));
        }
        for (Method method : List.of(Method.MEDICINAL, Method.CLEANERFISH)) {
            assertThat(excess.get(method.category() + LICE)).as(method + " of %s", excess)
                    .isCloseTo(method.traits().loss(), within(0.0006));
        }
        assertThat(excess.get("Untreated None")).as("%s", excess).isCloseTo(0, within(0.0003));
    }
}
