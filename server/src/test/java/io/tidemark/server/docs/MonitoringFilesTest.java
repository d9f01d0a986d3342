package io.tidemark.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.tidemark.server.http.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** Rules and dashboard ask for metrics that there are. */
class MonitoringFilesTest {

    private static final Path FOLDER = Path.of("../docs/monitoring");
    private static final Pattern METRIC = Pattern.compile("\\b(?:tidemark|jvm|process|system)_[a-z0-9_]+\\b");

    // MetricsListenerTest holds the page against a running server; some names are there only after the first query
    private static Set<String> known() throws Exception {
        Set<String> known = new HashSet<>(asked(Files.readString(Path.of("../docs/operations.md"))));
        for (String name : List.copyOf(known)) {
            if (name.endsWith("_seconds")) {
                known.addAll(List.of(name + "_bucket", name + "_count", name + "_sum"));
            }
        }
        return known;
    }

    private static Set<String> asked(String expression) {
        return METRIC.matcher(expression).results().map(MatchResult::group).collect(Collectors.toSet());
    }

    private static List<String> panelExpressions() throws IOException {
        JsonNode dashboard = Json.MAPPER.readTree(FOLDER.resolve("dashboard.json").toFile());
        List<String> expressions = new ArrayList<>();
        dashboard.get("panels").forEach(panel ->
                panel.get("targets").forEach(target -> expressions.add(target.get("expr").asText())));
        return expressions;
    }

    @Test
    void everyAlertAsksForMetricsThatThereAreAndSaysWhatToDo() throws Exception {
        JsonNode rules = new ObjectMapper(new YAMLFactory()).readTree(FOLDER.resolve("alerts.yaml").toFile())
                .at("/groups/0/rules");
        assertThat(rules).hasSizeGreaterThan(8);
        Set<String> known = known();
        for (JsonNode rule : rules) {
            assertThat(known).as(rule.get("alert").asText()).containsAll(asked(rule.get("expr").asText()));
            assertThat(rule.at("/annotations/summary").asText()).isNotEmpty();
            assertThat(rule.at("/annotations/action").asText()).isNotEmpty();
            assertThat(rule.at("/labels/severity").asText()).isIn("critical", "warning");
        }
    }

    @Test
    void everyAlertHasItsLineInTheRunbook() throws Exception {
        List<String> alerts = new ArrayList<>();
        new ObjectMapper(new YAMLFactory()).readTree(FOLDER.resolve("alerts.yaml").toFile()).at("/groups/0/rules")
                .forEach(rule -> alerts.add(rule.get("alert").asText()));
        List<String[]> lines = Files.readAllLines(Path.of("../docs/runbook.md")).stream()
                .filter(line -> line.startsWith("| `Tidemark")).map(line -> line.split(" \\| ")).toList();
        assertThat(lines.stream().map(line -> line[0].replaceAll("[|` ]", ""))).containsExactlyElementsOf(alerts);
        assertThat(lines).allSatisfy(line -> assertThat(line).as(line[0]).hasSize(4)
                .allSatisfy(part -> assertThat(part.length()).isGreaterThan(6)));
    }

    @Test
    void everyPanelAsksForMetricsThatThereAre() throws Exception {
        List<String> expressions = panelExpressions();
        assertThat(expressions).hasSizeGreaterThan(12).allSatisfy(text -> assertThat(text).isNotEmpty());
        assertThat(known()).containsAll(expressions.stream().flatMap(text -> asked(text).stream()).toList());
        // what ends slowly is seen before its alert comes
        assertThat(expressions).contains("tidemark_disk_free_bytes", "tidemark_certificate_days_left",
                "tidemark_late_companies", "tidemark_late_sites",
                "tidemark_deliveries_rejected", "tidemark_deliveries_failed", "tidemark_waiting_share",
                "tidemark_damaged_files", "time() - (tidemark_verified_timestamp_seconds > 0)");
    }

    @Test
    void prometheusTakesTheRulesAndWhatThePanelsAsk(@TempDir Path folder) throws Exception {
        StringBuilder panels = new StringBuilder("groups:\n  - name: panels\n    rules:\n");
        for (String expression : panelExpressions()) {
            panels.append("      - {record: panel, expr: ").append(Json.MAPPER.writeValueAsString(expression))
                    .append("}\n");
        }
        Path written = Files.writeString(folder.resolve("panels.yaml"), panels);
        assertThat(promtool("check", "rules", FOLDER.resolve("alerts.yaml").toString())).contains("SUCCESS");
        assertThat(promtool("check", "rules", "--lint=none", written.toString())).contains("SUCCESS");
    }

    @Test
    void theRulesAlertWhenTheyShouldAndAtNoOtherTime(@TempDir Path folder) throws Exception {
        Files.copy(FOLDER.resolve("alerts.yaml"), folder.resolve("alerts.yaml"));
        for (String name : List.of("cases.yaml", "month.yaml")) {
            Path cases = Files.copy(Path.of("src/test/resources/monitoring", name), folder.resolve(name));
            assertThat(promtool("test", "rules", cases.toString())).as(name).contains("SUCCESS");
        }
    }

    private static String promtool(String... words) throws Exception {
        Process promtool;
        try {
            promtool = new ProcessBuilder(Stream.concat(Stream.of("promtool"), Stream.of(words)).toList())
                    .redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new TestAbortedException("no promtool on this machine (Debian: prometheus)", e);
        }
        String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(promtool.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(promtool.exitValue()).as(said).isZero();
        return said;
    }
}
