package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Route;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A figure that has nothing to show says why: an error, a filter, dates, a site that is not there, late sites. */
class DashboardStatesTest extends InChromium {

    private static final String REASON = "async state => { const main = "
            + "document.querySelector('script[type=module]').src; const {reasonOf} = await "
            + "import(main.replace('main.js', 'filter/reasons.js')); const site = (id, day) => ({site_id: id, "
            + "site_name: `Site ${id}`, is_in_platform: true, last_registration_date: `${day}T00:00:00Z`}); return "
            + "reasonOf({uses: [], filters: {}, reference: {end: '2027-01-31', sites: [site('1', '2027-01-31'), "
            + "site('2', '2027-01-29'), site('3', '2027-01-30'), site('4', '2026-11-01')], stock: [{site_id: '2', "
            + "date: '2027-01-29'}]}}, state).texts; }";

    private static String text(DashboardPage page, String card) {
        return page.card(card).innerText();
    }

    /** What could not be had says nothing of whose fish there are. */
    @Test
    void anErrorIsNotSaidToBeWithoutFish(LiveServer coast) {
        DashboardPage page = browser.browse(coast);
        page.page.route("**/v3/mortality/areas/week*", route -> route.fulfill(new Route.FulfillOptions()
                .setStatus(500).setBody("{\"message\": \"broken\"}")));
        // the page asks three times by itself
        AtomicInteger refused = new AtomicInteger(3);
        page.page.route("**/v3/mortality/areas/month*", route -> {
            if (refused.getAndDecrement() > 0) {
                route.fulfill(new Route.FulfillOptions().setStatus(429).setHeaders(Map.of("Retry-After", "1"))
                        .setBody("{\"message\": \"slowly\"}"));
            } else {
                route.resume();
            }
        });
        page.page.route("**/v3/mortality/generations/rate*", route -> route.fulfill(new Route.FulfillOptions()
                .setStatus(500).setBody("{\"message\": \"broken\"}")));
        page.signIn("/mortality?areas=A4", "farmer:F1");

        assertThat(page.card("areas-week").getAttribute("data-state")).isEqualTo("error");
        assertThat(text(page, "areas-week")).contains("The figures could not be fetched", "Try again")
                .doesNotContain("no fish");
        assertThat(text(page, "generations")).contains("The figures could not be fetched").doesNotContain("no fish");
        assertThat(page.card("areas-month").getAttribute("data-state")).isEqualTo("busy");
        assertThat(text(page, "areas-month")).contains("The server is busy", "Try again").doesNotContain("no fish");

        page.card("areas-month").locator("button:text('Try again')").click();
        page.page.waitForSelector("[data-card=areas-month][data-state=ok]");
    }

    @Test
    void reversedDatesAreSaidAndSwapped(LiveServer coast) {
        DashboardPage page = browser.browse(coast)
                .signIn("/mortality?areas=A4&period=dates&from=2027-01-31&to=2026-10-01", "farmer:F1");

        assertThat(text(page, "areas-week")).contains("The period ends before it begins.");
        page.card("areas-week").locator("button:text('Swap the two dates')").click();
        page.page.waitForURL("**/mortality?areas=A4&period=dates&from=2026-10-01&to=2027-01-31");
        page.ready();
        assertThat(page.card("areas-week").getAttribute("data-state")).isEqualTo("ok");
    }

    @Test
    void aFilterThatLeavesNothingSaysSo(LiveServer coast) {
        DashboardPage page = browser.browse(coast).signIn("/mortality?generation=V2029", "farmer:F1");

        assertThat(text(page, "areas-week")).contains("Nothing is left with these filters", "That is not zero",
                "Show all generations");
    }

    @Test
    void aSiteThatIsNotThereIsNoError(LiveServer coast) {
        DashboardPage page = browser.browse(coast, "nb-NO").signIn("/sites/99999", "farmer:F1");

        assertThat(page.card("site").getAttribute("data-state")).isEqualTo("unknown");
        assertThat(text(page, "site")).contains("Ukjent lokalitet", "Det finnes ingenting med dette navnet");
        page.page.click("main a:text('Til alle lokaliteter')");
        page.page.waitForSelector("[data-card=sites]");
    }

    /** Of three sites that deliver two are late; one has been without fish for long, and is not waited for. */
    @Test
    void whatIsNotCompleteSaysWhoIsWaitedFor(LiveServer coast) {
        DashboardPage page = browser.browse(coast).signIn("/data", "farmer:F3");

        assertThat(page.page.evaluate(REASON, "notYet")).isEqualTo(List.of("No week or month of this selection is "
                + "complete yet.", "2 of 3 sites have not delivered 31 Jan 2027 yet.", "Our late sites: Site 2."));
        assertThat(page.page.evaluate(REASON, "noHistory")).isEqualTo(List.of("The figure looks further back than "
                + "there are figures. It comes when there is enough of them."));
    }
}
