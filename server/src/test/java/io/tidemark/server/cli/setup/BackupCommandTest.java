package io.tidemark.server.cli.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.file.LockedFile;
import io.tidemark.data.file.Sha256;
import io.tidemark.data.history.JobRecord;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.server.FolderCopy;
import io.tidemark.server.JavaProcess;
import io.tidemark.server.backup.Backup;
import io.tidemark.server.backup.BackupException;
import io.tidemark.server.backup.Restore;
import io.tidemark.server.cli.CommandRun;
import io.tidemark.server.cli.Tidemark;
import io.tidemark.server.http.Json;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.state.StateStore;
import io.tidemark.server.identity.token.KeptSigningKeys;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** State and lake go into a file and come back the same, and nothing that is there is overwritten. */
class BackupCommandTest {

    private static final String WHERE = " --lake DIR/lake --state DIR/state";
    private static final String THERE = " --lake DIR/new/lake --state DIR/new/state";

    @TempDir
    static Path made;

    @TempDir
    Path folder;

    @BeforeAll
    static void twoSnapshotsAndAUser() throws IOException {
        write("delivery/reference/farmers.csv", """
                farmer_id,farmer_name,farmer_group_key,farmer_group_name,tier,signed_on
                F1,Company,G1,Group,premium,2020-01-01
                """);
        write("delivery/authority/site.csv", """
                site_id,site_name,placement,latitude,longitude,production_area_id
                10001,Site,offshore,62.5,6.25,3
                """);
        for (int fish : List.of(1000, 1001)) {
            write("delivery/farmers/F1/stock.csv", """
                    date,site_id,unit_id,cohort_id,species_code,fish_count,avg_weight_gram,generation
                    2026-03-02,10001,A,C,SAL,%d,2000,V2026
                    """.formatted(fish));
            assertThat(SetUp.run(made, "ingest DIR/delivery --lake DIR/lake --today 2026-03-08").code()).isZero();
        }
        KeptSigningKeys.into(made.resolve("state"));
        StateStore.prepare(made.resolve("state"));
        assertThat(SetUp.run(made, "user add kari --role admin --state DIR/state --password-stdin").code()).isZero();
    }

    @BeforeEach
    void copy() throws IOException {
        for (String each : List.of("delivery", "lake", "state")) {
            FolderCopy.copy(made.resolve(each), folder.resolve(each));
        }
    }

    private static void write(String file, String text) throws IOException {
        Path path = made.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void aRestoreIsTriedBesideTheFile() throws IOException {
        assertThat(SetUp.run(folder, "backup DIR/b.zip" + WHERE).code()).isZero();
        CommandRun tried = SetUp.run(folder, "backup verify DIR/b.zip --lake DIR/lake");
        assertThat(tried.code()).as(tried.err()).isZero();
        assertThat(tried.out()).contains("can be restored and served: 10 routes answer", "2 snapshots");
        // whole, but of a lake that no server can serve
        Path manifest = Lake.at(folder.resolve("lake")).current().orElseThrow().folder().resolve("manifest.json");
        String text = Files.readString(manifest).replaceAll("\"stock_cell\"", "\"another\"");
        Files.delete(manifest);
        Files.writeString(manifest, text);
        assertThat(SetUp.run(folder, "backup DIR/odd.zip" + WHERE).code()).isZero();
        CommandRun odd = SetUp.run(folder, "backup verify DIR/odd.zip --lake DIR/lake");
        assertThat(odd.code()).isEqualTo(5);
        assertThat(odd.err()).contains("what the backup restores is not sound: ");
        assertThat(folder.resolve("new")).doesNotExist();
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder("b.zip", "odd.zip", "delivery", "lake", "state");
        }
    }

    /** Of the lake what is new, of the state all; what no kept backup names goes. */
    @Test
    void aSecondPlaceTakesWhatIsNew() throws Exception {
        Path place = Files.createDirectory(folder.resolve("place"));
        String to = "backup --to DIR/place --keep 2" + WHERE;
        CommandRun first = SetUp.run(folder, to);
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.err()).contains("had no backup before");
        List<String> firstObjects = names(place.resolve("objects"));
        String sites = shaOfTheSites();
        Path object = place.resolve("objects/" + sites);
        assertThat(object).exists();
        Object written = Files.getAttribute(object, "unix:ino");

        assertThat(SetUp.run(folder, "user add ola --role analyst --state DIR/state --password-stdin").code())
                .isZero();
        CommandRun second = SetUp.run(folder, to);
        assertThat(second.err()).doesNotContain("warning");
        // the database and the audit log; the files of the lake are those of the first
        assertThat(names(place.resolve("objects"))).containsAll(firstObjects);
        assertThat(names(place.resolve("objects")).size() - firstObjects.size()).isBetween(2, 3);
        assertThat(Files.getAttribute(object, "unix:ino")).isEqualTo(written);
        List<String> backups = names(place).stream().filter(name -> name.endsWith(".json")).toList();
        assertThat(backups).hasSize(2);

        // the newest of the folder, and an earlier one by its name
        assertThat(SetUp.run(folder, "restore DIR/place --lake DIR/new/lake --state DIR/new/state").code()).isZero();
        assertThat(new Accounts(StateStore.openExisting(folder.resolve("new/state"), Clock.systemUTC()))
                .findUser("ola")).isPresent();
        assertThat(SetUp.run(folder, "restore DIR/place/" + backups.getFirst() + " --only state --state DIR/old"
                + " --lake DIR/lake").code()).isZero();
        assertThat(new Accounts(StateStore.openExisting(folder.resolve("old"), Clock.systemUTC()))
                .findUser("ola")).isEmpty();
        CommandRun tried = SetUp.run(folder, "backup verify DIR/place --lake DIR/lake");
        assertThat(tried.code()).as(tried.err()).isZero();
        assertThat(tried.out()).contains("can be restored and served: 10 routes answer");
        assertThat(JobRecord.of(Lake.at(folder.resolve("lake")), "backup_verify")).isPresent();
        assertThat(JobRecord.of(Lake.at(folder.resolve("lake")), "backup_to")).isPresent();

        // the first database is in no kept backup now
        assertThat(SetUp.run(folder, to).code()).isZero();
        assertThat(names(place)).doesNotContain(backups.getFirst()).contains(backups.getLast());
        assertThat(names(place.resolve("objects"))).contains(sites).isNotEqualTo(firstObjects)
                .matches(left -> !left.containsAll(firstObjects));
        assertThat(names(place)).noneMatch(name -> name.startsWith(".tidemark-backup"));
    }

    /** What is damaged there is named with its cure, and a second backup at once is refused. */
    @Test
    void aDamagedSecondPlaceIsMendedAsItSays() throws Exception {
        Path place = Files.createDirectory(folder.resolve("place"));
        String to = "backup --to DIR/place" + WHERE;
        assertThat(SetUp.run(folder, to).code()).isZero();
        String sites = shaOfTheSites();
        Path object = place.resolve("objects/" + sites);
        flip(object, 10);
        CommandRun damaged = SetUp.run(folder, "backup verify DIR/place --lake DIR/lake");
        assertThat(damaged.code()).isEqualTo(5);
        assertThat(damaged.err()).contains("is not whole; remove " + object + ", and the next tidemark backup --to");
        Files.delete(object);
        assertThat(SetUp.run(folder, to).code()).isZero();
        assertThat(SetUp.run(folder, "restore DIR/place --check" + THERE).code()).isZero();
        try (LockedFile _ = LockedFile.tryHold(place.resolve(".lock")).orElseThrow()) {
            CommandRun beside = SetUp.run(folder, to);
            assertThat(beside.code()).isEqualTo(5);
            assertThat(beside.err()).contains("another backup writes to " + place);
        }
        assertThat(SetUp.run(folder, "backup" + WHERE).err()).contains("name a FILE, or a folder of backups by --to");
        assertThat(SetUp.run(folder, "backup DIR/b.zip --to DIR/place" + WHERE).code()).isEqualTo(2);
        assertThat(SetUp.run(folder, "restore DIR/delivery" + THERE).err()).contains("has no backup that");
    }

    private String shaOfTheSites() {
        return Objects.requireNonNull(Lake.at(folder.resolve("lake")).current().orElseThrow().manifest().tables()
                .get("site")).files().getFirst().sha256();
    }

    private static List<String> names(Path in) throws IOException {
        try (Stream<Path> files = Files.list(in)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void allComesBack() throws Exception {
        CommandRun backup = SetUp.run(folder, "backup DIR/b.zip --json" + WHERE);
        assertThat(backup.code()).as(backup.err()).isZero();
        JsonNode said = Json.MAPPER.readTree(backup.out());
        assertThat(said.get("snapshots")).hasSize(2);
        assertThat(said.get("warnings")).isEmpty();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("b.zip"))))
                .isEqualTo("rw-------");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder("b.zip", "delivery", "lake", "state");
        }

        CommandRun check = SetUp.run(folder, "restore DIR/b.zip --check" + THERE);
        assertThat(check.code()).as(check.err()).isZero();
        assertThat(check.out()).contains("is whole", "2 snapshots, published " + said.get("current").asText());
        assertThat(folder.resolve("new")).doesNotExist();

        CommandRun restore = SetUp.run(folder, "restore DIR/b.zip" + THERE);
        assertThat(restore.code()).as(restore.err()).isZero();
        Lake before = Lake.at(folder.resolve("lake"));
        Lake after = Lake.at(folder.resolve("new/lake"));
        assertThat(after.currentId()).isEqualTo(before.currentId());
        assertThat(after.list()).isEqualTo(before.list());
        for (SnapshotId id : after.list()) {
            CommandRun verify = SetUp.run(folder, "snapshot verify " + id + " --lake DIR/new/lake");
            assertThat(verify.code()).as(verify.out()).isZero();
        }
        // what snapshots share is there once
        Path site = after.open(after.list().getFirst()).folder().resolve("site");
        try (Stream<Path> files = Files.list(site)) {
            Path file = files.findFirst().orElseThrow();
            assertThat((int) Files.getAttribute(file, "unix:nlink")).isEqualTo(2);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("r--r-----");
        }
        Path state = folder.resolve("new/state");
        assertThat(new Accounts(StateStore.openExisting(state, Clock.systemUTC())).findUser("KARI")).isPresent();
        assertThat(Files.readString(state.resolve("signing-keys.json")))
                .isEqualTo(Files.readString(folder.resolve("state/signing-keys.json")));
        assertThat(Files.readString(state.resolve("audit.log"))).contains("user add");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state.resolve("tidemark.db"))))
                .isEqualTo("rw-------");
        // the next delivery goes on from there
        assertThat(SetUp.run(folder, "ingest DIR/delivery --lake DIR/new/lake --today 2026-03-08").out())
                .contains("nothing new");
    }

    @Test
    void aBackupIsMadeWhileOthersWrite() throws Exception {
        try (LakeLock _ = Lake.at(folder.resolve("lake")).lock()) {
            assertThat(SetUp.run(folder, "backup DIR/b.zip" + WHERE).code()).isZero();
        }
        CommandRun one = SetUp.run(folder, "backup DIR/one.zip --published-only --json" + WHERE);
        assertThat(Json.MAPPER.readTree(one.out()).get("snapshots")).hasSize(1);
    }

    @Test
    void nothingIsOverwritten() throws Exception {
        assertThat(SetUp.run(folder, "backup DIR/b.zip" + WHERE).code()).isZero();
        CommandRun again = SetUp.run(folder, "backup DIR/b.zip" + WHERE);
        assertThat(again.code()).isEqualTo(2);
        assertThat(again.err()).contains("there is a file " + folder.resolve("b.zip") + " already");
        CommandRun restore = SetUp.run(folder, "restore DIR/b.zip" + WHERE);
        assertThat(restore.code()).isEqualTo(2);
        assertThat(restore.err()).contains(folder.resolve("state") + " is not empty; move it away first");
        assertThat(SetUp.run(folder, "restore DIR/none.zip" + THERE).code()).isEqualTo(2);
    }

    @Test
    void aDamagedLakeIsNotBackedUpAsIfItWereWhole() throws Exception {
        Lake lake = Lake.at(folder.resolve("lake"));
        Path file = lake.current().orElseThrow().folder().resolve("site");
        try (Stream<Path> files = Files.list(file)) {
            Path parquet = files.findFirst().orElseThrow();
            Files.setPosixFilePermissions(parquet, PosixFilePermissions.fromString("rw-------"));
            flip(parquet, 10);
        }
        CommandRun backup = SetUp.run(folder, "backup DIR/b.zip" + WHERE);
        assertThat(backup.code()).isEqualTo(5);
        assertThat(backup.err()).contains("does not match its manifest; tidemark snapshot verify lists all errors");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder("delivery", "lake", "state");
        }
    }

    private static void flip(Path file, long at) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(at);
            int value = bytes.read();
            bytes.seek(at);
            bytes.write(value ^ 1);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            a byte differs     | is damaged
            the end is missing | is not a backup of Tidemark, or only part of one
            something else     | is not a backup of Tidemark, or only part of one
            """)
    void aDamagedBackupRestoresNothing(String fault, String message) throws Exception {
        Path file = folder.resolve("b.zip");
        assertThat(SetUp.run(folder, "backup DIR/b.zip" + WHERE).code()).isZero();
        switch (fault) {
            case "a byte differs" -> flip(file, Files.size(file) / 3);
            case "the end is missing" -> {
                try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
                    bytes.setLength(bytes.length() / 2);
                }
            }
            default -> Files.writeString(file, "not a backup");
        }
        CommandRun restore = SetUp.run(folder, "restore DIR/b.zip" + THERE);
        assertThat(restore.code()).isEqualTo(5);
        assertThat(restore.err()).contains(message).doesNotContain("\tat ");
        assertThat(folder.resolve("new/lake/CURRENT")).doesNotExist();
        assertThat(folder.resolve("new/state/tidemark.db")).doesNotExist();
    }

    /** Archives that a careful attacker wrote: their hashes are right, and what they ask for is not. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            a path with ..            | state/../../escaped                          | names a file outside of lake and state
            an absolute path          | /etc/escaped                                 | names a file outside of lake and state
            .. below a snapshot       | lake/snapshots/x/../../../../escaped         | names a file outside of lake and state
            .. as a snapshot          | lake/snapshots/../escaped                    | names a file outside of lake and state
            another part of the lake  | lake/CURRENT                                 | names a file outside of lake and state
            a folder in the state     | state/a/escaped                              | names a file outside of lake and state
            an escape sequence        | state/\\u001b[2Jescaped                      | names a file outside of lake and state
            a file and a folder       | lake/watch/a lake/watch/a/escaped            | names a file and a folder alike: lake/watch/a
            a file twice              | state/escaped state/escaped                  | names a file twice: state/escaped
            a published snapshot that is not there | state/a CURRENT=20260101T000000.000Z | does not hold the snapshot that was published
            a hash that is not one    | state/a SHA=../../escaped                    | names a file outside of lake and state
            a content that is too long| state/a BYTES=1                              | is damaged: the content of state/a is not whole
            no files                  | NULL                                         | is not a backup of Tidemark
            no path                   | NOPATH                                       | names a file outside of lake and state
            """)
    void aBackupFromAnAttackerTouchesNothingElse(String what, String asked, String message) throws Exception {
        Path file = folder.resolve("evil.zip");
        forge(file, asked);
        CommandRun restore = SetUp.run(folder, "restore DIR/evil.zip" + THERE);
        assertThat(restore.code()).as(restore.err()).isEqualTo(5);
        assertThat(restore.err()).contains(message).doesNotContain("\u001b", "\tat ", "please report");
        try (Stream<Path> all = Files.walk(folder)) {
            assertThat(all.map(path -> path.getFileName().toString()))
                    .noneMatch(name -> name.contains("escaped") || name.equals(".restoring"));
        }
    }

    private static void forge(Path file, String asked) throws Exception {
        byte[] content = "harmful".getBytes(StandardCharsets.UTF_8);
        String sha = Sha256.hex("harmful");
        StringBuilder files = new StringBuilder();
        String current = "null";
        long bytes = content.length;
        String named = sha;
        for (String word : asked.split(" ", -1)) {
            if (word.startsWith("CURRENT=")) {
                current = '"' + word.substring(8) + '"';
            } else if (word.startsWith("SHA=")) {
                named = word.substring(4);
            } else if (word.startsWith("BYTES=")) {
                bytes = Long.parseLong(word.substring(6));
            }
        }
        for (String word : asked.split(" ", -1)) {
            if (!word.contains("=") && !word.equals("NULL")) {
                files.append(files.isEmpty() ? "" : ",")
                        .append(word.equals("NOPATH") ? "{" : "{\"path\":\"" + word + "\",")
                        .append("\"sha256\":\"" + named + "\",\"bytes\":" + bytes + "}");
            }
        }
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("objects/" + sha));
            zip.write(content);
            zip.closeEntry();
            zip.putNextEntry(new ZipEntry("backup.json"));
            zip.write(("{\"format\":1,\"program\":\"1.0.0\",\"made_at\":\"2026-03-01T00:00:00Z\",\"current\":" + current
                    + ",\"files\":" + (asked.equals("NULL") ? "7" : "[" + files + "]") + "}")
                    .getBytes(StandardCharsets.UTF_8));
            zip.closeEntry();
        }
    }

    /** Somebody has put files into the archive since it was made. */
    @Test
    void entriesThatAreNoneOfTheBackupsAreNamed() throws Exception {
        assertThat(SetUp.run(folder, "backup DIR/b.zip" + WHERE).code()).isZero();
        assertThat(SetUp.run(folder, "restore DIR/b.zip --check" + THERE).err()).doesNotContain("warning");
        try (FileSystem zip = FileSystems.newFileSystem(folder.resolve("b.zip"))) {
            Files.writeString(zip.getPath("notes.txt"), "not ours");
            Files.createDirectory(zip.getPath("state"));
            Files.writeString(zip.getPath("state/tidemark.db"), "not ours");
            Files.writeString(zip.getPath("objects/" + "0".repeat(64)), "not ours");
            Files.writeString(zip.getPath("\u001b[2J"), "not ours");
        }
        for (String how : List.of(" --check", "")) {
            CommandRun restore = SetUp.run(folder, "restore DIR/b.zip" + how + THERE);
            assertThat(restore.code()).as(restore.err()).isZero();
            assertThat(restore.err().lines().filter(line -> line.startsWith("warning: "))).containsExactlyInAnyOrder(
                    foreign("notes.txt"), foreign("state/"), foreign("state/tidemark.db"),
                    foreign("objects/" + "0".repeat(64)), foreign("?[2J"));
        }
        assertThat(new Accounts(StateStore.openExisting(folder.resolve("new/state"), Clock.systemUTC()))
                .findUser("kari")).isPresent();
    }

    private static String foreign(String name) {
        return "warning: the archive's list does not contain " + name + ", which is not restored";
    }

    @Test
    void ofManyForeignEntriesTheFirstAreNamed() throws Exception {
        assertThat(SetUp.run(folder, "backup DIR/b.zip" + WHERE).code()).isZero();
        try (FileSystem zip = FileSystems.newFileSystem(folder.resolve("b.zip"))) {
            for (int i = 0; i < 23; i++) {
                Files.writeString(zip.getPath("note" + i), "not ours");
            }
        }
        CommandRun check = SetUp.run(folder, "restore DIR/b.zip --check" + THERE);
        assertThat(check.err().lines().filter(line -> line.startsWith("warning: "))).hasSize(21)
                .contains("warning: nor does it know 3 more entries, which are not restored");
    }

    @Test
    void aFailureLeavesBothFoldersEmptyAndTheNextTrySucceeds() throws Exception {
        assertThat(SetUp.run(folder, "backup DIR/b.zip" + WHERE).code()).isZero();
        // the state cannot be made where a file is
        Files.createDirectory(folder.resolve("new"));
        Files.writeString(folder.resolve("new/file"), "");
        CommandRun failed = SetUp.run(folder, "restore DIR/b.zip --lake DIR/new/lake --state DIR/new/file/state");
        assertThat(failed.code()).as(failed.err()).isEqualTo(5);
        assertThat(failed.err()).doesNotContain("please report");
        assertThat(folder.resolve("new/lake/CURRENT")).doesNotExist();
        assertThat(folder.resolve("new/lake/snapshots")).doesNotExist();
        assertThat(SetUp.run(folder, "restore DIR/b.zip" + THERE).code()).isZero();
    }

    @Test
    void aRestoreIsStoppedHalfWay() throws Exception {
        assertThat(SetUp.run(folder, "backup DIR/b.zip" + WHERE).code()).isZero();
        int contents = Restore.check(folder.resolve("b.zip"), () -> false).files();
        AtomicInteger asked = new AtomicInteger();
        // past the check, in the middle of the writing
        assertThatThrownBy(() -> Restore.run(folder.resolve("b.zip"), Restore.Part.ALL, folder.resolve("new/lake"),
                folder.resolve("new/state"), Clock.systemUTC(),
                () -> asked.incrementAndGet() > contents + 3)).isInstanceOf(BackupException.class)
                .hasMessageContaining("stopped");
        assertThat(asked.get()).isGreaterThan(contents);
        assertThat(Restore.isFree(folder.resolve("new/lake"))).isTrue();
        assertThat(Restore.isFree(folder.resolve("new/state"))).isTrue();
        assertThat(folder.resolve("new/lake/.restoring")).doesNotExist();
        assertThat(SetUp.run(folder, "restore DIR/b.zip" + THERE).code()).isZero();
    }

    @Test
    void aBackupIsStoppedHalfWay() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        assertThatThrownBy(() -> Backup.write(folder.resolve("b.zip"), folder.resolve("lake"), folder.resolve("state"),
                false, Clock.systemUTC(),
                () -> asked.incrementAndGet() > 5)).isInstanceOf(BackupException.class).hasMessageContaining("stopped");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder("delivery", "lake", "state");
        }
    }

    @Test
    void aLinkInTheStateBringsNothingElseIn() throws Exception {
        Files.writeString(folder.resolve("secret"), "of another user");
        Files.createSymbolicLink(folder.resolve("state/linked"), folder.resolve("secret"));
        CommandRun backup = SetUp.run(folder, "backup DIR/b.zip" + WHERE);
        assertThat(backup.code()).as(backup.err()).isZero();
        assertThat(backup.err()).contains("state/linked is a link and was left out");
        assertThat(SetUp.run(folder, "restore DIR/b.zip" + THERE).code()).isZero();
        assertThat(folder.resolve("new/state/linked")).doesNotExist();
    }

    @Test
    void aStateOfAnOlderVersionIsBackedUpAsItIs() throws Exception {
        Path file = folder.resolve("state/tidemark.db");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER TABLE api_key DROP COLUMN farmer_id");
            statement.execute("DROP INDEX refresh_token_repeatable");
            statement.execute("ALTER TABLE refresh_token DROP COLUMN next_salt");
            statement.execute("ALTER TABLE account DROP COLUMN tokens_from");
            statement.execute("ALTER TABLE account DROP COLUMN watch_mail");
            statement.execute("DROP TABLE watch_told");
            statement.execute("DROP INDEX account_mail_token");
            statement.execute("ALTER TABLE account DROP COLUMN mail_token");
            statement.execute("DROP TABLE my_page");
            statement.execute("PRAGMA user_version = 2");
        }
        byte[] before = Files.readAllBytes(file);
        assertThat(SetUp.run(folder, "backup DIR/b.zip" + WHERE).code()).isZero();
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        assertThat(folder.resolve("state/tidemark.db.version-2")).doesNotExist();
        CommandRun restore = SetUp.run(folder, "restore DIR/b.zip" + THERE);
        assertThat(restore.code()).as(restore.err()).isZero();
        assertThat(new Accounts(StateStore.openExisting(folder.resolve("new/state"), Clock.systemUTC()))
                .findUser("kari")).isPresent();
    }

    @Test
    void aLakeThatIsBeingWrittenIsNotRestoredInto() throws Exception {
        assertThat(SetUp.run(folder, "backup DIR/b.zip" + WHERE).code()).isZero();
        try (LakeLock _ = Lake.at(folder.resolve("new/lake")).lock()) {
            CommandRun restore = SetUp.run(folder, "restore DIR/b.zip" + THERE);
            assertThat(restore.code()).as(restore.err()).isEqualTo(4);
        }
        assertThat(Restore.isFree(folder.resolve("new/state"))).isTrue();
    }

    @Test
    void whatAKilledBackupLeftIsRemovedAfterADay() throws Exception {
        Path left = Files.createDirectory(folder.resolve(".tidemark-backup-1"));
        Files.writeString(left.resolve("tidemark.db"), "secrets");
        assertThat(SetUp.run(folder, "backup DIR/a.zip" + WHERE).code()).isZero();
        assertThat(left).exists();
        Files.setLastModifiedTime(left, FileTime.from(Instant.now().minus(Duration.ofDays(2))));
        CommandRun backup = SetUp.run(folder, "backup DIR/b.zip" + WHERE);
        assertThat(backup.err()).contains("removed " + left);
        assertThat(left).doesNotExist();
    }

    /** What is named by mistake must not end in a backup without users. */
    @Test
    void aStateFolderThatIsNamedMustBeThere() {
        CommandRun backup = SetUp.run(folder, "backup DIR/b.zip --lake DIR/lake --state DIR/nobody");
        assertThat(backup.code()).isEqualTo(2);
        assertThat(backup.err()).contains("there is no state folder " + folder.resolve("nobody"));
        assertThat(folder.resolve("b.zip")).doesNotExist();
        assertThat(SetUp.run(folder, "backup DIR/b.zip --lake DIR/lake --state state").code()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"TIDEMARK_STATE, DIR/nobody, 2", "TIDEMARK_CONFIG, DIR/tidemark.yaml, 2",
            "TIDEMARK_STATE, DIR/state, 0"})
    void alsoByTheEnvironment(String variable, String value, int code) throws Exception {
        Files.writeString(folder.resolve("tidemark.yaml"), "state: " + folder.resolve("nobody") + "\n");
        ProcessBuilder backup = JavaProcess.of(Tidemark.class, "backup", folder.resolve("b.zip").toString(), "--lake",
                folder.resolve("lake").toString());
        backup.environment().put(variable, value.replace("DIR", folder.toString()));
        assertThat(backup.redirectErrorStream(true).redirectOutput(folder.resolve("said").toFile()).start().waitFor())
                .isEqualTo(code);
        assertThat(Files.readString(folder.resolve("said")))
                .contains(code == 0 ? "wrote " : "there is no state folder " + folder.resolve("nobody"));
        assertThat(Files.exists(folder.resolve("b.zip"))).isEqualTo(code == 0);
    }

    @Test
    void aMachineWithALakeAloneIsWarned() {
        CommandRun backup = SetUp.run(folder, "backup DIR/b.zip --lake DIR/lake");
        assertThat(backup.code()).as(backup.err()).isZero();
        assertThat(backup.err()).contains("warning: there is no state folder state; only the lake was backed up");
    }

    @Test
    void whereNothingIsThereIsNothingToBackUp() {
        CommandRun backup = SetUp.run(folder, "backup DIR/b.zip --lake DIR/none");
        assertThat(backup.code()).isEqualTo(5);
        assertThat(backup.err()).contains("there is nothing to back up");
        assertThat(folder.resolve("b.zip")).doesNotExist();
    }
}
