package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An own site's page for whoever stands beside its pens. From 13 December 2026 to Sunday 31 January 2027 all pens have
 * 100 000 fish of V2026 and 4000 g in area 3, F1's on 10001, those of four other groups, who lose 10 a day, on 10002 to
 * 10005:
 *
 * <pre>
 *   10001 A   25 dead a day, 225 on 25 to 29 January; nobody counted on the 30th and 31st
 *   10001 B   10 dead a day, on the same days
 * </pre>
 *
 * <p>In the two weeks to 31 January A lost 7 × 25 + 5 × 225 = 1300 and B 120, where others lose 140: 9.3 and 0.9 times;
 * together 1420 of 280. The dead of A on 15 December are 30 by a later delivery.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class DashboardQuayTest extends InChromium {

    static final LocalDate END = LocalDate.of(2027, 1, 31);
    private static final String[] LINES = {
        "A · 2.25‰ (limit 0.25) · above the limit, 9.00 × over three collections · 9.3 × others · 5 days above"
                + " · 2 days not counted",
        "B · 0.10‰ (limit 0.25) · 0.9 × others · 2 days not counted"};

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void ingest() {
        server = LiveServer.start(folder.resolve("lake"), END.plusDays(1)).ingest(write(folder.resolve("delivery")));
        HandMadeDelivery corrected = new HandMadeDelivery(folder.resolve("corrected"));
        pen(corrected, END.minusDays(47), "F1", "10001,A", 30);
        pen(corrected, END.minusDays(47), "F1", "10001,B", 10);
        server.ingest(corrected.write());
    }

    /** The delivery of these pens. */
    static Path write(Path folder) {
        HandMadeDelivery delivery = new HandMadeDelivery(folder).farmer("F1", "G1").site("10001", 3);
        for (int company = 2; company <= 5; company++) {
            delivery.farmer("F" + company, "G" + company).site("1000" + company, 3);
        }
        for (LocalDate day = END.minusDays(49); !day.isAfter(END); day = day.plusDays(1)) {
            int left = (int) (END.toEpochDay() - day.toEpochDay());
            pen(delivery, day, "F1", "10001,A", left < 2 ? 0 : left < 7 ? 225 : 25);
            pen(delivery, day, "F1", "10001,B", left < 2 ? 0 : 10);
            for (int company = 2; company <= 5; company++) {
                pen(delivery, day, "F" + company, "1000" + company + ",A", 10);
            }
        }
        delivery.treatment("F1", "t1,2027-01-21,10001,Thermal,Lice,true,false,A,,,,1,")
                .temperature("F1", "10001", END, "7.20", 1);
        return delivery.write();
    }

    private static void pen(HandMadeDelivery delivery, LocalDate day, String farmer, String unit, int dead) {
        delivery.line("farmers/" + farmer + "/stock.csv", "stock", day + "," + unit + ",C,SAL,100000,4000,V2026");
        if (dead > 0) {
            delivery.line("farmers/" + farmer + "/losses.csv", "losses", day + "," + unit + ",mortality,A101," + dead);
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String plain(String text) {
        return text.replace('\u00a0', ' ').replace('\u202f', ' ');
    }

    @Test
    void aSiteWithFishBeginsWithItsPens() {
        DashboardPage page = browser.browse(server).signIn("/sites/10001", "farmer:F1");

        assertThat(page.page.locator("main .card").first().getAttribute("data-card")).isEqualTo("site-pens");
        assertThat(page.card("site-pens").locator("h2").innerText())
                .isEqualTo("Site 10001: 1 of 2 pens needs somebody on 31 Jan 2027");
        assertThat(page.card("site-pens").locator(".pens li").allInnerTexts().stream().map(DashboardQuayTest::plain))
                .containsExactly(LINES);
        assertThat(plain(page.card("site-pens").innerText())).contains("18 Jan 2027 to 31 Jan 2027: we lost 1,420 "
                + "fish; others would have lost 280");
        List<List<String>> days = page.table("site-deaths");
        assertThat(days.getFirst()).containsExactly("Day", "A", "B");
        // nobody counted, which is not zero
        assertThat(days.get(1)).containsExactly("31 Jan 2027", "–", "–");
        assertThat(days.get(3)).containsExactly("29 Jan 2027", "2.25‰", "0.10‰");
        assertThat(page.card("site-deaths").innerText()).contains("2 of 50 days not counted");
        assertThat(page.card("site-deaths").locator("[data-mark=treatment]").allInnerTexts())
                .containsExactly("Treatment 21 Jan 2027: Thermal, Lice");
        assertThat(page.card("site-deaths").locator("[data-mark=correction]").allInnerTexts())
                .singleElement().asString().startsWith("Corrected 15 Dec 2026: losses 35 → 40, delivered ");
        assertThat(page.card("site-sea").locator("[data-mark=correction]").count()).isZero();
        assertThat(plain(page.card("site-sea").locator("h2").innerText()))
                .isEqualTo("The sea at the site: 7.2 °C on 31 Jan 2027");
        assertThat(page.complaints).isEmpty();

        page.card("site-deaths").locator("[data-filter='marks-off']").click();
        page.page.waitForURL("**/sites/10001?marks=off");
        page.ready();
        assertThat(page.page.locator("[data-mark]").count()).isZero();
        assertThat(page.card("site").isVisible()).isTrue();
    }

    /** The page's numbers are the API's. */
    @Test
    void theDaysOfPensAreTheApis() {
        JsonNode rows = server.data("/v3/watch/unit-days?site_id=10001", "farmer:F1");

        assertThat(rows).hasSize(100);
        JsonNode last = rows.get(49);
        JsonNode collected = rows.get(47);
        assertThat(last.get("date").asText()).isEqualTo("2027-01-31");
        assertThat(last.get("collection_days").isNull()).isTrue();
        assertThat(last.get("mortality_count").isNull()).isTrue();
        assertThat(last.get("mortality_per_mille").isNull()).isTrue();
        assertThat(last.get("sea_temperature").asDouble()).isEqualTo(7.2);
        assertThat(collected.get("unit_id").asText()).isEqualTo("A");
        assertThat(collected.get("collection_days").asInt()).isEqualTo(1);
        assertThat(collected.get("mortality_count").asInt()).isEqualTo(225);
        assertThat(collected.get("mortality_per_mille").asDouble()).isEqualTo(2.25);
        assertThat(collected.get("limit_per_mille").asDouble()).isEqualTo(0.25);
        assertThat(collected.get("sea_temperature").isNull()).isTrue();
        // another company's pens are nobody else's
        assertThat(server.get("/v3/watch/unit-days?site_id=10001", "farmer:F2").statusCode()).isEqualTo(403);
        assertThat(server.get("/v3/watch/unit-days", "analyst").statusCode()).isEqualTo(403);
    }

    /** Nothing is off the screen, whichever language. */
    @Test
    void aPhoneShowsPensAsLines() {
        DashboardPage page = browser.browse(server, "nb-NO");
        page.page.setViewportSize(390, 844);
        page.signIn("/", "farmer:F1");

        assertThat(plain(page.card("watch").locator(".pens li").first().innerText()))
                .isEqualTo("Site 10001 A · 2,25 ‰ (grense 0,25) · over grensen, 9,00 × i tre opptak til sammen · "
                + "9,3 × andre · 5 dager over · 2 dager ikke talt");
        page.card("watch").locator(".pens a").first().click();
        page.page.waitForURL("**/sites/10001");
        page.ready();
        assertThat(page.page.evaluate("() => [...document.querySelectorAll('[data-card=site-pens] li')].every(each => "
                + "each.getBoundingClientRect().right <= 390)")).isEqualTo(true);
    }

    /** A boat has no net at times: what was there stays, and says since when. */
    @Test
    void whatWasThereStaysWhileTheServerIsAway() {
        DashboardPage page = browser.browse(server).signIn("/sites/10001", "farmer:F1");
        page.page.context().setOffline(true);
        try {
            page.page.click("nav.pages a[href^='/data']");
            page.page.waitForSelector(".stale.said");
            assertThat(page.page.locator(".stale.said").innerText()).startsWith("The server does not answer. What is "
                    + "shown is from ");
            assertThat(page.card("site-pens").isVisible()).isTrue();
            page.page.click(".stale.said button");
            page.page.waitForSelector(".stale.said");
            assertThat(page.card("site-pens").isVisible()).isTrue();
        } finally {
            page.page.context().setOffline(false);
        }

        page.page.click(".stale.said button");
        page.page.waitForSelector("nav.pages a[aria-current][href^='/data']");
        page.ready();
        assertThat(page.page.locator(".stale.said").count()).isZero();
        assertThat(page.page.locator("main .card").count()).isPositive();
    }
}
