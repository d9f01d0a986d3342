package io.tidemark.server.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidemark.server.cli.CommandRun;
import io.tidemark.server.http.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The questions of the guide to assistants, asked as an assistant asks them, have the rows that the guide shows. */
class AssistantQuestionsTest {

    private static final LocalDate TODAY = LocalDate.of(2026, 11, 20);
    private static final Path GUIDE = Path.of("../docs/assistants.md");
    private static final Path NORWEGIAN = Path.of("../docs/nb/assistants.md");
    private static final Pattern CALL = Pattern.compile("```json\n(\\{\"route\".*)\n```\n\n```text\n((?s:.*?))```");

    @TempDir
    Path folder;

    @Test
    void theGuideShowsTheAnswers() throws IOException {
        new DemoLake(folder, TODAY, _ -> { }).make(60);
        String guide = Files.readString(GUIDE);
        List<MatchResult> calls = CALL.matcher(guide).results().toList();
        assertThat(calls).hasSize(12);
        List<String> answers = ask(calls.stream().map(call -> call.group(1)).toList());
        if (Boolean.getBoolean("golden.update")) {
            for (Path file : List.of(GUIDE, NORWEGIAN)) {
                Files.writeString(file, filled(Files.readString(file), answers));
            }
        }
        assertThat(calls.stream().map(call -> call.group(2)).toList()).isEqualTo(answers);
        assertThat(CALL.matcher(Files.readString(NORWEGIAN)).results().map(call -> call.group(1) + call.group(2)))
                .containsExactlyElementsOf(calls.stream().map(call -> call.group(1) + call.group(2)).toList());
    }

    private List<String> ask(List<String> calls) throws IOException {
        StringBuilder messages = new StringBuilder();
        for (String call : calls) {
            messages.append(new String(Json.bytes(Map.of("jsonrpc", "2.0", "id", 1, "method", "tools/call", "params",
                    Map.of("name", "query_route", "arguments", Json.MAPPER.readTree(call)))), StandardCharsets.UTF_8))
                    .append('\n');
        }
        CommandRun run = CommandRun.of(new ByteArrayInputStream(messages.toString().getBytes(StandardCharsets.UTF_8)),
                "mcp", "--lake", folder.resolve("lake").toString(), "--as", "farmer:F01", "--today", TODAY.toString());
        assertThat(run.code()).as(run.err()).isZero();
        List<String> answers = new ArrayList<>();
        for (String line : run.out().lines().toList()) {
            JsonNode table = Json.MAPPER.readTree(line).get("result").get("structuredContent");
            assertThat(table.has("rows")).as(line).isTrue();
            answers.add(text(table));
        }
        return answers;
    }

    /** The columns' names, then a row each line. */
    private static String text(JsonNode table) {
        List<JsonNode> lines = new ArrayList<>();
        lines.add(JsonNodeFactory.instance.arrayNode().addAll(table.get("columns").findValues("name")));
        table.get("rows").forEach(lines::add);
        return lines.stream().map(line -> StreamSupport.stream(line.spliterator(), false).map(JsonNode::asText)
                .collect(Collectors.joining(" | "))).collect(Collectors.joining("\n", "", "\n"));
    }

    private static String filled(String guide, List<String> answers) {
        Matcher calls = CALL.matcher(guide);
        StringBuilder text = new StringBuilder();
        for (String answer : answers) {
            assertThat(calls.find()).isTrue();
            calls.appendReplacement(text, Matcher.quoteReplacement("```json\n" + calls.group(1) + "\n```\n\n```text\n"
                    + answer + "```"));
        }
        return calls.appendTail(text).toString();
    }
}
