package io.tidemark.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.server.FolderCopy;
import io.tidemark.server.cli.console.FailureReport;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Broken deliveries of the failure lab through the command: its exit code, what it prints, and no stack trace. */
class FailureLabExitTest {

    private static final Path LAB = Path.of("../ingest/src/test/resources/failure-lab");

    @TempDir
    private static Path made;

    @TempDir
    private Path folder;

    @BeforeAll
    static void fillTheLake() {
        assertThat(ingest("base", made).code()).isZero();
    }

    @BeforeEach
    void copy() throws IOException {
        FolderCopy.copy(made.resolve("lake"), folder.resolve("lake"));
    }

    private CommandRun ingest(String name) {
        return ingest(name, folder);
    }

    private static CommandRun ingest(String name, Path folder) {
        return CommandRun.of("ingest", LAB.resolve(name).resolve("delivery").toString(), "--lake",
                folder.resolve("lake").toString(), "--today", "2026-06-30");
    }

    @ParameterizedTest
    @ValueSource(strings = {"open-quote", "half-gzip", "gzip-and-more", "missing-column", "unknown-farmer",
            "terminal-codes",
        "nothing-to-take-in", "few-bad-rows"})
    void endsAsTheLabSays(String name) throws IOException {
        JsonNode expected = new ObjectMapper(new YAMLFactory())
                .readTree(LAB.resolve(name).resolve("expected.yaml").toFile());
        SnapshotId before = Lake.at(folder.resolve("lake")).currentId().orElseThrow();
        CommandRun run = ingest(name);
        assertThat(run.code()).as(run.text()).isEqualTo(expected.path("exit").asInt(-1));
        expected.path("failures").forEach(reason -> assertThat(run.text()).contains(reason.asText()));
        assertThat(run.text()).doesNotContain("Exception", "\tat ", "\u001b");
        if (run.code() == FailureReport.REJECTED) {
            assertThat(run.text()).contains("REJECTED: nothing of this delivery is published");
            assertThat(Lake.at(folder.resolve("lake")).currentId()).contains(before);
        }
    }

    @Test
    void aFileThatTheLakeHasIsNothingNew() {
        CommandRun run = ingest("same-again");
        assertThat(run.code()).isZero();
        assertThat(run.text()).contains("nothing new: the delivery changes nothing, the published snapshot is unchanged");
    }
}
