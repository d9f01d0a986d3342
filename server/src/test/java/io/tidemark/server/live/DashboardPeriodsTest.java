package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import io.tidemark.data.snapshot.PrivacyChange;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What pages say while a week runs. The data end on Wednesday 18 November 2026, in week 47. Four companies have a pen
 * each in Vest, Trøndelag and Troms.
 *
 * <pre>
 *              fish a pen   dead of each pen: week 45   week 46   Monday of week 47
 * Vest         1000         F1  1  others 1             10  2     100  100
 * Trøndelag    10000        F1 40  others 20            43  40       0    0
 * Troms        1000         F1 12  others 1             14   1       0    0
 * </pre>
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class DashboardPeriodsTest extends InChromium {

    private static final LocalDate END = LocalDate.of(2026, 11, 18);
    private static final LocalDate BEGIN = LocalDate.of(2026, 10, 26);
    private static final String FARMER = "farmer:F1";

    @TempDir
    static Path folder;

    private static LiveServer small;

    @BeforeAll
    static void ingest() {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery"));
        for (int i = 1; i <= 4; i++) {
            String farmer = "F" + i;
            String vest = "1000" + i;
            String trondelag = "2000" + i;
            String troms = "3000" + i;
            delivery.farmer(farmer, "G" + i).site(vest, 3).site(trondelag, 6).site(troms, 10)
                    .stock(farmer, vest, BEGIN, END, 1000).stock(farmer, trondelag, BEGIN, END, 10_000)
                    .stock(farmer, troms, BEGIN, END, 1000)
                    .loss(farmer, troms, LocalDate.of(2026, 11, 2), "mortality", "A101", i == 1 ? 12 : 1)
                    .loss(farmer, troms, LocalDate.of(2026, 11, 9), "mortality", "A101", i == 1 ? 14 : 1)
                    .loss(farmer, vest, LocalDate.of(2026, 11, 2), "mortality", "A101", 1)
                    .loss(farmer, vest, LocalDate.of(2026, 11, 9), "mortality", "A101", i == 1 ? 10 : 2)
                    .loss(farmer, vest, LocalDate.of(2026, 11, 9), "culling", "B101", 3)
                    .loss(farmer, vest, LocalDate.of(2026, 11, 16), "mortality", "C101", 100)
                    .loss(farmer, trondelag, LocalDate.of(2026, 11, 2), "mortality", "A101", i == 1 ? 40 : 20)
                    .loss(farmer, trondelag, LocalDate.of(2026, 11, 9), "mortality", "A101", i == 1 ? 43 : 40);
        }
        // emptied in October: no fish now
        delivery.site("10009", 3).stock("F1", "10009", BEGIN, BEGIN.plusDays(2), 90_000);
        // lumpfish at the site: no salmon, and none of the fish that the news count
        delivery.line("farmers/F1/stock.csv", "stock", END + ",10001,B,L1,LUM,50000,40,V2026");
        small = LiveServer.start(folder, END.plusDays(1), Map.of("dashboard.authority-name", "Statens tall"))
                .ingest(delivery.write(), new PrivacyChange(2, null));
    }

    @AfterAll
    static void stop() {
        small.close();
    }

    private static String text(Locator found) {
        return found.innerText().replace('\u00a0', ' ').replace('\u202f', ' ');
    }

    /** Of Vest in week 46 F1 lost 13 of 1000, without it 5 of 1000; it was 1 of 1000 before, for all. */
    @Test
    void cardsAreOfTheLastCompleteWeekAndSayWhich() {
        DashboardPage page = browser.browse(small).signIn("/?areas=A2", FARMER);
        Locator card = page.card("kpi-loss");

        assertThat(text(card.locator(".note").first())).isEqualTo("week 46, 2026");
        assertThat(text(card)).contains("1.30%", "Higher than the benchmark (0.50%)", "+0.80 pp",
                "+1.20 pp since the week before");
        // one site says nothing that is no chance
        assertThat(card.locator(".worse, .better").count()).isZero();
        assertThat(text(page.page.locator("footer .through"))).isEqualTo("Complete through 18 Nov 2026");
    }

    /** Of Trøndelag in week 46 F1 lost 43 of 10000 and the others 40: less than a tenth more, which may be chance. */
    @Test
    void aSmallDifferenceHasNoColour() {
        DashboardPage page = browser.browse(small).signIn("/?areas=A4", FARMER);
        Locator card = page.card("kpi-loss");

        assertThat(text(card)).contains("0.43%", "Higher than the benchmark (0.40%)");
        assertThat(card.locator(".worse, .better").count()).isZero();
    }

    /**
     * Two weeks before week 46 are known, too few to call anything usual. Of like fish the others would have lost 1
     * of F1's 1000 in Troms and 5 in Vest; in Trøndelag 40, to which 43 are near.
     */
    @Test
    void newsWithoutAUsualLevelAreOfLikeFish() {
        DashboardPage page = browser.browse(small).signIn("/", FARMER);

        assertThat(text(page.card("news").locator("h2"))).isEqualTo("What changed in week 46, 2026?");
        String unknown = " in the week, with too few of the 12 weeks before known to say what is usual. ";
        String like = " fish more than others would have lost with fish of the same generation and weight: ";
        assertThat(page.card("news").locator("li").all()).extracting(DashboardPeriodsTest::text).containsExactly(
                "Troms: we lost 1.40%" + unknown + "It is the second week above 1%. That is 13" + like
                + "14 against 1.",
                "West: we lost 1.30%" + unknown + "That is 8" + like + "13 against 5.");
    }

    /**
     * Fish beyond what others would have lost in weeks 43 to 46. Troms: (12 − 1) + (14 − 1) of 1000. Trøndelag: (40 −
     * 20) + (43 − 40) of 10000. Of Vest's, most are the 90,000 of October, which can be compared with nobody's. Each
     * is one site's, which may be chance.
     */
    @Test
    void theOverviewIsATableOfAllAreasByExcessFish() {
        DashboardPage page = browser.browse(small).signIn("/", FARMER);

        assertThat(page.table("areas").stream().skip(1)
                .map(row -> List.of(row.getFirst(), row.get(2), row.get(3), row.get(4), row.get(5)))).containsExactly(
                List.of("Troms", "1.40%", "0.10%", "+1.30 pp", "+24"),
                List.of("Trøndelag", "0.43%", "0.40%", "+0.03 pp", "+23"),
                List.of("West", "1.30%", "0.50%", "+0.80 pp", "–"));
        assertThat(text(page.card("areas").locator("h2")))
                .isEqualTo("Troms: +24 fish against what others would have lost of like fish in four weeks, the most; "
                + "too few sites to tell it from chance");
        assertThat(page.card("areas").locator("tbody .spark").count()).isEqualTo(3);

        // the headings sort
        page.card("areas").locator("th button:has-text('Ours')").first().focus();
        page.page.keyboard().press("Enter");
        assertThat(page.table("areas").stream().skip(1).map(row -> row.get(2)))
                .containsExactly("1.40%", "1.30%", "0.43%");
        page.page.keyboard().press("Enter");
        assertThat(page.table("areas").stream().skip(1).map(row -> row.get(2)))
                .containsExactly("0.43%", "1.30%", "1.40%");

        page.card("areas").locator("a:has-text('Troms')").click();
        page.page.waitForURL("**/mortality?area=A*");
        page.ready();
        assertThat(text(page.card("areas-week").locator("h2"))).startsWith("Loss in week 46, 2026, Troms: 1.40%");
    }

    @Test
    void aRunningWeekIsMarkedAndHasNoBenchmarkYet() {
        DashboardPage page = browser.browse(small).signIn("/mortality?areas=A2", FARMER);

        List<List<String>> table = page.table("areas-week");
        assertThat(table.get(1)).containsExactly("week 47, 2026", "not complete yet", "23.33% (3 of 7 days)");
        assertThat(table.get(2)).containsExactly("week 46, 2026", "0.50%", "1.30%");
        assertThat(text(page.card("areas-week").locator("h2")))
                .isEqualTo("Loss in week 46, 2026, West: 1.30%, higher than the benchmark (0.50%)");
        assertThat(page.card("areas-week").locator(".key").allInnerTexts()).containsExactly(
                "Dotted line with open points: the period is not complete. The benchmark comes when it is.");
        assertThat(text(page.card("areas-all").locator(".multiple .small"))).isEqualTo("Ours 1.30% · Benchmark 0.50%");
    }

    /** Admins see everything, the running week too: 400 dead of four pens in three days. */
    @Test
    void anAdminSeesTheBenchmarkOfTheRunningWeek() {
        DashboardPage page = browser.browse(small).signIn("/mortality?areas=A2", "admin");

        assertThat(page.table("areas-week").get(1)).containsExactly("week 47, 2026", "23.33% (3 of 7 days)");
        assertThat(text(page.card("areas-week").locator("h2"))).contains("week 46, 2026")
                .endsWith("0.70% in the benchmark");
    }

    /** In week 47 C101 killed most. In the last complete one it was A101; culling of B101 is another question. */
    @Test
    void theLargestCauseIsOfDeathAndOfACompleteWeek() {
        DashboardPage page = browser.browse(small).signIn("/causes?areas=A2", FARMER);
        List<List<String>> dead = page.table("rank-week");
        assertThat(text(page.card("rank-week").locator("h2")))
                .endsWith("was the largest cause of death in week 46, 2026");
        // without F1: 6 of 3000, 3 the week before
        assertThat(dead).hasSize(2);
        assertThat(dead.getLast().subList(1, 3)).containsExactly("0.200", "▲ +0.100");

        page.page.click("[data-filter=losses-culling]");
        page.page.waitForURL("**/causes?areas=A2&losses=culling");
        page.ready();

        assertThat(text(page.card("rank-week").locator("h2")))
                .endsWith("was the largest cause of culling in week 46, 2026");
        assertThat(page.table("rank-week").getLast().subList(1, 3)).containsExactly("0.300", "▲ +0.300");
        assertThat(page.page.locator("nav.pages a[href^='/mortality']").getAttribute("href"))
                .contains("losses=culling");
    }

    @Test
    void theAuthorityIsCalledWhatTheOperatorSays() {
        DashboardPage page = browser.browse(small, "nb-NO").signIn("/biomass", "analyst");

        assertThat(text(page.card("biomass-coast").locator(".note").first())).contains("Plattformen / Statens tall");
    }
}
