package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.Media;
import com.microsoft.playwright.options.ReducedMotion;
import com.microsoft.playwright.options.WaitForSelectorState;
import io.tidemark.ingest.generate.DeliveryGenerator;
import io.tidemark.ingest.generate.GeneratorOptions;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.temporal.IsoFields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The dashboard in a real Chromium, which is the machine's own; skipped where there is none. Two lakes: the coast, whose figures are
 * worked out by hand, and a generated one, which has something for every page.
 */
@ExtendWith(CoastServer.class)
@SuppressWarnings("NullAway.Init") // set before all tests
class DashboardTest {

    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final LocalDate END = LocalDate.of(2026, 3, 29);
    /** WCAG 2.2 at level AA, as far as a program can tell. */
    private static final String AXE = "() => axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']})"
            + ".then(found => found.violations.map(each => each.id + ' ' + each.nodes.map(node => node.target + ': ' + node.failureSummary).join('; ')))";

    @TempDir
    static Path folder;

    private static Playwright playwright;
    private static Browser browser;
    private static LiveServer generated;
    private static String company;
    private static String axe;
    private DashboardPage dashboard;

    @BeforeAll
    static void start() throws InterruptedException, IOException {
        assumeTrue(Files.isExecutable(CHROMIUM), "no " + CHROMIUM);
        Path delivery = folder.resolve("delivery");
        new DeliveryGenerator(new GeneratorOptions(24, 1, 2, 7, END, null)).write(delivery, line -> { });
        generated = LiveServer.start(folder, END.plusDays(1)).ingest(delivery, LiveServer.RULE_OFF);
        company = premium(Files.readString(delivery.resolve("reference/farmers.csv")), delivery);
        try (InputStream script = DashboardTest.class.getResourceAsStream("/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js")) {
            axe = new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
        playwright = Playwright.create(new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright.chromium().launch(new BrowserType.LaunchOptions().setExecutablePath(CHROMIUM)
                .setArgs(List.of("--no-sandbox", "--disable-gpu", "--disable-quic")));
    }

    @AfterAll
    static void stop() {
        if (playwright != null) {
            playwright.close();
        }
        if (generated != null) {
            generated.close();
        }
    }

    @AfterEach
    void leave() {
        if (dashboard != null) {
            dashboard.close();
        }
    }

    /** A premium company with deliveries: its users need no client secret. */
    private static String premium(String farmers, Path delivery) {
        return Pattern.compile("(?m)^(F\\d+),.*,premium,").matcher(farmers).results().map(each -> each.group(1))
                .filter(id -> Files.exists(delivery.resolve("farmers/" + id + "/treatments.csv"))).findFirst().orElseThrow();
    }

    private DashboardPage browse(LiveServer server) {
        return browse(server, "en-GB", 1280);
    }

    private DashboardPage browse(LiveServer server, String locale, int width) {
        dashboard = new DashboardPage(browser.newContext(new Browser.NewContextOptions().setLocale(locale).setViewportSize(width, 900)
                .setReducedMotion(ReducedMotion.REDUCE).setTimezoneId("Europe/Oslo")), server);
        return dashboard;
    }

    @Test
    void aWrongPasswordIsSaidAndTheRightOneLetsIn(LiveServer coast) {
        DashboardPage page = browse(coast).open("/mortality");
        page.fill(coast.userName("farmer:F1"), "wrong");
        page.page.waitForSelector("text=The user name or the password is wrong");
        assertThat(page.page.locator("nav.pages").count()).isZero();

        page.fill(coast.userName("farmer:F1"), LiveServer.PASSWORD);
        page.ready();

        assertThat(page.page.locator(".company").innerText()).isEqualTo("Company F1");
        assertThat(page.page.locator("h1").innerText()).isEqualTo("Mortality");
    }

    @Test
    void signingOutEndsTheSessionHereAndAtTheServer(LiveServer coast) {
        DashboardPage page = browse(coast).signIn("/", "analyst");
        List<String> revoked = new ArrayList<>();
        page.page.onResponse(answer -> {
            if (answer.url().endsWith("/v3/auth/revoke")) {
                revoked.add(answer.status() + answer.request().postData().replaceAll("tmr_.*", "tmr_"));
            }
        });

        page.page.click("[data-tool=sign-out]");
        page.page.waitForSelector("input[name=username]");

        assertThat(revoked).containsExactly("200{\"token\":\"tmr_");
        assertThat(page.page.locator("nav.pages").count()).isZero();
        assertThat(page.page.evaluate("() => JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + document.cookie").toString())
                .doesNotContain("tmr_").doesNotContain("eyJ");
    }

    /** 1 − exp(−12 × 0.011) of the benchmark; company F1's group has lost 20 of 2000 fish every month: 1 − exp(−12 × 0.01). */
    @Test
    void riskIsTheOneWorkedOutByHand(LiveServer coast) {
        DashboardPage page = browse(coast, "nb-NO", 1280).signIn("/mortality?areas=A4", "farmer:F1");

        List<List<String>> table = page.table("areas-month");

        assertThat(table.getFirst()).containsExactly("Måned", "Referanse", "Vi");
        assertThat(table.getLast()).containsExactly("januar 2027", "12,4 %", "11,3 %");
        assertThat(page.card("areas-month").locator("h2").innerText().replace('\u00a0', ' '))
                .isEqualTo("Risiko for tap siste 12 måneder, Trøndelag, januar 2027: 11,3 %, lavere enn referansen (12,4 %)");
    }

    /** Nordland has one company, whose own figures it may see; the benchmark of the others it may not. */
    @Test
    void whatIsHiddenLooksHiddenAndNotLikeZero(LiveServer coast) {
        DashboardPage page = browse(coast).signIn("/mortality?areas=A5&period=dates&from=2026-04-01&to=2026-06-28", "farmer:F6");

        assertThat(page.card("areas-week").locator("h2").innerText()).endsWith("The benchmark is hidden");
        assertThat(page.card("areas-week").locator(".key").innerText()).contains("fewer than four companies");
        assertThat(page.table("areas-week").getFirst()).containsExactly("Week", "Ours");
    }

    @Test
    void aFilterThatLeavesNothingOffersTheNextWiderOne(LiveServer coast) {
        DashboardPage page = browse(coast).signIn("/mortality?areas=A5&generation=V2029", "analyst");
        assertThat(page.card("areas-week").getAttribute("data-state")).isEqualTo("empty");

        page.card("areas-week").locator("text=Show all generations").click();
        page.ready();

        assertThat(page.page.url()).endsWith("/mortality?areas=A5");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /mortality   | areas-week     | /v3/mortality/areas/week                                  | week          |
            /causes      | rank-week      | /v3/mortality/categories/rank/week                        | rank          |
            /environment | trend-table    | /v3/environment/temperature-trends-by-region              | temperature   |
            /feeding     | sfr-week       | /v3/feeding/sfr_temperature_by_region_and_week            | feed          |
            /treatments  | treatment-week | /v3/treatment/detail-by-category-and-week                 | treatments    |
            /biomass     | biomass-table  | /v3/inventory/platform-authority-biomass-by-month         | biomass       |
            /data        | stats          | /v3/common/farm-and-site-stats                            | stats         |
            """)
    void everyPageDrawsWhatTheApiSays(String path, String card, String route, String kind) {
        DashboardPage page = browse(generated).signIn(path, "farmer:" + company);
        assertThat(page.card(card).getAttribute("data-state")).isEqualTo("ok");
        List<String> asked = page.asked.stream().filter(each -> each.startsWith(route)).toList();
        assertThat(asked).hasSize(1);
        JsonNode rows = generated.data(asked.getFirst() + (route.contains("/common/") ? "" : "&limit=1000"), "farmer:" + company);

        switch (kind) {
            case "week", "feed" -> weekly(page, card, rows, kind.equals("week"));
            case "rank" -> {
                JsonNode first = last(rows, "loss_week", "rank", "1");
                assertThat(page.table(card).get(1).get(1)).isEqualTo(shown(first.get("loss_rate"), 100, 3));
            }
            case "temperature" -> {
                String area = page.table(card).get(1).getFirst();
                JsonNode latest = last(rows, "week", "area_id", area.substring(0, area.indexOf('.')));
                assertThat(page.table(card).get(1).get(1)).isEqualTo(shown(latest.get("temperature"), 1, 1));
            }
            case "treatments" -> {
                int sum = 0;
                for (JsonNode row : rows) {
                    sum += row.get("category_treatment_count").asInt();
                }
                assertThat(page.table(card).stream().skip(1).flatMap(row -> row.stream().skip(1)).mapToInt(DashboardTest::whole).sum())
                        .isEqualTo(sum).isPositive();
            }
            case "biomass" -> {
                String area = page.table(card).get(1).getFirst();
                JsonNode latest = last(rows, "month", "production_area_id", area.substring(0, area.indexOf('.')), "authority_biomass_in_tons");
                assertThat(page.table(card).get(1).get(2)).isEqualTo(shown(latest.get("authority_biomass_in_tons"), 1, 0));
            }
            default -> assertThat(page.card(card).locator("dd").allInnerTexts()).containsExactly(rows.get("signed_farmers").asText(),
                    rows.get("active_farmers").asText(), rows.get("offshore_sites").asText(), rows.get("onshore_sites").asText(),
                    rows.get("recently_active_sites").asText());
        }
    }

    /** Every week of the area in focus: the benchmark and our own, as the API has them. */
    private static void weekly(DashboardPage page, String card, JsonNode rows, boolean loss) {
        String area = String.valueOf(page.card(card).locator("select").inputValue());
        Map<String, JsonNode> weeks = new HashMap<>();
        for (JsonNode row : rows) {
            if (row.get("platform_area_name").asText().equals(area)) {
                LocalDate monday = LocalDate.parse(row.get(loss ? "loss_rate_week" : "feeding_week").asText());
                weeks.put("week " + monday.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR) + ", "
                        + monday.get(IsoFields.WEEK_BASED_YEAR), row);
            }
        }
        String field = loss ? "loss_rate" : "specific_feed_rate";
        List<List<String>> table = page.table(card);
        assertThat(table.getFirst()).containsExactly("Week", "Benchmark", "Ours");
        assertThat(table.subList(1, table.size())).hasSizeGreaterThan(40).allSatisfy(row -> {
            JsonNode said = weeks.get(row.getFirst());
            assertThat(said).as(row.getFirst()).isNotNull();
            String unit = loss ? "%" : "% per day";
            assertThat(row.get(1)).isEqualTo(withUnit(said.get(field), loss ? 100 : 1, unit));
            assertThat(row.get(2)).isEqualTo(withUnit(said.get("farmer_" + field), loss ? 100 : 1, unit));
        });
    }

    private static String withUnit(JsonNode value, int scale, String unit) {
        return value.isNull() ? "–" : shown(value, scale, 2) + unit;
    }

    private static String shown(JsonNode value, int scale, int digits) {
        BigDecimal rounded = value.decimalValue().multiply(BigDecimal.valueOf(scale)).setScale(digits, RoundingMode.HALF_EVEN);
        // the browser rounds half away from zero, and no figure here is a half
        return String.format(Locale.UK, "%,." + digits + "f", rounded).replace('-', '−');
    }

    private static int whole(String text) {
        return text.equals("–") ? 0 : Integer.parseInt(text.replace(",", ""));
    }

    /** The latest row with a value in a field; and with one of each of further fields. */
    private static JsonNode last(JsonNode rows, String date, String field, String value, String... known) {
        JsonNode found = null;
        for (JsonNode row : rows) {
            boolean fits = row.get(field).asText().equals(value) && List.of(known).stream().noneMatch(name -> row.get(name).isNull());
            if (fits && (found == null || row.get(date).asText().compareTo(found.get(date).asText()) >= 0)) {
                found = row;
            }
        }
        assertThat(found).isNotNull();
        return found;
    }

    @Test
    void filtersAreInTheAddressAndGoToTheRoutesThatKnowThem() {
        DashboardPage page = browse(generated).signIn("/mortality?areas=A2&period=12w&weight=500-2000&without_us=1", "farmer:" + company);

        assertThat(page.asked).filteredOn(each -> each.startsWith("/v3/mortality/")).hasSize(5).doesNotHaveDuplicates().allSatisfy(each ->
                assertThat(each).contains("areas=A2", "weight_range_start=500", "weight_range_end=2000", "exclude_self=true", "to_date=2026-03-29",
                        "from_date=2026-01-04"));
        assertThat(page.page.locator(".chip").allInnerTexts()).extracting(each -> each.replace("×", "").strip())
                .containsExactly("West", "500–2000 g", "Without us");

        page.page.selectOption("[data-filter=period]", "12m");
        page.page.waitForURL("**/mortality?areas=A2&weight=500-2000&without_us=1");
        page.ready().to("/environment");

        assertThat(page.page.url()).endsWith("/environment?areas=A2&weight=500-2000&without_us=1");
        assertThat(page.asked).filteredOn(each -> each.startsWith("/v3/environment/")).isNotEmpty().allSatisfy(each ->
                assertThat(each).contains("areas=A2", "from_date=2025-03-29").doesNotContain("weight").doesNotContain("exclude_self"));
        assertThat(page.page.locator("[data-filter=weight-from]").isDisabled()).isTrue();

        page.page.goBack();
        page.page.waitForSelector("h1:has-text('Mortality')");
        page.page.click(".chip-row >> text=Reset");
        page.page.waitForURL("**/mortality");
    }

    @Test
    void languageAndAppearanceChangeWithoutAReload() {
        DashboardPage page = browse(generated, "nb-NO", 1280).signIn("/mortality", "analyst");
        assertThat(page.page.locator("h1").innerText()).isEqualTo("Dødelighet");
        int before = page.asked.size();

        page.page.selectOption("[data-filter=language]", "en");
        page.page.waitForSelector("h1:has-text('Mortality')");
        page.ready();

        assertThat(page.page.locator("html").getAttribute("lang")).isEqualTo("en");
        assertThat(page.asked).hasSize(before);
        page.page.selectOption("[data-filter=theme]", "light");
        String light = page.background();
        page.page.selectOption("[data-filter=theme]", "dark");
        assertThat(page.background()).isNotEqualTo(light).isEqualTo("rgb(16, 23, 29)");
    }

    @Test
    void aFigureGoesAsCsvAndAsPng() throws IOException {
        DashboardPage page = browse(generated).signIn("/mortality", "farmer:" + company);

        Download csv = page.page.waitForDownload(() -> page.tool("areas-week", "csv").click());
        Download png = page.page.waitForDownload(() -> page.tool("areas-week", "png").click());

        String route = page.asked.stream().filter(each -> each.startsWith("/v3/mortality/areas/week")).findFirst().orElseThrow();
        assertThat(csv.suggestedFilename()).isEqualTo("areas-week.csv");
        assertThat(Files.readString(csv.path()).lines().toList()).isEqualTo(
                generated.get(route + "&format=csv", "farmer:" + company).body().lines().toList());
        assertThat(Files.readAllBytes(png.path())).startsWith(0x89, 'P', 'N', 'G').hasSizeGreaterThan(10_000);
    }

    @Test
    void aFigureTellsItsRequestAndItsFormula() {
        DashboardPage page = browse(generated).signIn("/mortality", "analyst");

        page.tool("areas-month", "call").click();
        assertThat(page.page.locator("dialog pre").allInnerTexts()).hasSize(3)
                .allSatisfy(code -> assertThat(code).contains("/v3/mortality/areas/month").doesNotContain("eyJ"));
        page.page.keyboard().press("Escape");
        page.tool("areas-month", "how").click();
        assertThat(page.page.locator("dialog").innerText()).contains("1 − exp(", "tidemark routes show /v3/mortality/areas/month");
    }

    /** The server refuses the tokens as it refuses expired ones: the requests carry others than it gave. */
    @Test
    void anExpiredTokenIsRenewedAndAnEndedSessionAskedForAgainWithTheFiltersKept(LiveServer coast) {
        DashboardPage page = browse(coast).signIn("/mortality?areas=A4", "analyst");
        int[] refused = {1};
        page.page.route("**/v3/mortality/areas/week**", route -> resume(route, refused[0]-- > 0));

        page.page.selectOption("[data-filter=period]", "3y");
        page.page.waitForURL("**/mortality?areas=A4&period=3y");
        page.ready();

        assertThat(page.card("areas-week").getAttribute("data-state")).isEqualTo("ok");
        assertThat(page.asked).filteredOn(each -> each.startsWith("/v3/auth/refresh")).hasSize(1);
        assertThat(page.page.locator("dialog").count()).isZero();

        refused[0] = 1;
        page.page.route("**/v3/auth/refresh", route -> route.resume(new Route.ResumeOptions().setPostData("{\"refresh_token\":\"tmr_ended\"}")));
        page.page.selectOption("[data-filter=period]", "12w");
        page.page.waitForSelector("dialog >> text=Your session has ended");
        assertThat(page.page.locator("[data-card=areas-week]").count()).isEqualTo(1);
        page.fill(coast.userName("analyst"), LiveServer.PASSWORD);
        page.page.waitForSelector("dialog", new Page.WaitForSelectorOptions()
                .setState(WaitForSelectorState.DETACHED));
        page.ready();

        assertThat(page.page.url()).endsWith("/mortality?areas=A4&period=12w");
        assertThat(page.card("areas-week").getAttribute("data-state")).isEqualTo("ok");
    }

    private static void resume(Route route, boolean expired) {
        Map<String, String> headers = new HashMap<>(route.request().headers());
        if (expired) {
            headers.put("authorization", "Bearer expired");
        }
        route.resume(new Route.ResumeOptions().setHeaders(headers));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            analyst            | Overview, Mortality, Causes, Environment, Feeding, Treatments, Biomass, Sites, Data, Explore | no company
            admin              | Overview, Mortality, Causes, Environment, Feeding, Treatments, Biomass, Sites, Data, Explore | no company
            readonly           | Overview, Mortality, Causes, Explore                                                         | no company
            readonly-treatment | Treatments, Explore                                                                          |
            """)
    void aReaderSeesThePagesThatItMayRead(String caller, String pages, String said) {
        DashboardPage page = browse(generated).signIn("/", caller);

        assertThat(page.page.locator("nav.pages a").allInnerTexts()).containsExactly(pages.split(", ", -1));
        assertThat(page.page.locator("[data-state=forbidden]").count()).isZero();
        assertThat(page.complaints).isEmpty();
        if (said != null) {
            assertThat(page.card("news").innerText()).contains(said);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/mortality", "/causes", "/environment", "/feeding", "/treatments", "/biomass", "/sites", "/data", "/explore"})
    void everyPageIsAccessibleAndKeepsThePolicy(String path) {
        DashboardPage page = browse(generated, path.length() % 2 == 0 ? "en-GB" : "nb-NO", 1280).signIn(path, "farmer:" + company);
        accessible(page);

        page.page.selectOption("[data-filter=theme]", "dark");
        page.page.setViewportSize(390, 844);
        page.ready();

        accessible(page);
        assertThat(page.page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")).isEqualTo(0);
        assertThat(page.complaints).isEmpty();
    }

    private static void accessible(DashboardPage page) {
        page.page.evaluate(axe);
        assertThat((List<?>) page.page.evaluate(AXE)).isEmpty();
    }

    @Test
    void theDoorIsAccessible(LiveServer coast) {
        DashboardPage page = browse(coast).open("/");

        accessible(page);
    }

    @Test
    void aSiteHasAPageOfItsOwn(LiveServer coast) {
        DashboardPage page = browse(coast).signIn("/sites", "farmer:F1");
        page.page.fill("[data-filter=site-search]", "10003");

        page.page.click("text=Site 10003");
        page.page.waitForURL("**/sites/10003");
        page.ready();

        assertThat(page.card("site").locator("h2").innerText()).isEqualTo("Site 10003");
        assertThat(page.card("site").innerText()).contains("31 Jan 2027");
    }

    @Test
    void exploreAsksAnyRouteByTheFormThatItsDescriptionMakes() {
        DashboardPage page = browse(generated).signIn("/explore?route=/v3/mortality/areas/month", "analyst");
        page.page.fill("[name=from_date]", "2026-02");
        page.page.fill("[name=to_date]", "2026-02");
        page.page.fill("[name=areas]", "A2");

        page.page.click("form >> text=Ask");
        page.page.waitForSelector("[data-card=answer]");

        List<List<String>> table = page.table("answer");
        assertThat(table).hasSize(2);
        assertThat(table.getFirst()).startsWith("month", "platform_area_name");
        assertThat(table.getLast()).startsWith("2026-02-01", "Vest");
    }

    @Test
    void aWallHasNoBarsAndPaperHasTheFiltersInWords() {
        DashboardPage page = browse(generated).signIn("/?wall=1", "analyst");
        assertThat(page.page.locator("nav.pages").isVisible()).isFalse();
        assertThat(page.page.locator(".filters").isVisible()).isFalse();

        page.page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));

        assertThat(page.page.locator(".paper-line").innerText()).contains("All areas · 29 Mar 2025 – 29 Mar 2026");
        assertThat(page.page.locator(".tools").first().isVisible()).isFalse();
    }

    /** The figures of the coast end in 2027; this reader's clock is four days later, or a day. */
    @ParameterizedTest
    @CsvSource({"2027-02-01T08:00:00Z, 0", "2027-02-04T08:00:00Z, 1"})
    void oldFiguresAreSaidToBeOld(String now, int banners, LiveServer coast) {
        DashboardPage page = browse(coast);
        page.page.clock().setFixedTime(now);
        page.signIn("/data", "analyst");

        assertThat(page.page.locator(".stale").count()).isEqualTo(banners);
    }
}
