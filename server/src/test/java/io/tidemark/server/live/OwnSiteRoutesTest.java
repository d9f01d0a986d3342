package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a company sees of its own sites: stock by unit, losses by cause, the days that it delivered. Expected values are
 * {@link CoastDelivery}'s.
 */
@ExtendWith(CoastServer.class)
final class OwnSiteRoutesTest {

    @Test
    void stockIsThatOfTheLastDayInTheWindow(LiveServer coast) {
        JsonNode now = coast.data("/v3/inventory/site-stock?site_id=10001", "farmer:F1");
        assertThat(now).hasSize(1);
        assertThat(now.get(0).get("date").asText()).isEqualTo("2027-01-31");
        assertThat(now.get(0).get("fish_count").asInt()).isEqualTo(1000);
        assertThat(now.get(0).get("avg_weight_gram").asInt()).isEqualTo(400);
        assertThat(now.get(0).get("biomass_kg").asInt()).isEqualTo(400);

        JsonNode before = coast.data("/v3/inventory/site-stock?site_id=10001&from_date=2026-07&to_date=2026-08",
                "farmer:F1");
        assertThat(before.get(0).get("date").asText()).isEqualTo("2026-08-31");
        assertThat(before.get(0).get("biomass_kg").asInt()).isEqualTo(5000);
    }

    @Test
    void lossesAreSummedByCause(LiveServer coast) {
        // F4 on 10003: 3 dead on 2026-12-30, 6 culled on 2027-01-02
        JsonNode losses = coast.data("/v3/mortality/site-losses?site_id=10003&from_date=2026-12&to_date=2027-01",
                "farmer:F4");

        assertThat(losses).hasSize(1);
        assertThat(losses.get(0).get("loss_category_code").asText()).isEqualTo("D101");
        assertThat(losses.get(0).get("category_name").asText()).isNotEmpty();
        assertThat(losses.get(0).get("mortality_count").asInt()).isEqualTo(3);
        assertThat(losses.get(0).get("culling_count").asInt()).isEqualTo(6);
        assertThat(losses.get(0).get("loss_count").asInt()).isEqualTo(9);
    }

    @Test
    void theDaysAreThoseWithRows(LiveServer coast) {
        JsonNode days = coast.data("/v3/common/delivered-days?site_id=10001&from_date=2026-12-20&to_date=2027-01",
                "farmer:F1");

        assertThat(days).hasSize(3);
        assertThat(days.get(0).get("table_name").asText()).isEqualTo("losses");
        assertThat(days.get(0).get("days").toString()).isEqualTo("[15]");
        assertThat(days.get(1).get("table_name").asText()).isEqualTo("stock");
        assertThat(days.get(1).get("month").asText()).isEqualTo("2026-12-01");
        assertThat(days.get(1).get("days").toString()).isEqualTo("[20,21,22,23,24,25,26,27,28,29,30,31]");
        assertThat(days.get(2).get("days")).hasSize(31);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v3/inventory/site-stock", "/v3/mortality/site-losses", "/v3/common/delivered-days"})
    void nobodyElsesIsShown(String path, LiveServer coast) {
        assertThat(coast.get(path + "?site_id=10002", "farmer:F1").statusCode()).isEqualTo(403);
        assertThat(coast.get(path, "analyst").statusCode()).isEqualTo(403);
        assertThat(coast.data(path, "farmer:F1")).isNotEmpty()
                .allSatisfy(row -> assertThat(row.get("owner_id").asText()).isEqualTo("F1"));
        assertThat(coast.data(path, "admin").findValuesAsText("owner_id")).contains("F1", "F3");
    }
}
