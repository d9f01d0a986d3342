package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.generate.DeliveryGenerator;
import io.tidemark.generate.GeneratorOptions;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Over generated data: what the treatment routes say adds up from one to the other. */
class TreatmentSumsTest {

    private static final LocalDate END = LocalDate.of(2027, 1, 20);
    private static final int PAGE = 1000;

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        new DeliveryGenerator(new GeneratorOptions(12, 3, 2, 11, END, null))
                .write(folder.resolve("delivery"), line -> { });
        server = LiveServer.start(folder, END.plusDays(1)).ingest(folder.resolve("delivery"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void detailAddsUpToSummary() {
        Map<String, Integer> counts = new HashMap<>();
        Map<String, Double> shares = new HashMap<>();
        for (JsonNode row : all("detail-by-category-and-week")) {
            counts.merge(cell(row), row.get("category_treatment_count").asInt(), Integer::sum);
            counts.merge(cell(row) + " antibiotic", row.get("category_antibiotic_treatments").asInt(), Integer::sum);
            shares.merge(cell(row), row.get("category_share_of_area_pct").asDouble(), Double::sum);
        }
        List<JsonNode> summary = all("summary-by-area-and-week");

        assertThat(summary).hasSizeGreaterThan(20);
        assertThat(shares.keySet()).hasSameSizeAs(summary);
        for (JsonNode row : summary) {
            assertThat(counts.get(cell(row))).as(cell(row)).isEqualTo(row.get("total_treatments").asInt());
            assertThat(counts.get(cell(row) + " antibiotic")).isEqualTo(row.get("antibiotic_treatments").asInt());
            assertThat(shares.get(cell(row))).isCloseTo(100, Offset.offset(1e-6));
        }
    }

    // the changes of a week follow from the totals of the weeks; a week without a row has 0
    @Test
    void whatLooksBackFollowsFromTheTotals() {
        Map<String, Integer> totals = new HashMap<>();
        List<JsonNode> summary = all("summary-by-area-and-week");
        summary.forEach(row -> totals.put(cell(row), row.get("total_treatments").asInt()));
        for (JsonNode row : summary) {
            LocalDate week = LocalDate.parse(row.get("week_start").asText());
            int last4 = 0;
            int earlier4 = 0;
            for (int back = 0; back < 4; back++) {
                last4 += totals.getOrDefault(cell(row, week.minusWeeks(back)), 0);
                earlier4 += totals.getOrDefault(cell(row, week.minusWeeks(back + 4L)), 0);
            }
            int lastWeek = totals.getOrDefault(cell(row, week.minusWeeks(1)), 0);
            assertThat(row.get("treatments_4_week_rolling").asDouble()).isEqualTo(last4 / 4.0);
            assertThat(row.get("month_over_month_change").asInt()).isEqualTo(last4 - earlier4);
            assertThat(row.get("week_over_week_change").asInt())
                    .isEqualTo(row.get("total_treatments").asInt() - lastWeek);
        }
    }

    @Test
    void sizesAddUpToSites() {
        Map<String, Double> bySite = new HashMap<>();
        for (JsonNode row : all("by-site")) {
            String key = row.get("owner_id").asText() + " " + row.get("site_id").asText() + " "
                    + row.get("treatment_week").asText();
            bySite.merge(key, row.get("treatment_count").asDouble(), Double::sum);
        }
        Map<String, Double> bySize = new HashMap<>();
        Map<String, Double> totals = new HashMap<>();
        for (JsonNode row : all("by-size")) {
            String key = row.get("owner_id").asText() + " " + row.get("site_id").asText() + " "
                    + row.get("treatment_week").asText();
            boolean total = row.get("treatment_category").asText().equals("TOTAL");
            (total ? totals : bySize).merge(key, row.get("treatment_count").asDouble(), Double::sum);
        }

        assertThat(bySite).hasSizeGreaterThan(20);
        assertThat(bySize.keySet()).isEqualTo(bySite.keySet()).isEqualTo(totals.keySet());
        // each row is rounded to four decimals; three units give three rows at most
        bySite.forEach((key, count) -> {
            assertThat(bySize.get(key)).as(key).isCloseTo(count, Offset.offset(2e-4));
            assertThat(totals.get(key)).as(key).isCloseTo(count, Offset.offset(1e-4));
        });
        assertThat(bySize.values().stream().mapToDouble(d -> d).sum() / bySite.values().stream().mapToDouble(d -> d)
                .sum())
                .isCloseTo(1, Offset.offset(1e-4));
    }

    @Test
    void cumulativeCountsNeverFallAndDoNotDependOnTheWindow() {
        for (String grouping : List.of("group_by_area=false", "group_by_area=true")) {
            List<JsonNode> rows = all("by-generation", grouping);
            Map<String, Integer> later = new HashMap<>();
            Map<String, Integer> cumulative = new HashMap<>();
            for (JsonNode row : rows) {
                String series = series(row);
                int now = row.get("cumulative_treatment_count").asInt();
                Integer next = later.put(series, now - row.get("absolute_treatment_count").asInt());
                // newest first: what was there before the week that was read last is what this week ends with
                if (next != null) {
                    assertThat(now).as(series).isEqualTo(next);
                }
                assertThat(row.get("weeks_from_generation_start").asInt()).isNotNegative();
                cumulative.put(series + " " + row.get("treatment_week").asText(), now);
            }
            assertThat(rows).hasSizeGreaterThan(20);
            assertThat(later.values()).containsOnly(0);
            List<JsonNode> recent = all("by-generation", grouping + "&start_date=" + END.minusWeeks(20));
            assertThat(recent).isNotEmpty();
            for (JsonNode row : recent) {
                assertThat(cumulative).containsEntry(series(row) + " " + row.get("treatment_week").asText(),
                        row.get("cumulative_treatment_count").asInt());
            }
        }
    }

    @Test
    void pageByPageEqualsAllAtOnce() {
        for (String route : List.of("summary-by-area-and-week", "detail-by-category-and-week", "by-site",
                "by-generation", "by-size")) {
            List<JsonNode> all = all(route);
            List<JsonNode> paged = new ArrayList<>();
            for (int offset = 0; offset < 60; offset += 20) {
                server.data("/v3/treatment/" + route + "?limit=20&offset=" + offset, "admin").forEach(paged::add);
            }
            assertThat(paged).as(route).isEqualTo(all.subList(0, Math.min(60, all.size())));
        }
    }

    private static List<JsonNode> all(String route, String... query) {
        List<JsonNode> rows = new ArrayList<>();
        String filter = query.length == 0 ? "" : "&" + String.join("&", query);
        JsonNode page;
        do {
            page = server.data("/v3/treatment/" + route + "?limit=" + PAGE + "&offset=" + rows.size() + filter,
                    "admin");
            page.forEach(rows::add);
        } while (page.size() == PAGE);
        return rows;
    }

    private static String series(JsonNode row) {
        return String.join(" ", List.of(row.get("owner_id").asText(), row.get("cohort_id").asText(),
                row.get("site_id").asText(), row.get("production_area_id").asText(), row.get("generation").asText(),
                row.get("category_target_combination").asText()));
    }

    private static String cell(JsonNode row) {
        return cell(row, LocalDate.parse(row.get("week_start").asText()));
    }

    private static String cell(JsonNode row, LocalDate week) {
        return row.get("production_area_id").asText() + " " + row.get("species_code").asText() + " " + week;
    }
}
