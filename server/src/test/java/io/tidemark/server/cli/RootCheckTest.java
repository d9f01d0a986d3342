package io.tidemark.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.SnapshotLease;
import io.tidemark.server.live.HandMadeDelivery;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.ParseResult;

/** What root may run on another user's lake and state, and how the doctor gives back what root made there. */
class RootCheckTest {

    private static final boolean IS_ROOT = System.getProperty("user.name").equals("root");
    private static final String OWNER = IS_ROOT ? "nobody" : System.getProperty("user.name");

    @TempDir
    Path folder;
    private Path lake;
    private Path state;
    private Path delivery;

    @BeforeEach
    void aLakeOfAnotherUser() throws IOException {
        lake = folder.resolve("lake");
        state = Files.createDirectory(folder.resolve("state"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        delivery = new HandMadeDelivery(folder.resolve("night")).farmer("F1", "G1").site("10001", 3)
                .stock("F1", "10001", LocalDate.of(2026, 3, 1), LocalDate.of(2026, 3, 1), 1000).write();
        assertThat(type("ingest " + delivery + " --today 2026-03-08 --lake " + lake).code()).isZero();
        give(folder);
    }

    private static void give(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : IS_ROOT ? all.toList() : List.<Path>of()) {
                Files.setOwner(file, file.getFileSystem().getUserPrincipalLookupService()
                        .lookupPrincipalByName(OWNER));
            }
        }
    }

    private static CommandRun type(String line) {
        return CommandRun.of(line.split(" "));
    }

    private String line(String text) {
        return text.replace("LAKE", lake.toString()).replace("STATE", state.toString())
                .replace("NIGHT", delivery.toString());
    }

    private List<Path> ofRoot() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> {
                try {
                    return Files.getOwner(file).getName().equals("root");
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }).toList();
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "ingest NIGHT --lake LAKE, lake",
        "snapshot prune --lake LAKE, lake",
        "snapshot restate --yes --lake LAKE --state STATE, lake",
        "serve --lake LAKE --state STATE, lake",
        "user add kari --role admin --state STATE, state",
        "signing-key rotate --state STATE, state",
        "snapshot list --lake LAKE,",
        "user list --state STATE,",
        "doctor --lake LAKE --state STATE,",
        "query /v3/common/areas --lake LAKE,"})
    void rootWritesIntoNobodysFolders(String typed, String what) throws IOException {
        String[] words = line(typed).split(" ");
        ParseResult parsed = Tidemark.create(InputStream.nullInputStream()).parseArgs(words);
        ParseResult last = parsed;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        RootCheck check = new RootCheck(_ -> 0, Map.of());
        Optional<String> refusal = check.refusal(last, "root", List.of(words));
        if (what == null) {
            assertThat(refusal).isEmpty();
        } else {
            assertThat(refusal.orElseThrow()).startsWith("the " + what + " ").contains(" belongs to " + OWNER + ",")
                    .endsWith("sudo -u " + OWNER + " tidemark " + line(typed));
        }
        assertThat(check.refusal(last, OWNER, List.of(words))).isEmpty();
        if (IS_ROOT && what != null) {
            CommandRun run = CommandRun.of(words);
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err()).contains("sudo -u nobody tidemark ");
            assertThat(ofRoot()).isEmpty();
        }
    }

    @Test
    void initIsForRootAndHandsOverWhatItMakes() throws IOException {
        Assumptions.assumeTrue(IS_ROOT);
        Path home = Files.createDirectory(folder.resolve("home"));
        give(home);
        CommandRun run = CommandRun.of(new ByteArrayInputStream("correct horse battery\n".getBytes(UTF_8)),
                ("init --yes --folder " + home + " --admin kari --password-stdin --config " + home.resolve("t.yaml"))
                .split(" "));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(type("user list --state " + home.resolve("state")).out()).contains("kari");
        assertThat(ofRoot().stream().filter(file -> file.startsWith(home.resolve("state")))).isEmpty();
    }

    @Test
    void whatRootReadsLeavesNothingOfRoot() throws IOException {
        Assumptions.assumeTrue(IS_ROOT);
        assertThat(type(line("lake freshness --lake LAKE")).code()).isZero();
        try (SnapshotLease _ = Lake.at(lake).leases().take(Lake.at(lake).currentId().orElseThrow())) {
            assertThat(ofRoot()).isEmpty();
        }
    }

    @Test
    void theDoctorGivesBackWhatRootMade() throws IOException {
        Assumptions.assumeTrue(IS_ROOT);
        Path current = lake.resolve("CURRENT");
        Path log = lake.resolve("ledger/log");
        Files.setOwner(current, current.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("root"));
        Files.createDirectories(log);
        Files.setPosixFilePermissions(current, PosixFilePermissions.fromString("rw-------"));
        Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path left = Files.createDirectories(lake.resolve("staging/20260101T000000.000Z")).resolve("half");
        Files.writeString(left, "x");

        CommandRun found = type(line("doctor --lake LAKE --state STATE"));
        assertThat(found.code()).isEqualTo(5);
        assertThat(found.out()).contains(current + " belongs to root and cannot be read by nobody")
                .contains("as root: chown -R nobody: " + lake)
                .contains("others can read or change " + state)
                .contains("files or folders of a killed run are left, such as " + left.getParent());
        assertThat(left).exists();

        CommandRun fixed = type(line("doctor --fix --lake LAKE --state STATE"));
        assertThat(fixed.err().lines()).hasSizeGreaterThanOrEqualTo(3).allMatch(said -> said.startsWith("cured: "));
        assertThat(fixed.out()).doesNotContain("belongs to").doesNotContain("killed run")
                .doesNotContain("others can read or change");
        assertThat(ofRoot()).isEmpty();
        assertThat(left).doesNotExist();
    }
}
