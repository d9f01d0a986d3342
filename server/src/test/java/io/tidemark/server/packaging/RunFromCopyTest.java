package io.tidemark.server.packaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code bin/build}: what runs from the sources runs from a copy of the jars, so that a build beside it takes nothing
 * from it.
 */
final class RunFromCopyTest {

    private static final Path BUILD = Path.of("../bin/build").toAbsolutePath();
    private static final String COPY = "set -euo pipefail; . \"$1\"; root=$2; java_home=$2; copy_build; "
            + "echo \"$run_folder\"; ";

    @TempDir
    private Path root;

    @BeforeEach
    void build() throws IOException {
        Files.createDirectories(root.resolve("server/target/lib"));
        Files.writeString(root.resolve("server/target/tidemark-server.jar"), "the server");
        Files.writeString(root.resolve("server/target/lib/tidemark-data.jar"), "the data");
        Files.writeString(root.resolve("server/target/lib/library-1.jar"), "a library");
    }

    @Test
    void aCleanBuildLeavesTheCopy() throws Exception {
        Path copy = copy("");
        deleteTarget();

        assertThat(copy.resolve("tidemark-server.jar")).hasContent("the server");
        assertThat(copy.resolve("lib/tidemark-data.jar")).hasContent("the data");
        assertThat(copy.resolve("lib/library-1.jar")).hasContent("a library");
    }

    @Test
    void aJarThatIsWrittenInPlaceLeavesTheCopy() throws Exception {
        Path copy = copy("");
        Files.writeString(root.resolve("server/target/lib/tidemark-data.jar"), "other data");
        Files.writeString(root.resolve("server/target/tidemark-server.jar"), "another server");

        assertThat(copy.resolve("lib/tidemark-data.jar")).hasContent("the data");
        assertThat(copy.resolve("tidemark-server.jar")).hasContent("the server");
    }

    @Test
    void theSameBuildIsCopiedOnce() throws Exception {
        assertThat(copy("")).isEqualTo(copy(""));
        assertThat(copies()).hasSize(1);
    }

    @Test
    void anotherBuildReplacesACopyThatNobodyRuns() throws Exception {
        Path before = copy("");
        Files.writeString(root.resolve("server/target/tidemark-server.jar"), "another server");
        Path after = copy("");

        assertThat(after).isNotEqualTo(before);
        assertThat(copies()).containsExactly(after);
    }

    @Test
    void whatAStoppedCopyLeftGoes() throws Exception {
        Files.createDirectories(root.resolve(".run/draft-a1b2c3/lib"));
        Path copy = copy("");

        assertThat(copies()).containsExactly(copy);
    }

    @Test
    void aCopyThatRunsStays() throws Exception {
        // cat takes the shell's place, as Java does, and ends with its input
        Process running = bash("exec cat");
        try {
            Path before = Path.of(running.inputReader(UTF_8).readLine());
            Files.writeString(root.resolve("server/target/tidemark-server.jar"), "another server");
            Path after = copy("");

            assertThat(copies()).containsExactlyInAnyOrder(before, after);
        } finally {
            running.outputWriter(UTF_8).close();
            running.waitFor();
        }
        assertThat(copies()).hasSize(2);
        Path last = copy("");
        assertThat(copies()).containsExactly(last);
    }

    private Path copy(String then) throws Exception {
        Process process = bash(then);
        process.outputWriter(UTF_8).close();
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        return Path.of(out.strip());
    }

    private Process bash(String then) throws IOException {
        return new ProcessBuilder(List.of("bash", "-c", COPY + then, "copy", BUILD.toString(), root.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    private List<Path> copies() throws IOException {
        try (Stream<Path> all = Files.list(root.resolve(".run"))) {
            return all.filter(Files::isDirectory).toList();
        }
    }

    private void deleteTarget() throws IOException {
        try (Stream<Path> all = Files.walk(root.resolve("server/target"))) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
