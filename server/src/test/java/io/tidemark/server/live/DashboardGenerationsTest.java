package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What became of the fish of each generation, on the pages beside the API's figures. */
class DashboardGenerationsTest extends InChromium {

    private static final String ROUTE = "/v3/mortality/generations/rate";

    /**
     * Company F5's H2026 came to Vest in October 2026, a month after the others': 40 of 4000 are lost in each of its
     * four months. Who lost fish has as many the day after, so that these come: 40 of 4040 in October, 160 of 4160 by
     * January. The others lost 50 of 6000 a month, 3 more in December and 10 more in January: 50 of 6050, 213 of
     * 6213. September is hidden: its 5 pieces are of all 26.
     */
    @Test
    void aGenerationsShareLostIsOfTheMonthsOfBoth(LiveServer coast) {
        DashboardPage page = browser.browse(coast).signIn("/mortality?areas=A2", "farmer:F5");

        assertThat(page.table("generations")).containsExactly(
                List.of("Months at sea of our fish", "2026 autumn", "2026 autumn, ours"),
                List.of("0", "0.8%", "1.0%"), List.of("1", "1.6%", "2.0%"), List.of("2", "2.5%", "2.9%"),
                List.of("3", "3.4%", "3.8%"));
        assertThat(title(page, "generations")).isEqualTo("2026 autumn, 3 months at sea, West (January 2027): 3.8% of "
                + "the fish that came are lost, higher than the benchmark (3.4%); from 21 of 26 weeks and parts of "
                + "weeks, the first of them from 1 Oct 2026");
        // of fish that were there when the data begin nobody knows how long they have been
        assertThat(page.card("generations").innerText()).contains("not drawn: 2025 spring");
        List<List<String>> shown = new ArrayList<>();
        for (JsonNode row : said(page, coast, "farmer:F5")) {
            if (row.get("generation").asText().equals("H2026") && !row.get("share_lost").isNull()) {
                shown.add(List.of(row.get("farmer_generation_month_number").asText(), percent(row.get("share_lost")),
                        percent(row.get("farmer_compared_share_lost"))));
            }
        }
        assertThat(page.table("generations").stream().skip(1)).containsExactlyElementsOf(shown);
    }

    /** Lost, left and there add up to all own fish that came: 160, none and 4000 of 4160. */
    @Test
    void ownFishAreLostGoneOrThere(LiveServer coast) {
        DashboardPage page = browser.browse(coast).signIn("/mortality?areas=A2", "farmer:F5");

        assertThat(title(page, "generation-fish")).isEqualTo("Of our fish of 2026 autumn in West, 3.8% are lost, 0.0% "
                + "have left and 96.2% are there (January 2027)");
        List<List<String>> table = page.table("generation-fish");
        assertThat(table.getFirst()).containsExactly("", "Lost (dead and culled)", "Left", "There");
        assertThat(table.getLast()).containsExactly("2026 autumn, January 2027", "3.8%", "0.0%", "96.2%");
        // it has no fish in later months
        assertThat(table.get(1).getFirst()).isEqualTo("2025 spring, last seen September 2026");

        DashboardPage other = browser.browse(coast).signIn("/mortality?areas=A2", "analyst");
        assertThat(other.card("generation-fish").count()).isZero();
        assertThat(other.table("generations").getFirst()).containsExactly("Months at sea", "2026 autumn");
    }

    /** Books are of whole areas and all weights: a part of them is not hidden, and nothing is drawn in its place. */
    @Test
    void aPartOfAnAreaHasNoShare(LiveServer coast) {
        DashboardPage page = browser.browse(coast).signIn("/mortality?areas=A2&weight=0-1000", "farmer:F5");

        assertThat(page.card("generations").getAttribute("data-state")).isEqualTo("ok");
        assertThat(page.card("generations").innerText())
                .contains("The share lost is known of whole areas and of all weights");
        assertThat(page.card("generations").locator(".chart").count()).isZero();
        assertThat(page.card("generation-fish").count()).isZero();
    }

    private static JsonNode said(DashboardPage page, LiveServer server, String caller) {
        return server.data(page.asked.stream().filter(each -> each.startsWith(ROUTE)).findFirst().orElseThrow()
                + "&limit=1000", caller);
    }

    private static String percent(JsonNode share) {
        return share.decimalValue().movePointRight(2).setScale(1).toPlainString() + "%";
    }

    private static String title(DashboardPage page, String card) {
        return page.card(card).locator("h2").innerText().replace('\u00a0', ' ');
    }
}
