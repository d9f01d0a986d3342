package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.server.openapi.OpenApiDocument;
import io.tidemark.server.route.RouteCatalog;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A running server describes itself, without a snapshot and without signing in. */
class OpenApiServiceTest {

    private static LiveServer server;

    @BeforeAll
    static void start(@TempDir Path folder) {
        server = LiveServer.start(folder, LocalDate.of(2026, 3, 1));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static HttpRequest.Builder request() {
        return HttpRequest.newBuilder(server.uri("/openapi"));
    }

    @ParameterizedTest
    @CsvSource({", application/json", "application/json, application/json", "application/yaml, application/yaml",
        "text/html;q=0.9, ", "'text/html,*/*;q=0.1', application/json"})
    void comesAsTheClientAccepts(String accept, String type) throws IOException {
        HttpResponse<String> answer = server.send(accept == null ? request() : request().header("Accept", accept));

        if (type == null) {
            assertThat(answer.statusCode()).isEqualTo(406);
        } else {
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type")).contains(type);
            assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
            JsonNode document = type.endsWith("json") ? LiveServer.json(answer) : new YAMLMapper()
                    .readTree(answer.body());
            assertThat(document.at("/openapi").asText()).isEqualTo("3.1.0");
            assertThat(document.at("/paths").size())
                    .isEqualTo(OpenApiDocument.of(RouteCatalog.load(null), false).tree().at("/paths").size());
        }
    }

    // Helidon's names of the formats; they count more than Accept
    @ParameterizedTest
    @CsvSource({"json, application/json", "JSON, application/json", "yaml, application/yaml", "yml, application/yaml"})
    void comesInTheFormatThatIsAskedFor(String format, String type) throws IOException {
        HttpResponse<String> answer = server.send(HttpRequest.newBuilder(server.uri("/openapi?format=" + format))
                .header("Accept", "text/html"));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().allValues("Content-Type")).containsExactly(type);
        assertThat(answer.body()).isEqualTo(server.send(request().header("Accept", type)).body());
        assertThat(server.send(HttpRequest.newBuilder(server.uri("/openapi?format=" + format)).header("If-None-Match",
                answer.headers().firstValue("ETag").orElseThrow())).statusCode()).isEqualTo(304);
    }

    @ParameterizedTest
    @ValueSource(strings = {"format=xml", "format=", "format"})
    void otherFormatsAreRefused(String query) {
        HttpResponse<String> answer = server.send(HttpRequest.newBuilder(server.uri("/openapi?" + query)));

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("must be json, yaml or yml");
    }

    // whatever Helidon's feature would do with it
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET     | /openapi/                     | 404
            GET     | /openapi/?format=xml          | 404
            GET     | /openapi/?format=yaml         | 404
            GET     | /openapi?format=json&format=yaml | 400
            GET     | /openapi?FORMAT=yaml          | 200
            GET     | /openapi?format=%             | 400
            GET     | /openapi?format=%ff           | 400
            GET     | /openapi?%zz=1                | 400
            GET     | /openapi?x=%                  | 400
            GET     | /openapi/ui                   | 404
            GET     | /openapi/ui/index.html        | 404
            GET     | /openapi.json                 | 404
            GET     | /openapi.yaml                 | 404
            GET     | /OPENAPI                      | 404
            GET     | /%6fpenapi                    | 200
            GET     | /%6fpenapi?format=xml         | 400
            GET     | /openapi;a=b?format=xml       | 400
            HEAD    | /openapi                      | 200
            HEAD    | /openapi?format=yaml          | 200
            HEAD    | /openapi?format=xml           | 400
            POST    | /openapi                      | 405
            POST    | /openapi?format=json          | 405
            PUT     | /openapi?format=json          | 405
            DELETE  | /openapi/                     | 404
            OPTIONS | /openapi                      | 405
            OPTIONS | /openapi?format=json          | 405
            """)
    void otherPathsAndMethods(String method, String target, int status) throws IOException {
        RawAnswer answer = raw(method, target);

        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.text().toLowerCase(Locale.ROOT)).doesNotContain("exception", "io.helidon", "access-control");
        if (method.equals("HEAD")) {
            assertThat(answer.text()).endsWith("\r\n\r\n");
        }
        if (status == 405) {
            assertThat(answer.text()).containsIgnoringCase("\r\nallow: GET");
        }
    }

    private record RawAnswer(int status, String text) {}

    /** A request as written: a client would mend some of them. */
    private static RawAnswer raw(String method, String target) throws IOException {
        try (Socket socket = new Socket(server.uri("/").getHost(), server.uri("/").getPort())) {
            socket.setSoTimeout(120_000);
            socket.getOutputStream().write((method + " " + target
                    + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                    + "Origin: https://elsewhere.test\r\nContent-Length: 0\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            String text = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new RawAnswer(Integer.parseInt(text.substring(9, 12)), text);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "x,{tag},y"                 | 200
            "x,",{tag}                  | 304
            ,, ,{tag},                  | 304
            {tag                        | 200
            *, "x"                      | 200
            W/*                         | 200
            """)
    void tagsAreReadWhole(String header, int status) {
        String tag = server.send(request()).headers().firstValue("ETag").orElseThrow();

        String sent = header.replace("{tag}", header.contains("x,{tag},y") ? tag.replace("\"", "") : tag)
                .replace("{tag", tag.substring(0, 20));
        assertThat(server.send(request().header("If-None-Match", sent)).statusCode()).isEqualTo(status);
    }

    @Test
    void aListOfTagsMayBeLong() {
        String tag = server.send(request()).headers().firstValue("ETag").orElseThrow();

        assertThat(server.send(request().header("If-None-Match", "\"other\", ".repeat(800) + tag)).statusCode())
                .isEqualTo(304);
        assertThat(server.send(request().header("If-None-Match", ",".repeat(8_000))).statusCode()).isEqualTo(200);
    }

    @Test
    void pagesOfOtherOriginsGetNoAnswerThatTheirBrowserWouldShow() {
        HttpResponse<String> answer = server.send(request().header("Origin", "https://elsewhere.test"));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
    }

    /** A proxy that compresses an answer makes its tag weak; the client then sends it back so. */
    @ParameterizedTest
    @ValueSource(strings = {"{tag}", "W/{tag}", "\"other\", W/{tag}", "*"})
    void isNotSentAgainToWhoHasIt(String header) {
        String tag = server.send(request()).headers().firstValue("ETag").orElseThrow();

        HttpResponse<String> again = server.send(request().header("If-None-Match", header.replace("{tag}", tag)));

        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(again.headers().firstValue("ETag")).contains(tag);
    }

    @Test
    void theOtherFormHasAnotherTag() {
        String tag = server.send(request()).headers().firstValue("ETag").orElseThrow();

        assertThat(server.send(request().header("Accept", "application/yaml").header("If-None-Match", tag))
                .statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"/docs/, text/html", "/docs/routes/v3/mortality/areas/week.html, text/html", "/docs/site.css, text/css",
        "/docs/swagger/swagger-ui-bundle.js, text/javascript", "/docs/openapi.json, application/json",
                "/docs/images/cells.svg, image/svg+xml"})
    void theDocumentationIsServedToo(String path, String type) {
        HttpResponse<String> page = server.send(HttpRequest.newBuilder(server.uri(path)));

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Type").orElse("")).startsWith(type);
        assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
                .contains("default-src 'none'", "script-src 'self'");
        String tag = page.headers().firstValue("ETag").orElseThrow();
        assertThat(List.of(tag, "W/" + tag)).allSatisfy(sent -> {
            HttpResponse<String> again = server.send(HttpRequest.newBuilder(server.uri(path))
                    .header("If-None-Match", sent));
            assertThat(again.statusCode()).isEqualTo(304);
            // a browser takes it over into the page that it has kept
            assertThat(again.headers().firstValue("Content-Security-Policy"))
                    .isEqualTo(page.headers().firstValue("Content-Security-Policy"));
        });
    }

    @ParameterizedTest
    @CsvSource({"/docs, 301", "/docs/none.html, 404", "/docs/%2e%2e/pom.xml, 400"})
    void thereIsNothingElse(String path, int status) {
        assertThat(server.send(HttpRequest.newBuilder(server.uri(path))).statusCode()).isEqualTo(status);
    }

    /** The address decides where it names a language, else the browser does. */
    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            /docs/answers.html,       nb-NO, 302, /docs/nb/answers.html,         true
            /docs/answers.html,       en,    200, <html lang="en">,              true
            /docs/answers.html,       -,     200, <html lang="en">,              true
            /docs/,                   nn,    302, /docs/nb/index.html,           true
            /docs/nb/,                en,    200, <html lang="nb">,              false
            /docs/nb/answers.html,    en,    200, <html lang="nb">,              false
            /docs/en/answers.html,    nb,    200, <html lang="en">,              false
            /docs/deliveries.html,    nb,    200, <html lang="en">,              false
            /docs/nb/deliveries.html, nb,    302, /docs/deliveries.html,         false
            /docs/nb,                 nb,    302, /docs/nb/,                     false
            /docs/nb/none.html,       nb,    404, No page /docs/nb/none.html,    false
            """)
    void guidesComeInTheReadersLanguage(String path, String language, int status, String what, boolean varies) {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(path));
        HttpResponse<String> page = server.send(language == null
                ? request : request.header("Accept-Language", language));

        assertThat(page.statusCode()).isEqualTo(status);
        assertThat(status == 302 ? page.headers().firstValue("Location").orElse("") : page.body()).contains(what);
        assertThat(page.headers().allValues("Vary").contains("Accept-Language")).isEqualTo(varies);
        if (status != 404) {
            assertThat(page.headers().firstValue("Cache-Control")).contains("no-cache");
        }
        if (status == 200) {
            HttpRequest.Builder again = HttpRequest.newBuilder(server.uri(path))
                    .header("If-None-Match", page.headers().firstValue("ETag").orElseThrow());
            HttpResponse<String> unchanged = server.send(language == null
                    ? again : again.header("Accept-Language", language));
            assertThat(unchanged.statusCode()).isEqualTo(304);
            assertThat(unchanged.headers().allValues("Vary")).isEqualTo(page.headers().allValues("Vary"));
        }
    }

    @Test
    void canOnlyBeRead() {
        assertThat(server.send(request().POST(HttpRequest.BodyPublishers.ofString("{}"))).statusCode()).isEqualTo(405);
    }
}
