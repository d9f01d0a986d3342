package io.tidemark.server.cli.setup;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.server.answer.Json;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.state.StateStore;
import io.tidemark.server.identity.token.KeptSigningKeys;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;
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
    Path folder;

    @BeforeEach
    void twoSnapshotsAndAUser() throws IOException {
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
            assertThat(SetUp.run(folder, "ingest DIR/delivery --lake DIR/lake --today 2026-03-08").code()).isZero();
        }
        KeptSigningKeys.into(folder.resolve("state"));
        assertThat(SetUp.run(folder, "user add kari --role admin --state DIR/state --password-stdin").code()).isZero();
    }

    private void write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void allComesBack() throws Exception {
        SetUp backup = SetUp.run(folder, "backup DIR/b.zip --json" + WHERE);
        assertThat(backup.code()).as(backup.err()).isZero();
        JsonNode said = Json.MAPPER.readTree(backup.out());
        assertThat(said.get("snapshots")).hasSize(2);
        assertThat(said.get("warnings")).isEmpty();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("b.zip")))).isEqualTo("rw-------");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(path -> path.getFileName().toString())).containsExactlyInAnyOrder("b.zip", "delivery", "lake", "state");
        }

        SetUp check = SetUp.run(folder, "restore DIR/b.zip --check" + THERE);
        assertThat(check.code()).as(check.err()).isZero();
        assertThat(check.out()).contains("is whole", "2 snapshots, published " + said.get("current").asText());
        assertThat(folder.resolve("new")).doesNotExist();

        SetUp restore = SetUp.run(folder, "restore DIR/b.zip" + THERE);
        assertThat(restore.code()).as(restore.err()).isZero();
        Lake before = Lake.at(folder.resolve("lake"));
        Lake after = Lake.at(folder.resolve("new/lake"));
        assertThat(after.currentId()).isEqualTo(before.currentId());
        assertThat(after.list()).isEqualTo(before.list());
        for (SnapshotId id : after.list()) {
            SetUp verify = SetUp.run(folder, "snapshot verify " + id + " --lake DIR/new/lake");
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
        assertThat(Files.readString(state.resolve("signing-keys.json"))).isEqualTo(Files.readString(folder.resolve("state/signing-keys.json")));
        assertThat(Files.readString(state.resolve("audit.log"))).contains("user add");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state.resolve("tidemark.db")))).isEqualTo("rw-------");
        // the next delivery goes on from there
        assertThat(SetUp.run(folder, "ingest DIR/delivery --lake DIR/new/lake --today 2026-03-08").out()).contains("nothing new");
    }

    @Test
    void aBackupIsMadeWhileOthersWrite() throws Exception {
        try (LakeLock _ = Lake.at(folder.resolve("lake")).lock()) {
            assertThat(SetUp.run(folder, "backup DIR/b.zip" + WHERE).code()).isZero();
        }
        SetUp one = SetUp.run(folder, "backup DIR/one.zip --published-only --json" + WHERE);
        assertThat(Json.MAPPER.readTree(one.out()).get("snapshots")).hasSize(1);
    }

    @Test
    void nothingIsOverwritten() throws Exception {
        assertThat(SetUp.run(folder, "backup DIR/b.zip" + WHERE).code()).isZero();
        SetUp again = SetUp.run(folder, "backup DIR/b.zip" + WHERE);
        assertThat(again.code()).isEqualTo(2);
        assertThat(again.err()).contains("there is a file " + folder.resolve("b.zip") + " already");
        SetUp restore = SetUp.run(folder, "restore DIR/b.zip" + WHERE);
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
        SetUp backup = SetUp.run(folder, "backup DIR/b.zip" + WHERE);
        assertThat(backup.code()).isEqualTo(5);
        assertThat(backup.err()).contains("is not what its manifest says; tidemark snapshot verify tells all");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(path -> path.getFileName().toString())).containsExactlyInAnyOrder("delivery", "lake", "state");
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
            the end is missing | is no backup of Tidemark, or only a part of one
            something else     | is no backup of Tidemark, or only a part of one
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
        SetUp restore = SetUp.run(folder, "restore DIR/b.zip" + THERE);
        assertThat(restore.code()).isEqualTo(5);
        assertThat(restore.err()).contains(message).doesNotContain("\tat ");
        assertThat(folder.resolve("new/lake/CURRENT")).doesNotExist();
        assertThat(folder.resolve("new/state/tidemark.db")).doesNotExist();
    }

    @Test
    void whereNothingIsThereIsNothingToBackUp() {
        SetUp backup = SetUp.run(folder, "backup DIR/b.zip --lake DIR/none --state DIR/nobody");
        assertThat(backup.code()).isEqualTo(5);
        assertThat(backup.err()).contains("there is nothing to back up");
        assertThat(folder.resolve("b.zip")).doesNotExist();
    }
}
