package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.Media;
import java.util.List;
import org.junit.jupiter.api.Test;

/** On paper every figure is there, whole, and a table that is whole does not say that it is cut. */
class DashboardPaperTest extends InChromium {

    private static final String FOR_PAPER = "async () => { const main = "
            + "document.querySelector('script[type=module]').src; await (await import(main.replace('main.js', "
            + "'figure/charts.js'))).forPaper(); }";
    /** Charts whose picture is not shown, and pictures that are wider than their card. */
    private static final String LOST = "() => [...document.querySelectorAll('.chart')].filter(each => { const "
            + "picture = each.nextElementSibling; if (!picture?.matches('.vector')) return true; const box = "
            + "picture.getBoundingClientRect(); const card = each.closest('.card').getBoundingClientRect(); return "
            + "box.height < 40 || box.right > card.right + 1; }).map(each => each.closest('.card').dataset.card)";
    /** Adds a chart of three weeks, of which the second is hidden, and lines through nothing there. */
    private static final String HATCHED = "async () => { const main = "
            + "document.querySelector('script[type=module]').src; const {chart, drawAll} = await "
            + "import(main.replace('main.js', 'figure/charts.js')); const at = [5, 12, 19].map(day => Date.UTC(2026, "
            + "0, day)); document.querySelector('main .card').append(chart({kind: 'lines', x: 'week', unit: 'percent', "
            + "hidden: [at[1]], series: [{name: 'A', role: 'own', points: at.map(x => [x, 0.1])}]}, 'A')); await "
            + "drawAll(document); }";
    private static final String CUT = "() => [...document.querySelectorAll('.table-host')].filter(each => "
            + "each.querySelector('.paper-only') !== null && [...each.querySelectorAll('tbody tr')].every(row => "
            + "getComputedStyle(row).display !== 'none')).length";

    @Test
    void noFigureIsLostAndNoWholeTableIsCalledCut() {
        DashboardPage page = browser.browse(browser.generated()).signIn("/treatments", browser.farmer());
        for (String path : List.of("/treatments", "/causes", "/environment", "/mortality")) {
            if (!path.equals("/treatments")) {
                page.to(path);
            }
            page.page.evaluate(HATCHED);
            assertThat(page.page.locator(".chart").count()).as(path).isPositive();
            page.page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
            page.page.evaluate(FOR_PAPER);
            assertThat(page.page.evaluate(LOST)).as(path).isEqualTo(List.of());
            // printed twice, there is still one picture of each
            page.page.evaluate(FOR_PAPER);
            assertThat(page.page.evaluate(LOST)).as(path).isEqualTo(List.of());
            assertThat(page.page.locator(".vector").count()).as(path).isEqualTo(page.page.locator(".chart").count());
            assertThat(page.page.evaluate(CUT)).as(path).isEqualTo(0);
            page.page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.SCREEN));
        }
    }
}
