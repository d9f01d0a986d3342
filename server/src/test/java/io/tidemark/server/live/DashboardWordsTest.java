package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Words go with their numbers, a generation has one name, and routes have names. */
class DashboardWordsTest extends InChromium {

    private static final String SAID = "async ({key, values}) => { const main = "
            + "document.querySelector('script[type=module]').src; const {t} = await "
            + "import(main.replace('main.js', 'base/i18n.js')); return t(key, values); }";
    private static final String DIFFERENCE = "async ([value, unit]) => { const main = "
            + "document.querySelector('script[type=module]').src; const {difference} = await "
            + "import(main.replace('main.js', 'base/format.js')); return difference(value, unit); }";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            en-GB | 1 | 4 | In May, 1 of our 4 sites was in quarter 4, the highest, of their area; 1 is expected
            en-GB | 2 | 4 | In May, 2 of our 4 sites were in quarter 4, the highest, of their area; 1 is expected
            en-GB | 0 | 1 | In May, 0 of our 1 site were in quarter 4, the highest, of their area; 1 is expected
            nb-NO | 1 | 4 | I May var 1 av våre 4 lokaliteter i fjerdedel 4, den høyeste, i sitt område; 1 er ventet
            nb-NO | 1 | 1 | I May var 1 av våre 1 lokalitet i fjerdedel 4, den høyeste, i sitt område; 1 er ventet
            """)
    void aWordGoesWithItsNumber(String locale, int n, int all, String expected) {
        DashboardPage page = browser.browse(browser.generated(), locale).open("/");

        assertThat(page.page.evaluate(SAID, Map.of("key", "compare.quarters.answer", "values",
                Map.of("month", "May", "n", n, "all", all, "expected", "1")))).isEqualTo(expected);
    }

    /** A feed rate is in per cent a day, so what lies between two of them are points a day. */
    @ParameterizedTest
    @CsvSource({"en-GB, -0.04, sfr, −0.04 pp per day", "nb-NO, -0.04, sfr, '−0,04 pp per dag'",
            "en-GB, 0.0004, percent, +0.04 pp", "en-GB, 0.4, celsius, +0.4 °C"})
    void whatLiesBetweenTwoRatesArePoints(String locale, double value, String unit, String expected) {
        DashboardPage page = browser.browse(browser.generated(), locale).open("/");

        assertThat(String.valueOf(page.page.evaluate(DIFFERENCE, List.of(value, unit))).replace('\u00a0', ' '))
                .isEqualTo(expected);
    }

    /** A page that says 2026 spring in one place does not say V2026 in another. */
    @Test
    void aGenerationHasOneName() {
        String site = browser.generated().data("/v3/inventory/site-stock", browser.farmer()).get(0).get("site_id")
                .asText();
        DashboardPage page = browser.browse(browser.generated()).signIn("/sites/" + site, browser.farmer());

        assertThat(page.table("site-stock").stream().skip(1).map(row -> row.get(1))).isNotEmpty()
                .allMatch(name -> name.matches("\\d{4} (spring|autumn)"));
        assertThat(page.page.locator("main").innerText()).doesNotContainPattern("\\b[VH]20\\d\\d\\b");
    }

    @ParameterizedTest
    @CsvSource({"en-GB, Loss by month and area, Losses", "nb-NO, Tap per måned og område, Tap"})
    void everyRouteHasANameAndHelpInTheReadersLanguage(String locale, String name, String group) {
        DashboardPage page = browser.browse(browser.generated(), locale)
                .signIn("/explore?route=/v3/mortality/areas/month", "analyst");

        assertThat(page.page.locator("[data-filter=route] option").allInnerTexts()).hasSizeGreaterThan(50)
                .doesNotHaveDuplicates().noneMatch(text -> text.startsWith("/"));
        assertThat(page.card("explore").locator("h2").innerText()).startsWith(name);
        assertThat(page.page.locator("[data-filter=route] optgroup").first().getAttribute("label")).isEqualTo(group);
        assertThat(page.card("explore").locator("p[lang=en]").count()).isEqualTo(locale.equals("nb-NO") ? 0 : 2);
        String help = String.valueOf(page.page.evaluate("() => document.querySelector('[name=areas]').closest('.field')"
                + ".querySelector('.note').textContent"));
        assertThat(help).startsWith(locale.equals("nb-NO") ? "plattformområder" : "platform areas");
    }

    /** Who asks wants to see rows: they need no further click. */
    @Test
    void theRowsOfAnAnswerAreOpen() {
        DashboardPage page = browser.browse(browser.generated())
                .signIn("/explore?route=/v3/common/platform-areas&ask=", "analyst");
        JsonNode areas = browser.generated().data("/v3/common/platform-areas", "analyst");

        assertThat(page.card("answer").locator("tbody tr").count()).isEqualTo(areas.size());
        assertThat(page.card("answer").locator("h2").innerText()).isEqualTo("Platform areas: " + areas.size() + " rows");
    }
}
