package io.tidemark.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.table.LakeTables;
import io.tidemark.server.dashboard.DashboardPages;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.BasePath;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The documentation has everything that there is, its links lead somewhere, and it needs nothing from elsewhere. */
class DocsSiteTest {

    private static final RouteCatalog CATALOG = RouteCatalog.load(null);
    private static final List<DocsPage> MORE = List.of(new DocsPage("commands.html", "Reference", "The command line",
            "# The command line"));
    private static final DashboardPages DASHBOARD = DashboardPages.load();
    private static final SortedMap<String, byte[]> SITE = DocsSite.of(CATALOG, MORE).files();
    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]*)\"");
    /**
     * Routes of the families mortality, environment, feeding, inventory and treatment, of both versions, without the
     * code list's.
     */
    private static final Pattern FIGURES = Pattern.compile(
            "/v[23]/(mortality|environment|feeding|inventory|treatment)/(?!categories/(codelist|changelog|level-[12])$).*");
    private static final Pattern ID = Pattern.compile(" id=\"([^\"]*)\"");

    private static String text(String path) {
        assertThat(SITE).containsKey(path);
        return new String(SITE.get(path), StandardCharsets.UTF_8);
    }

    static Stream<RouteContract> routes() {
        return CATALOG.routes().stream().filter(route -> !route.internal());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("routes")
    void aRouteHasAPageWithItsParametersItsFieldsAndItsSql(RouteContract route) {
        String page = text(RoutePage.path(route));
        assertThat(page).contains(route.path(), route.family().permission(), "How each number is made");
        assertThat(route.parameters().keySet()).allSatisfy(name ->
                assertThat(page).contains("<code>" + name + "</code>"));
        assertThat(route.fields()).allSatisfy(field -> assertThat(page).contains("<code>" + field.name() + "</code>"));
        String lastLine = route.sql().text().strip().lines().reduce((first, second) -> second).orElseThrow();
        assertThat(page).contains(lastLine.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"));
        assertThat(text("routes.html")).contains(RoutePage.path(route));
    }

    @Test
    void everyFieldOfABenchmarkIsOnThePageOfKindsOnce() {
        String page = text("figures.html");
        List<String> rows = List.of(page.split("<tr>", -1));
        routes().filter(route -> route.confidentiality().benchmarks()).forEach(route -> {
            String link = "href=\"" + RoutePage.path(route) + "\"";
            String all = rows.stream().filter(row -> row.contains(link)).collect(Collectors.joining());
            assertThat(route.fields()).as(route.path()).allSatisfy(field ->
                    assertThat(all).containsOnlyOnce("<code>" + field.name() + "</code>"));
        });
        assertThat(page.indexOf("<h2 id=\"made_once\">"))
                .isBetween(page.indexOf("<h2 id=\"sum\">"), page.indexOf("<code>site_avg_loss_rate</code>"));
        assertThat(text("confidentiality.html")).contains("href=\"figures.html\"");
        assertThat(text("nb/confidentiality.html")).contains("href=\"../figures.html\"");
    }

    /** What a figure is, the summary and the fields say; a reader who takes it for something else is led astray. */
    @Test
    void routesOfFiguresSayWhatTheyAreNot() {
        List<String> silent = CATALOG.routes().stream()
                .filter(route -> FIGURES.matcher(route.path()).matches() && route.isNot() == null)
                .map(RouteContract::path).toList();
        assertThat(silent).as("add is_not: to the headers of their files").isEmpty();
        assertThat(CATALOG.routes()).filteredOn(route -> route.isNot() != null).hasSizeGreaterThan(30)
                .allSatisfy(route -> assertThat(route.isNot()).matches("[A-Z].*[^.]\\.").satisfies(text ->
                        assertThat(text.split("\\. ", -1)).as(text).hasSizeLessThanOrEqualTo(2)));
        assertThat(text("routes/v3/mortality/size.html"))
                .contains("<strong>What it is, and is not.</strong> Shares of the losses");
        assertThat(text("routes/v2/mortality/mortality-rate-by-country.html"))
                .as("that of the file whose query it shares")
                .contains("<strong>What it is, and is not.</strong> Deaths only");
    }

    @Test
    void internalRoutesHaveNone() {
        assertThat(CATALOG.routes()).filteredOn(RouteContract::internal).isNotEmpty()
                .allSatisfy(route -> assertThat(SITE).doesNotContainKey(RoutePage.path(route)));
    }

    @Test
    void tablesHaveAllOfTheirColumns() {
        String page = text("tables.html");
        LakeTables.all().forEach(table -> assertThat(page).contains("id=\"" + table.name() + "\""));
        LakeTables.all().stream().flatMap(table -> table.columns().stream())
                .forEach(column -> assertThat(page).contains("<code>" + column.name() + "</code>"));
    }

    @Test
    void everyErrorHasItsPlaceInTheGuides() {
        String guides = text("answers.html");
        List<String> names = Stream.of(ApiException.class.getPermittedSubclasses())
                .flatMap(type -> Modifier.isAbstract(type.getModifiers())
                ? Stream.of(type.getPermittedSubclasses()) : Stream.of(type))
                .map(Class::getSimpleName).filter(name -> !name.equals("ClientGone")).toList();
        assertThat(names).hasSizeGreaterThan(8);
        // the names on the wire, as ErrorWriter gives them
        for (String error : List.of("bad_request", "unauthorized", "forbidden", "not_found", "method_not_allowed",
                "not_acceptable", "conflict", "gone",
                "payload_too_large", "rate_limit_exceeded", "unavailable", "query_timeout", "internal_error")) {
            assertThat(guides).contains("<code>" + error + "</code>");
        }
        assertThat(names).as("a new error needs a line in the guide and in this test").hasSize(12);
    }

    @Test
    void settingsAreThere() {
        assertThat(text("settings.html")).contains("TIDEMARK_QUERY_CACHE_MB", "keep-snapshot-seconds: 300");
    }

    @Test
    void everyLinkLeadsSomewhere() {
        SITE.keySet().stream().filter(path -> path.endsWith(".html")).forEach(path -> {
            for (String link : LINK.matcher(text(path)).results().map(found -> found.group(1)).toList()) {
                if (link.startsWith("http")) {
                    assertThat(link).as("%s loads nothing from elsewhere", path).doesNotContain("cdn");
                    continue;
                }
                URI target = URI.create("/" + path).resolve(link);
                String file = target.getPath().substring(1);
                assertThat(SITE.keySet()).as("%s in %s", link, path).contains(file);
                if (target.getFragment() != null) {
                    assertThat(ID.matcher(text(file)).results().map(id -> id.group(1)).collect(Collectors.toSet()))
                            .as("%s in %s", link, path).contains(target.getFragment());
                }
            }
        });
    }

    @Test
    void searchKnowsEveryPage() {
        String index = text("search.json");
        SITE.keySet().stream().filter(path -> path.endsWith(".html") && !path.equals("api.html")
                && !path.endsWith("index.html") && !path.startsWith("en/"))
                .forEach(path -> assertThat(index.toLowerCase(Locale.ROOT))
                .contains('"' + path.toLowerCase(Locale.ROOT) + '"'));
    }

    @Test
    void whatLooksLikeHtmlIsShown() {
        assertThat(Markdown.html("a <script>alert(1)</script> [x](javascript:alert(1))", link -> link, List.of()))
                .doesNotContain("<script>").doesNotContain("javascript:");
    }

    @Test
    void commentsOfAGuideAreNotShown() {
        assertThat(Markdown.html("| a |\n|---|\n| 1 |\n<!-- end -->\n\nb", link -> link, List.of()))
                .contains("<td>1</td>", "<p>b</p>").doesNotContain("end");
    }

    @ParameterizedTest
    @MethodSource("routes")
    void aRouteSaysWhereItIsShown(RouteContract route) {
        String page = text(RoutePage.path(route));
        List<String> shown = DASHBOARD.asking(route.path()).stream().map(DashboardPages.Page::title).toList();
        String sentence = page.replaceAll("(?s).*(<p>(?:Shown on|Every page of the dashboard asks it|No page of the "
                + "dashboard).*?</p>).*", "$1").replaceAll("<[^>]+>", "");
        assertThat(sentence).startsWith(!shown.isEmpty() ? "Shown on: " + String.join(", ", shown) + ". "
                : DASHBOARD.isShared(route.path()) ? "Every page of the dashboard asks it, for its filters and for "
                + "names. "
                : "No page of the dashboard shows it. ").endsWith("Explore asks it with values of your choice.");
        assertThat(sentence.contains("Every page")).isEqualTo(DASHBOARD.isShared(route.path()));
    }

    /**
     * Links from the documentation of a server lead to its dashboard, wherever both are; those of a folder of files
     * lead to the guide.
     */
    @Test
    void linksToTheDashboardAreThereWhereThereIsOne() {
        String path = "routes/v3/common/site-site_id.html";
        String served = new String(DocsSite.of(CATALOG, MORE, new BasePath("/benchmark")).files().get(path),
                StandardCharsets.UTF_8);

        assertThat(URI.create("/benchmark/docs/" + path).resolve("../../../../sites"))
                .isEqualTo(URI.create("/benchmark/sites"));
        assertThat(served).contains("href=\"../../../../sites\">Sites</a> (<a rel=\"nofollow\" "
                + "href=\"../../../dashboard.html#sites\">guide</a>).",
                "href=\"../../../../explore?route=%2Fv3%2Fcommon%2Fsite%2F%7Bsite_id%7D\">Explore</a>");
        assertThat(text(path)).contains("Shown on: <a rel=\"nofollow\" "
                + "href=\"../../../dashboard.html#sites\">Sites</a>.").doesNotContain("../../../../");
    }

    @Test
    void guidesForAnalystsAreThereInBothLanguages() {
        assertThat(text("nb/answers.html")).startsWith("<!doctype html><html lang=\"nb\">")
                .contains("<title>Svar: ", "Til teksten",
                "<a class=\"language\" rel=\"alternate\" hreflang=\"en\" lang=\"en\" "
                + "href=\"../en/answers.html\">English</a>",
                "<link rel=\"alternate\" hreflang=\"x-default\" href=\"../answers.html\">",
                "<li><a href=\"../nb/comparison.html\">Likt mot likt</a></li>",
                "<li><a href=\"../install.html\" lang=\"en\">");
        for (String path : List.of("answers.html", "en/answers.html")) {
            String up = "../".repeat(path.split("/").length - 1);
            assertThat(text(path)).startsWith("<!doctype html><html lang=\"en\">").contains(
                    "<a class=\"language\" rel=\"alternate\" hreflang=\"nb\" lang=\"nb\" href=\"" + up
                    + "nb/answers.html\">Norsk</a>",
                    "<link rel=\"alternate\" hreflang=\"nb\" href=\"" + up + "nb/answers.html\">");
        }
        assertThat(text("en/answers.html")).contains("<li><a href=\"../en/comparison.html\">Like with like</a></li>");
        assertThat(text("en/getting-started.html"))
                .contains("href=\"../en/answers.html\">Answers</a>", "href=\"../deliveries.html\">Deliveries</a>");
        assertThat(text("nb/getting-started.html"))
                .contains("href=\"../nb/answers.html\">Svar</a>", "href=\"../deliveries.html\">Leveranser</a>");
        assertThat(text("nb/confidentiality.html"))
                .contains("<img src=\"../images/cells.svg\"", "href=\"../sql.html\"");
        assertThat(text("install.html")).doesNotContain("hreflang", "class=\"language\"");
    }

    /** The dashboard's links name English headings. */
    @Test
    void headingsHaveTheAnchorsOfBothLanguages() {
        assertThat(text("nb/dashboard.html")).contains("<h3 id=\"årsaker\"><a id=\"causes\"></a>Årsaker</h3>");
        assertThat(text("dashboard.html")).contains("<h3 id=\"causes\"><a id=\"årsaker\"></a>Causes</h3>");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                                | ENGLISH
            nb-NO,nb;q=0.9,en;q=0.8           | NORWEGIAN
            en-GB,nb;q=0.5                    | ENGLISH
            nb;q=0.5,en-GB                    | ENGLISH
            de-DE,nn;q=0.8                    | NORWEGIAN
            SV                                | NORWEGIAN
            de, fr;q=0.5                      | ENGLISH
            nb;q=0, en;q=0.1                  | ENGLISH
            *                                 | ENGLISH
            nb;q=high                         | ENGLISH
            §§,,;=                            | ENGLISH
            """)
    void aBrowserIsAnsweredInItsLanguage(String accepted, DocsLanguage language) {
        assertThat(DocsLanguage.preferred(List.of(accepted))).isEqualTo(language);
        assertThat(DocsLanguage.preferred(List.of())).isEqualTo(DocsLanguage.ENGLISH);
    }
}
