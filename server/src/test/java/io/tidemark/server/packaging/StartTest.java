package io.tidemark.server.packaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code bin/packaging/start}: which commands use Java's fast compiler alone, and that no broken AOT cache is noticed;
 * {@code bin/build}: that the cache is made.
 */
final class StartTest {

    private static final Path BUILD = Path.of("../bin/build").toAbsolutePath().normalize();
    private static final Path START = Path.of("../bin/packaging/start").toAbsolutePath();
    private static final Path OPTIONS = Path.of("../bin/packaging/java-options");
    private static final String FAST = "-XX:TieredStopAtLevel=1";

    @TempDir
    private Path folder;

    @Test
    void shortCommandsUseTheFastCompilerAlone() throws Exception {
        assertThat(compiler()).contains(FAST);
        assertThat(compiler("snapshot", "list")).contains(FAST);
        assertThat(compiler("serve")).doesNotContain(FAST);
        assertThat(compiler("demo", "--sites", "12")).doesNotContain(FAST);
        assertThat(compiler("generate", "--sites", "12")).doesNotContain(FAST);
    }

    @Test
    void aLargeIngestUsesBoth() throws Exception {
        Path small = Files.createDirectories(folder.resolve("small delivery"));
        Files.write(small.resolve("stock.csv"), new byte[100_000]);
        Path large = Files.createDirectories(folder.resolve("large/farmers/F01"));
        Files.write(large.resolve("stock.csv"), new byte[9_000_000]);
        assertThat(compiler("ingest", small.toString())).contains(FAST);
        assertThat(compiler("ingest", "large")).doesNotContain(FAST);
        // the command is no delivery, though a folder may have its name
        Path named = Files.createDirectories(folder.resolve("ingest"));
        Files.write(named.resolve("stock.csv"), new byte[9_000_000]);
        assertThat(compiler("ingest", small.toString())).contains(FAST);
        assertThat(compiler("ingest", small.toString(), "--watch")).doesNotContain(FAST);
        // another command than an ingest may name a large folder
        assertThat(compiler("lake", "verify", "large")).contains(FAST);
    }

    @Test
    void aLakeBesideTheDeliveryDoesNotCount() throws Exception {
        Path small = Files.createDirectories(folder.resolve("small"));
        Path lake = Files.createDirectories(folder.resolve("lake"));
        Files.write(lake.resolve("stock.parquet"), new byte[9_000_000]);
        Files.writeString(lake.resolve("CURRENT"), "20260301T120000.000Z");
        assertThat(compiler("ingest", small.toString(), "--lake", lake.toString())).contains(FAST);
    }

    @Test
    void aBrokenCacheIsNotNoticed() throws Exception {
        Path cache = folder.resolve("tidemark.aot");
        Files.writeString(cache, "no cache");
        for (Path broken : List.of(cache, folder.resolve("gone"), folder)) {
            Path java = Path.of(System.getProperty("java.home"), "bin", "java");
            List<String> command = new ArrayList<>(List.of(java.toString(), "-XX:AOTCache=" + broken));
            command.addAll(Files.readAllLines(OPTIONS).stream().filter(option -> !option.contains("$app")).toList());
            command.add(FAST);
            command.add("-version");
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), UTF_8);
            assertThat(process.waitFor()).as(said).isZero();
            assertThat(said).doesNotContainIgnoringCase("aot").doesNotContainIgnoringCase("archive");
        }
    }

    // under set -eu a command that fails ends the shell, and here with it what makes the cache
    @Test
    void aCacheIsMadeWherePrioritiesCannotBeChanged() throws Exception {
        Path made = folder.resolve("made");
        Path java = Files.writeString(Files.createDirectories(folder.resolve("bin")).resolve("java"), "#!/bin/sh\n"
                + "for i in 1 2 3 4 5 6 7 8 9 10; do [ ! -e '" + made + "' ] || exit 0; sleep 1; done; exit 1\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Process process = new ProcessBuilder("bash", "-euc", """
                . "$0"
                copy_build() { run_folder=$java_home; }
                claim_cache() { true; }
                make_cache() { : > "$1/made"; }
                renice() { return 1; }
                java_home=$1 root=$2 rehearse=yes
                run_java Main
                """, BUILD.toString(), folder.toString(), BUILD.resolve("../..").normalize().toString())
                .redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    private String compiler(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("sh", "-euc", ". \"$0\"; prepare_start \"$@\"; echo $compiler",
                START.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).isZero();
        return out;
    }
}
