package io.tidemark.server.cli;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.ledger.LedgerCopy;
import io.tidemark.data.ledger.LedgerEntry;
import io.tidemark.data.ledger.ServedMark;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Manifest.LedgerMark;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.verify.DamagedFile;
import io.tidemark.data.verify.LakeRepair;
import io.tidemark.data.verify.LakeScrub;
import io.tidemark.server.FolderCopy;
import io.tidemark.server.JavaProcess;
import io.tidemark.server.TidemarkServer;
import io.tidemark.server.config.ConfigReader;
import io.tidemark.server.doctor.Diagnosis;
import io.tidemark.server.doctor.Doctor;
import io.tidemark.server.event.Event;
import io.tidemark.server.identity.token.KeptSigningKeys;
import io.tidemark.server.live.HandMadeDelivery;
import io.tidemark.server.snapshot.BackgroundVerification;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each record and file of a lake with two entries in its ledger is lost in turn: every check names it, and the printed
 * advice mends it.
 */
class LakeLossTest {

    private static final LocalDate MONDAY = LocalDate.of(2026, 3, 2);
    private static final LocalDate SUNDAY = LocalDate.of(2026, 3, 8);
    private static final boolean IS_ROOT = System.getProperty("user.name").equals("root");

    @TempDir
    private static Path made;

    @TempDir
    private Path folder;
    private Lake lake;

    @BeforeAll
    static void aLakeAndItsBackup() throws IOException {
        HandMadeDelivery four = new HandMadeDelivery(made.resolve("four"));
        for (int i = 1; i <= 4; i++) {
            four.farmer("F" + i, "G" + i).site("1000" + i, 3).stock("F" + i, "1000" + i, MONDAY, SUNDAY, 1000);
        }
        four.write();
        Files.createDirectory(made.resolve("state"));
        for (String line : List.of("ingest " + made.resolve("four") + " --today 2026-03-09",
                "snapshot restate --yes --state " + made.resolve("state"),
                "backup " + made.resolve("b.zip") + " --state " + made.resolve("state"))) {
            CommandRun run = CommandRun.of((line + " --lake " + made.resolve("lake")).split(" "));
            assertThat(run.code()).as(run.text()).isZero();
        }
    }

    @BeforeEach
    void start() throws IOException {
        FolderCopy.copy(made.resolve("lake"), folder.resolve("lake"));
        lake = Lake.at(folder.resolve("lake"));
    }

    private CommandRun type(String line) {
        return CommandRun.of((line + " --lake " + lake.root()).split(" "));
    }

    /** A file of the lake; PUBLISHED and FIRST are its two snapshots. */
    private Path file(String path) {
        return lake.root().resolve(path.replace("PUBLISHED", lake.list().getLast().text())
                .replace("FIRST", lake.list().getFirst().text()));
    }

    private static void lose(Path file, String how) throws IOException {
        if (how.equals("gone")) {
            DurableFiles.deleteTree(file);
            return;
        }
        byte[] bytes = Files.readAllBytes(file);
        Files.delete(file);
        Files.write(file, how.equals("cut") ? List.of(new String(bytes, 0, bytes.length / 2, StandardCharsets.UTF_8))
                : List.of(new String(bytes, StandardCharsets.UTF_8) + " "));
    }

    private TreeMap<String, String> contents() throws IOException {
        return contents(lake.root());
    }

    private static TreeMap<String, String> contents(Path root) throws IOException {
        TreeMap<String, String> contents = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                contents.put(root.relativize(file).toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        contents.keySet().removeIf(path -> path.endsWith(".lock") || path.contains("leases"));
        return contents;
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "snapshots/PUBLISHED/manifest.json, cut, manifest.json cannot be read: ",
        "snapshots/PUBLISHED/manifest.json, gone, manifest.json is missing",
        "snapshots/PUBLISHED, gone, 'manifest.json is missing, and CURRENT names the snapshot'",
        "snapshots/FIRST/manifest.json, cut, manifest.json cannot be read: ",
        "snapshots/FIRST/manifest.json, gone, manifest.json is missing",
        "ledger/log/000001.json, cut, ledger/log/000001.json is not the entry ",
        "ledger/log/000001.json, edited, ledger/log/000001.json is not the entry ",
        "ledger/log/000002.json, gone, ledger/log/000002.json is missing",
        "ledger/log, gone, ledger/log/000002.json is missing",
        "ledger, gone, ledger/log/000001.json is missing"})
    void whatIsLostIsNamedAndComesBackFromABackup(String path, String how, String finding) throws IOException {
        TreeMap<String, String> before = contents();
        assertThat(type("snapshot repair").out()).isEqualTo("every file is as it was published\n");
        int sound = LakeScrub.of(lake, () -> { }).files();
        lose(file(path), how);

        LakeScrub scrub = LakeScrub.of(lake, () -> { });
        assertThat(scrub.damaged()).extracting(DamagedFile::words).anyMatch(words -> words.startsWith(finding));
        CommandRun verify = type("snapshot verify");
        assertThat(verify.code()).as(verify.text()).isEqualTo(5);
        assertThat(verify.out()).contains("fault: " + finding, "NOT SOUND");
        CommandRun alone = type("snapshot repair");
        assertThat(alone.code()).as(alone.text()).isEqualTo(5);
        assertThat(alone.out()).contains("damaged: " + finding, "  NOT REPAIRED: ", "next: name a backup with --from");

        CommandRun repair = type("snapshot repair --from " + made.resolve("b.zip"));
        assertThat(repair.code()).as(repair.text()).isZero();
        assertThat(repair.out()).contains("  repaired from backup " + made.resolve("b.zip"));
        assertThat(contents()).isEqualTo(before);
        assertThat(LakeScrub.of(lake, () -> { }).files()).isEqualTo(sound);
        assertThat(type("snapshot verify").code()).isZero();
    }

    @Test
    void aLostCurrentComesBackByTheAdvice() throws IOException {
        TreeMap<String, String> before = contents();
        for (String how : List.of("gone", "cut")) {
            lose(file("CURRENT"), how);
            if (how.equals("cut")) {
                Files.writeString(file("CURRENT"), "");
            }
            CommandRun repair = type("snapshot repair");
            assertThat(repair.code()).as(repair.text()).isEqualTo(5);
            assertThat(repair.out()).contains("damaged: CURRENT: ", "NOT REPAIRED: next: tidemark snapshot rollback");
            assertThat(type("snapshot verify").code()).isEqualTo(5);
            assertThat(type("snapshot rollback").code()).isZero();
            assertThat(contents()).isEqualTo(before);
        }
    }

    // the files are as they were, and the rows are not what the manifest says
    @Test
    void aRepairEndsOnlyWhereAVerificationFindsNothing() throws IOException {
        Path manifest = file("snapshots/PUBLISHED/manifest.json");
        String json = Files.readString(manifest);
        assertThat(json).contains("\"complete_through\" : \"2026-03-08\"");
        Files.delete(manifest);
        Files.writeString(manifest, json.replace("\"complete_through\" : \"2026-03-08\"",
                "\"complete_through\" : \"2026-03-07\""));

        CommandRun repair = type("snapshot repair");

        assertThat(repair.code()).as(repair.text()).isEqualTo(5);
        assertThat(repair.out()).contains("fault: manifest.json says that the stock is complete through 2026-03-07",
                "next: tidemark snapshot rollback");
        CommandRun rollback = type("snapshot rollback");
        assertThat(rollback.code()).as(rollback.text()).isZero();
        assertThat(type("snapshot repair").code()).isZero();
    }

    @Test
    void theServerSeesAManifestThatIsCutAndThatItIsBack() throws IOException {
        int sound = LakeScrub.of(lake, () -> { }).files();
        lose(file("snapshots/PUBLISHED/manifest.json"), "cut");
        List<Event> events = new CopyOnWriteArrayList<>();
        Clock clock = Clock.offset(Clock.systemUTC(),
                Duration.between(Instant.now(), Instant.parse("2026-03-08T01:29:59.500Z")));
        try (BackgroundVerification verification = BackgroundVerification.start(lake, LocalTime.of(2, 30), 1,
                events::add, clock, Duration.ofMillis(50))) {
            eventually().until(() -> events.stream().anyMatch(Event.LakeVerified.class::isInstance));
            assertThat(verification.state().words()).startsWith("1 file is damaged");
            assertThat(events.getFirst()).isInstanceOfSatisfying(Event.FileDamaged.class, damaged ->
                    assertThat(damaged.file()).isEqualTo("manifest.json"));
            assertThat(type("snapshot repair --from " + made.resolve("b.zip")).code()).isZero();
            // what the manifest names is read at once, not the next night
            eventually().until(() -> events.stream().filter(Event.LakeVerified.class::isInstance).count() == 2);
            assertThat(verification.state().words()).isEqualTo("none");
            assertThat(events.getLast()).isInstanceOfSatisfying(Event.LakeVerified.class, all -> {
                assertThat(all.files()).isEqualTo(sound);
                assertThat(all.before()).isLessThan(sound);
                assertThat(all.damaged()).isZero();
            });
        }
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "snapshots/PUBLISHED/manifest.json, edited, manifest.json is not the manifest that was published",
        "snapshots/FIRST/manifest.json, gone, manifest.json is missing",
        "ledger/log/000002.json, cut, ledger/log/000002.json is not the entry ",
        "ledger/log/000002.json, gone, ledger/log/000002.json is missing",
        "ledger/released_stock_cell, gone, ledger/released_stock_cell/year=2026/",
        "ledger, gone, ledger/log/000001.json is missing",
        "../copy/log/000001.json, cut, ledger.copy/log/000001.json has SHA-256 ",
        "../copy/released_stock_cell, gone, ledger.copy/released_stock_cell/year=2026/",
        "../copy, gone, ledger.copy/log/000001.json is missing"})
    void theCopyOfTheLedgerMendsItAndIsMendedByIt(String path, String how, String finding) throws IOException {
        Lake kept = Lake.at(lake.root(), folder.resolve("copy"));
        LedgerCopy.keep(kept);
        TreeMap<String, String> before = contents(folder);
        assertThat(LakeScrub.of(kept, () -> { }).damaged()).isEmpty();
        lose(file(path).normalize(), how);

        assertThat(LakeScrub.of(kept, () -> { }).damaged()).extracting(DamagedFile::words)
                .anyMatch(words -> words.startsWith(finding));
        assertThat(LakeRepair.run(kept, List.of(), false)).isNotEmpty().allMatch(LakeRepair.Outcome::isMended);

        assertThat(contents(folder)).isEqualTo(before);
        assertThat(LakeScrub.of(kept, () -> { }).damaged()).isEmpty();
    }

    /** What was made before cannot be newer; a lake in use is not years old. Server, ingest and doctor tell. */
    @ParameterizedTest(name = "a clock that is {0} days off")
    @CsvSource({"-900, FAULT", "900, WARNING"})
    void aClockThatIsYearsAwayIsTold(int days, Diagnosis.Level level) throws IOException {
        Map<String, String> flags = Map.of("lake", lake.root().toString(), "state", folder.resolve("state").toString(),
                "server.port", "0");
        Clock wrong = Clock.offset(Clock.systemUTC(), Duration.ofDays(days));
        assertThat(clock(flags, wrong)).singleElement().satisfies(finding -> {
            assertThat(finding.level()).isEqualTo(level);
            assertThat(finding.found()).contains("but the published snapshot is of ");
            assertThat(finding.advice()).contains("set the clock (timedatectl)");
        });
        assertThat(clock(flags, Clock.systemUTC())).extracting(Diagnosis::found).noneMatch(found ->
                found.contains("published snapshot"));
        KeptSigningKeys.into(folder.resolve("state"));
        List<Event> events = new CopyOnWriteArrayList<>();
        try (TidemarkServer _ = TidemarkServer.start(ConfigReader.read(null, Map.of(), flags), events::add, List::of,
                wrong)) {
            eventually().until(() -> events.stream().anyMatch(Event.ClockWrong.class::isInstance));
        }

        Path manifest = file("snapshots/PUBLISHED/manifest.json");
        String text = Files.readString(manifest);
        lose(manifest, "gone");
        Files.writeString(manifest, text.replaceFirst("(\"created_at\"\\s*:\\s*)\"[^\"]*\"", "$1\"" + Instant.now()
                .minus(Duration.ofDays(days)) + "\""));
        CommandRun ingest = type("ingest " + made.resolve("four") + " --today 2026-03-09 --dry-run");
        assertThat(ingest.err()).contains("warning: the clock says ", "compare them (timedatectl)");
    }

    private static List<Diagnosis> clock(Map<String, String> flags, Clock clock) {
        return Doctor.look(null, Map.of(), flags, clock).stream().filter(finding -> finding.check().equals("clock"))
                .toList();
    }

    private static List<Event> aNight(Lake lake) {
        List<Event> events = new CopyOnWriteArrayList<>();
        Clock clock = Clock.offset(Clock.systemUTC(),
                Duration.between(Instant.now(), Instant.parse("2026-03-08T01:29:59.500Z")));
        try (BackgroundVerification _ = BackgroundVerification.start(lake, LocalTime.of(2, 30), 1000,
                events::add, clock, Duration.ofMillis(50))) {
            eventually().until(() -> events.stream().anyMatch(Event.LakeVerified.class::isInstance));
        }
        return events;
    }

    @Test
    void theFilesReadAreHeldAgainstThoseOfTheLastRunAlsoOfAnotherProcess() {
        int files = LakeScrub.of(lake, () -> { }).files();
        assertThat(((Event.LakeVerified) aNight(lake).getLast()).before()).isZero();
        assertThat(((Event.LakeVerified) aNight(lake).getLast()).before()).isEqualTo(files);
    }

    /** Each is copied again, and told: a disk that loses files will lose more. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"nothing, 0", "manifests/FIRST, 1", "released_stock_cell, 1", "the folder, 1"})
    void aCopyThatLostFilesIsTold(String what, int lost) throws IOException {
        Lake kept = Lake.at(lake.root(), folder.resolve("copy"));
        assertThat(LedgerCopy.refill(kept)).as("the copy of a lake of earlier").isEqualTo(1);
        TreeMap<String, String> before = contents(folder.resolve("copy"));
        switch (what) {
            case "nothing" -> { }
            case "the folder" -> DurableFiles.deleteTree(folder.resolve("copy"));
            case "manifests/FIRST" -> Files.delete(folder.resolve("copy/manifests").resolve(DurableFiles.names(folder
                    .resolve("copy/manifests")).getFirst()));
            default -> lose(folder.resolve("copy").resolve(what), "gone");
        }
        assertThat(aNight(kept).stream().filter(Event.CopyRefilled.class::isInstance)
                .mapToInt(event -> ((Event.CopyRefilled) event).files()).sum()).isEqualTo(lost);
        assertThat(contents(folder.resolve("copy"))).isEqualTo(before);
    }

    // as after the restore of a backup from before the last entry
    @Test
    void aLedgerThatIsShorterThanItsCopyIsNotContinued() throws IOException {
        Lake kept = Lake.at(lake.root(), folder.resolve("copy"));
        LedgerCopy.keep(kept);
        SnapshotId newest = lake.list().getLast();
        assertThat(type("snapshot rollback").code()).isZero();
        DurableFiles.deleteTree(lake.folder(newest));
        lose(file("ledger/log/000002.json"), "gone");

        assertThatThrownBy(() -> Ledger.of(kept).check(kept)).isInstanceOf(LakeException.class)
                .hasMessageContaining("has no entry 2, which its copy in " + folder.resolve("copy") + " has; tidemark "
                + "snapshot repair puts back what is lost");
        assertThat(LakeRepair.run(kept, List.of(), false)).isNotEmpty().allMatch(LakeRepair.Outcome::isMended);
        Ledger.of(kept).check(kept);
        assertThat(type("ingest " + made.resolve("four") + " --today 2026-03-09").code()).isZero();
        assertThat(type("snapshot verify").code()).isZero();

        // another lake's copy is not written over
        DurableFiles.deleteTree(folder.resolve("copy"));
        Files.createDirectories(folder.resolve("copy/log"));
        Files.writeString(folder.resolve("copy/log/000001.json"), "{}");
        assertThatThrownBy(() -> Ledger.of(kept).check(kept)).hasMessageContaining("has another entry 1 than its copy");
    }

    @Test
    void aPublicationFillsTheCopyBesideTheState() throws Exception {
        Files.createDirectory(folder.resolve("state"));
        ProcessBuilder restate = JavaProcess.of(Tidemark.class, "snapshot", "restate", "--yes");
        restate.environment().put("TIDEMARK_LAKE", lake.root().toString());
        restate.environment().put("TIDEMARK_STATE", folder.resolve("state").toString());
        Process process = restate.redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        Path copy = folder.resolve("state-ledger-copy");
        assertThat(copy.resolve("log")).isDirectoryContaining("glob:**/00000[123].json");
        assertThat(copy.resolve("manifests")).isDirectoryContaining("glob:**/" + lake.currentId().orElseThrow() + "-*");
        assertThat(LakeScrub.of(Lake.at(lake.root(), copy), () -> { }).damaged()).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"ledger, 0, 2", "ledger/log/000002.json, 1, 1", "ledger/log/000001.json, 0, 2"})
    void whatIsLostForGoodIsGoneOnWithout(String path, int kept, int lost) throws IOException {
        Files.createDirectory(folder.resolve("state"));
        lose(file(path), "gone");
        assertThat(type("snapshot repair").out()).contains("or tidemark ledger recover goes on without it");
        assertThat(type("ledger recover --state " + folder.resolve("state")).code()).isEqualTo(2);

        CommandRun recover = type("ledger recover --yes --state " + folder.resolve("state"));

        assertThat(recover.code()).as(recover.text()).isZero();
        assertThat(recover.out()).contains("lost: " + lost + " entries of the ledger, from " + (kept + 1)
                + " on; kept: " + kept, "was published with a lost entry, and names none now", "published snapshot ");
        assertThat(type("snapshot repair").code()).isZero();
        assertThat(Ledger.of(lake).newest().orElseThrow().kind()).isEqualTo(LedgerEntry.Kind.RECOVER);
        LedgerMark mark = Objects.requireNonNull(lake.current().orElseThrow().manifest().ledger());
        assertThat(mark.length()).isEqualTo(kept + 1);
        assertThat(mark.restated()).isEqualTo(MONDAY);
        assertThat(mark.releasedThrough()).isEqualTo(SUNDAY);
        assertThat(ServedMark.of(lake)).isPresent();
        assertThat(Files.readString(folder.resolve("state/audit.log"))).contains("ledger recover");
        assertThat(type("snapshot certify").text()).contains("(recover): earlier answers can be subtracted");
        assertThat(type("ingest " + made.resolve("four") + " --today 2026-03-09").code()).isZero();
        assertThat(type("ledger recover --yes --state " + folder.resolve("state")).err())
                .contains("nothing of the ledger is lost");
    }

    @Test
    void onePartIsTakenOutOfABackup() throws IOException {
        TreeMap<String, String> before = contents();
        Path state = folder.resolve("state");
        Files.createDirectory(state);
        Files.createFile(state.resolve("mine"));
        String line = "restore " + made.resolve("b.zip") + " --state " + state + " --only ";
        CommandRun busy = type(line + "ledger");
        assertThat(busy.code()).isEqualTo(2);
        assertThat(busy.err()).contains(lake.ledger() + " is not empty; move it away first");
        DurableFiles.deleteTree(lake.ledger());
        CommandRun ledger = type(line + "ledger");
        assertThat(ledger.code()).as(ledger.text()).isZero();
        assertThat(contents()).isEqualTo(before);
        assertThat(type("snapshot verify").code()).isZero();
        assertThat(type(line + "state").code()).isEqualTo(2);
        Files.delete(state.resolve("mine"));
        CommandRun only = type(line + "state");
        assertThat(only.code()).as(only.text()).isZero();
        assertThat(state.resolve("audit.log")).isRegularFile();
        assertThat(contents()).isEqualTo(before);
    }

    /** Root gives a file to another user and gives up its right to read everything; others close it to themselves. */
    private CommandRun asOneWhoMayNot(Path denied, String line) throws Exception {
        Files.setPosixFilePermissions(denied, PosixFilePermissions.fromString(IS_ROOT ? "rwx------" : "---------"));
        ProcessBuilder builder = JavaProcess.of(Tidemark.class, line.split(" "));
        if (IS_ROOT) {
            assumeTrue(Files.exists(Path.of("/usr/bin/setpriv")), "needs setpriv");
            Files.setOwner(denied, denied.getFileSystem().getUserPrincipalLookupService()
                    .lookupPrincipalByName("nobody"));
            builder.command().addAll(0, List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search"));
        }
        Process process = builder.redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!IS_ROOT) {
            Files.setPosixFilePermissions(denied, PosixFilePermissions.fromString("rwx------"));
        }
        return new CommandRun(process.waitFor(), text, "");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "CURRENT, snapshot verify",
        "ledger/log, snapshot repair",
        "ledger/log/000002.json, snapshot verify",
        "ledger, ingest MADE/four --today 2026-03-09",
        "snapshots, snapshot verify",
        "., snapshot list",
        "staging, ingest MADE/four --today 2026-03-09",
        "../state, user list"})
    void whatIsOutOfReachIsNotLost(String path, String line) throws Exception {
        Files.createDirectory(folder.resolve("state"));
        Files.createDirectories(lake.root().resolve("staging"));
        Path denied = lake.root().resolve(path).normalize();

        CommandRun run = asOneWhoMayNot(denied, line.replace("MADE", made.toString())
                + (line.startsWith("user") ? " --state " + folder.resolve("state") : " --lake " + lake.root()));

        assertThat(run.code()).as(run.out()).isEqualTo(5);
        assertThat(run.out()).contains("permission denied, not lost: " + denied + (IS_ROOT
                ? " belongs to nobody; run this as that user: sudo -u nobody" : ", and its mode forbids it: chmod"))
                .doesNotContain("is missing", "there is no", "puts it back", "\tat ", "name a backup");
    }
}
