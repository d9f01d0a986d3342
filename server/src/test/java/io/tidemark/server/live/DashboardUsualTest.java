package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import io.tidemark.data.snapshot.PrivacyChange;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is usual, over fifteen weeks that end with week 47 of 2026. Four companies have a pen each in Vest and in
 * Trøndelag, and lose fish on Mondays. F1 treats its pen in Vest in week 43.
 *
 * <pre>
 *                                dead in week 33, 34   35 to 40   41 to 46   47
 * Vest, F1     1000 fish         50                    2          6          20 of 2000
 * Vest, others 1000 fish          2                    2          2           2
 * Trøndelag    10000 fish each   10                    10         10         43
 * </pre>
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class DashboardUsualTest extends InChromium {

    private static final LocalDate BEGIN = LocalDate.of(2026, 8, 10);
    private static final LocalDate LAST = LocalDate.of(2026, 11, 16);
    private static final LocalDate END = LocalDate.of(2026, 11, 22);
    private static final String FARMER = "farmer:F1";
    private static final String LIKE = " with fish of the same generation and weight.";

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void ingest() {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery"));
        for (int i = 1; i <= 4; i++) {
            String farmer = "F" + i;
            String vest = "1000" + i;
            String trondelag = "2000" + i;
            delivery.farmer(farmer, "G" + i).site(vest, 3).site(trondelag, 6)
                    .stock(farmer, vest, BEGIN, LAST.minusDays(1), 1000)
                    .stock(farmer, vest, LAST, END, i == 1 ? 2000 : 1000)
                    .stock(farmer, trondelag, BEGIN, END, 10_000);
            for (LocalDate monday = BEGIN; monday.isBefore(END); monday = monday.plusWeeks(1)) {
                delivery.loss(farmer, vest, monday, "mortality", "A101", i == 1 ? lost(monday) : 2)
                        .loss(farmer, trondelag, monday, "mortality", "A101", monday.equals(LAST) ? 43 : 10);
            }
        }
        delivery.treatment("F1", "t1,2026-10-20,10001,Thermal,Lice,true,false,A,,,,1,");
        server = LiveServer.start(folder, END.plusDays(1)).ingest(delivery.write(), new PrivacyChange(2, null));
    }

    private static int lost(LocalDate monday) {
        int week = (int) ((monday.toEpochDay() - BEGIN.toEpochDay()) / 7);
        return week < 2 ? 50 : week < 8 ? 2 : monday.equals(LAST) ? 20 : 6;
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static List<String> news(DashboardPage page) {
        return page.card("news").locator("li").all().stream().map(DashboardUsualTest::text).toList();
    }

    private static String text(Locator found) {
        return found.innerText().replace('\u00a0', ' ').replace('\u202f', ' ');
    }

    /** A cell of the table of areas, by its heading. */
    private static String cell(DashboardPage page, String area, String head) {
        List<List<String>> table = page.table("areas");
        int column = table.getFirst().indexOf(head);
        assertThat(column).as(head + " in " + table.getFirst()).isPositive();
        return table.stream().filter(row -> row.getFirst().equals(area)).findFirst().orElseThrow().get(column);
    }

    /**
     * F1's median of weeks 35 to 46 is 4 of 1000, of which weeks 33 and 34 are none, nor week 47 itself. That is 12
     * more of 2000 in Vest, and 33 of 10000 in Trøndelag, which comes first. Others would have lost 4 of 2000 in
     * Vest.
     */
    @Test
    void usualIsTheMedianOfTheTwelveWeeksBefore() {
        DashboardPage page = browser.browse(server).signIn("/", FARMER);

        List<String> all = List.of("Trøndelag: we lost 0.43% in the week, 0.33 pp above the usual 0.10%. That is about "
                + "33 fish more than usual. Of the fish that can be compared we lost 43; others would have lost 43"
                + LIKE,
                "West: we lost 1.00% in the week, 0.60 pp above the usual 0.40%. It is the seventh week above 0.5%. "
                + "That is about 12 fish more than usual. Of the fish that can be compared we lost 20; others would "
                + "have lost 4" + LIKE);
        assertThat(news(page)).isEqualTo(all);
        // weeks 44 to 47: 38 against 3 times 2 and 4
        String excess = "Fish beyond what others would have lost, 4 weeks";
        assertThat(cell(page, "West", excess)).isEqualTo("+28");
        // 3 times 6 and 10 of 1000; there are no 26 weeks
        assertThat(cell(page, "West", "Mean of 4 / 26 weeks, %")).isEqualTo("0.70 / –");
        assertThat(cell(page, "West", "Our treatments, 4 weeks")).isEqualTo("0");

        DashboardPage short_ = browser.browse(server)
                .signIn("/?period=dates&from=2026-11-09&to=2026-11-22", FARMER);
        assertThat(news(short_)).isEqualTo(all);
        assertThat(cell(short_, "West", excess)).isEqualTo("+28");
        assertThat(cell(short_, "West", "Mean of 4 / 26 weeks, %")).isEqualTo("0.70 / –");
    }

    /** Week 46: 2 of F1's 1000 fish of then above 4; weeks 43 to 46, in which it treated: 24 against 8. */
    @Test
    void aPastPeriodIsOfItsOwnWeeksAndFish() {
        DashboardPage page = browser.browse(server).signIn("/?period=dates&from=2026-11-02&to=2026-11-15", FARMER);

        assertThat(news(page)).containsExactly("West: we lost 0.60% in the week, 0.20 pp above the usual 0.40%. It "
                + "is the sixth week above 0.5%. That is about 2 fish more than usual. Of the fish that can be "
                + "compared we lost 6; others would have lost 2" + LIKE);
        assertThat(cell(page, "West", "Fish beyond what others would have lost, 4 weeks")).isEqualTo("+16");
        assertThat(cell(page, "West", "Our treatments, 4 weeks")).isEqualTo("1");
    }

    /** Of all four in Vest 26 of 5000 after 8 and 12 of 4000: the larger difference is Trøndelag's, and comes first. */
    @Test
    void withoutOwnFishNewsAreSortedByPoints() {
        DashboardPage page = browser.browse(server).signIn("/", "analyst");

        assertThat(news(page)).containsExactly(
                "Trøndelag: 0.43% lost in the week (benchmark), 0.33 pp above the usual 0.10%.",
                "West: 0.52% lost in the week (benchmark), 0.27 pp above the usual 0.25%.");
    }
}
