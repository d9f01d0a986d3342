package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.database.SnapshotDatabase;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.generate.DeliveryGenerator;
import io.tidemark.generate.GeneratorOptions;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Over generated data, where every site at sea has an area: the regions' rates weighted by their fish are the
 * country's.
 */
class V2CountryIsItsRegionsTest {

    private static final LocalDate END = LocalDate.of(2027, 1, 20);

    @TempDir
    Path folder;

    @Test
    void regionsWeightedByTheirFishGiveTheCountry() throws InterruptedException {
        new DeliveryGenerator(new GeneratorOptions(16, 2, 1, 7, END, null))
                .write(folder.resolve("delivery"), line -> { });
        try (LiveServer server = LiveServer.start(folder, END.plusDays(1)).ingest(folder.resolve("delivery"))) {
            Map<String, Double> fish = fishDays(server.lake());
            Map<String, Double> losses = new HashMap<>();
            Map<String, Double> weights = new HashMap<>();
            for (JsonNode row : server.data("/v2/mortality/mortality-rate-by-region", "admin")) {
                double weight = fish.getOrDefault(month(row) + " " + row.get("region").asText(), 0.0);
                losses.merge(month(row), weight * rate(row), Double::sum);
                weights.merge(month(row), weight, Double::sum);
            }
            JsonNode country = server.data("/v2/mortality/mortality-rate-by-country", "admin");

            // from January 2026 to December; 2027's January is not over
            assertThat(country).hasSize(12);
            for (JsonNode row : country) {
                double expected = losses.getOrDefault(month(row), 0.0) / weights.getOrDefault(month(row), 0.0);
                assertThat(rate(row)).as(month(row)).isPositive().isCloseTo(expected, Offset.offset(1e-9));
            }
        }
    }

    private static String month(JsonNode row) {
        return row.get("year").asInt() + "-" + row.get("month").asInt();
    }

    /** The monthly rate behind a one-month risk: 1 - exp(-rate). */
    private static double rate(JsonNode row) {
        return -Math.log(1 - row.get("mortality_rate").get("1_m").asDouble());
    }

    private Map<String, Double> fishDays(Path lake) {
        Map<String, Double> fish = new HashMap<>();
        try (SnapshotDatabase database = SnapshotDatabase.open(Lake.at(lake).current().orElseThrow(),
                new EngineSettings(1, 256, folder)); DuckSession session = database.session()) {
            session.list("SELECT year(d.date) || '-' || month(d.date) || ' ' || a.region_name, sum(d.fish_count) "
                    + "FROM stock_day d JOIN site s USING (site_id) JOIN production_area a ON a.area_id = "
                    + "s.production_area_id "
                    + "WHERE s.placement = 'offshore' GROUP BY 1", row -> fish.put(row.getString(1), row.getDouble(2)));
        }
        return fish;
    }
}
