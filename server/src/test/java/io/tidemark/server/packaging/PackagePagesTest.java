package io.tidemark.server.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Man pages and completion are made from the commands, and the programs that read them understand them. */
class PackagePagesTest {

    @TempDir
    Path folder;

    @Test
    void everyCommandHasAManPage() throws Exception {
        PackagePages.main(new String[] {folder.toString(), "1.2.3", "2026-03-01"});
        assertThat(folder.resolve("tidemark.1")).exists();
        String prune = Files.readString(folder.resolve("tidemark-snapshot-prune.1"));
        assertThat(prune).startsWith(".TH \"TIDEMARK-SNAPSHOT-PRUNE\" 1 \"2026-03-01\" \"tidemark 1.2.3\"")
                .contains(".SH EXIT STATUS", "\\-\\-keep", ".SH EXAMPLES").doesNotContain("${", "%n", "@|");
        try (Stream<Path> pages = Files.list(folder)) {
            assertThat(pages.filter(page -> page.toString().endsWith(".1"))).hasSizeGreaterThan(40);
        }
        assertThat(run("bash", "-n", folder.resolve("tidemark.bash").toString())).isEmpty();
        assertThat(Files.readString(folder.resolve("tidemark.bash"))).contains("doctor").doesNotContain("# Date:");
    }

    @Test
    void manUnderstandsThem() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/man")), "no man on this machine");
        PackagePages.main(new String[] {folder.toString(), "1.2.3", "2026-03-01"});
        try (Stream<Path> pages = Files.list(folder)) {
            for (Path page : pages.filter(file -> file.toString().endsWith(".1")).sorted().limit(3).toList()) {
                assertThat(run("man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page.toString()))
                        .as("%s", page).isEmpty();
            }
        }
    }

    /**
     * The folder that the pages name for backups is made for the service's user, and neither remove nor purge takes it.
     */
    @Test
    void theBackupsThatThePagesPrintHaveAFolder() throws Exception {
        Path root = Path.of("..");
        List<String> printed;
        try (Stream<Path> pages = Files.list(root.resolve("docs"))) {
            printed = pages.filter(page -> page.toString().endsWith(".md")).flatMap(PackagePagesTest::lines)
                    .filter(line -> line.contains("sudo -u tidemark tidemark backup "))
                    // the second place is another disk, which the operator mounts
                    .filter(line -> !line.contains(" /mnt/elsewhere/tidemark"))
                    .map(line -> line.replaceAll(".* backup (\\S+).*", "$1")).toList();
        }
        assertThat(printed).hasSizeGreaterThanOrEqualTo(3)
                .allSatisfy(file -> assertThat(file).startsWith("/var/backups/tidemark/"));
        Path scripts = root.resolve("bin/packaging/debian");
        assertThat(lines(scripts.resolve("postinst")))
                .contains("install -d -o tidemark -g tidemark -m 0700 /var/backups/tidemark");
        for (String script : List.of("prerm", "postrm")) {
            assertThat(lines(scripts.resolve(script)).filter(line -> !line.startsWith("#")))
                    .noneMatch(line -> line.contains("rm ") && line.contains("/var/backups"));
        }
    }

    /** The number of a user that is gone can become another's. */
    @Test
    void purgeGivesTheBackupsToRoot() {
        assertThat(lines(Path.of("../bin/packaging/debian/postrm")).map(String::strip))
                .containsSubsequence("if [ -d /var/backups/tidemark ]; then chown -hR root:root "
                        + "/var/backups/tidemark; fi",
                        "if getent passwd tidemark >/dev/null && command -v deluser >/dev/null; then deluser --quiet "
                        + "--system tidemark || true; fi");
    }

    /**
     * The package's own script, in a root of its own with commands that only note that they were called, and a debconf
     * that answers.
     */
    @ParameterizedTest(name = "debconf {0}")
    @CsvSource({"true, false", "false, true", "nobody, true", "missing, true"})
    void purgeAsksBeforeItDeletesLakeAndState(String answer, boolean kept) throws Exception {
        for (String name : List.of("var/lib/tidemark/lake", "var/backups/tidemark", "var/log/tidemark", "etc/tidemark",
                "usr/share/debconf", "bin")) {
            Files.createDirectories(folder.resolve(name));
        }
        Files.writeString(folder.resolve("var/lib/tidemark/lake/CURRENT"), "x");
        for (String command : List.of("chown", "getent", "deluser", "delgroup")) {
            Files.writeString(folder.resolve("bin").resolve(command), "#!/bin/sh\necho $0 >> "
                    + folder.resolve("called") + "\n");
            assertThat(folder.resolve("bin").resolve(command).toFile().setExecutable(true)).isTrue();
        }
        if (!answer.equals("missing")) {
            // 10: no such question
            String get = answer.equals("nobody") ? "return 10" : "RET=" + answer;
            Files.writeString(folder.resolve("usr/share/debconf/confmodule"),
                    "db_input() { [ \"$1 $2\" = 'high tidemark/purge-data' ] || exit 9; return 30; }\n"
                    + "db_go() { :; }\ndb_purge() { :; }\ndb_get() { " + get + "; }\n");
        }
        Path script = Files.writeString(folder.resolve("postrm"),
                Files.readString(Path.of("../bin/packaging/debian/postrm"))
                .replaceAll("(?<=[ \"])/(?=(var|etc|usr|run)/)", folder + "/"));

        run("env", "PATH=" + folder.resolve("bin") + ":" + System.getenv("PATH"), "sh", script.toString(), "purge");

        assertThat(Files.exists(folder.resolve("var/lib/tidemark/lake/CURRENT"))).isEqualTo(kept);
        assertThat(folder.resolve("etc/tidemark")).doesNotExist();
        assertThat(folder.resolve("var/backups/tidemark")).exists();
        assertThat(Files.exists(folder.resolve("called"))).as("the user goes with its files").isEqualTo(!kept);
        assertThat(lines(Path.of("../bin/packaging/debian/templates")))
                .startsWith("Template: tidemark/purge-data", "Type: boolean", "Default: false");
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a program complains of. */
    private static String run(String... words) throws Exception {
        Process process = new ProcessBuilder(words).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        String said = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }
}
