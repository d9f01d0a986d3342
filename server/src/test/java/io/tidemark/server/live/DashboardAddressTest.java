package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.SelectOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The address has all that a reader chose: whoever opens it sees the same figures. */
class DashboardAddressTest extends InChromium {

    /** Shows the page of an address, as the browser's back button does. */
    private static final String OPEN = "address => { history.pushState(null, '', address); window.dispatchEvent(new "
            + "PopStateEvent('popstate')); }";

    private static void show(DashboardPage page, String address) {
        page.page.evaluate("() => { delete document.getElementById('app').dataset.ready; }");
        page.page.evaluate(OPEN, address);
        page.ready();
    }

    /** Of a control: whether it is pressed or ticked, or what it holds. */
    private static String state(Locator control) {
        return switch (String.valueOf(control.evaluate("each => each.tagName + (each.type ?? '')"))
                .toLowerCase(Locale.ROOT)) {
            case "buttonbutton" -> String.valueOf(control.getAttribute("aria-pressed"));
            case "inputcheckbox" -> String.valueOf(control.isChecked());
            default -> control.inputValue();
        };
    }

    /** Every control of each page: buttons by name, lists by a place in them, fields by a text. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /mortality   | kind-culling horizon-3 bysize-share focus=1 period=0 weight-from:500 without-us
            /causes      | losses-culling whose-own cause-A period=2
            /environment | sea=2 period=0
            /feeding     | focus=2
            /treatments  | treated-sites treatment-target lice-area=1
            /biomass     | biomass=2
            /sites       | measure-temperature site-search:lyng
            """)
    void everyControlIsInTheAddress(String path, String controls) {
        DashboardPage page = browser.browse(browser.generated()).signIn(path, browser.farmer());
        for (String control : controls.split(" ")) {
            show(page, path);
            Locator found = page.page.locator("[data-filter='" + control.replaceAll("[=:].*", "") + "']").first();
            String before = state(found);
            if (control.contains("=")) {
                found.selectOption(new SelectOption().setIndex(Integer.parseInt(control.substring(control.indexOf('=')
                        + 1))));
            } else if (control.contains(":")) {
                found.fill(control.substring(control.indexOf(':') + 1));
                found.press("Tab");
            } else {
                found.click();
            }
            page.page.waitForFunction("() => location.search !== ''");
            page.ready();
            String chosen = state(found);
            String address = page.page.url();
            assertThat(chosen).as(control).isNotEqualTo(before);

            show(page, path);
            assertThat(state(found)).as(control + " without the address").isEqualTo(before);
            show(page, address);
            assertThat(state(found)).as(address).isEqualTo(chosen);
        }
        assertThat(page.complaints).isEmpty();
    }

    @Test
    void anAddressAloneOpensTheSameFigures() {
        DashboardPage page = browser.browse(browser.generated())
                .signIn("/mortality?area=A4&kind=culling&horizon=6&bysize=share", browser.farmer());

        assertThat(page.card("areas-week").locator("h2").innerText()).startsWith("Culling in week")
                .contains("Trøndelag");
        assertThat(page.card("areas-month").locator("h2").innerText()).startsWith("Rolling 6-month loss, Trøndelag");
        assertThat(page.card("size").count()).isEqualTo(1);
        // what means the same elsewhere goes along, what does not stays
        page.to("/environment");
        assertThat(page.page.url()).endsWith("/environment?area=A4&kind=culling");
        assertThat(page.page.locator("[data-filter=sea] option:checked").innerText())
                .matches("Nordmøre og Sør-Trøndelag|Nord-Trøndelag med Bindal");
    }

    @Test
    void theFormOfARouteIsInTheAddress() {
        DashboardPage page = browser.browse(browser.generated())
                .signIn("/explore?route=/v3/mortality/areas/month", "analyst");
        page.page.fill("[name=from_date]", "2026-02");
        page.page.fill("[name=areas]", "A2");
        page.page.click("form >> text=Ask");
        page.page.waitForSelector("[data-card=answer]");
        String address = page.page.url();
        List<List<String>> answer = page.table("answer");

        show(page, "/mortality");
        show(page, address);

        assertThat(page.page.inputValue("[name=from_date]")).isEqualTo("2026-02");
        assertThat(page.table("answer")).isEqualTo(answer);
    }

    /** A reader who has chosen nothing sees one area, not another on each page. */
    @Test
    void allPagesBeginWithTheSameArea() {
        DashboardPage page = browser.browse(browser.generated()).signIn("/mortality", browser.farmer());
        Map<String, String> pages = Map.of("/mortality", "focus", "/feeding", "focus", "/environment", "sea",
                "/biomass", "biomass", "/treatments", "lice-area");
        List<String> areas = new ArrayList<>();
        for (Map.Entry<String, String> each : pages.entrySet()) {
            show(page, each.getKey());
            String shown = page.page.locator("[data-filter='" + each.getValue() + "'] option:checked").first()
                    .innerText().replaceFirst("^\\d+\\. ", "");
            areas.add(platformArea(shown));
        }

        assertThat(areas).hasSize(5).containsOnly(areas.getFirst());
    }

    /** The platform area of a place: itself, or the one that has the production area. */
    private String platformArea(String shown) {
        int id = 0;
        for (var area : browser.generated().data("/v3/common/production-area", browser.farmer())) {
            id = area.get("area_name").asText().equals(shown) ? area.get("area_id").asInt() : id;
        }
        for (var area : browser.generated().data("/v3/common/platform-areas", browser.farmer())) {
            for (var each : area.get("production_area_ids")) {
                if (each.asInt() == id) {
                    return Objects.requireNonNull(area.get("name_english")).asText();
                }
            }
        }
        return shown;
    }
}
