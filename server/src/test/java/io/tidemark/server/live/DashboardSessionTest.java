package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.Cookie;
import com.microsoft.playwright.options.SameSiteAttribute;
import org.junit.jupiter.api.Test;

/** The session of a reader over reloads, tabs, and a server that is away. */
class DashboardSessionTest extends InChromium {

    @Test
    void aReloadGoesOnWithThePageAndItsFilters(LiveServer coast) {
        DashboardPage page = browser.browse(coast).signIn("/mortality?areas=A4", "farmer:F1");
        Cookie kept = page.page.context().cookies().getFirst();
        assertThat(kept.httpOnly).isTrue();
        assertThat(kept.sameSite).isEqualTo(SameSiteAttribute.STRICT);
        assertThat(kept.path).isEqualTo("/web/sign-in");
        // it ends with the browser
        assertThat(kept.expires).isEqualTo(-1);

        page.asked.clear();
        page.page.reload();
        page.ready();

        assertThat(page.page.locator(".company").innerText()).isEqualTo("Company F1");
        assertThat(page.page.url()).endsWith("/mortality?areas=A4");
        assertThat(page.card("areas-week").getAttribute("data-state")).isEqualTo("ok");
        assertThat(page.asked).noneMatch(each -> each.startsWith("/v3/auth/token"));
        assertThat(page.page.context().cookies()).singleElement().satisfies(next ->
                assertThat(next.value).startsWith(":tmr_").isNotEqualTo(kept.value));
        assertThat(page.kept()).doesNotContain("tmr_").doesNotContain("eyJ");
        assertThat(page.complaints).isEmpty();
    }

    @Test
    void aSecondTabIsSignedInAndTheFirstGoesOn(LiveServer coast) {
        DashboardPage first = browser.browse(coast).signIn("/mortality", "farmer:F1");
        DashboardPage second = browser.browse(coast).goOn("/causes");
        assertThat(second.page.locator(".company").innerText()).isEqualTo("Company F1");

        first.refuseOnce("**/v3/mortality/areas/week**");
        first.page.selectOption("[data-filter=period]", "3y");
        first.page.waitForURL("**/mortality?period=3y");
        first.ready();
        assertThat(first.card("areas-week").getAttribute("data-state")).isEqualTo("ok");
        assertThat(first.page.locator("dialog").count()).isZero();
    }

    /** The browser's session is another person's now: this page neither shows nor sends anything of hers. */
    @Test
    void anotherPersonInAnotherTabIsNotTakenForThisOne(LiveServer coast) {
        DashboardPage first = browser.browse(coast).signIn("/mortality", "farmer:F1");
        browser.browse(coast).signIn("/mortality", "farmer:F3");

        first.refuseOnce("**/v3/mortality/areas/week**");
        first.page.selectOption("[data-filter=period]", "3y");
        first.page.waitForSelector("dialog >> text=Your session has ended");
        assertThat(first.page.content()).contains("Company F1").doesNotContain("Company F3");
    }

    @Test
    void aServerThatIsAwayWhenTheTokenEndsLeavesThePage(LiveServer coast) {
        DashboardPage page = browser.browse(coast).signIn("/mortality", "farmer:F1");
        page.page.route("**/web/sign-in/session", route -> route.abort());
        page.refuseOnce("**/v3/mortality/areas/week**");
        page.page.selectOption("[data-filter=period]", "3y");
        page.page.waitForSelector(".stale.said");
        assertThat(page.page.locator("dialog").count()).isZero();
        assertThat(page.card("areas-week").getAttribute("data-state")).isEqualTo("ok");

        page.page.unroute("**/web/sign-in/session");
        page.page.click(".stale.said button");
        page.page.waitForFunction("() => document.querySelector('.stale.said') === null");
        page.ready();
        assertThat(page.page.locator("dialog").count()).isZero();
        assertThat(page.card("areas-week").getAttribute("data-state")).isEqualTo("ok");
    }

    /** A page of another origin that asks with the reader's cookies: the browser and the server refuse it. */
    @Test
    void aPageOfAnotherOriginGetsNothing(LiveServer coast) {
        DashboardPage page = browser.browse(coast).signIn("/mortality", "farmer:F1");
        String kept = page.page.context().cookies().getFirst().value;
        Page other = page.page.context().newPage();
        String origin = "http://localhost:" + browser.generated().uri("/").getPort();
        other.navigate(origin + "/docs/");
        Object said = other.evaluate("address => fetch(address, {method: 'POST', credentials: 'include', mode: "
                + "'no-cors', headers: {'Content-Type': 'text/plain'}, body: '{}'}).then(answer => answer.type, "
                + "problem => 'refused')", coast.uri("/web/sign-in/session").toString());
        assertThat(said).isIn("opaque", "refused");
        other.close();

        assertThat(page.page.context().cookies()).singleElement().satisfies(each ->
                assertThat(each.value).isEqualTo(kept));
        page.goOn("/mortality");
        assertThat(page.page.locator(".company").innerText()).isEqualTo("Company F1");

        // a reader of a company asks for each kind of mail by itself
        page.goOn("/mine");
        page.page.selectOption("[name=week_mail]", "nb");
        page.page.click("form.mine button.main");
        page.page.waitForSelector("form.mine >> text=Saved");
        page.goOn("/mine");
        assertThat(page.page.locator("[name=week_mail]").inputValue()).isEqualTo("nb");
        assertThat(page.page.locator("[name=watch_mail]").inputValue()).isEqualTo("off");
    }

    /** Where it begins, and what it shows, on each machine; the menu's choice of a language is kept with them. */
    @Test
    void myPageIsWhereTheReaderBegins() {
        DashboardPage page = browser.browse(browser.generated()).signIn("/mine", "readonly-treatment");
        page.page.selectOption("[name=start_page]", "/treatments");
        page.page.selectOption("[name=language]", "nb");
        page.page.selectOption("[name=theme]", "dark");
        page.page.click("form.mine button.main");
        page.page.waitForSelector("form.mine >> text=Saved");
        DashboardTest.accessible(page);

        page.page.evaluate("() => localStorage.clear()");
        page.goOn("/");
        assertThat(page.page.url()).endsWith("/treatments");
        assertThat(page.page.locator("h1").innerText()).isEqualTo("Behandlinger");
        assertThat(page.background()).isEqualTo("rgb(16, 23, 29)");
        // an address that says something stays
        page.goOn("/explore");
        assertThat(page.page.url()).endsWith("/explore");

        page.menu().page.selectOption("[data-filter=language]", "en");
        page.page.waitForSelector("h1:has-text('Explore')");
        page.ready();
        page.goOn("/mine");
        assertThat(page.page.locator("[name=language]").inputValue()).isEqualTo("en");
    }

    /** Support's first question: what does the company see? Of a company that is not premium, without its secret. */
    @Test
    void anAdminLooksAsACompanyAndTheCompanyIsTold() {
        LiveServer server = browser.generated();
        String company = browser.standard();
        server.token("farmer:" + company);
        DashboardPage page = browser.browse(server).signIn("/administration", "admin");
        page.page.locator("tr:has-text('farmer-" + company + "') [data-action=look]").click();
        page.page.waitForSelector(".looking");
        page.ready();

        assertThat(page.page.locator(".looking").innerText()).contains("You look as");
        assertThat(page.page.locator("nav.pages a").allInnerTexts()).doesNotContain("Administration");
        for (String path : new String[] {"/mortality", "/sites", "/data"}) {
            page.to(path);
            assertThat(page.page.locator(".looking").isVisible()).isTrue();
        }
        DashboardTest.accessible(page);
        page.goOn("/mine");
        assertThat(page.page.locator("form.mine button.main").count()).isZero();
        assertThat(page.page.locator("[data-card=looked]").innerText()).contains("/v3/common/site");

        page.page.click("[data-tool=look-end]");
        page.page.waitForSelector("nav.pages a:has-text('Administration')");
        page.ready();
        assertThat(page.page.locator(".looking").count()).isZero();
    }
}
