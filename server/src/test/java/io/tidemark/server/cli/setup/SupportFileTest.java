package io.tidemark.server.cli.setup;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.cli.CommandRun;
import io.tidemark.server.http.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A support file says what is wrong with an installation, and neither a secret nor who asked what. */
class SupportFileTest {

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final List<String> SHOWN = List.of(
            "2026-03-01T02:15:00.123 WARNING io.tidemark.snapshot: snapshot S1 is served unmarked",
            "2026-03-01T02:15:00.123 SEVERE io.tidemark.tls: the certificate of CN=x expired",
            "2026-03-01T02:15:00.123 WARNING io.tidemark.querying: another logger",
            """
            {"time":"2026-03-01T02:15:00.123Z","level":"WARNING","logger":"io.tidemark.watch","message":"cannot be made"}""",
            """
            {"time":"2026-03-01T02:15:00.123Z","level":"ERROR","logger":"io.tidemark.routes","message":"cannot be served"}""");
    // what callers sent, and names of loggers and levels among it
    private static final List<String> LEFT_OUT = List.of(
            "2026-03-01T02:15:00.123 INFO io.tidemark.access: 10.0.0.7 GET /v3/x SEVERE io.tidemark.tls: x 200 7 ms",
            "2026-03-01T02:15:00.123 WARNING io.tidemark.audit: sign-in refused PASSWORD by 10.0.0.7",
            "2026-03-01T02:15:00.123 WARNING io.tidemark.query: slow query /v3/x of kari: values {areas=a WARNING io.tidemark.tls: b ERROR c}",
            "a plan WARNING io.tidemark.tls: x",
            "  SEVERE io.tidemark.tls: x",
            """
            {"time":"2026-03-01T02:15:00.123Z","level":"WARNING","logger":"io.tidemark.query","message":"kari ERROR io.tidemark.tls: x"}""",
            """
            {"time":"2026-03-01T02:15:00.123Z","level":"WARNING","logger":"io.tidemark.audit","message":"\\"level\\":\\"ERROR\\",\\"logger\\":\\"x\\""}""",
            """
            {"time":"2026-03-01T02:15:00.123Z","level":"INFO","logger":"io.tidemark.access","message":"SEVERE io.tidemark.tls: x"}""");

    @TempDir
    Path folder;

    private List<String> prints(List<String> lines) throws IOException {
        return List.of("cat", Files.write(folder.resolve("journal"), lines).toString());
    }

    @Test
    void ofTheLogThereAreWarningsAndErrorsButNotWhoAskedWhat() throws Exception {
        List<String> all = new ArrayList<>(LEFT_OUT);
        all.addAll(SHOWN);
        all.addAll(LEFT_OUT);
        assertThat(SupportFile.log(prints(all), LONG).lines()).containsExactlyElementsOf(SHOWN);
        assertThat(SupportFile.log(prints(LEFT_OUT), LONG)).startsWith("journalctl has no warning or error");
    }

    @Test
    void aLogThatDoesNotEndIsNotWaitedFor() throws Exception {
        String line = SHOWN.getFirst();
        assertThat(SupportFile.log(List.of("sh", "-c", "echo '" + line + "'; exec sleep 300"), Duration.ofSeconds(3)))
                .isEqualTo(line + "\njournalctl was stopped after 3 s; there may be more\n");
        assertThat(SupportFile.log(List.of("sh", "-c", "echo '" + line + "'; exit 3"), LONG)).isEqualTo(line + "\njournalctl ended with 3; there may be more\n");
    }

    @Test
    void theFileIsItsOwnersAndHasNoSecret() throws Exception {
        Path config = Files.writeString(folder.resolve("tidemark.yaml"), """
                watch:
                  webhook: https://hook.example.org/?token=T0KEN
                  webhook-secret: a secret of the hook
                """);
        Path file = folder.resolve("support.zip");
        String[] words = {"support", file.toString(), "--config", config.toString(), "--lake", folder.resolve("lake").toString(), "--state",
            Files.createDirectory(folder.resolve("state")).toString(), "--json"};

        CommandRun run = CommandRun.of(words);

        assertThat(run.code()).as(run.err()).isZero();
        JsonNode said = Json.MAPPER.readTree(run.out());
        Map<String, String> parts = parts(file);
        assertThat(said.get("parts")).extracting(JsonNode::asText).containsExactlyElementsOf(parts.keySet());
        assertThat(parts.keySet()).containsExactly("versions.txt", "configuration.yaml", "doctor.txt", "snapshots.txt", "metrics.txt", "log.txt");
        assertThat(parts.get("configuration.yaml")).contains("# set, not shown: webhook: ***", "# set, not shown: webhook-secret: ***",
                "lake: " + folder.resolve("lake"));
        assertThat(parts.get("snapshots.txt")).startsWith("0 snapshots, the newest 0 follow");
        assertThat(parts.get("metrics.txt")).isEqualTo("metrics.port is not set\n");
        assertThat(String.join("\n", parts.values())).doesNotContain("T0KEN", "a secret of the hook");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
        assertThat(CommandRun.of(words).code()).as("it is there already").isEqualTo(2);
    }

    private static Map<String, String> parts(Path file) throws IOException {
        Map<String, String> parts = new LinkedHashMap<>();
        try (ZipFile zip = new ZipFile(file.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                parts.put(entry.getName(), new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return parts;
    }
}
