package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.snapshot.PrivacyChange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Legacy rankings of causes over {@link SkerryDelivery}, whose Javadoc holds the figures the numbers come from. */
class V2TopCausesTest {

    private static final String TOP_BY_REGION = "/v2/mortality/categories/top-by-region";
    private static final String TOP_BY_COUNTRY = "/v2/mortality/categories/top-by-country";

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        server = LiveServer.start(folder, SkerryDelivery.TODAY)
                .ingest(SkerryDelivery.write(folder.resolve("delivery")), new PrivacyChange(2, null));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    // November 2026 in Sør: 230 dead and 2 culled. D201 9 + 21, D101 8 + 20, C201 7 + 19, C101 6 + 18, B201 5 + 17,
    // B101 3 + 16, A103 3 + 15, A102 2 + 14, A101 1 + 13; E201's 10 dead and 2 culled tie with E301's 12, the code
    // decides; E103 has 11
    @Test
    void topByRegion() {
        JsonNode rows = server.data(TOP_BY_REGION, "analyst");

        assertThat(top(rows, 2026, 11, 232)).containsExactly("Sør D201 30", "Sør D101 28", "Sør C201 26", "Sør C101 24",
                "Sør B201 22", "Sør B101 19", "Sør A103 18", "Sør A102 16", "Sør A101 14", "Sør E201 12");
        // 14 months of ten, and Nord's one cause in the two months when it is not hidden;
        // Midt always is, and so is 2024
        assertThat(rows).hasSize(142);
        assertThat(rows.get(0).fieldNames()).toIterable()
                .containsExactly("year", "month", "region", "mortality_code", "category_rate");
        assertThat(rows.get(0).get("year").asInt()).isEqualTo(2025);
        assertThat(rows.get(141).get("month").asInt()).isEqualTo(1);
    }

    // an admin sees the regions that are hidden from others: both have one cause, which is all of their losses
    @Test
    void topByRegionForAnAdmin() {
        assertThat(top(server.data(TOP_BY_REGION, "admin"), 2026, 11, 232)).hasSize(12)
                .endsWith("Midt A101 232", "Nord A101 232");
    }

    // without G1: A101 13, A102 16, A103 18, B101 16, B201 17, C101 24, C201 26, D101 28, D201 30, E103 11, E301 12,
    // E201 none; the sum is 211, and 16 of A102 goes before 16 of B101
    @Test
    void topWithoutTheCallersGroup() {
        assertThat(top(server.data(TOP_BY_REGION + "?exclude_self=1", "farmer:F1"), 2026, 11, 211)).containsExactly(
                "Sør D201 30", "Sør D101 28", "Sør C201 26", "Sør C101 24", "Sør A103 18", "Sør B201 17", "Sør A102 16",
                "Sør B101 16", "Sør A101 13", "Sør E301 12");
    }

    // the country: 232 + 25 = 257, the 25 elsewhere all of A101
    @Test
    void topByCountry() {
        JsonNode rows = server.data(TOP_BY_COUNTRY, "admin");

        // 14 months of ten; nobody died in February 2024
        assertThat(rows).hasSize(140);
        assertThat(rows.get(0).fieldNames()).toIterable()
                .containsExactly("year", "month", "mortality_code", "category_rate");
        assertThat(top(rows, 2026, 11, 257).subList(0, 2)).containsExactly("A101 39", "D201 30");
        // the others' atoms of that month lie in Sør alone
        assertThat(top(server.data(TOP_BY_COUNTRY, "analyst"), 2026, 11, 232).subList(0, 2))
                .containsExactly("D201 30", "D101 28");
    }

    /**
     * A month's ranking as region, code, fish: shares of a total are written as the whole numbers that they come from.
     */
    private static List<String> top(JsonNode rows, int year, int month, int total) {
        List<String> lines = new ArrayList<>();
        for (JsonNode row : rows) {
            if (row.get("year").asInt() == year && row.get("month").asInt() == month) {
                double fish = row.get("category_rate").asDouble() * total;
                assertThat(fish).isCloseTo(Math.rint(fish), Offset.offset(1e-7));
                lines.add((row.has("region") ? row.get("region").asText() + " " : "") + row.get("mortality_code")
                        .asText() + " " + Math.round(fish));
            }
        }
        return lines;
    }
}
