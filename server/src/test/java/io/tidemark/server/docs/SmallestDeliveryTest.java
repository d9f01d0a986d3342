package io.tidemark.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.server.cli.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The smallest delivery of the guide is taken as it is printed. */
class SmallestDeliveryTest {

    private static final Pattern FILE = Pattern.compile("`([a-z]+/[^`]+\\.csv)`[^\n]*:\n\n```csv\n(.*?)```",
            Pattern.DOTALL);

    @TempDir
    Path folder;

    @Test
    void isTaken() throws Exception {
        Matcher files = FILE.matcher(Files.readString(Path.of("../docs/deliveries.md")));
        while (files.find()) {
            Path file = folder.resolve("delivery").resolve(files.group(1));
            Files.createDirectories(file.getParent());
            Files.writeString(file, files.group(2));
        }

        CommandRun ingest = CommandRun.of("ingest", folder.resolve("delivery").toString(), "--lake",
                folder.resolve("lake").toString(), "--today", "2026-03-04", "--json");

        assertThat(ingest.code()).as(ingest.err()).isZero();
        JsonNode report = new ObjectMapper().readTree(ingest.out());
        assertThat(report.get("files")).hasSize(4).allSatisfy(file ->
                assertThat(file.get("rejected").asInt()).as(file.toString()).isZero());
        assertThat(report.get("no_benchmark").toString()).contains("1 farmer group has fish");
    }
}
