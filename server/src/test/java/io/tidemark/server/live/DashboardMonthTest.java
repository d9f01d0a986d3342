package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Page;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The board's sheet, over the pens of {@link DashboardQuayTest}. In January 2027 A lost 24 × 25 + 5 × 225 = 1725 of its
 * 100 000 fish and B 290, together 2015 or 1.01 %; others lost 310 of 100 000 each, so that 620 are expected.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class DashboardMonthTest extends InChromium {

    private static final String FOR_PAPER = "async () => { const main = "
            + "document.querySelector('script[type=module]').src; await (await import(main.replace('main.js', "
            + "'figure/charts.js'))).forPaper(); }";

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void ingest() {
        server = LiveServer.start(folder.resolve("lake"), DashboardQuayTest.END.plusDays(1))
                .ingest(DashboardQuayTest.write(folder.resolve("delivery")));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void theMonthIsOneSheet() {
        DashboardPage page = browser.browse(server).signIn("/mortality", "farmer:F1");
        page.menu().page.click("[data-tool=month]");
        page.page.waitForSelector("[data-card=month]");
        page.ready();
        String asked = page.asked.stream().filter(each -> each.contains("/expected-loss?") && each.contains("company")
                && each.contains("period_grouping=month")).findFirst().orElseThrow();
        JsonNode whole = server.data(asked, "farmer:F1").get(0);

        assertThat(whole.get("period_start").asText()).isEqualTo("2027-01-01");
        assertThat(whole.get("observed_count").asInt()).isEqualTo(2015);
        assertThat(whole.get("expected_count").asDouble()).isEqualTo(620);
        assertThat(page.card("month").locator("h2").innerText()).isEqualTo("Company F1, January 2027");
        assertThat(page.card("month").locator("li").first().innerText())
                .startsWith("We lost 2,015 fish; others would have lost 620 ");
        assertThat(page.card("month").locator("li").allInnerTexts()).contains("The largest difference to others is in "
                + "infections: 1.01% of our fish died of it, 0.31% of the benchmark's.");
        assertThat(page.page.locator("main .card").count()).isEqualTo(5);
        page.page.evaluate(FOR_PAPER);
        byte[] paper = page.page.pdf(new Page.PdfOptions().setFormat("A4"));
        assertThat(Pattern.compile("/Type\\s*/Page\\b").matcher(new String(paper, StandardCharsets.ISO_8859_1))
                .results().count()).isEqualTo(1);
        assertThat(page.complaints).isEmpty();
    }
}
