package io.tidemark.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.answer.Json;
import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The demo as a process of its own: what it prints works, and a stop signal ends it with 0. */
class DemoProcessTest {

    private static final Pattern CURL = Pattern.compile("  curl -s -H '(Authorization): ([^']+)' '([^']+)'");

    @TempDir
    Path folder;

    @Test
    @Timeout(120)
    void theRequestThatItPrintsWorks() throws Exception {
        Process demo = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"), Tidemark.class.getName(),
                "demo", "--dir", folder.resolve("demo").toString(), "--port", "0", "--sites", "26")
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (BufferedReader out = demo.inputReader()) {
            Matcher curl = out.lines().map(CURL::matcher).filter(Matcher::matches).findFirst().orElseThrow();
            HttpResponse<String> answer = HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create(curl.group(3)))
                    .header(curl.group(1), curl.group(2)).build(), HttpResponse.BodyHandlers.ofString());

            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            JsonNode rows = Json.MAPPER.readTree(answer.body()).get("data");
            assertThat(rows).isNotEmpty().allSatisfy(row -> assertThat(row.get("platform_area_name").asText()).isEqualTo("Vest"));
        } finally {
            demo.destroy();
        }
        assertThat(demo.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
}
