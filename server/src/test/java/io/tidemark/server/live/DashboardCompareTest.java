package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The page Compare says of how many its figures are and how sure, as the API has them. */
class DashboardCompareTest extends InChromium {

    private JsonNode asked(DashboardPage page, String part) {
        String address = page.asked.stream().filter(each -> each.contains(part)).reduce((a, b) -> b).orElseThrow();
        return browser.generated().data(address + (address.contains("?") ? "&" : "?") + "limit=1000", browser.farmer());
    }

    private static String title(DashboardPage page, String card) {
        return page.card(card).locator("h2").innerText().replace('\u00a0', ' ');
    }

    /** Every own site that can be compared is a dot, and half of them lie between the ratios that are named. */
    @Test
    void sitesAreADistribution() {
        DashboardPage page = browser.browse(browser.generated()).signIn("/compare?group=site", browser.farmer());

        List<BigDecimal> ratios = new ArrayList<>();
        int none = 0;
        for (JsonNode row : asked(page, "group_by=site")) {
            if (row.get("ratio").isNull()) {
                none++;
            } else {
                ratios.add(row.get("ratio").decimalValue());
            }
        }
        assertThat(page.card("expected-loss").locator(".swarm-dot").count()).isEqualTo(ratios.size());
        assertThat(page.table("expected-loss")).hasSize(ratios.size() + none + 1);
        String said = page.card("expected-loss").innerText();
        assertThat(said).contains("One site's ratio is mostly chance");
        if (!ratios.isEmpty()) {
            assertThat(said).contains(ratios.stream().filter(each -> each.compareTo(BigDecimal.ONE) > 0).count()
                    + " are above 1.");
        }
        assertThat(said.contains("Of " + none + (none == 1 ? " site" : " sites") + " less than half can be compared")).isEqualTo(none > 0);
    }

    /** Each method with its standard error and number, as the API's row of the newest year; untreated days last. */
    @Test
    void treatmentsHaveTheirNumberAndStandardError() {
        DashboardPage page = browser.browse(browser.generated()).signIn("/compare", browser.farmer());

        JsonNode rows = asked(page, "/v3/comparison/after-treatment");
        int newest = 0;
        for (JsonNode row : rows) {
            newest = Math.max(newest, row.get("quarter").isNull() ? row.get("year").asInt() : 0);
        }
        TreeMap<String, String> expected = new TreeMap<>();
        for (JsonNode row : rows) {
            String method = row.get("treatment_category").asText();
            if (row.get("quarter").isNull() && row.get("weight_group").isNull() && row.get("year").asInt() == newest
                    && (row.get("treatment_target").asText().equals("Lice") || method.equals("Untreated"))) {
                expected.put(page(method), numbers(row));
            }
        }
        TreeMap<String, String> shown = new TreeMap<>();
        List<String> methods = new ArrayList<>();
        for (List<String> row : page.table("after-treatment")) {
            if (!row.getFirst().equals("Method")) {
                methods.add(row.getFirst());
                shown.put(row.getFirst(), row.get(1));
            }
        }
        assertThat(shown).isEqualTo(expected).containsKey("Untreated");
        // untreated days end the table of treatments; cleaner fish have one of their own
        assertThat(methods.indexOf("Untreated")).isEqualTo(methods.size() - (methods.contains("Cleaner fish") ? 2 : 1));
        assertThat(page.card("after-treatment").locator("table").count())
                .isEqualTo(methods.contains("Cleaner fish") ? 2 : 1);
        assertThat(page.card("after-treatment").locator(".note").first().innerText())
                .endsWith("Without effect here: Areas, Period, Generation.");
    }

    private static String page(String method) {
        return switch (method) {
            case "Bath" -> "Medicinal bath";
            case "Medicinal" -> "Medicated feed";
            case "Cleanerfish" -> "Cleaner fish";
            default -> method;
        };
    }

    private static String numbers(JsonNode row) {
        if (row.get("mean_excess_rate").isNull()) {
            return "fewer than four companies";
        }
        BigDecimal mean = percent(row.get("mean_excess_rate"));
        String text = (mean.signum() > 0 ? "+" : mean.signum() < 0 ? "−" : "") + mean.abs() + "%";
        return text + (row.get("standard_error").isNull() ? "" : " ± " + percent(row.get("standard_error")) + "%")
                + " (n = " + String.format(Locale.UK, "%,d", row.get("event_count").asInt()) + ")";
    }

    private static BigDecimal percent(JsonNode share) {
        return share.decimalValue().movePointRight(2).setScale(2, RoundingMode.HALF_UP);
    }

    /** A cycle is held against those of the year in which it ended: above the median are quarters 3 and 4. */
    @Test
    void cyclesAreHeldAgainstThoseOfTheirYear() {
        DashboardPage page = browser.browse(browser.generated()).signIn("/compare", browser.farmer());

        int above = 0;
        int all = 0;
        for (JsonNode row : asked(page, "/v3/comparison/cycles")) {
            JsonNode means = row.get("benchmark_quarter_means");
            if (!row.get("site_id").isNull() && !row.get("quarter").isNull() && !means.get("q3").isNull()
                    && row.get("last_day").asText().startsWith(row.get("benchmark_year").asText())) {
                all++;
                above += row.get("quarter").asInt() > 2 ? 1 : 0;
            }
        }
        assertThat(title(page, "cycles")).startsWith(all == 0 ? "Finished cycles" : above + " of ");
        assertThat(page.card("cycles").locator(".note").first().innerText())
                .endsWith("Without effect here: Period, Generation.");
    }
}
