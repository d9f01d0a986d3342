package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.BoundingBox;
import io.tidemark.data.snapshot.PrivacyChange;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What happened at F1's site 10001 in Vest, in weeks 40 to 44 of 2026: nothing delivered on 7 and 8 October, pancreas
 * disease in week 42, a treatment in week 43 and a stocking of cleaner fish. The losses of 28 September
 * were corrected later. Three other companies have a site each.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class DashboardMarksTest extends InChromium {

    private static final LocalDate BEGIN = LocalDate.of(2026, 9, 28);
    private static final LocalDate GAP = LocalDate.of(2026, 10, 7);
    private static final LocalDate END = LocalDate.of(2026, 11, 1);
    private static final String FARMER = "farmer:F1";

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void ingest() {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery"));
        for (int i = 1; i <= 4; i++) {
            String farmer = "F" + i;
            String site = "1000" + i;
            delivery.farmer(farmer, "G" + i).site(site, 3)
                    .stock(farmer, site, BEGIN, i == 1 ? GAP.minusDays(1) : END, 1000)
                    .loss(farmer, site, BEGIN, "mortality", "A101", 2)
                    .temperature(farmer, site, BEGIN, "9.50", 1).temperature(farmer, site, END, "8.50", 1);
        }
        delivery.stock("F1", "10001", GAP.plusDays(2), END, 1000)
                .treatment("F1", "t1,2026-10-20,10001,Thermal,Lice,true,false,A,,,,1,")
                .treatment("F1", "t2,2026-10-27,10001,Cleanerfish,Lice,false,false,A,,,,1,")
                .line("authority/diseases.csv", "diseases",
                "42,2026,10001,Site 10001,PD,Påvist,2026-10-12,2026-10-18,62.5,6.25,3");
        server = LiveServer.start(folder, END.plusDays(1)).ingest(delivery.write(), new PrivacyChange(2, null))
                .ingest(new HandMadeDelivery(folder.resolve("corrected"))
                .loss("F1", "10001", BEGIN, "mortality", "A101", 7).write());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static List<List<String>> marks(DashboardPage page, String card) {
        page.card(card).locator(".folded summary").click();
        return page.card(card).locator(".folded tr").all().stream()
                .map(row -> row.locator("th, td").allInnerTexts()).toList();
    }

    /** The newest first; a period of disease and days without rows are one mark each. */
    @Test
    void whatHappenedAtOwnSitesIsMarked() {
        DashboardPage page = browser.browse(server).signIn("/mortality", FARMER);

        List<List<String>> all = List.of(List.of("When", "Site", "What"),
                List.of("20 Oct 2026", "Site 10001", "Thermal, Lice"),
                List.of("12 Oct 2026 – 18 Oct 2026", "Site 10001", "Pancreas disease (PD), Confirmed"),
                List.of("7 Oct 2026 – 8 Oct 2026", "Site 10001", "2 days not delivered"));
        List<List<String>> found = marks(page, "areas-week");
        assertThat(found.subList(0, 4)).isEqualTo(all);
        assertThat(found.getLast().subList(0, 2)).containsExactly("28 Sept 2026", "Site 10001");
        assertThat(found.getLast().getLast()).startsWith("losses 2 → 7, delivered ");
        assertThat(page.card("areas-week").locator(".key").allInnerTexts())
                .anyMatch(text -> text.startsWith("Triangle: a week with our treatments"));
        page.to("/environment");
        assertThat(marks(page, "trends")).isEqualTo(all);
        assertThat(page.complaints).isEmpty();
    }

    /** The tooltip of a week has its marks and how many sites it is of. */
    @Test
    void theTooltipNamesMarksAndSites() {
        DashboardPage page = browser.browse(server).signIn("/mortality", FARMER);
        Locator chart = page.card("areas-week").locator(".chart");
        chart.scrollIntoViewIfNeeded();

        String tip = tipOf(page, chart, "week 42, 2026");
        assertThat(tip).contains("3 sites in the benchmark · Our sites: 1",
                "Site 10001: Pancreas disease (PD), Confirmed").doesNotContain("Thermal");
        assertThat(tipOf(page, chart, "week 43, 2026")).contains("Site 10001: Thermal, Lice");
    }

    /** The day under the pointer is a line in the other charts over time, and in no chart by months at sea. */
    @Test
    void allChartsOverTimeShowTheSameDay(LiveServer coast) {
        DashboardPage page = browser.browse(coast).signIn("/mortality?areas=A4", FARMER);
        Locator chart = page.card("areas-week").locator(".chart");
        chart.scrollIntoViewIfNeeded();
        Locator lines = page.page.locator(".crosshair:not([hidden])");
        assertThat(lines.count()).isZero();

        tipOf(page, chart, "week 40, 2026");
        assertThat(page.card("areas-month").locator(".crosshair:not([hidden])").count()).isOne();
        assertThat(page.card("rolling").locator(".crosshair:not([hidden])").count()).isOne();
        assertThat(lines.count()).isEqualTo(2);
    }

    /** What a chart says of a place under the pointer, which is moved over it until it is there. */
    private static String tipOf(DashboardPage page, Locator chart, String place) {
        BoundingBox box = chart.boundingBox();
        for (double part = 0.02; part < 1; part += 0.02) {
            page.page.mouse().move(box.x + part * box.width, box.y + box.height / 2);
            Locator tip = chart.locator(".tip");
            if (tip.count() > 0 && tip.innerText().startsWith(place)) {
                return tip.innerText().replace('\u00a0', ' ');
            }
        }
        throw new AssertionError("no " + place);
    }

    @Test
    void marksMayBeSwitchedOff() {
        DashboardPage page = browser.browse(server).signIn("/mortality?marks=off", FARMER);

        assertThat(page.card("areas-week").locator(".folded").count()).isZero();
        assertThat(page.asked).noneMatch(each ->
                each.matches("/v3/(treatment|environment|common/(delivered|corrections)).*"));
        page.page.click("[data-filter=marks-on]");
        page.page.waitForURL("**/mortality");
        page.ready();
        assertThat(marks(page, "areas-week")).hasSize(5);

        DashboardPage other = browser.browse(server).signIn("/mortality", "analyst");
        assertThat(other.page.locator("[data-filter=marks-off]").count()).isZero();
        assertThat(other.asked).noneMatch(each -> each.contains("/common/delivered-days"));
    }
}
