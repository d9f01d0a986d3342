package io.tidemark.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.answer.Json;
import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The demo as a process of its own: what it prints works, and a stop signal ends it with 0. */
class DemoProcessTest {

    private static final Pattern CURL = Pattern.compile("  curl -s((?: -H '[^']+')+) '([^']+)'");
    private static final Pattern HEADER = Pattern.compile("-H '([^:]+): ([^']+)'");

    @TempDir
    Path folder;

    @Test
    @Timeout(120)
    void theRequestsThatItPrintsWork() throws Exception {
        Process demo = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"), Tidemark.class.getName(),
                "demo", "--dir", folder.resolve("demo").toString(), "--port", "0", "--sites", "60")
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (BufferedReader out = demo.inputReader()) {
            List<Matcher> curls = out.lines().map(CURL::matcher).filter(Matcher::matches).limit(2).toList();
            for (Matcher curl : curls) {
                HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(curl.group(2)));
                HEADER.matcher(curl.group(1)).results().forEach(header -> request.header(header.group(1), header.group(2)));
                HttpResponse<String> answer =
                        HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());

                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
                assertThat(Json.MAPPER.readTree(answer.body()).get("data")).isNotEmpty()
                        .allSatisfy(row -> assertThat(row.get("platform_area_name").asText()).isEqualTo("Vest"));
            }
        } finally {
            demo.destroy();
        }
        assertThat(demo.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
}
