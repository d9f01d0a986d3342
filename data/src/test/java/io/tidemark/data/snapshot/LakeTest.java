package io.tidemark.data.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.TestLake;
import io.tidemark.data.file.Sha256;
import io.tidemark.data.table.LakeTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LakeTest {

    @TempDir
    private Path folder;
    private Lake lake;

    @BeforeEach
    void start() {
        lake = Lake.at(folder.resolve("lake"));
    }

    @Test
    void aNewLakeHasNothing() {
        assertThat(lake.currentId()).isEmpty();
        assertThat(lake.current()).isEmpty();
        assertThat(lake.list()).isEmpty();
        assertThat(lake.root()).doesNotExist();
    }

    @Test
    void theManifestDescribesEveryFile() throws IOException {
        Snapshot snapshot = TestLake.publish(lake, "2025-12-31", "2026-01-01");
        assertThat(lake.current()).contains(snapshot);
        assertThat(lake.list()).containsExactly(snapshot.id());
        assertThat(snapshot.manifest().tables()).hasSize(LakeTables.all().size());
        assertThat(snapshot.manifest().tables().get("temperature_day")).satisfies(entry -> {
            assertThat(entry.rows()).isEqualTo(2);
            assertThat(entry.firstDate()).isEqualTo(LocalDate.of(2025, 12, 31));
            assertThat(entry.lastDate()).isEqualTo(LocalDate.of(2026, 1, 1));
            assertThat(entry.files()).extracting(Manifest.FileEntry::path).containsExactly(
                    "temperature_day/year=2025/temperature_day.parquet",
                    "temperature_day/year=2026/temperature_day.parquet");
        });
        for (Manifest.FileEntry file : snapshot.entries(LakeTables.TEMPERATURE_DAY)) {
            Path path = snapshot.folder().resolve(file.path());
            assertThat(Files.size(path)).isEqualTo(file.bytes());
            assertThat(Sha256.hex(path)).isEqualTo(file.sha256());
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path))).doesNotContain("w");
        }
    }

    @Test
    void whatIsNotSealedLeavesNothing() throws IOException {
        Snapshot before = TestLake.publish(lake, "2026-01-01");
        try (LakeLock _ = lake.lock(); StagedSnapshot staged = lake.stage(Instant.now())) {
            TestLake.write(staged, "2026-01-02");
            assertThat(staged.files(LakeTables.TEMPERATURE_DAY)).hasSize(1);
        }
        assertThat(lake.current()).contains(before);
        assertThat(lake.list()).containsExactly(before.id());
        assertThat(lake.staging()).isEmptyDirectory();
    }

    @Test
    void whatIsSealedAndNotPublishedLeavesNothing() throws IOException {
        Snapshot before = TestLake.publish(lake, "2026-01-01");
        try (LakeLock _ = lake.lock(); StagedSnapshot staged = lake.stage(Instant.now())) {
            TestLake.write(staged, "2026-01-02");
            staged.seal(null, null, List.of());
            assertThat(lake.list()).hasSize(2);
        }
        assertThat(lake.list()).containsExactly(before.id());
        assertThat(lake.staging()).isEmptyDirectory();
    }

    @Test
    void aLakeWithoutItsCurrentIsNoNewLake() throws IOException {
        try (LakeLock _ = lake.lock(); StagedSnapshot staged = lake.stage(Instant.now())) {
            TestLake.write(staged, "2026-01-01");
            staged.seal(null, null, List.of());
            // not published yet
            assertThat(lake.current()).isEmpty();
        }
        Snapshot published = TestLake.publish(lake, "2026-01-02");
        Files.delete(lake.root().resolve("CURRENT"));
        assertThatThrownBy(lake::current).isInstanceOf(LakeException.class)
                .hasMessageContaining("there is no " + lake.root().resolve("CURRENT"))
                .hasMessageContaining(published.id().text()).hasMessageContaining("tidemark snapshot rollback");
    }

    @Test
    void aPublishedOneStaysThoughItsNoteIsStillThere() throws IOException {
        Snapshot before = TestLake.publish(lake, "2026-01-01");
        Files.createFile(LakeRecovery.unpublishedNote(lake, before.id()));

        lake.lock().close();

        assertThat(lake.current()).contains(before);
    }

    @Test
    void theSecondWriterWaitsForTheFirst() throws Exception {
        LakeLock first = lake.lock();
        List<Duration> waited = new CopyOnWriteArrayList<>();
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            Future<LakeLock> second = other.submit(() -> lake.lock(Duration.ofMinutes(5), waited::add));
            while (waited.isEmpty()) {
                Thread.sleep(10);
            }
            assertThat(second.isDone()).isFalse();
            first.close();
            second.get(5, TimeUnit.MINUTES).close();
        }
    }

    @Test
    void aFolderWithoutManifestIsNoSnapshot() throws IOException {
        Files.createDirectories(lake.snapshots().resolve("half/stock_day"));
        assertThat(lake.list()).isEmpty();
        assertThatThrownBy(() -> lake.publish(new SnapshotId("half"))).isInstanceOf(LakeException.class)
                .hasMessageContaining("half");
        assertThat(lake.currentId()).isEmpty();
    }

    @Test
    void whatARunningProcessStagesStaysUntilItIsClosed() throws IOException {
        StagedSnapshot staged;
        try (LakeLock _ = lake.lock()) {
            staged = lake.stage(Instant.now());
            staged.claim(List.of(2025, 2026));
        }
        TestLake.write(staged, "2026-01-02");
        Files.writeString(staged.workFolder().resolve("spill"), "x");
        try (LakeLock _ = lake.lock()) {
            assertThat(lake.owners().claimed()).containsExactly(2025, 2026);
            try (StagedSnapshot other = lake.stage(staged.createdAt())) {
                assertThat(other.id()).isGreaterThan(staged.id());
            }
            Pruning.plan(lake, 1).carryOut(lake);
        }
        assertThat(staged.files(LakeTables.TEMPERATURE_DAY)).allMatch(Files::exists);
        assertThat(staged.workFolder().resolve("spill")).exists();

        staged.close();
        assertThat(lake.staging()).isEmptyDirectory();
        assertThat(lake.owners().claimed()).isEmpty();
    }

    @Test
    void oneWriterAtATime() {
        try (LakeLock _ = lake.lock()) {
            assertThatThrownBy(lake::lock).isInstanceOf(LakeInUseException.class);
        }
        lake.lock().close();
    }

    @Test
    void twoSnapshotsOfOneInstantHaveTwoNames() {
        Instant instant = Instant.parse("2026-01-02T03:04:05.678Z");
        try (LakeLock _ = lake.lock()) {
            try (StagedSnapshot staged = lake.stage(instant)) {
                lake.publish(staged.seal(null, null, List.of()).id());
                assertThat(lake.currentId()).contains(new SnapshotId("20260102T030405.678Z"));
            }
            try (StagedSnapshot staged = lake.stage(instant)) {
                assertThat(staged.id().text()).isEqualTo("20260102T030405.679Z");
            }
        }
    }

    @Test
    void reusedYearsAreTheBasesFiles() throws IOException {
        Snapshot before = TestLake.publish(lake, "2025-12-31", "2026-01-01");
        try (LakeLock _ = lake.lock(); StagedSnapshot staged = lake.stage(Instant.now())) {
            assertThat(staged.baseYears(LakeTables.TEMPERATURE_DAY)).containsExactly(2025, 2026);
            staged.reuse(LakeTables.MARINE_TYPE);
            staged.reuse(LakeTables.TEMPERATURE_DAY, 2025);
            assertThat(staged.differsFromBase()).isTrue();
            staged.reuse(LakeTables.TEMPERATURE_DAY, 2026);
            assertThat(staged.differsFromBase()).isFalse();
            assertThat(Files.getAttribute(staged.files(LakeTables.TEMPERATURE_DAY).getFirst(), "unix:ino"))
                    .isEqualTo(Files.getAttribute(before.files(LakeTables.TEMPERATURE_DAY).getFirst(), "unix:ino"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".hidden", "../up", "a/b", "a b", "å"})
    void namesThatAreNoIds(String name) {
        assertThatThrownBy(() -> new SnapshotId(name)).isInstanceOf(LakeException.class);
    }

    @Test
    void aManifestNamesOnlyItsOwnFiles() throws IOException {
        Snapshot snapshot = TestLake.publish(lake, "2026-01-01");
        Path manifest = snapshot.folder().resolve("manifest.json");
        Files.writeString(manifest, Files.readString(manifest)
                .replace("marine_type/marine_type.parquet", "../../etc/passwd"));
        assertThatThrownBy(() -> lake.current()).isInstanceOf(LakeException.class).hasMessageContaining("outside");
    }
}
