package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.temporal.IsoFields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages show the API's figures, or those calculated by hand for the coast. */
class DashboardFiguresTest extends InChromium {

    /**
     * Company F1's group has lost 20 of 2000 fish every month, the others 90 of 8000: 1 − exp(−12 × 0.01), 1 − exp(−12
     * × 0.01125). With it the others lost 110 of 10000.
     */
    @Test
    void riskIsTheOneWorkedOutByHand(LiveServer coast) {
        DashboardPage page = browser.browse(coast, "nb-NO").signIn("/mortality?areas=A4&own=group", "farmer:F1");

        List<List<String>> table = page.table("areas-month");

        assertThat(table.getFirst()).containsExactly("Måned", "Referanse", "Group G1");
        // the newest first
        assertThat(table.get(1)).containsExactly("januar 2027", "12,6 %", "11,3 %");
        assertThat(page.card("areas-month").locator("h2").innerText().replace('\u00a0', ' '))
                .isEqualTo("Rullerende tap siste 12 måneder, Trøndelag, januar 2027: 11,3 %, lavere enn referansen "
                + "(12,6 %)");

        page.page.uncheck("[data-filter=without-us]");
        page.page.waitForURL("**/mortality?areas=A4&without_us=0&own=group");
        page.ready();
        assertThat(page.table("areas-month").get(1)).containsExactly("januar 2027", "12,4 %", "11,3 %");
    }

    private static String title(DashboardPage page, String card) {
        return page.card(card).locator("h2").innerText().replace('\u00a0', ' ');
    }

    /**
     * F1 lost 20 a month of its 2000 fish in Trøndelag and 10 of 1000 in West. The others of Trøndelag lost 90 of 8000
     * a month, of West's fish fewer than F1. Trøndelag's fish weigh the same, so that 270 are expected over the
     * year; West's are of two weights, and 112.5 are. The sentences are of whole weeks.
     */
    @Test
    void theOverviewHoldsLossesAgainstThoseOfLikeFish(LiveServer coast) {
        DashboardPage page = browser.browse(coast).signIn("/?own=group", "farmer:F1");

        assertThat(title(page, "compared")).isEqualTo("Group G1 lost 360 fish; others would have lost 383 "
                + "with fish of the same generation and weight: 0.94 times; too few sites to tell it from chance");
        // one site in each
        assertThat(page.card("compared").locator("li").allInnerTexts()).containsExactly(
                "Fewer than eight sites, which cannot be told from chance: Trøndelag 0.89, West 1.07");
        assertThat(page.card("compared").locator(".note").first().innerText())
                .startsWith("26 Jan 2026 to 31 Jan 2027, whole weeks");

        page.card("compared").locator("a").click();
        page.page.waitForURL("**/compare?own=group");
        page.ready();
        assertThat(title(page, "expected-loss"))
                .isEqualTo("Group G1 lost 360 fish; others would have lost 383 with fish of the same "
                + "generation and weight: 0.94 times; too few sites to tell it from chance");
        assertThat(page.card("expected-loss").locator(".ratio-name").allInnerTexts())
                .containsExactly("West", "Trøndelag");
        assertThat(page.card("expected-loss").locator(".ratio-text").allInnerTexts().stream()
                .map(text -> text.substring(0, 4))).containsExactly("1.07", "0.89");
        // the dots lie by their ratios, on both sides of one
        double one = page.card("expected-loss").locator(".ratio-one").nth(1).boundingBox().x;
        assertThat(page.card("expected-loss").locator(".ratio-dot").nth(0).boundingBox().x).isGreaterThan(one - 15);
        assertThat(page.card("expected-loss").locator(".ratio-dot").nth(1).boundingBox().x).isLessThan(one - 4);
        page.page.click("[data-filter=own-company]");
        page.page.waitForURL("**/compare");
        page.ready();
        page.card("expected-loss").locator("[data-filter='group-site']").click();
        page.ready();
        assertThat(page.page.url()).contains("group=site");
        assertThat(page.card("expected-loss").locator(".swarm-dot").count()).isEqualTo(1);

        DashboardPage other = browser.browse(coast).signIn("/", "analyst");
        assertThat(other.card("compared").count()).isZero();
        assertThat(other.asked).noneMatch(each -> each.contains("/v3/comparison/"));
    }

    /**
     * Trøndelag loses 110 of 10000 a month: 3 times in 95 days of fish of 4000 g, 9 times in 276 days of fish of 2000
     * g.
     */
    @Test
    void weightsAreComparedByRateAndSharesSayWhatIsHidden(LiveServer coast) {
        DashboardPage page = browser.browse(coast).signIn("/mortality?areas=A4", "analyst");
        assertThat(page.table("size-rate").stream().skip(1))
                .containsExactly(List.of("2,250 g", "1.08%"), List.of("4,250 g", "1.04%"));
        assertThat(title(page, "size-rate")).isEqualTo("Loss: highest around 2,250 g in Trøndelag, 1.08% per 30 days");

        page.page.click("[data-filter=bysize-share]");
        page.page.waitForSelector("[data-card=size]");
        page.ready();
        assertThat(page.table("size").stream().skip(1))
                .containsExactly(List.of("2,250 g", "75%"), List.of("4,250 g", "25%"));
        assertThat(page.card("size").locator(".note").first().innerText()).doesNotContain("hidden");

        // Vest's fish of 400 and 500 g are one atom over two weight groups: 630 of 1123 lost fish are of 5000 g
        page.page.click("[data-filter=areas] summary");
        page.page.uncheck("[data-filter=areas] input[value=A4]");
        page.page.waitForURL("**/mortality?bysize=share");
        page.ready();
        page.page.selectOption("[data-card=areas-week] [data-filter=focus]", "Vest");
        page.ready();
        assertThat(page.card("size").locator(".note").first().innerText())
                .contains("56% of the losses shown; the rest is hidden");
    }

    /** Nordland has one company, whose own figures it may see; the benchmark of the others it may not. */
    @Test
    void whatIsHiddenLooksHiddenAndNotLikeZero(LiveServer coast) {
        DashboardPage page = browser.browse(coast)
                .signIn("/mortality?areas=A5&period=dates&from=2026-04-01&to=2026-06-28", "farmer:F6");

        assertThat(page.card("areas-week").locator("h2").innerText()).endsWith("The benchmark is hidden");
        assertThat(page.card("areas-week").locator(".key").innerText()).contains("fewer than four companies");
        assertThat(page.table("areas-week").getFirst()).containsExactly("Week", "Ours");
    }

    @Test
    void aFilterThatLeavesNothingOffersTheNextWiderOne(LiveServer coast) {
        DashboardPage page = browser.browse(coast).signIn("/mortality?areas=A5&generation=V2029", "analyst");
        assertThat(page.card("areas-week").getAttribute("data-state")).isEqualTo("empty");

        page.card("areas-week").locator("text=Show all generations").click();
        page.ready();

        assertThat(page.page.url()).endsWith("/mortality?areas=A5");
    }

    /** A page, one of its figures and the route that it is drawn from. */
    private record Drawn(String path, String card, String route, String kind) {}

    @Test
    void everyPageDrawsWhatTheApiSays() {
        List<Drawn> figures = List.of(
                new Drawn("/mortality", "areas-week", "/v3/mortality/areas/week", "week"),
                new Drawn("/causes", "rank-week", "/v3/mortality/categories/rank/week", "rank"),
                new Drawn("/environment", "trend-table", "/v3/environment/temperature-trends-by-region", "temperature"),
                new Drawn("/feeding", "sfr-week", "/v3/feeding/sfr_temperature_by_region_and_week", "feed"),
                new Drawn("/treatments", "treatment-week", "/v3/treatment/detail-by-category-and-week", "treatments"),
                new Drawn("/biomass", "biomass-table", "/v3/inventory/platform-authority-biomass-by-month", "biomass"),
                new Drawn("/data", "stats", "/v3/common/farm-and-site-stats", "stats"));
        DashboardPage page = browser.browse(browser.generated()).signIn(figures.getFirst().path, browser.farmer());
        for (Drawn figure : figures) {
            if (!figure.equals(figures.getFirst())) {
                page.asked.clear();
                page.to(figure.path);
            }
            draws(page, figure.card, figure.route, figure.kind);
        }
    }

    /** The mean of an area and the counts of a site, as the API has them; a week of treatments alone has no lice. */
    @Test
    void liceStandAboveTreatmentsByAreaAndBySite() {
        DashboardPage page = browser.browse(browser.generated()).signIn("/treatments", browser.farmer());
        int area = Integer.parseInt(page.page.locator("[data-filter=lice-area]").inputValue());
        List<List<String>> expected = new ArrayList<>();
        for (JsonNode row : asked(page, "/v3/environment/lice-by-area-and-week")) {
            if (row.get("production_area_id").asInt() == area) {
                expected.add(List.of(lice(row.get("mean_adult_female")), lice(row.get("median_adult_female")),
                        lice(row.get("lice_limit")), row.get("sites_counted").asText()));
            }
        }
        // a treatment that may not be shown is not drawn as none
        boolean isTreated = false;
        for (JsonNode row : asked(page, "/v3/treatment/detail-by-category-and-week")) {
            isTreated |= row.get("production_area_id").asInt() == area
                    && row.get("treatment_target").asText().equals("Lice")
                    && !row.get("treatment_category").asText().equals("Cleanerfish");
        }
        List<String> heads = new ArrayList<>(List.of("Week", "Mean", "Median", "Limit", "Sites that counted",
                "Not counted", "Probably without fish", "Above the limit"));
        if (isTreated) {
            heads.add("Treatments against lice");
        }
        assertThat(page.table("lice").getFirst()).isEqualTo(heads);
        assertThat(page.table("lice").stream().skip(1).map(row -> row.subList(1, 5))
                .filter(row -> !row.get(3).equals("–"))).hasSizeGreaterThan(40)
                .containsExactlyElementsOf(expected.reversed());
        // lice with their limit, the share above it, treatments
        assertThat(page.card("lice").locator(".chart").count()).isEqualTo(isTreated ? 3 : 2);
        assertThat(title(page, "lice")).contains("adult female lice per fish in ",
                "the mean of " + expected.getLast().get(3) + (expected.getLast().get(3).equals("1") ? " site" : " sites")
                + " that counted; median " + expected.getLast().get(1)
                + ", ", " above the limit");

        Locator option = page.page.locator("[data-filter=lice-site] option").nth(1);
        String site = String.valueOf(option.getAttribute("value"));
        String name = option.innerText();
        page.page.selectOption("[data-filter=lice-site]", site);
        page.page.waitForSelector("[data-card=lice] h2:has-text('" + name + "')");
        page.ready();
        List<String> counts = new ArrayList<>();
        for (JsonNode row : asked(page, "/v3/environment/lice-by-site-and-week")) {
            assertThat(row.get("site_id").asText()).isEqualTo(site);
            counts.add(row.get("is_counted").asBoolean() ? lice(row.get("adult_female"))
                    : row.get("is_probably_without_fish").asBoolean() ? "Probably without fish" : "Not counted");
        }
        assertThat(page.table("lice").stream().skip(1).map(row -> row.get(1)).filter(text -> !text.equals("–")))
                .hasSizeGreaterThan(40).containsExactlyElementsOf(counts.reversed());
        page.menu().page.selectOption("[data-filter=language]", "nb");
        page.page.waitForSelector("[data-card=lice] h2:has-text('voksne hunnlus per fisk')");
    }

    /**
     * Own growth in the area in focus beside that of like fish, by month, and each site's feed index by week, as the API
     * has them; others than farmers have no index, and see what the area's fish grow.
     */
    @Test
    void growthAndFeedIndexAreThoseOfTheApi() {
        DashboardPage page = browser.browse(browser.generated()).signIn("/feeding", browser.farmer());
        String area = page.card("sfr-week").locator("select").inputValue();
        List<List<String>> grown = new ArrayList<>();
        List<String> newest = List.of();
        for (JsonNode row : asked(page, "/v3/feeding/growth")) {
            if (row.get("platform_area_name").asText().equals(area)) {
                List<String> shown = List.of(LocalDate.parse(row.get("month").asText())
                        .format(DateTimeFormatter.ofPattern("MMMM yyyy", Locale.ENGLISH)),
                        percent(row.get("farmer_growth_index")), percent(row.get("compared_share")),
                        percent(row.get("weighed_share")));
                grown.add(shown);
                newest = row.get("is_complete").asBoolean() && !shown.get(1).equals("–") ? shown : newest;
            }
        }
        assertThat(page.table("growth").getFirst()).containsExactly("Month", "Growth index", "Compared", "Weighed");
        assertThat(page.table("growth").stream().skip(1)
                .map(row -> List.of(row.get(0), row.get(1).replaceAll(" \\(.*", ""), row.get(2), row.get(3))))
                .containsExactlyElementsOf(grown.reversed()).hasSizeGreaterThan(4);
        assertThat(title(page, "growth")).startsWith(page.own("Our") + " fish in ").endsWith(" grew " + newest.get(1)
                + " of what fish of that weight grow in water that warm, " + newest.getFirst());

        List<List<String>> fed = new ArrayList<>();
        BigDecimal feed = BigDecimal.ZERO;
        BigDecimal expected = BigDecimal.ZERO;
        String week = "";
        for (JsonNode row : asked(page, "/v3/feeding/feed-index")) {
            fed.add(List.of(row.get("site_name").asText(), percent(row.get("feed_index")),
                    row.get("is_complete").asBoolean() ? "complete" : "running",
                    String.format(Locale.UK, "%,d", row.get("feed_kg").decimalValue().setScale(0, RoundingMode.HALF_UP)
                    .intValue())));
            if (row.get("is_complete").asBoolean() && !row.get("feed_index").isNull()) {
                boolean same = week.equals(row.get("week").asText());
                week = row.get("week").asText();
                feed = row.get("feed_kg").decimalValue().add(same ? feed : BigDecimal.ZERO);
                expected = row.get("expected_feed_kg").decimalValue().add(same ? expected : BigDecimal.ZERO);
            }
        }
        assertThat(page.table("feed-index").stream().skip(1)
                .map(row -> List.of(row.get(1), row.get(2).replaceAll(" \\(.*", ""), row.get(2).contains(" of 7 days")
                ? "running" : "complete",
                row.get(3)))).hasSizeGreaterThan(25).containsExactlyElementsOf(fed.reversed());
        LocalDate monday = LocalDate.parse(week);
        assertThat(title(page, "feed-index")).isEqualTo(page.own("Our") + " fish got " + feed.multiply(BigDecimal.valueOf(100))
                .divide(expected, 0, RoundingMode.HALF_EVEN)
                + "% of what fish of that size get at that temperature, week "
                + monday.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR) + ", " + monday.get(IsoFields.WEEK_BASED_YEAR));

        DashboardPage other = browser.browse(browser.generated()).signIn("/feeding", "analyst");
        assertThat(other.table("growth").getFirst()).containsExactly("Month", "Benchmark");
        assertThat(other.card("feed-index").count()).isZero();
        assertThat(other.complaints).isEmpty();
    }

    private JsonNode asked(DashboardPage page, String route) {
        return browser.generated().data(page.asked.stream().filter(each -> each.startsWith(route)).findFirst()
                .orElseThrow() + "&limit=1000", browser.farmer());
    }

    private static String lice(JsonNode value) {
        return value.isNull() ? "–" : String.format(Locale.ROOT, "%.2f", value.asDouble());
    }

    private void draws(DashboardPage page, String card, String route, String kind) {
        assertThat(page.card(card).getAttribute("data-state")).as(route).isEqualTo("ok");
        List<String> asked = page.asked.stream().filter(each -> each.startsWith(route)).toList();
        assertThat(asked).as(route).hasSize(1);
        JsonNode rows = browser.generated().data(asked.getFirst() + (route.contains("/common/") ? "" : "&limit=1000"),
                browser.farmer());

        switch (kind) {
            case "week", "feed" -> weekly(page, card, rows, kind.equals("week"));
            case "rank" -> {
                JsonNode first = last(rows, "loss_week", "rank", "1");
                assertThat(page.table(card).get(1).get(1)).isEqualTo(shown(first.get("mortality_rate"), 100, 3));
            }
            case "temperature" -> {
                String area = page.table(card).get(1).getFirst();
                JsonNode latest = last(rows, "week", "area_id", area.substring(0, area.indexOf('.')));
                assertThat(page.table(card).get(1).get(1)).isEqualTo(shown(latest.get("temperature"), 1, 1));
            }
            case "treatments" -> {
                assertThat(sumOf(page, card)).isEqualTo(treatments(rows, "category_treatment_count", false))
                        .isPositive();
                // stocking of cleaner fish is no treatment
                assertThat(sumOf(page, "cleaner-fish")).isEqualTo(treatments(rows, "category_treatment_count", true))
                        .isPositive();
                page.page.locator("[data-card=treatment-week] [data-filter=treated-sites]").click();
                page.ready();
                assertThat(sumOf(page, card)).isEqualTo(treatments(rows, "category_sites_treated", false)).isPositive();
            }
            case "biomass" -> {
                String area = page.table(card).get(1).getFirst();
                JsonNode latest = last(rows, "month", "production_area_id", area.substring(0, area.indexOf('.')),
                        "authority_biomass_in_tons");
                assertThat(page.table(card).get(1).get(2))
                        .isEqualTo(shown(latest.get("authority_biomass_in_tons"), 1, 0));
            }
            default -> assertThat(page.card(card).locator("dd").allInnerTexts())
                    .containsExactly(rows.get("signed_farmers").asText(),
                    rows.get("active_farmers").asText(), rows.get("offshore_sites").asText(), rows.get("onshore_sites")
                    .asText(), rows.get("recently_active_sites").asText());
        }
    }

    /** The sum of all figures of a chart's table. */
    private static int sumOf(DashboardPage page, String card) {
        return page.table(card).stream().skip(1).flatMap(row -> row.stream().skip(1))
                .mapToInt(DashboardFiguresTest::whole).sum();
    }

    private static int treatments(JsonNode rows, String field, boolean cleaner) {
        int sum = 0;
        for (JsonNode row : rows) {
            sum += row.get("treatment_category").asText().equals("Cleanerfish") == cleaner ? row.get(field).asInt() : 0;
        }
        return sum;
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
        assertThat(table.getFirst()).containsExactly("Week", "Benchmark", page.own("Ours"));
        // a gap has a row of its own, and a running week has no benchmark
        List<List<String>> known = table.stream().skip(1)
                .filter(row -> !row.get(1).equals("not complete yet") && !row.subList(1, 3).equals(List.of("–", "–")))
                .toList();
        assertThat(known).hasSizeGreaterThan(20).allSatisfy(row -> {
            JsonNode said = weeks.get(row.getFirst());
            assertThat(said).as(row.getFirst()).isNotNull();
            String unit = loss ? "%" : "% per day";
            assertThat(row.get(1)).isEqualTo(withUnit(said.get(field), loss ? 100 : 1, unit));
            assertThat(row.get(2)).isEqualTo(withUnit(said.get("farmer_" + field), loss ? 100 : 1, unit));
        });
    }

    private static String percent(JsonNode share) {
        return share.isNull() ? "–" : shown(share, 100, 0) + "%";
    }

    private static String withUnit(JsonNode value, int scale, String unit) {
        return value.isNull() ? "–" : shown(value, scale, 2) + unit;
    }

    private static String shown(JsonNode value, int scale, int digits) {
        BigDecimal rounded = value.decimalValue().multiply(BigDecimal.valueOf(scale))
                .setScale(digits, RoundingMode.HALF_EVEN);
        // the browser rounds half away from zero, and no figure here is a half
        return String.format(Locale.UK, "%,." + digits + "f", rounded).replace('-', '−');
    }

    private static int whole(String text) {
        // a period that is not complete says so behind its value
        return text.startsWith("–") ? 0 : Integer.parseInt(text.replaceFirst(" \\(.*", "").replace(",", ""));
    }

    /** The latest row with a value in a field; and with one of each of further fields. */
    private static JsonNode last(JsonNode rows, String date, String field, String value, String... known) {
        JsonNode found = null;
        for (JsonNode row : rows) {
            boolean fits = row.get(field).asText().equals(value) && List.of(known).stream()
                    .noneMatch(name -> row.get(name).isNull());
            if (fits && (found == null || row.get(date).asText().compareTo(found.get(date).asText()) >= 0)) {
                found = row;
            }
        }
        assertThat(found).isNotNull();
        return found;
    }

    @Test
    void aFigureGoesAsCsvAndAsPng() throws IOException {
        DashboardPage page = browser.browse(browser.generated()).signIn("/mortality", browser.farmer());

        Download csv = page.page.waitForDownload(() -> page.tool("areas-week", "csv").click());
        Download png = page.page.waitForDownload(() -> page.tool("areas-week", "png").click());

        String route = page.asked.stream().filter(each -> each.startsWith("/v3/mortality/areas/week")).findFirst()
                .orElseThrow();
        assertThat(csv.suggestedFilename()).startsWith("areas-week_company_without_");
        assertThat(Files.readString(csv.path()).lines().toList()).isEqualTo(
                browser.generated().get(route + "&format=csv", browser.farmer()).body().lines().toList());
        assertThat(Files.readAllBytes(png.path())).startsWith(0x89, 'P', 'N', 'G').hasSizeGreaterThan(10_000);
    }

    @Test
    void aFigureTellsItsRequestAndItsFormula() {
        DashboardPage page = browser.browse(browser.generated()).signIn("/mortality", "analyst");

        page.tool("areas-month", "call").click();
        assertThat(page.page.locator("dialog pre").allInnerTexts()).hasSize(3)
                .allSatisfy(code -> assertThat(code).contains("/v3/mortality/areas/month").doesNotContain("eyJ"));
        page.page.keyboard().press("Escape");
        page.tool("areas-month", "how").click();
        assertThat(page.page.locator("dialog").innerText())
                .contains("1 − exp(", "tidemark routes show /v3/mortality/areas/month");
        String docs = page.page.locator("dialog a").getAttribute("href");
        assertThat(browser.generated().send(HttpRequest.newBuilder(browser.generated().uri(docs))).statusCode())
                .isEqualTo(200);
    }

    @Test
    void aSiteHasAPageOfItsOwn(LiveServer coast) {
        DashboardPage page = browser.browse(coast).signIn("/sites", "farmer:F1");
        page.page.fill("[data-filter=site-search]", "10003");

        page.page.click("text=Site 10003");
        page.page.waitForURL("**/sites/10003");
        page.ready();

        assertThat(page.card("site").locator("h2").innerText()).isEqualTo("Site 10003");
        assertThat(page.card("site").innerText()).contains("31 Jan 2027");
        // another company's: what the authority reports is public, and what only its owner sees is not asked for
        assertThat(page.asked).noneMatch(each ->
                each.matches(".*(/treatment/by-site|/site-losses|/site-stock)\\?.*10003.*"));
        assertThat(page.complaints).isEmpty();
        assertThat(page.table("disease-site")).containsExactly(List.of("Disease", "Status", "From", "To"),
                List.of("HSMB", "Uklar", "13 Oct 2026", "14 Oct 2026"),
                List.of("Pancreas disease (PD)", "Confirmed", "12 Oct 2026", "open"),
                List.of("Pancreas disease (PD)", "Suspected", "28 Sept 2026", "11 Oct 2026"));
        assertThat(browser.browse(coast).signIn("/sites/10002", "analyst").page.locator("[data-card=disease-site]")
                .count()).isZero();
    }

    @Test
    void exploreAsksAnyRouteByTheFormThatItsDescriptionMakes() {
        DashboardPage page = browser.browse(browser.generated())
                .signIn("/explore?route=/v3/mortality/areas/month", "analyst");
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
    void paperHasFiguresAsVectorsOnTwoPages() {
        DashboardPage page = browser.browse(browser.generated());
        page.page.addInitScript("window.print = () => { document.documentElement.dataset.printed = 'yes'; }");
        page.signIn("/mortality", browser.farmer());

        page.menu().page.click("[data-tool=print]");
        page.page.waitForSelector("html[data-printed=yes]");

        assertThat(page.page.locator(".chart.has-vector").count()).isEqualTo(6);
        byte[] paper = page.page.pdf(new Page.PdfOptions().setFormat("A4"));
        assertThat(Pattern.compile("/Type\\s*/Page\\b").matcher(new String(paper, StandardCharsets.ISO_8859_1))
                .results().count()).isEqualTo(2);
        assertThat(page.complaints).isEmpty();
    }

    /** The generator's polygons; choosing a production area filters by its platform area. */
    @Test
    void theMapHasEveryAreaAndFilters() {
        DashboardPage page = browser.browse(browser.generated()).signIn("/sites", "admin");
        assertThat(page.page.locator(".map .area").count()).isEqualTo(13);
        String third = page.page.locator(".map .area[data-area='3']").getAttribute("aria-label");
        List<String> row = page.table("map").get(3);
        // the colour is the platform area's, and says so
        assertThat(row.get(1)).isEqualTo("West");
        assertThat(third).isEqualTo(row.getFirst() + " (West): " + row.getLast());
        assertThat(page.table("map").get(4).subList(1, 3)).isEqualTo(row.subList(1, 3));
        assertThat(page.card("map").locator(".note").first().innerText())
                .startsWith("The colour is the platform area's figure");
        page.page.click("[data-filter=measure-temperature]");
        page.ready();
        assertThat(page.table("map").getFirst()).containsExactly("Production area", "Sea temperature");

        page.page.locator(".map .area[data-area='3']").focus();
        page.page.keyboard().press("Enter");
        page.page.waitForURL("**/sites?areas=A2&measure=temperature");
        page.ready();

        assertThat(page.page.locator(".map .area.chosen").count()).isEqualTo(2);
    }

    /** The vector pictures of paper, whose texts stand at their places. */
    private static final String PICTURES = "async () => { const main = "
            + "document.querySelector('script[type=module]').src; const {forPaper} = await "
            + "import(main.replace('main.js', 'figure/charts.js')); await forPaper(); return "
            + "[...document.querySelectorAll('img.vector')].map(each => decodeURIComponent(each.src)); }";

    /**
     * Days are midnight UTC. In Oslo that is the day's first hours: a tick at Oslo's midnight would be named after the
     * month before.
     */
    @Test
    void axesAreTheSameInEveryTimeZone() {
        List<List<String>> pictures = Stream.of("UTC", "Europe/Oslo", "America/New_York").map(zone -> {
            DashboardPage page = browser.browse(browser.generated(), "en-GB", zone)
                    .signIn("/mortality", browser.farmer());
            List<?> found = (List<?>) page.page.evaluate(PICTURES);
            return found.stream().map(each -> each.toString().replaceAll("zr\\d+", "")).toList();
        }).toList();

        assertThat(pictures.getFirst()).isNotEmpty();
        assertThat(pictures.get(1)).isEqualTo(pictures.getFirst());
        assertThat(pictures.get(2)).isEqualTo(pictures.getFirst());
    }
}
