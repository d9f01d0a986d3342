package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.Media;
import com.microsoft.playwright.options.WaitForSelectorState;
import io.tidemark.server.dashboard.BrowserLibrary;
import io.tidemark.server.dashboard.DashboardPages;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The dashboard as users see it: sign-in, URLs, errors. */
class DashboardTest extends InChromium {

    /** WCAG 2.2 at level AA, as far as a program can tell. */
    private static final String AXE = "() => axe.run(document, {resultTypes: ['violations']})"
            + ".then(found => found.violations.map(each => each.id + ' ' + each.nodes.map(node => node.target + ': ' "
            + "+ node.failureSummary).join('; ')))";
    private static final String RULES = rules();
    /** What is asked for once, whatever the page. */
    private static final Pattern SHARED = Pattern.compile("/v3/auth/.*|/v3/common/(platform-areas|generations|site|farmer/me)|/v3/inventory/site-stock");

    @Test
    void aWrongPasswordIsSaidAndTheRightOneLetsIn(LiveServer coast) {
        DashboardPage page = browser.browse(coast).open("/mortality");
        page.fill(coast.userName("farmer:F1"), "wrong");
        page.page.waitForSelector("text=The user name or the password is wrong");
        assertThat(page.page.locator("nav.pages").count()).isZero();

        page.fill(coast.userName("farmer:F1"), LiveServer.PASSWORD);
        page.ready();

        assertThat(page.page.locator(".company").innerText()).isEqualTo("Company F1");
        assertThat(page.page.locator("h1").innerText()).isEqualTo("Mortality");
    }

    @Test
    void signingOutEndsTheSessionHereAndAtTheServer(LiveServer coast) {
        DashboardPage page = browser.browse(coast).signIn("/", "analyst");
        List<String> revoked = new ArrayList<>();
        page.page.onResponse(answer -> {
            if (answer.url().endsWith("/web/sign-in/session")) {
                revoked.add(answer.request().method() + " " + answer.status());
            }
        });

        page.menu().page.click("[data-tool=sign-out]");
        page.page.waitForSelector("input[name=username]");

        assertThat(revoked).containsExactly("DELETE 204");
        assertThat(page.page.context().cookies()).isEmpty();
        assertThat(page.page.locator("nav.pages").count()).isZero();
        assertThat(page.page.evaluate("() => JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + "
                + "document.cookie").toString())
                .doesNotContain("tmr_").doesNotContain("eyJ");
    }

    @Test
    void filtersAreInTheAddressAndGoToTheRoutesThatKnowThem() {
        DashboardPage page = browser.browse(browser.generated())
                .signIn("/mortality?areas=A2&period=12w&weight=500-2000", browser.farmer());

        assertThat(page.asked).filteredOn(each -> each.startsWith("/v3/mortality/")).hasSize(5).doesNotHaveDuplicates()
                .allSatisfy(each ->
                assertThat(each).contains("areas=A2", "weight_range_start=500", "weight_range_end=2000",
                        "exclude_self=true", "from_date=2026-01-04",
                        // rows of the whole window end with the last complete week: two sites were emptied after it and
                        // deliver nothing more
                        each.contains("/size/") ? "to_date=2026-03-15" : "to_date=2026-03-29"));
        assertThat(page.page.locator(".chip").allInnerTexts()).extracting(each -> each.replace("×", "").strip())
                .containsExactly("West", "500–2000 g");

        // a company is left out of the benchmark unless it says otherwise
        assertThat(page.page.locator("[data-filter=without-us]").isChecked()).isTrue();
        page.asked.clear();
        page.page.uncheck("[data-filter=without-us]");
        page.page.waitForURL("**/mortality?areas=A2&period=12w&weight=500-2000&without_us=0");
        page.ready();
        assertThat(page.asked).filteredOn(each -> each.startsWith("/v3/mortality/")).hasSize(5)
                .noneMatch(each -> each.contains("exclude_self"));
        assertThat(page.page.locator(".chip").allInnerTexts()).anyMatch(each -> each.startsWith("With "));

        page.page.selectOption("[data-filter=period]", "12m");
        page.page.waitForURL("**/mortality?areas=A2&weight=500-2000&without_us=0");
        page.ready().to("/environment");

        assertThat(page.page.url()).endsWith("/environment?areas=A2&weight=500-2000&without_us=0");
        // marks are of sites
        assertThat(page.asked).filteredOn(each -> each.startsWith("/v3/environment/")
                && !each.contains("disease-by-site")).isNotEmpty().allSatisfy(each ->
                assertThat(each).contains("areas=A2", "from_date=2025-03-29").doesNotContain("weight")
                        .doesNotContain("exclude_self"));
        // a page has the filters that it uses
        assertThat(page.page.locator("[data-filter=weight-from]").count()).isZero();
        assertThat(page.page.locator(".chip.unused").allInnerTexts()).hasSize(2);

        page.page.goBack();
        page.page.waitForSelector("h1:has-text('Mortality')");
        page.page.click(".chip-row >> text=Reset");
        page.page.waitForURL("**/mortality");
    }

    /** An address of a company's reader, opened by one without a company: the API refuses to leave nobody out. */
    @Test
    void onlyACompanyIsLeftOut(LiveServer coast) {
        DashboardPage page = browser.browse(coast).signIn("/mortality?without_us=1", "analyst");

        assertThat(page.card("areas-week").getAttribute("data-state")).isEqualTo("ok");
        assertThat(page.asked).noneMatch(each -> each.contains("exclude_self"));
        assertThat(page.page.locator("[data-filter=without-us]").count()).isZero();
    }

    /**
     * Requests of each page for data, beside the names and dates that all share and ask for once. The documentation
     * says of these routes that they are shown on the page, and of none besides but those that a choice of the reader,
     * or another reader, leads to.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            /            | 10 | /v3/treatment/detail-by-category-and-week
            /mortality   | 9 | /v3/mortality/size
            /causes      | 4 | -
            /environment | 5 | -
            /feeding     | 6 | -
            /treatments  | 4 | /v3/environment/lice-by-site-and-week
            /biomass     | 2 | -
            /sites       | 6 | /v3/common/corrections /v3/common/site/{} /v3/comparison/cycles /v3/comparison/expected-loss /v3/comparison/public-quartiles /v3/comparison/site-quarters /v3/comparison/site-treatments /v3/environment/disease-by-site /v3/environment/lice-by-site-and-week /v3/environment/own-lice /v3/treatment/by-site /v3/watch/unit-days /v3/watch/units
            """)
    void aPageAsksOnceForEachDataSet(String path, int requests, String byChoice) {
        DashboardPage page = browser.browse(browser.generated()).signIn(path, browser.farmer());

        List<String> asked = page.asked.stream().filter(each -> !SHARED.matcher(each).matches()).toList();
        assertThat(page.asked).doesNotHaveDuplicates();
        assertThat(asked).hasSize(requests);

        Set<String> documented = new TreeSet<>(DashboardPages.load().pages().stream()
                .filter(each -> each.path().equals(path)).findFirst().orElseThrow().routes());
        assertThat(asked.stream().map(each -> each.replaceAll("\\?.*", ""))).isSubsetOf(documented);
        asked.forEach(each -> documented.remove(each.replaceAll("\\?.*", "")));
        assertThat(String.join(" ", documented)).isEqualTo(byChoice == null ? "" : byChoice);
    }

    @Test
    void languageAndAppearanceChangeWithoutAReload() {
        DashboardPage page = browser.browse(browser.generated(), "nb-NO").signIn("/mortality", "analyst");
        assertThat(page.page.locator("h1").innerText()).isEqualTo("Dødelighet");
        int before = page.asked.size();

        page.menu().page.selectOption("[data-filter=language]", "en");
        page.page.waitForSelector("h1:has-text('Mortality')");
        page.ready();

        assertThat(page.page.locator("html").getAttribute("lang")).isEqualTo("en");
        assertThat(page.asked).hasSize(before);
        page.menu().page.selectOption("[data-filter=theme]", "light");
        String light = page.background();
        page.menu().page.selectOption("[data-filter=theme]", "dark");
        assertThat(page.background()).isNotEqualTo(light).isEqualTo("rgb(16, 23, 29)");
    }

    /** The server refuses the tokens as it refuses expired ones: the requests carry others than it gave. */
    @Test
    void anExpiredTokenIsRenewedAndAnEndedSessionAskedForAgainWithTheFiltersKept(LiveServer coast) {
        DashboardPage page = browser.browse(coast).signIn("/mortality?areas=A4", "analyst");
        int[] refused = {1};
        page.page.route("**/v3/mortality/areas/week**", route -> resume(route, refused[0]-- > 0));

        page.page.selectOption("[data-filter=period]", "3y");
        page.page.waitForURL("**/mortality?areas=A4&period=3y");
        page.ready();

        assertThat(page.card("areas-week").getAttribute("data-state")).isEqualTo("ok");
        assertThat(page.asked).filteredOn(each -> each.startsWith("/v3/auth/userinfo")).hasSize(2);
        assertThat(page.page.locator("dialog").count()).isZero();

        refused[0] = 1;
        page.page.context().clearCookies();
        page.page.selectOption("[data-filter=period]", "12w");
        page.page.waitForSelector("dialog >> text=Your session has ended");
        assertThat(page.page.locator("[data-card=areas-week]").count()).isEqualTo(1);
        page.fill(coast.userName("analyst"), LiveServer.PASSWORD);
        page.page.waitForSelector("dialog",
                new Page.WaitForSelectorOptions().setState(WaitForSelectorState.DETACHED));
        page.ready();

        assertThat(page.page.url()).endsWith("/mortality?areas=A4&period=12w");
        assertThat(page.card("areas-week").getAttribute("data-state")).isEqualTo("ok");
    }

    private static String rules() {
        try (InputStream script = BrowserLibrary.of("axe-core", "axe.min.js").openStream()) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whoSignsInOverTheEndedSessionOfAnotherSeesNothingOfHers(LiveServer coast) {
        DashboardPage page = browser.browse(coast).signIn("/mortality", "farmer:F3");
        assertThat(page.page.content()).contains("Company F3");
        boolean[] refused = {true};
        page.page.route("**/v3/mortality/areas/week**", route -> {
            resume(route, refused[0]);
            refused[0] = false;
        });
        page.page.context().clearCookies();

        page.page.selectOption("[data-filter=period]", "3y");
        page.page.waitForSelector("dialog >> text=Your session has ended");
        page.asked.clear();
        page.fill(coast.userName("farmer:F1"), LiveServer.PASSWORD);
        page.page.waitForSelector(".company >> text=Company F1");
        page.ready();

        assertThat(page.page.content()).doesNotContain("Company F3");
        // all figures are asked for anew, none is taken from memory
        assertThat(page.asked).filteredOn(each -> each.startsWith("/v3/mortality/")).hasSizeGreaterThanOrEqualTo(5);
        assertThat(page.asked).anyMatch(each -> each.startsWith("/v3/common/farmer/me"));
        assertThat(page.card("areas-week").getAttribute("data-state")).isEqualTo("ok");
    }

    private static void resume(Route route, boolean expired) {
        Map<String, String> headers = new HashMap<>(route.request().headers());
        if (expired) {
            headers.put("authorization", "Bearer expired");
        }
        route.resume(new Route.ResumeOptions().setHeaders(headers));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            analyst            | Overview, Mortality, Compare, Causes, Environment, Feeding, Treatments, Biomass, Sites, Data, Explore | no company
            admin              | Overview, Mortality, Compare, Causes, Environment, Feeding, Treatments, Biomass, Sites, Data, Explore, Administration | no company
            readonly           | Overview, Mortality, Compare, Causes, Explore                                                         | no company
            readonly-treatment | Treatments, Explore                                                                          |
            """)
    void aReaderSeesThePagesThatItMayRead(String caller, String pages, String said) {
        DashboardPage page = browser.browse(browser.generated()).signIn("/", caller);

        assertThat(page.page.locator("nav.pages a").allInnerTexts()).containsExactly(pages.split(", ", -1));
        assertThat(page.page.locator("[data-state=forbidden]").count()).isZero();
        assertThat(page.complaints).isEmpty();
        if (said != null) {
            assertThat(page.card("news").innerText()).contains(said);
        }
    }

    @ParameterizedTest
    @CsvSource({"en-GB, /mortality /environment /treatments /sites /explore",
            "nb-NO, / /causes /feeding /biomass /data"})
    void everyPageIsAccessibleAndKeepsThePolicy(String locale, String paths) {
        List<String> pages = List.of(paths.split(" "));
        DashboardPage page = browser.browse(browser.generated(), locale).signIn(pages.getFirst(), browser.farmer());
        for (String path : pages) {
            if (!path.equals(pages.getFirst())) {
                page.page.setViewportSize(1280, 900);
                page.menu().page.selectOption("[data-filter=theme]", "light");
                page.to(path);
            }
            accessible(page);

            page.menu().page.selectOption("[data-filter=theme]", "dark");
            page.page.setViewportSize(390, 844);
            page.ready();
            // the menu lies over what is below it
            page.page.evaluate("() => document.querySelector('.user-menu[open]')?.removeAttribute('open')");

            accessible(page);
            assertThat(page.page.evaluate("() => document.documentElement.scrollWidth - "
                    + "document.documentElement.clientWidth")).as(path)
                    .isEqualTo(0);
        }
        assertThat(page.complaints).isEmpty();
    }

    static void accessible(DashboardPage page) {
        page.page.evaluate(RULES);
        assertThat((List<?>) page.page.evaluate(AXE)).as(page.page.url()).isEmpty();
    }

    @Test
    void theDoorIsAccessible(LiveServer coast) {
        DashboardPage page = browser.browse(coast).open("/");

        accessible(page);
    }

    @Test
    void aWallHasNoBarsAndPaperHasTheFiltersInWords() {
        DashboardPage page = browser.browse(browser.generated()).signIn("/?wall=1", "analyst");
        assertThat(page.page.locator("nav.pages").isVisible()).isFalse();
        assertThat(page.page.locator(".filters").isVisible()).isFalse();

        page.page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));

        assertThat(page.page.locator(".paper-line").innerText()).contains("All areas · 29 Mar 2025 – 29 Mar 2026");
        assertThat(page.page.locator(".tools").first().isVisible()).isFalse();
    }

    @Test
    void aCompanyThatIsNotPremiumIsAskedForItsSecret() {
        // made before the server first looks which secrets the company has: it remembers for a moment
        String secret = browser.generated().clientSecret(browser.standard());
        DashboardPage page = browser.browse(browser.generated()).open("/mortality");
        page.fill(browser.generated().userName("farmer:" + browser.standard()), LiveServer.PASSWORD);
        page.page.waitForSelector("h1:has-text('Client secret')");

        page.page.fill("[name=client-secret]", "tmx_wrong");
        page.page.click("text=Continue");
        page.page.waitForSelector("text=The secret is not that of your integration");
        page.page.fill("[name=client-secret]", secret);
        page.page.click("text=Continue");
        page.ready();

        assertThat(page.card("areas-week").getAttribute("data-state")).isEqualTo("ok");
    }

    /** The figures of the coast end in 2027; this reader's clock is four days later, or a day. */
    @ParameterizedTest
    @CsvSource({"2027-02-01T08:00:00Z, 0", "2027-02-04T08:00:00Z, 1"})
    void oldFiguresAreSaidToBeOld(String now, int banners, LiveServer coast) {
        DashboardPage page = browser.browseAt(now, coast).signIn("/data", "analyst");

        assertThat(page.page.locator(".stale").count()).isEqualTo(banners);
    }
}
