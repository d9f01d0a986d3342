package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Download;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What leaves the dashboard has all that the page shows, and says what it is of. */
class DashboardExportTest extends InChromium {

    private static final Pattern HEADER = Pattern.compile("-H ['\"]([^:'\"]+): ([^'\"]+)['\"]");
    private static final Pattern ADDRESS = Pattern.compile("'(https?://[^']+)'");
    /** Keeps every text that is written into a picture. */
    private static final String LISTEN = "window.written = []; const {prototype} = CanvasRenderingContext2D; const "
            + "write = prototype.fillText; prototype.fillText = function(text, ...rest) { window.written.push(text); "
            + "return write.call(this, text, ...rest); };";

    /** The ranks of two years' weeks are more rows than a page of JSON has. */
    @Test
    void aCallGivesEveryRowOfItsFigure() throws IOException {
        LiveServer server = browser.generated();
        DashboardPage page = browser.browse(server).signIn("/causes?period=3y", browser.farmer());
        String route = page.asked.stream().filter(each -> each.contains("/rank/week?")).findFirst().orElseThrow();
        Download csv = page.page.waitForDownload(() -> page.tool("rank-week", "csv").click());
        page.tool("rank-week", "call").click();
        List<String> calls = page.page.locator("dialog pre").allInnerTexts();

        MatchResult address = ADDRESS.matcher(calls.getFirst()).results().findFirst().orElseThrow();
        assertThat(address.group(1)).isEqualTo(server.uri(route).toString());
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(route));
        HEADER.matcher(calls.getFirst()).results().forEach(each -> request.header(each.group(1),
                each.group(2).replace("$TOKEN", server.token(browser.farmer()))));
        List<String> lines = server.send(request).body().lines().toList();
        assertThat(lines).hasSizeGreaterThan(1001).isEqualTo(Files.readString(csv.path()).lines().toList());
        JsonNode json = LiveServer.json(server.get(route, browser.farmer()));
        assertThat(json.get("data")).hasSizeLessThan(lines.size() - 1);
        assertThat(calls.get(1)).contains("\"Accept\": \"application/x-ndjson\"", "json.loads(line)");
        assertThat(calls.get(2)).contains("req_headers(Accept = \"text/csv\")", "read.csv(");
    }

    /** A company that is not premium sends its integration's secret, which no text has. */
    @Test
    void aCallOfACompanyThatIsNotPremiumSaysItsSecret() {
        LiveServer server = browser.generated();
        String secret = server.clientSecret(browser.standard());
        DashboardPage page = browser.browse(server).open("/mortality");
        page.fill(server.userName("farmer:" + browser.standard()), LiveServer.PASSWORD);
        page.page.waitForSelector("h1:has-text('Client secret')");
        page.page.fill("[name=client-secret]", secret);
        page.page.click("form.signin button.main");
        page.ready();

        page.tool("areas-week", "call").click();
        assertThat(page.page.locator("dialog pre").allInnerTexts()).hasSize(3)
                .allSatisfy(call -> assertThat(call).contains("x-client-secret", "SECRET")
                .doesNotContain(secret));
    }

    /** Rows of two routes are no table together: a file each. */
    @Test
    void aFigureOfSeveralRoutesHasAFileForEach() throws IOException {
        DashboardPage page = browser.browse(browser.generated()).signIn("/biomass", browser.farmer());
        page.to("/causes");
        page.card("causes-apart").locator("[data-filter^=cause-]").first().click();
        page.page.waitForSelector("[data-card=cause]");
        page.ready();
        page.tool("cause", "csv").first();

        assertThat(page.card("cause").locator("[data-tool=csv]").allTextContents())
                .containsExactly("CSV: /v3/mortality/categories/rate", "CSV: /v3/mortality/size/categories");
        Download sizes = page.page.waitForDownload(() -> page.tool("cause", "csv").last().click());
        assertThat(sizes.suggestedFilename()).startsWith("cause_mortality-size-categories_");
        assertThat(Files.readAllLines(sizes.path()).getFirst()).contains("weight_group").doesNotContain("period");
    }

    /** Trøndelag is areas 6 and 7; one of them is not Trøndelag. With its group the benchmark has three sites there. */
    @Test
    void aPictureSaysWhatItIsOf(LiveServer coast) {
        DashboardPage page = browser.browse(coast);
        page.page.addInitScript(LISTEN);
        page.signIn("/mortality?areas=6&weight=500-5000&own=group&without_us=0", "farmer:F1");

        String[] part = picture(page);
        assertThat(part[0]).contains("Production area 6").doesNotContain("Trøndelag");
        assertThat(part[1]).contains(part[0], "Group G1 · Production area 6 · 31 Jan 2026 – 31 Jan 2027 · "
                + "All generations · 500–5000 g · With Group G1", "Complete through 31 Jan 2027 · Tidemark ")
                .doesNotContain("sites in the benchmark");
        assertThat(part[2]).startsWith("areas-week_group_6_500-5000g_with_2026-01-31-2027-01-31_").endsWith(".png");
        assertThat(page.page.locator(".paper-line").textContent()).contains("Production area 6", "500–5000 g");

        page.page.evaluate("() => { history.pushState(null, '', '/mortality?areas=A4&without_us=0'); "
                + "window.dispatchEvent(new PopStateEvent('popstate')); }");
        page.page.waitForSelector("h2:text('Trøndelag')");
        page.ready();
        assertThat(picture(page)[1]).contains("Company F1 · Trøndelag · ", " · All weights · ",
                "3 sites in the benchmark · Complete through 31 Jan 2027");
    }

    /** A picture's title on the page, its texts, and the name of its file. */
    private static String[] picture(DashboardPage page) {
        String title = page.card("areas-week").locator("h2").innerText();
        page.page.evaluate("() => { window.written = []; }");
        Download png = page.page.waitForDownload(() -> page.tool("areas-week", "png").click());
        List<?> written = (List<?>) page.page.evaluate("() => window.written");
        return new String[] {title, String.join(" ", written.stream().map(String::valueOf).toList()),
            png.suggestedFilename()};
    }
}
