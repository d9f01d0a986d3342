package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whose fish a page speaks of, over {@link SisterDelivery}: of 1000 fish others would have lost 12; the company F1 lost
 * 10, and its group, which has another company, 30 of 2000.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class DashboardOwnTest extends InChromium {

    private static final String COMPANY = "Company F1 lost 10 fish; others would have lost 12 with fish of the same "
            + "generation and weight: 0.83 times; too few sites to tell it from chance";
    private static final String GROUP = "Group G1 lost 30 fish; others would have lost 24 with fish of the "
            + "same generation and weight: 1.25 times; too few sites to tell it from chance";

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void ingest() {
        server = LiveServer.start(folder.resolve("lake"), SisterDelivery.END)
                .ingest(SisterDelivery.write(folder.resolve("delivery")));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String title(DashboardPage page, String card) {
        return page.card(card).locator("h2").innerText().replace('\u00a0', ' ');
    }

    private static DashboardPage press(DashboardPage page, String own, String address) {
        page.asked.clear();
        page.page.click("[data-filter=own-" + own + "]");
        page.page.waitForURL("**" + address);
        return page.ready();
    }

    /** Of the routes that have own figures of either, all are asked for those that the switch says. */
    private static void asksFor(DashboardPage page, String own) {
        assertThat(page.asked).filteredOn(each -> each.matches("/v3/(mortality/(areas|region|gen|cat|size)|feeding/(sfr|gr)"
                + "|comparison/(exp|aft)).*")).isNotEmpty().allSatisfy(each -> assertThat(each).contains("own=" + own));
        assertThat(page.complaints).isEmpty();
    }

    @Test
    void theSwitchSaysWhoseFishEveryFigureIsOf() {
        DashboardPage page = browser.browse(server).signIn("/", "farmer:F1");

        asksFor(page, "company");
        assertThat(title(page, "compared")).isEqualTo(COMPANY);
        assertThat(page.page.locator("header .company").innerText()).isEqualTo("Company F1");
        assertThat(page.page.locator("[data-filter=own-company]").getAttribute("aria-pressed")).isEqualTo("true");
        assertThat(page.page.locator("[data-filter=without-us]").locator("..").innerText())
                .isEqualTo("Without Group G1");

        press(page, "group", "/?own=group");
        asksFor(page, "group");
        assertThat(title(page, "compared")).isEqualTo(GROUP);
        assertThat(page.page.locator("header .company").innerText()).isEqualTo("Group G1");
        assertThat(page.page.locator(".paper-line").textContent()).startsWith("Tidemark · Group G1");
        // the company's treatments do not stand among its group's figures
        assertThat(page.table("areas").getFirst()).contains("Group G1").doesNotContain("Company F1")
                .noneMatch(head -> head.contains("treatments"));

        page.to("/mortality");
        assertThat(page.page.url()).endsWith("/mortality?own=group");
        asksFor(page, "group");
        assertThat(page.table("areas-week").getFirst()).containsExactly("Week", "Benchmark", "Group G1");
        Download csv = page.page.waitForDownload(() -> page.tool("areas-week", "csv").click());
        assertThat(csv.suggestedFilename()).startsWith("areas-week_group_without_");

        press(page, "company", "/mortality");
        asksFor(page, "company");
        assertThat(page.table("areas-week").getFirst()).containsExactly("Week", "Benchmark", "Company F1");
        page.to("/feeding");
        asksFor(page, "company");
        page.to("/causes");
        asksFor(page, "company");
    }

    /** Area, site and generation add up to the title, whichever it is of; a group's sites are not all known. */
    @Test
    void compareAddsUpToItsTitle() {
        DashboardPage page = browser.browse(server).signIn("/compare", "farmer:F1");

        asksFor(page, "company");
        for (String by : List.of("area", "site", "generation")) {
            page.card("expected-loss").locator("[data-filter='group-" + by + "']").click();
            page.ready();
            assertThat(title(page, "expected-loss")).isEqualTo(COMPANY);
            assertThat(sums(page)).as(by).isEqualTo("10 12");
        }
        press(page, "group", "/compare?own=group&group=generation");
        asksFor(page, "group");
        for (String by : List.of("area", "generation")) {
            page.card("expected-loss").locator("[data-filter='group-" + by + "']").click();
            page.ready();
            assertThat(title(page, "expected-loss")).isEqualTo(GROUP);
            assertThat(sums(page)).as(by).isEqualTo("30 24");
        }
        assertThat(page.page.locator("[data-filter='group-site']").count()).isZero();
    }

    private static String sums(DashboardPage page) {
        List<List<String>> rows = page.table("expected-loss");
        return rows.stream().skip(1).mapToInt(row -> Integer.parseInt(row.get(1))).sum() + " "
                + rows.stream().skip(1).mapToInt(row -> (int) Double.parseDouble(row.get(2))).sum();
    }

    @Test
    void namesAreInNorwegianToo() {
        DashboardPage page = browser.browse(server, "nb-NO").signIn("/?own=group", "farmer:F1");

        assertThat(title(page, "compared")).startsWith("Group G1 tapte 30 fisk; andre ville tapt 24 med ");
        press(page, "company", "/");
        assertThat(title(page, "compared")).startsWith("Company F1 tapte 10 fisk; andre ville tapt 12 med ");
    }

    /** Nobody else could be meant. */
    @Test
    void aCompanyAloneInItsGroupHasNoSwitch() {
        DashboardPage page = browser.browse(server).signIn("/", "farmer:F3");

        assertThat(page.page.locator("[data-filter=own-company]").count()).isZero();
        assertThat(title(page, "compared")).startsWith("We lost 12 fish; ");
        assertThat(page.page.locator("[data-filter=without-us]").locator("..").innerText()).isEqualTo("Without us");
    }
}
