package io.tidemark.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.JavaProcess;
import io.tidemark.server.http.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo as a process of its own: what it prints works and holds no secret, and a stop signal ends it. */
class DemoProcessTest {

    private static final int LINES = 7;
    private static final Pattern CURL = Pattern.compile("(?:try|or) +curl -s((?: -H \"[^\"]+\")+) '([^']+)'");
    private static final Pattern HEADER = Pattern.compile("-H \"([^:]+): ([^$\"]*)\\$\\(cat ([^)]+)\\)\"");

    @TempDir
    Path folder;

    private Process start(int sites, String... more) throws IOException {
        List<String> words = new ArrayList<>(List.of("demo", "--dir", folder.resolve("demo").toString(), "--port", "0",
                "--sites", Integer.toString(sites)));
        words.addAll(List.of(more));
        return JavaProcess.of(Tidemark.class, words.toArray(String[]::new))
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void theRequestsThatItPrintsWork() throws Exception {
        // so many that an area has figures to show
        Process demo = start(90);
        try (BufferedReader out = demo.inputReader()) {
            List<String> lines = out.lines().limit(LINES).toList();
            assertThat(lines).hasSize(LINES);
            List<Path> secrets;
            try (Stream<Path> files = Files.list(folder.resolve("demo/secrets"))) {
                secrets = files.toList();
            }
            // a token and a password of each of four users, three of the client, a key
            assertThat(secrets).hasSize(12);
            for (Path secret : secrets) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret))).isEqualTo("rw-------");
                assertThat(String.join("\n", lines)).doesNotContain(Files.readString(secret).strip());
            }
            List<Matcher> curls = lines.stream().map(CURL::matcher).filter(Matcher::matches).toList();
            assertThat(curls).hasSize(2);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("demo"))))
                    .isEqualTo("rwx------");
            for (Matcher curl : curls) {
                HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(curl.group(2)));
                for (MatchResult header : HEADER.matcher(curl.group(1)).results().toList()) {
                    request.header(header.group(1), header.group(2) + Files.readString(Path.of(header.group(3)))
                            .strip());
                }
                HttpResponse<String> answer = send(request);

                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
                assertThat(Json.MAPPER.readTree(answer.body()).get("data")).isNotEmpty()
                        .allSatisfy(row -> assertThat(row.get("platform_area_name").asText()).isEqualTo("Vest"));
            }
            String query = lines.getLast().replaceFirst("^or +tidemark ", "");
            CommandRun run = CommandRun.of(query.split(" "));
            assertThat(run.out()).as(run.text()).contains("Vest");
        } finally {
            demo.destroy();
        }
        assertThat(demo.waitFor(5, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void aProgramGetsOneDocument() throws Exception {
        // one that was made beforehand, as every folder is
        Files.createDirectory(folder.resolve("demo"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        Process demo = start(3, "--json");
        try (BufferedReader out = demo.inputReader()) {
            JsonNode document = Json.MAPPER.readTree(out.readLine());
            String token = Files.readString(Path.of(document.at("/users/0/token_file").asText())).strip();
            HttpResponse<String> answer = send(HttpRequest.newBuilder(URI.create(document.get("address").asText()
                    + "/health/details"))
                    .header("Authorization", "Bearer " + token));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(document.get("users")).extracting(user -> user.get("role").asText())
                    .containsExactly("admin", "analyst", "farmer", "readonly");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("demo"))))
                    .isEqualTo("rwx------");
        } finally {
            demo.destroy();
        }
        assertThat(demo.waitFor(5, TimeUnit.MINUTES)).isTrue();
    }
}
