package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.snapshot.PrivacyChange;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is clear and what may be chance, over four whole weeks that end with week 47 of 2026. F1 has sites of 1000
 * fish, each of three other companies one of 8000, of which 16 die each Monday, of 1000 fish 2.
 *
 * <pre>
 *              sites of F1   dead of each, each Monday
 * Vest         8             1: half as many
 * Troms        8             5, and 7 of every second one: three times as many
 * Trøndelag    8             0, and 5 of every second one: a quarter more
 * Nordland     1             6
 * </pre>
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class DashboardClearTest extends InChromium {

    private static final LocalDate BEGIN = LocalDate.of(2026, 10, 26);
    private static final LocalDate END = LocalDate.of(2026, 11, 22);
    private static final String FARMER = "farmer:F1";
    private static final String LIKE = "with fish of the same generation and weight";

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void ingest() {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery"));
        for (int i = 1; i <= 4; i++) {
            delivery.farmer("F" + i, "G" + i);
        }
        area(delivery, 10_000, 3, 8, 1, 1);
        area(delivery, 20_000, 10, 8, 5, 7);
        area(delivery, 30_000, 6, 8, 0, 5);
        area(delivery, 40_000, 8, 1, 6, 6);
        server = LiveServer.start(folder, END.plusDays(1)).ingest(delivery.write(), new PrivacyChange(2, null));
    }

    private static void area(HandMadeDelivery delivery, int number, int area, int sites, int even, int odd) {
        for (int i = 0; i < sites; i++) {
            site(delivery, "F1", number + i, area, 1000, i % 2 == 0 ? even : odd);
        }
        for (int i = 2; i <= 4; i++) {
            site(delivery, "F" + i, number + 100 * i, area, 8000, 16);
        }
    }

    private static void site(HandMadeDelivery delivery, String farmer, int number, int area, int fish, int dead) {
        String id = String.valueOf(number);
        delivery.site(id, area).stock(farmer, id, BEGIN, END, fish);
        for (LocalDate monday = BEGIN; monday.isBefore(END) && dead > 0; monday = monday.plusWeeks(1)) {
            delivery.loss(farmer, id, monday, "mortality", "A101", dead);
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String title(DashboardPage page, String card) {
        return page.card(card).locator("h2").innerText().replace('\u00a0', ' ');
    }

    /** A ratio with its interval, as the page writes it. */
    private static String interval(DashboardPage page, String area) {
        String address = page.asked.stream().filter(each -> each.contains("expected-loss?")
                && each.contains("group_by=area") && each.contains("from_date=2025")).findFirst().orElseThrow();
        for (JsonNode row : server.data(address, FARMER)) {
            if (row.get("platform_area_name").asText().equals(area)) {
                return two(row.get("ratio")) + " (" + two(row.get("ratio_low")) + "–" + two(row.get("ratio_high"))
                        + ")";
            }
        }
        throw new IllegalStateException(area);
    }

    private static String two(JsonNode number) {
        return number.decimalValue().setScale(2, RoundingMode.HALF_UP).toPlainString();
    }

    /** 192 against 64 in Troms, 32 in Vest: clear. 80 against 64 in Trøndelag, 24 against 8 at one site: not. */
    @Test
    void clearAreasComeFirstAndAllOthersInASentence() {
        DashboardPage page = browser.browse(server).signIn("/", FARMER);

        String troms = interval(page, "Troms");
        String trondelag = interval(page, "Trøndelag");
        assertThat(troms).startsWith("3.00 (2.");
        assertThat(trondelag).startsWith("1.25 (0.");
        assertThat(page.card("compared").locator("li").allInnerTexts()).containsExactly(
                "Troms: we lost 192 fish; others would have lost 64 " + LIKE + ": 128 more, " + troms + " times",
                "West: we lost 32 fish; others would have lost 64 " + LIKE + ": 32 fewer, 0.50 (0.50–0.50) times",
                "No clear difference: Trøndelag " + trondelag,
                "Fewer than eight sites, which cannot be told from chance: Nordland 3.00");
        assertThat(title(page, "areas")).isEqualTo("Troms: we lost about 128 fish more than others would have lost of "
                + "like fish in four weeks, more than chance explains");
    }

    /** Of the differences of the week only those of Troms and Vest have a colour, though all are large. */
    @Test
    void onlyWhatIsClearHasAColour() {
        DashboardPage page = browser.browse(server).signIn("/", FARMER);

        assertThat(page.table("areas").stream().skip(1)
                .map(row -> row.getFirst() + " " + row.get(4) + " " + row.get(5)))
                .containsExactly("Troms +0.40 pp +128", "Nordland +0.40 pp +16", "Trøndelag +0.05 pp +16",
                "West −0.10 pp −32");
        assertThat(coloured(page, ".worse")).containsExactly("+0.40 pp", "+128");
        assertThat(page.card("areas").locator("tr:has-text('Troms') .worse").count()).isEqualTo(2);
        assertThat(coloured(page, ".better")).containsExactly("−0.10 pp", "−32");
        assertThat(page.card("areas").locator("thead").innerText()).contains("Loss by week, 0 to 0.60%");

    }

    private static List<String> coloured(DashboardPage page, String colour) {
        return page.card("areas").locator(colour).allInnerTexts().stream().map(text -> text.replace('\u00a0', ' '))
                .toList();
    }
}
