package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.JOSEException;
import io.tidemark.server.identity.provider.TestProvider;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A server below a path, as behind a proxy that passes the path on: every address that it gives is below the path too.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
final class BasePathTest extends InChromium {

    private static final String BASE = "/benchmark";

    @TempDir
    static Path folder;

    @AutoClose
    private static TestProvider provider;
    @AutoClose
    private static LiveServer server;

    @BeforeAll
    static void start() throws JOSEException {
        provider = TestProvider.withSignIn();
        Map<String, String> settings = new HashMap<>(provider.signInSettings());
        settings.put("server.base-path", BASE);
        server = LiveServer.start(folder, FjordDelivery.TODAY, settings)
                .ingest(FjordDelivery.write(folder.resolve("delivery")));
    }

    private static HttpResponse<String> get(String path) {
        return server.send(HttpRequest.newBuilder(server.uri(path)));
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            /benchmark/,                            200
            /benchmark/mortality,                   200
            /benchmark/sites/10001,                 200
            /benchmark/web/settings.json,           200
            /benchmark/docs/,                       200
            /benchmark/docs/openapi.json,           200
            /benchmark/openapi,                     200
            /benchmark/health/ready,                200
            /benchmark/.well-known/jwks.json,       200
            /benchmark/v3/common/site,              401
            /benchmark/v3/auth/userinfo,            401
            /benchmark/nowhere,                     404
            /benchmark/benchmark/openapi,           404
            /benchmarks/openapi,                    404
            /Benchmark/openapi,                     404
            /health,                                200
            /health/live,                           200
            /health/ready,                          200
            /,                                      404
            /openapi,                               404
            /docs/,                                 404
            /v3/common/nowhere,                     404
            /web/settings.json,                     404
            """)
    void everythingIsBelowThePathAndOnlyHealthBesideIt(String path, int status) {
        HttpResponse<String> answer = get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    }

    @ParameterizedTest
    @CsvSource({"/benchmark, /benchmark/", "/benchmark?areas=A2, /benchmark/?areas=A2",
            "/benchmark/docs, /benchmark/docs/"})
    void redirectsStayBelowIt(String from, String to) {
        HttpResponse<String> answer = get(from);
        assertThat(answer.statusCode()).isEqualTo(301);
        assertThat(answer.headers().firstValue("Location")).contains(to);
    }

    @Test
    void guidesInTheReadersLanguageAreBelowIt() {
        HttpResponse<String> answer = server.send(HttpRequest.newBuilder(server.uri(BASE + "/docs/answers.html"))
                .header("Accept-Language", "nb"));
        assertThat(answer.statusCode()).isEqualTo(302);
        assertThat(answer.headers().firstValue("Location")).contains(BASE + "/docs/nb/answers.html");
    }

    @Test
    void addressesInAnswersAreBelowIt() {
        HttpResponse<String> first = server.get(BASE + "/v3/common/site?limit=1", "admin");
        String link = first.headers().firstValue("Link").orElseThrow();
        assertThat(link).startsWith("<" + BASE + "/v3/common/site?");
        HttpResponse<String> second = server.get(link.substring(1, link.indexOf('>')), "admin");
        assertThat(second.statusCode()).isEqualTo(200);
        assertThat(second.body()).isNotEqualTo(first.body());

        for (String path : new String[] {"/openapi?format=json", "/docs/openapi.json"}) {
            assertThat(LiveServer.json(get(BASE + path)).at("/servers/0/url").asText()).isEqualTo(BASE);
        }
        JsonNode metadata = LiveServer.json(get(BASE + "/.well-known/openid-configuration"));
        assertThat(metadata.get("token_endpoint").asText()).endsWith(BASE + "/v3/auth/token")
                .startsWith("http://127.0.0.1:");
        assertThat(metadata.get("jwks_uri").asText()).endsWith(BASE + "/.well-known/jwks.json");
        assertThat(get(BASE + "/").body()).contains("src=\"" + BASE + "/web/").doesNotContain("\"/web/");
        assertThat(get(BASE + "/").headers().firstValue("Set-Cookie")).isEmpty();
    }

    @Test
    void theDashboardWorksBelowIt() {
        DashboardPage page = browser.browse(server);
        List<String> sent = new CopyOnWriteArrayList<>();
        page.page.onRequest(request -> sent.add(URI.create(request.url()).getPath()));
        page.signIn(BASE + "/mortality", "farmer:F1");
        assertThat(page.page.url()).contains(BASE + "/mortality");
        assertThat(page.page.locator("[data-card]").count()).isPositive();

        page.to(BASE + "/sites");
        assertThat(page.page.url()).contains(BASE + "/sites");
        page.page.goBack();
        page.page.waitForSelector("nav.pages a[aria-current][href^='" + BASE + "/mortality']");
        assertThat(sent).anyMatch(each -> each.startsWith(BASE + "/v3/mortality/"))
                .allMatch(each -> each.startsWith(BASE + "/"));
        assertThat(page.complaints).isEmpty();
    }

    @Test
    void aReaderComesBackFromTheProviderToTheAddressThatWasLeft() {
        provider.codes().spoil("").asked.clear();
        DashboardPage page = browser.browse(server).open(BASE + "/explore?route=%2Fv3%2Fcommon%2Fgenerations");
        page.page.click("[data-tool=provider]");
        page.ready();

        assertThat(page.page.url()).endsWith(BASE + "/explore?route=%2Fv3%2Fcommon%2Fgenerations")
                .doesNotContain("code=");
        assertThat(page.page.locator(".user").innerText()).isEqualTo("kari");
        assertThat(provider.codes().asked).containsExactly("authorization_code");
        page.menu().page.click("[data-tool=sign-out]");
        page.page.waitForSelector("input[name=username]");
        assertThat(page.page.url()).contains(BASE + "/");
    }
}
