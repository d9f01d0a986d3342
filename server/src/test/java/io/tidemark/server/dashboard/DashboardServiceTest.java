package io.tidemark.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.event.Event;
import io.tidemark.server.http.coding.ContentCoding;
import io.tidemark.server.http.limit.GuardedServer;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The dashboard's files as a browser gets them, before any script runs. */
@SuppressWarnings("NullAway.Init") // set before all tests
final class DashboardServiceTest {

    private static final Pattern ADDRESS = Pattern.compile("(?:src|href)=\"([^\"]+)\"");

    @TempDir
    static Path folder;

    private static GuardedServer server;

    @BeforeAll
    static void start() {
        server = new GuardedServer(folder, Map.of());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static HttpResponse<String> get(String path) {
        return server.send(server.request(path));
    }

    private static List<String> files() {
        return ADDRESS.matcher(get("/").body()).results().map((MatchResult each) -> each.group(1)).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/mortality", "/causes", "/environment", "/feeding", "/treatments", "/biomass",
            "/sites", "/sites/10001",
        "/data", "/explore", "/administration", "/sign-in/north"})
    void everyPageIsTheOneThatDrawsThemAll(String path) {
        HttpResponse<String> page = get(path);

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
        assertThat(page.headers().firstValue("Cache-Control")).contains("no-cache");
        assertThat(page.body()).isEqualTo(get("/").body());
    }

    @Test
    void theScriptsOfTheFirstViewAreAskedForAtOnce() {
        List<String> preloaded = Pattern.compile("<link rel=\"modulepreload\" href=\"/web/[0-9a-f]+/([^\"]+)\">")
                .matcher(get("/").body()).results().map((MatchResult each) -> each.group(1)).toList();

        // main.js, what it imports, and what that imports
        assertThat(preloaded).doesNotHaveDuplicates()
                .contains("js/main.js", "js/shell/shell.js", "js/filter/filterbar.js", "js/base/format.js",
                "js/pages/overview.js", "js/filter/coarser.js")
                .doesNotContain("js/pages/administration.js", "js/pages/parts/adminforms.js", "lib/echarts.js");
        assertThat(get("/").body()).doesNotContain("{modules}", "{base}");
    }

    @Test
    void thePagesAreThoseOfTheScripts() {
        assertThat(DashboardFiles.load("").pages())
                .containsExactly("/", "/mortality", "/compare", "/causes", "/environment", "/feeding", "/treatments",
                "/biomass", "/sites", "/data", "/explore", "/administration", "/mine",
                "/month", "/sites/{id}");
    }

    @Test
    void aPageMayRunOnlyTheServersOwnScriptsAndHasNoneInline() {
        HttpResponse<String> page = get("/");
        String policy = page.headers().firstValue("Content-Security-Policy").orElseThrow();

        assertThat(policy).contains("default-src 'none'", "script-src 'self'", "style-src 'self'",
                "connect-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe", "*", "http");
        assertThat(page.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(page.body()).doesNotContain("<style", "style=", "onclick", "{base}");
        assertThat(page.body().replaceAll("<script type=\"module\" src=\"[^\"]+\"></script>", ""))
                .doesNotContain("<script");
    }

    @Test
    void aPageIsNotSentAgainToWhoHasIt() {
        String tag = get("/").headers().firstValue("ETag").orElseThrow();

        assertThat(server.send(server.request("/mortality").header("If-None-Match", tag)).statusCode()).isEqualTo(304);
        assertThat(server.send(server.request("/mortality").header("If-None-Match", "W/" + tag)).statusCode())
                .isEqualTo(304);
        assertThat(server.send(server.request("/mortality").header("If-None-Match", "\"other\"")).statusCode())
                .isEqualTo(200);
    }

    @Test
    void filesMayBeKeptForGoodSinceTheirAddressChangesWithThem() {
        assertThat(files()).hasSizeGreaterThan(4).allSatisfy(address -> {
            HttpResponse<String> file = get(address);
            assertThat(file.statusCode()).isEqualTo(200);
            assertThat(file.headers().firstValue("Cache-Control")).contains("public, max-age=31536000, immutable");
            assertThat(file.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith(DashboardFiles.mediaType(address));
        });
    }

    @ParameterizedTest
    @CsvSource({"/web/0123456789abcdef/js/main.js, 404", "/web/{hash}/js/nothing.js, 404",
            "/web/{hash}/index.html, 404",
        "/web/{hash}/../../openapi/base.yaml, 400", "/web/{hash}/%2e%2e/sql/families.yaml, 400", "/web/, 404",
        "/v3/nothing, 401", "/nothing, 404", "/mortality/nothing, 404"})
    void anythingElseIsAnErrorInJson(String path, int status) {
        HttpResponse<String> answer = get(path.replace("{hash}", DashboardFiles.load("").hash()));

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(answer.headers().firstValue("Content-Security-Policy"))
                .contains("default-src 'none'; frame-ancestors 'none'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/mortality", "/web/x/js/main.js"})
    void canOnlyBeRead(String path) {
        HttpResponse<String> answer = server.send(server.request(path).method("DELETE", BodyPublishers.noBody()));

        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(answer.headers().firstValue("Allow")).contains("GET, HEAD");
    }

    @Test
    void theSettingsNameTheAuthorityWhereTheOperatorDoes(@TempDir Path other) {
        assertThat(get("/web/settings.json").body())
                .isEqualTo("{\"provider\":null,\"companies\":null,\"authority\":null}");

        try (GuardedServer named = new GuardedServer(other, Map.of("dashboard.authority-name", "Statens tall"))) {
            assertThat(named.send(named.request("/web/settings.json")).body())
                    .isEqualTo("{\"provider\":null,\"companies\":null,\"authority\":\"Statens tall\"}");
        }
    }

    /** 300 KB are what the first view may take, without the charts. */
    @Test
    void theFirstViewIsSmallWhenCompressed() {
        DashboardFiles files = DashboardFiles.load("");

        int all = files.names().stream().filter(name -> !name.equals(DashboardFiles.CHARTS))
                .mapToInt(name -> files.content(name, ContentCoding.GZIP).orElseThrow().length).sum();

        assertThat(all).isBetween(10_000, 300_000);
        assertThat(files.content(DashboardFiles.CHARTS, ContentCoding.GZIP).orElseThrow().length)
                .isBetween(100_000, 400_000);
    }

    @ParameterizedTest
    @CsvSource({"/, /", "/mortality, /mortality", "/sites/10001, /sites/{id}",
            "/web/0123456789abcdef/js/main.js, none"})
    void aPageIsARouteInTheLogAndInMetrics(String path, String route) {
        get(path);

        // it is told after the answer was sent
        server.await(event -> event instanceof Event.RequestAnswered answered && answered.path().equals(path), 1);
        assertThat(server.events.stream().filter(Event.RequestAnswered.class::isInstance)
                .map(Event.RequestAnswered.class::cast)
                .filter(each -> each.path().equals(path)).map(Event.RequestAnswered::route)).isNotEmpty()
                .containsOnly(route);
    }

    @Test
    void compressedFilesSaySo() {
        HttpResponse<String> file = server.send(server.request(files().getLast()).header("Accept-Encoding", "gzip"));

        assertThat(file.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(file.headers().firstValue("Vary")).contains("Accept-Encoding");
    }
}
