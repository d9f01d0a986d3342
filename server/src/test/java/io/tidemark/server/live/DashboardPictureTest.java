package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.Media;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What pictures show at which place and in which colour: labels against data, hidden against not chosen. */
class DashboardPictureTest extends InChromium {

    private static final String PICTURE = "async card => { const main = "
            + "document.querySelector('script[type=module]').src; const {forPaper} = await "
            + "import(main.replace('main.js', 'figure/charts.js')); await forPaper(); return "
            + "decodeURIComponent(document.querySelector(`[data-card=${card}] img.vector`).src); }";
    /** How many characters fit into a line of a guide, by the mean width of those of its longest paragraph. */
    private static final String CHARACTERS_A_LINE = "() => { const [longest] = [...document.querySelectorAll('article "
            + "> p')].sort((a, b) => b.innerText.length "
            + "- a.innerText.length); const one = document.createElement('span'); one.style.whiteSpace = 'nowrap'; "
            + "one.textContent = longest.innerText; "
            + "longest.after(one); return longest.getBoundingClientRect().width * one.textContent.length / "
            + "one.getBoundingClientRect().width; }";
    private static final Pattern TEXT =
            Pattern.compile("<text [^>]*transform=\"translate\\(([\\d.]+) ([\\d.]+)\\)\" "
            + "fill=\"([^\"]+)\"[^>]*>([^<]+)</text>");
    private static final Pattern LINE =
            Pattern.compile("<path d=\"M([\\d. LM-]+)\" fill=\"none\" stroke=\"([^\"]+)\" "
            + "stroke-width=\"[\\d.]+\"[^>]*stroke-linejoin=\"bevel\"");

    private record Label(double x, double y, String colour, String text) {}

    private record Line(List<double[]> points, String colour) {
        double endY() {
            return points.getLast()[1];
        }
    }

    private static List<Label> labels(String picture) {
        return TEXT.matcher(picture).results().map(each ->
                new Label(Double.parseDouble(each.group(1)), Double.parseDouble(each.group(2)), each.group(3),
                each.group(4))).toList();
    }

    private static List<Line> lines(String picture) {
        return LINE.matcher(picture).results().map(DashboardPictureTest::line).toList();
    }

    private static Line line(MatchResult found) {
        return new Line(Arrays.stream(found.group(1).split("[LM]"))
                .map(point -> Arrays.stream(point.strip().split(" ")).mapToDouble(Double::parseDouble).toArray())
                .toList(), found.group(2));
    }

    private static String picture(DashboardPage page, String card) {
        return String.valueOf(page.page.evaluate(PICTURE, card));
    }

    @Test
    void aWeeksLabelStandsBelowItsWeek() {
        DashboardPage page = browser.browse(browser.generated()).signIn("/mortality?period=12w", browser.farmer());
        List<List<String>> table = page.table("areas-week");
        String picture = picture(page, "areas-week");
        Line longest = lines(picture).stream().max(Comparator.comparingInt(each -> each.points().size())).orElseThrow();
        List<Label> weeks = labels(picture).stream().filter(each -> each.text().startsWith("wk ")).toList();

        assertThat(weeks).hasSizeGreaterThan(5);
        List<String> rows = table.stream().skip(1).map(row -> "wk " + row.getFirst().replaceAll("week (\\d+),.*", "$1"))
                .toList().reversed();
        for (Label week : weeks) {
            int at = rows.indexOf(week.text());
            assertThat(at).as(week.text()).isNotNegative();
            if (at < longest.points().size()) {
                assertThat(week.x()).as(week.text()).isCloseTo(longest.points().get(at)[0], within(1.0));
            }
        }
    }

    /** From top to bottom the labels stand as the ends of the lines do, each in the colour of its line. */
    @ParameterizedTest
    @ValueSource(strings = {"/mortality areas-week", "/mortality rolling", "/environment trends"})
    void labelsOfLinesHaveTheirOrderAndColour(String place) {
        String[] parts = place.split(" ");
        DashboardPage page = browser.browse(browser.generated()).signIn(parts[0], browser.farmer());
        String picture = picture(page, parts[1]);
        double edge = lines(picture).stream().flatMap(each -> each.points().stream()).mapToDouble(each -> each[0]).max()
                .orElseThrow();
        List<Label> names = new ArrayList<>(labels(picture).stream().filter(each -> each.x() > edge).toList());
        assertThat(names).hasSizeGreaterThanOrEqualTo(2);
        names.sort(Comparator.comparingDouble(Label::y));
        double before = 0;
        for (Label name : names) {
            // the part over running periods ends further right than the rest of its line
            Line own = lines(picture).stream().filter(each -> each.colour().equals(name.colour()))
                    .max(Comparator.comparingDouble(each -> each.points().getLast()[0])).orElse(null);
            assertThat(own).as("the line of " + name).isNotNull();
            assertThat(Objects.requireNonNull(own).endY()).as(name.text()).isGreaterThanOrEqualTo(before - 0.2);
            before = own.endY();
        }
    }

    private static final String SPIKE = "async () => { const main = document.querySelector('script[type=module]').src;"
            + " const {option} = await import(main.replace('main.js', 'figure/options.js'));"
            + " const {theme} = await import(main.replace('main.js', 'figure/colours.js'));"
            + " const points = Array.from({length: 60}, (_, i) => [Date.UTC(2025, 0, 6) + i * 604800000, i === 30 ? "
            + "0.2 : 0.01]);"
            + " const made = option({kind: 'lines', x: 'week', unit: 'percent', series: [{name: 'a', role: 'own', "
            + "points}]}, theme(), 900, () => null);"
            + " return [made.yAxis.max, made.series[0].markPoint.data.map(each => each.label.formatter).join()]; }";

    /**
     * 59 weeks of 1 % and one of 20 %: the axis ends above the usual ones, and an arrow names the week that is cut.
     * Weeks are counted from week 2.
     */
    @Test
    void aSpikeIsCutAndNamed() {
        DashboardPage page = browser.browse(browser.generated()).signIn("/mortality", browser.farmer());

        List<?> made = (List<?>) page.page.evaluate(SPIKE);

        assertThat(((Number) made.getFirst()).doubleValue()).isBetween(1.0, 2.0);
        assertThat(made.getLast()).isEqualTo("20.00%, week 32, 2025");
    }

    /** An area that is not chosen is no hidden one, and has no colour that the scale explains. */
    @Test
    void areasThatAreNotChosenDoNotLookHidden() {
        DashboardPage page = browser.browse(browser.generated()).signIn("/sites?areas=A2", browser.farmer());

        assertThat(page.page.locator(".map .area.chosen").count()).isEqualTo(2);
        assertThat(page.page.locator(".map .area.pale").count()).isEqualTo(11);
        assertThat(page.page.locator(".map .area.unknown").count()).isZero();
        assertThat(page.page.locator(".scale").first().innerText()).contains("not chosen");
        String hidden = String.valueOf(page.page.locator(".map .area.pale").first()
                .evaluate("each => getComputedStyle(each).fill"));
        assertThat(hidden).startsWith("rgb");
        assertThat(page.table("map")).hasSize(3);
    }

    /**
     * Own sites are large and filled by their loss of the week, names stand at the areas, and the slider goes back in
     * time.
     */
    @Test
    void theMapHasACoastNamesOwnSitesAndWeeks() {
        DashboardPage page = browser.browse(browser.generated()).signIn("/sites", browser.farmer());
        assertThat(String.valueOf(page.page.locator(".map .land").getAttribute("d"))).hasSizeGreaterThan(5000);
        assertThat(page.page.locator(".map .place").allTextContents()).contains("West", "Finnmark");
        assertThat(page.page.locator(".map .site.own[fill^='var(--loss']").count()).isPositive();
        assertThat(page.page.locator(".map .site.own").count()).isLessThan(page.page.locator(".map .site").count());
        String own = String.valueOf(page.page.locator(".map .site.own[fill^='var(--loss']").first()
                .evaluate("each => getComputedStyle(each).fill"));
        String other = String.valueOf(page.page.locator(".map .site:not(.own)").first()
                .evaluate("each => getComputedStyle(each).fill"));
        assertThat(own).isNotEqualTo(other);
        page.asked.clear();

        page.page.locator("[data-filter=week]").focus();
        page.page.keyboard().press("ArrowLeft");
        page.page.waitForURL("**/sites?week=2026-*");
        page.ready();

        String monday = page.page.url().replaceAll(".*week=", "");
        assertThat(page.asked).filteredOn(each -> each.contains("/site-losses")).hasSize(1)
                .allMatch(each -> each.contains("from_date=" + monday));
        assertThat(page.page.locator("[data-filter=week]").evaluate("each => each === document.activeElement"))
                .isEqualTo(true);
    }

    /**
     * Sites that counted lice in the week are marked, as the API has them; they are asked for when they are chosen, and
     * so are diseases.
     */
    @Test
    void theMapMarksLiceAndDiseasesWhenTheyAreChosen(LiveServer coast) {
        DashboardPage page = browser.browse(browser.generated()).signIn("/sites?week=2026-03-09", browser.farmer());
        assertThat(page.asked).noneMatch(each -> each.contains("/lice-by-site") || each.contains("/disease-by-site"));
        assertThat(page.page.locator(".map .site.marked").count()).isZero();

        page.page.click("[data-filter=layer-lice]");
        page.page.waitForURL("**/sites?week=2026-03-09&layer=lice");
        page.ready();

        List<String> asked = page.asked.stream()
                .filter(each -> each.startsWith("/v3/environment/lice-by-site-and-week")).toList();
        assertThat(asked).hasSize(1);
        Map<String, String> counted = new TreeMap<>();
        int above = 0;
        for (var row : browser.generated().data(asked.getFirst() + "&limit=1000", browser.farmer())) {
            if (row.get("is_counted").asBoolean()) {
                counted.put(row.get("site_id").asText(),
                        String.format(Locale.ROOT, "%s: %.2f adult female lice per fish, limit %.2f",
                        row.get("site_name").asText(),
                        row.get("adult_female").asDouble(), row.get("lice_limit").asDouble()));
                above += row.get("is_above_limit").asBoolean() ? 1 : 0;
            }
        }
        Map<String, String> marked = new TreeMap<>();
        for (Locator dot : page.page.locator(".map .site.marked").all()) {
            marked.put(String.valueOf(dot.getAttribute("data-site")),
                    String.valueOf(dot.locator("title").textContent()));
        }
        assertThat(marked).isEqualTo(counted).hasSizeGreaterThan(5);
        assertThat(page.card("map").locator(".layer").innerText())
                .isEqualTo("Sites above the limit of lice in week 11, 2026: " + above + " of " + counted.size()
                + " that counted");
        page.card("map").locator("details.folded > summary").click();
        page.card("map").locator("details.folded table").waitFor();
        assertThat(page.card("map").locator("details.folded tbody tr").count()).isEqualTo(counted.size());

        // the coast has no polygons, so that its diseases are a table
        DashboardPage sick = browser.browse(coast).signIn("/sites?layer=disease", "farmer:F1");
        assertThat(sick.card("map").locator(".layer").innerText())
                .isEqualTo("Sites with a suspected or confirmed notifiable disease in week 4, 2027: 1");
        sick.card("map").locator("details.folded > summary").click();
        sick.card("map").locator("details.folded table").waitFor();
        assertThat(sick.card("map").locator("details.folded tbody tr").allInnerTexts())
                .containsExactly("Site 10003\tPancreas disease (PD)\tConfirmed\t12 Oct 2026");
        assertThat(page.complaints).isEmpty();
        assertThat(sick.complaints).isEmpty();
    }

    /**
     * A column is as high as the month's rate: the shown parts are the API's rates, summed over the causes below each.
     */
    @Test
    void causesHaveLevelsAndOneOpensItsMonths() {
        DashboardPage page = browser.browse(browser.generated()).signIn("/causes", browser.farmer());
        var rows = browser.generated().data(page.asked.stream()
                .filter(each -> each.startsWith("/v3/mortality/categories/rate")).findFirst().orElseThrow()
                + "&limit=1000", browser.farmer());
        Map<String, Double> newest = new TreeMap<>();
        for (var row : rows) {
            if (row.get("period").asText().equals("2026-02") && !row.get("mortality_rate").isNull()) {
                newest.merge(row.get("loss_category_code").asText().substring(0, 1),
                        row.get("mortality_rate").asDouble(), Double::sum);
            }
        }
        List<String> shown = page.table("distribution").stream().filter(row -> row.getFirst().equals("February 2026"))
                .findFirst().orElseThrow();
        assertThat(shown.stream().skip(1).filter(text -> !text.equals("–"))).containsExactlyElementsOf(
                newest.values().stream().map(rate -> String.format(Locale.ROOT, "%.2f%%", rate * 100)).toList());
        assertThat(page.card("distribution").locator("h2").innerText())
                .contains("of the fish died in February 2026 (benchmark); ");
        assertThat(page.card("causes-apart").locator(".dumbbell .own").count()).isPositive();
        // all ten are seen without scrolling
        assertThat(page.card("rank-week").locator(".table-box")
                .evaluate("each => each.scrollHeight - each.clientHeight")).isEqualTo(0);

        page.page.click("[data-filter=cause-A]");
        page.page.waitForURL("**/causes?cause=A");
        page.ready();
        assertThat(page.card("cause").locator("h2").innerText()).isEqualTo("Infectious diseases by month and weight");
        assertThat(page.card("cause").locator(".chart").count()).isEqualTo(2);
    }

    @Test
    void whatIsEmptyIsSaidInWholeWordsOfTheReadersLanguage() {
        DashboardPage page = browser.browse(browser.generated(), "nb-NO")
                .signIn("/mortality?generation=V2029", browser.farmer());
        for (String path : List.of("/mortality", "/feeding", "/causes", "/")) {
            if (!path.equals("/mortality")) {
                page.to(path + "?");
            }
            assertThat(page.page.locator("main h2").allInnerTexts())
                    .allSatisfy(title -> assertThat(title).doesNotContain(", ,").doesNotContain(" {")
                    .doesNotMatch(".*(, |: |,)$"));
            assertThat(page.page.locator("main .note").allInnerTexts()).noneMatch(note -> note.contains("0 til 0,00"));
        }
        // what the server refuses is said in Norwegian; its own words are marked as English
        page.page.evaluate("() => { history.pushState(null, '', '/mortality?areas=A99'); window.dispatchEvent(new "
                + "PopStateEvent('popstate')); }");
        page.page.waitForSelector("[data-state=refused]");
        assertThat(page.card("areas-week").locator(".state p").first().innerText())
                .isEqualTo("Serveren godtok ikke utvalget.");
        assertThat(page.card("areas-week").locator("details p").getAttribute("lang")).isEqualTo("en");
        // two presets with the same dates would be one too many
        assertThat(page.page.locator("[data-filter=period] option").count()).isEqualTo(5);
    }

    /** Stops of the tabulator key: what is visible and takes the focus. */
    private static final String STOPS = "root => [...document.querySelectorAll(root + ' :is(a[href], button, select, "
            + "input, summary, [tabindex])')]"
            + ".filter(each => each.tabIndex >= 0 && !each.disabled && each.checkVisibility()).length";

    @Test
    void theKeyboardReachesTheOverviewInFewSteps() {
        DashboardPage page = browser.browse(browser.generated()).signIn("/", browser.farmer());

        assertThat((Integer) page.page.evaluate(STOPS, "main")).isLessThanOrEqualTo(12);
        assertThat(page.page.evaluate("() => [...document.querySelectorAll('a[href], button, select, input, "
                + "summary')][0].className")).isEqualTo("skip");
        page.page.locator(".skip").focus();
        page.page.keyboard().press("Enter");
        assertThat(page.page.evaluate("() => document.activeElement.id")).isEqualTo("main");
    }

    private static final String TABLE_ON_A_PHONE = "card => { const box = "
            + "document.querySelector(`[data-card='${card}'] .table-box`);"
            + " const row = box.querySelector('tbody tr'); const at = () => [row.cells[0], row.cells[1]].map(cell => "
            + "cell.getBoundingClientRect().left); const before = at(); box.scrollLeft = 60; const after = at();"
            + " return [box.scrollHeight - box.clientHeight, after[0] - before[0], after[1] - "
            + "before[1]].map(Math.round).join(); }";

    /**
     * On a phone the first column stays when the figures are moved, and headings sort. The newest week is first.
     */
    @Test
    void aTableKeepsItsFirstColumnOnAPhone() {
        DashboardPage page = browser.browse(browser.generated());
        page.page.setViewportSize(390, 844);
        page.signIn("/", browser.farmer());
        page.to("/mortality");
        List<String> weeks = page.table("areas-week").stream().skip(1).map(List::getFirst).toList();
        assertThat(weeks.stream().map(week -> week.replaceAll("week (\\d+), (\\d+).*", "$2 $1")).toList())
                .hasSizeGreaterThan(9)
                .isSortedAccordingTo(Comparator.comparingInt(week ->
                -Integer.parseInt(week.split(" ")[0]) * 100 - Integer.parseInt(week.split(" ")[1])));
        assertThat(String.valueOf(page.page.evaluate(TABLE_ON_A_PHONE, "areas-week"))).matches("\\d+,0,-[1-9]\\d*");
        Locator head = page.card("areas-week").locator("thead th").first();
        head.locator(".sort").click();
        assertThat(head.getAttribute("aria-sort")).isEqualTo("ascending");
        assertThat(page.table("areas-week").stream().skip(1).map(List::getFirst))
                .containsExactlyElementsOf(weeks.reversed());
        head.locator(".sort").click();
        assertThat(head.getAttribute("aria-sort")).isEqualTo("descending");
        assertThat(page.table("areas-week").stream().skip(1).map(List::getFirst)).containsExactlyElementsOf(weeks);
    }

    private static final String SHIFTS = "window.moved = 0; new PerformanceObserver(list => "
            + "list.getEntries().filter(each => !each.hadRecentInput)"
            + ".forEach(each => window.moved += each.value)).observe({type: 'layout-shift', buffered: true});";

    /** What is on the screen stays where it is while the rest comes. */
    @ParameterizedTest
    @CsvSource({"1280, 900", "390, 844"})
    void nothingMovesWhileAPageComes(int width, int height) {
        DashboardPage page = browser.browse(browser.generated());
        page.page.setViewportSize(width, height);
        page.page.addInitScript(SHIFTS);
        page.signIn("/", browser.farmer());
        for (String path : List.of("/mortality", "/compare", "/causes", "/environment", "/feeding", "/treatments",
                "/biomass", "/sites", "/data", "/")) {
            page.page.evaluate("path => document.querySelector(`nav.pages a[href='${path}']`).click()", path);
            page.page.waitForSelector("nav.pages a[aria-current][href='" + path + "']");
            page.ready();
        }

        assertThat(((Number) page.page.evaluate("() => window.moved")).doubleValue()).isLessThan(0.01);
    }

    /** The library fails at the label of a line that ends before the others, unless its number stands still. */
    @Test
    void theSeaAtASiteOfOthersIsDrawn() {
        DashboardPage page = browser.browse(browser.generated()).signIn("/sites/70002", browser.farmer());
        page.ready();
        assertThat(page.card("trends").locator("canvas").count()).isEqualTo(1);
        assertThat(page.complaints).isEmpty();
    }

    private static final String RELATIONS = "async pairs => { const main = "
            + "document.querySelector('script[type=module]').src;"
            + " const {relation} = await import(main.replace('main.js', 'figure/compare.js'));"
            + " return pairs.map(([own, others]) => relation(own, others, 'percent')).join(', '); }";

    /** 1.304 % and 1.296 % both read 1.30 %. */
    @Test
    void whatReadsTheSameIsTheSame() {
        DashboardPage page = browser.browse(browser.generated()).signIn("/mortality", browser.farmer());

        assertThat(page.page.evaluate(RELATIONS,
                List.of(List.of(0.01304, 0.01296), List.of(0.013, 0.0129), List.of(0.0129, 0.013), List.of(0.02, 0.01),
                List.of(0.01, 0.02)))).isEqualTo("the same as, higher than, lower than, higher than, lower than");
    }

    /** At twice the size a screen of 1280 by 900 is one of 640 by 450; a phone has 390 by 844. */
    @ParameterizedTest
    @CsvSource({"640, 450, 0.35", "390, 844, 0.25"})
    void controlsLeaveRoomForFigures(int width, int height, double most) {
        DashboardPage page = browser.browse(browser.generated());
        page.page.setViewportSize(width, height);
        page.signIn("/mortality", browser.farmer());

        double top = ((Number) page.page.evaluate(
                "() => document.querySelector('.top').getBoundingClientRect().height")).doubleValue();
        assertThat(top / height).isLessThan(most);
        page.page.evaluate("() => window.scrollTo(0, 600)");
        assertThat(((Number) page.page.evaluate("() => document.querySelector('.top').getBoundingClientRect().bottom"))
                .doubleValue()).isLessThanOrEqualTo(0);
        page.page.click(".filter-fold > summary");
        assertThat(page.page.locator("[data-filter=period]").isVisible()).isTrue();
    }

    /** A page of the dashboard is at most two pages of paper, with what was left out said. */
    @Test
    void everyPageFitsOnTwoSheets() {
        DashboardPage page = browser.browse(browser.generated()).signIn("/", browser.farmer());
        for (String path : List.of("/", "/mortality", "/compare", "/causes", "/environment", "/feeding", "/treatments",
                "/biomass", "/sites", "/data")) {
            if (!path.equals("/")) {
                page.to(path);
            }
            page.page.evaluate("async () => { const main = document.querySelector('script[type=module]').src; await "
                    + "(await import(main.replace('main.js', 'figure/charts.js'))).forPaper(); }");
            byte[] paper = page.page.pdf(new Page.PdfOptions().setFormat("A4"));
            long sheets = Pattern.compile("/Type\\s*/Page\\b").matcher(new String(paper, StandardCharsets.ISO_8859_1))
                    .results().count();
            // the overview is the one that goes to the board
            assertThat(sheets).as(path).isLessThanOrEqualTo(path.equals("/") ? 1 : 2);
        }
        page.page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
        assertThat(page.page.locator(".foot a").innerText()).isEqualTo(page.page.url());
        assertThat(page.card("per-area").isVisible()).isTrue();
    }

    /**
     * The guides that pages lead to are there, down to the section, in the dashboard's language or, where there is none
     * in it, in English.
     */
    @Test
    void everyPageLeadsToItsGuide() throws IOException {
        List<String> guides = Pattern.compile("guide: '/docs/([^']+)'")
                .matcher(Files.readString(Path.of("src/main/resources/web/js/shell/pages.js"))).results()
                .map(each -> each.group(1)).toList();
        assertThat(guides).hasSize(14);
        List<String> norwegian = new ArrayList<>();
        for (String guide : guides) {
            String[] parts = guide.split("#");
            for (String language : List.of("en", "nb")) {
                var answer = browser.generated().get("/docs/" + language + "/" + parts[0], "analyst");
                if (answer.statusCode() == 302) {
                    answer = browser.generated().get(answer.headers().firstValue("Location").orElseThrow(), "analyst");
                }
                assertThat(answer.statusCode()).as(guide).isEqualTo(200);
                assertThat(answer.body()).as(guide).contains(parts.length > 1 ? "id=\"" + parts[1] + "\"" : "<h1");
                if (answer.body().contains("<html lang=\"nb\">")) {
                    norwegian.add(guide);
                }
            }
        }
        assertThat(norwegian).hasSize(12).doesNotContain("deliveries.html", "administration.html");
        DashboardPage page = browser.browse(browser.generated()).signIn("/causes", "analyst");
        assertThat(page.page.locator(".guide").getAttribute("href")).isEqualTo("/docs/en/dashboard.html#causes");
        page.menu().page.selectOption("[data-filter=language]", "nb");
        page.page.waitForSelector("html[lang=nb] .guide[href='/docs/nb/dashboard.html#causes']");

        // a reader's own browser: the guide opens at its section, and the other language at the same one
        page.page.navigate(browser.generated().uri("/docs/nb/dashboard.html#causes").toString());
        assertThat(page.page.evaluate("() => document.getElementById(location.hash.slice(1)).parentElement.innerText"))
                .isEqualTo("Årsaker");
        assertThat(((Number) page.page.evaluate(CHARACTERS_A_LINE)).doubleValue()).isBetween(60.0, 78.0);
        page.page.click("a.language");
        assertThat(page.page.url()).endsWith("/docs/en/dashboard.html#causes");
        assertThat(page.page.locator("html").getAttribute("lang")).isEqualTo("en");
    }

    /** Screen by screen, then the next page; here in less than the five seconds that are the fastest pace. */
    @Test
    void aWallShowsAllOfAPage() {
        DashboardPage page = browser.browse(browser.generated());
        page.page.addInitScript("const plain = window.setInterval; window.setInterval = (act, pace) => plain(act, "
                + "Math.min(pace, 700));");
        page.signIn("/mortality?wall=1&seconds=5", browser.farmer());

        page.page.waitForFunction("() => window.scrollY > 200 && location.pathname === '/mortality'");
        page.page.waitForURL("**/causes?wall=1&seconds=5");
    }
}
