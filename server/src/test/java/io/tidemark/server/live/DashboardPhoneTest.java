package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** What stays readable where there is little room, and what goes away as a picture. */
class DashboardPhoneTest extends InChromium {

    /** A line has the numbers of the table's row, and nothing of it is off the screen. */
    @Test
    void areasAreLinesOnAPhone() {
        DashboardPage page = browser.browse(browser.generated());
        page.signIn("/", browser.farmer());
        List<List<String>> table = page.table("areas");
        page.page.setViewportSize(390, 844);
        page.to("/mortality").to("/");

        assertThat(page.card("areas").locator("table").count()).isZero();
        List<String> lines = page.card("areas").locator(".pens li").allInnerTexts().stream()
                .map(text -> text.replace('\u00a0', ' ').replace('\n', ' ')).toList();
        assertThat(lines).hasSize(table.size() - 1);
        List<String> first = table.get(1);
        assertThat(lines.getFirst()).startsWith(first.getFirst() + " · ").contains(first.get(2));
        assertThat(page.page.evaluate("() => [...document.querySelectorAll('[data-card=areas] li')].every(each => "
                + "each.getBoundingClientRect().right <= 390)")).isEqualTo(true);
    }

    /** In a narrow card a long name is in the legend: at the line's end it would be cut. */
    @Test
    void aNameIsNotCutAtTheEdge() {
        DashboardPage page = browser.browse(browser.generated()).signIn("/mortality", browser.farmer());
        String legends = "async ([name, width]) => { const main = document.querySelector('script[type=module]').src; "
                + "const [{option}, {theme}] = await Promise.all([import(main.replace('main.js', 'figure/options.js')), "
                + "import(main.replace('main.js', 'figure/colours.js'))]); const made = option({kind: 'lines', x: 'week', "
                + "unit: 'percent', series: [{name, role: 'own', points: [[0, 0.1], [604800000, 0.2]]}, {name: 'B', role: "
                + "'benchmark', points: [[0, 0.1]]}]}, theme(), width, () => null); return made.legend.show; }";

        assertThat(page.page.evaluate(legends, List.of("Ours", 560))).isEqualTo(false);
        assertThat(page.page.evaluate(legends, List.of("Nordre Havbruk Matfisk Finnmark AS", 560))).isEqualTo(true);
        assertThat(page.page.evaluate(legends, List.of("Nordre Havbruk Matfisk Finnmark AS", 1100))).isEqualTo(false);
    }

    @Test
    void aMapGoesAsPng() throws IOException {
        DashboardPage page = browser.browse(browser.generated()).signIn("/sites", browser.farmer());

        Download png = page.page.waitForDownload(() -> page.tool("map", "png").click());

        assertThat(png.suggestedFilename()).startsWith("map_").endsWith(".png");
        var picture = ImageIO.read(png.path().toFile());
        assertThat(Files.size(png.path())).isGreaterThan(20_000);
        assertThat(picture.getWidth()).isEqualTo(2000);
        assertThat(picture.getHeight()).isGreaterThan(2000);
        assertThat(page.complaints).isEmpty();
    }

    @Test
    void ownSitesComeFirst() {
        DashboardPage page = browser.browse(browser.generated()).signIn("/sites", browser.farmer());
        List<String> whose = page.table("sites").stream().skip(1).map(row -> row.get(1)).toList();
        int own = (int) whose.stream().filter("own"::equals).count();

        assertThat(own).isPositive().isLessThan(whose.size());
        assertThat(whose.subList(0, own)).containsOnly("own");
    }

    /** Wherever one has scrolled to, months stand above the lines. */
    @Test
    void aTimelineHasItsMonthsOnEachScreen() {
        DashboardPage page = browser.browse(browser.generated()).signIn("/treatments", browser.farmer());
        String axes = "async n => { const main = document.querySelector('script[type=module]').src; const {timeline} = "
                + "await import(main.replace('main.js', 'figure/calendar.js')); const made = timeline(Date.UTC(2026, 0, 1), "
                + "Date.UTC(2026, 5, 1), Array.from({length: n}, (_, i) => ({name: `S${i}`, marks: []})), 'T'); return "
                + "new Set([...made.querySelectorAll('.tick-text')].map(each => each.getAttribute('y'))).size; }";

        assertThat(page.page.evaluate(axes, 8)).isEqualTo(1);
        assertThat(page.page.evaluate(axes, 25)).isEqualTo(3);
    }
}
