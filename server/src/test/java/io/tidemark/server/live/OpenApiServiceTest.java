package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.server.openapi.OpenApiDocument;
import io.tidemark.server.route.RouteCatalog;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
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
            JsonNode document = type.endsWith("json") ? LiveServer.json(answer) : new YAMLMapper().readTree(answer.body());
            assertThat(document.at("/openapi").asText()).isEqualTo("3.1.0");
            assertThat(document.at("/paths").size()).isEqualTo(OpenApiDocument.of(RouteCatalog.load(null), false).tree().at("/paths").size());
        }
    }

    // Helidon's names of the formats; they count more than Accept
    @ParameterizedTest
    @CsvSource({"json, application/json", "JSON, application/json", "yaml, application/yaml", "yml, application/yaml"})
    void comesInTheFormatThatIsAskedFor(String format, String type) throws IOException {
        HttpResponse<String> answer = server.send(HttpRequest.newBuilder(server.uri("/openapi?format=" + format)).header("Accept", "text/html"));

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

        assertThat(server.send(request().header("Accept", "application/yaml").header("If-None-Match", tag)).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"/docs/, text/html", "/docs/routes/v3/mortality/areas/week.html, text/html", "/docs/site.css, text/css",
        "/docs/swagger/swagger-ui-bundle.js, text/javascript", "/docs/openapi.json, application/json", "/docs/images/cells.svg, image/svg+xml"})
    void theDocumentationIsServedToo(String path, String type) {
        HttpResponse<String> page = server.send(HttpRequest.newBuilder(server.uri(path)));

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Type").orElse("")).startsWith(type);
        assertThat(page.headers().firstValue("Content-Security-Policy").orElse("")).contains("default-src 'none'", "script-src 'self'");
        String tag = page.headers().firstValue("ETag").orElseThrow();
        assertThat(List.of(tag, "W/" + tag)).allSatisfy(sent -> {
            HttpResponse<String> again = server.send(HttpRequest.newBuilder(server.uri(path)).header("If-None-Match", sent));
            assertThat(again.statusCode()).isEqualTo(304);
            // a browser takes it over into the page that it has kept
            assertThat(again.headers().firstValue("Content-Security-Policy")).isEqualTo(page.headers().firstValue("Content-Security-Policy"));
        });
    }

    @ParameterizedTest
    @CsvSource({"/docs, 301", "/docs/none.html, 404", "/docs/%2e%2e/pom.xml, 400"})
    void thereIsNothingElse(String path, int status) {
        assertThat(server.send(HttpRequest.newBuilder(server.uri(path))).statusCode()).isEqualTo(status);
    }

    @Test
    void canOnlyBeRead() {
        assertThat(server.send(request().POST(HttpRequest.BodyPublishers.ofString("{}"))).statusCode()).isEqualTo(405);
    }
}
