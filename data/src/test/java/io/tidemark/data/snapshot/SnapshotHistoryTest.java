package io.tidemark.data.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.TestLake;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.Sha256;
import io.tidemark.data.table.LakeTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Snapshots in a lake: which are open, the target of a rollback, what a prune removes. */
class SnapshotHistoryTest {

    @TempDir
    private Path folder;
    private Lake lake;
    private final List<SnapshotId> ids = new ArrayList<>();

    /** Four snapshots, a day apart; the first year is written once and shared by all. */
    @BeforeEach
    void start() {
        lake = Lake.at(folder.resolve("lake"));
        for (int day = 1; day <= 4; day++) {
            try (LakeLock _ = lake.lock();
                    StagedSnapshot staged = lake.stage(Instant.parse("2026-01-0" + day + "T02:00:00Z"))) {
                if (day == 1) {
                    TestLake.write(staged, "2025-12-31", "2026-01-01");
                } else {
                    staged.reuse(LakeTables.TEMPERATURE_DAY, 2025);
                    TestLake.write(staged, "2026-01-0" + day);
                }
                ids.add(staged.id());
                lake.publish(staged.seal(null, null, List.of()).id());
            }
        }
    }

    private void publish(int number) {
        lake.publish(ids.get(number));
    }

    private Pruning prune(int keep) {
        try (LakeLock _ = lake.lock()) {
            return Pruning.plan(lake, keep).carryOut(lake);
        }
    }

    @Test
    void aRollbackGoesToTheBaseAndThenToTheOneBeforeIt() {
        assertThat(SnapshotHistory.of(lake).beforePublished()).contains(ids.get(2));
        publish(2);
        assertThat(SnapshotHistory.of(lake).beforePublished()).contains(ids.get(1));
        publish(0);
        assertThat(SnapshotHistory.of(lake).beforePublished()).isEmpty();
    }

    @Test
    void whereTheBaseIsGoneTimeDecides() throws IOException {
        DurableFiles.deleteTree(lake.folder(ids.get(2)));
        assertThat(SnapshotHistory.of(lake).beforePublished()).contains(ids.get(1));
    }

    @Test
    void whereThePublishedOneIsDamagedTheNewestOtherIsNext() throws IOException {
        Files.writeString(lake.folder(ids.get(3)).resolve("manifest.json"), "{");
        assertThat(SnapshotHistory.of(lake).beforePublished()).contains(ids.get(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "20990101T000000.000Z", "../elsewhere"})
    void whereCurrentMakesNoSenseTheNewestIsNext(String text) throws IOException {
        Files.writeString(lake.root().resolve("CURRENT"), text);
        assertThat(SnapshotHistory.of(lake).beforePublished()).contains(ids.get(3));
    }

    @Test
    void pruningLeavesTheNewestAndTheirSharedFiles() throws IOException {
        Files.createDirectories(lake.rejects(ids.get(0)));
        Files.createDirectories(lake.rejects(ids.get(3)));
        Files.createDirectories(lake.rejectsFolder().resolve("20251231T020000.000Z"));
        Files.createDirectories(lake.rejectsFolder().resolve("20260103T030000.000Z"));

        Pruning pruned = prune(2);

        assertThat(pruned.removed()).containsExactly(ids.get(0), ids.get(1));
        assertThat(pruned.kept()).containsExactly(ids.get(3), ids.get(2));
        assertThat(lake.list()).containsExactly(ids.get(2), ids.get(3));
        for (Manifest.FileEntry file : lake.current().orElseThrow().entries(LakeTables.TEMPERATURE_DAY)) {
            assertThat(Sha256.hex(lake.folder(ids.get(3)).resolve(file.path()))).isEqualTo(file.sha256());
        }
        assertThat(pruned.rejects()).containsExactly("20251231T020000.000Z", "20260101T020000.000Z");
        assertThat(lake.rejectsFolder()).isDirectoryNotContaining(f -> f.endsWith("20260101T020000.000Z"))
                .isDirectoryContaining(f -> f.endsWith("20260103T030000.000Z"))
                .isDirectoryContaining(f -> f.endsWith(ids.get(3).text()));
        assertThat(lake.staging()).doesNotExist();
    }

    @Test
    void thePublishedOneStaysHoweverOld() {
        publish(0);
        assertThat(prune(1).removed()).containsExactly(ids.get(1), ids.get(2));
        assertThat(lake.list()).containsExactly(ids.get(0), ids.get(3));
    }

    @Test
    void whatIsOpenStaysUntilItIsClosed() {
        try (SnapshotLease _ = lake.leases().take(ids.get(1)); SnapshotLease _ = lake.leases().take(ids.get(1))) {
            assertThat(lake.leases().open()).containsExactly(ids.get(1));
            Pruning pruned = prune(1);
            assertThat(pruned.removed()).containsExactly(ids.get(0), ids.get(2));
            assertThat(pruned.spared()).containsExactly(ids.get(1));
        }
        assertThat(lake.root().resolve("leases")).isEmptyDirectory();
        assertThat(prune(1).removed()).containsExactly(ids.get(1));
    }

    /** A server opens it after the plan was made: it is put back. */
    @Test
    void whatIsOpenedMeanwhileStays() {
        try (LakeLock _ = lake.lock()) {
            Pruning plan = Pruning.plan(lake, 1);
            assertThat(plan.removed()).containsExactly(ids.get(0), ids.get(1), ids.get(2));
            try (SnapshotLease _ = lake.leases().take(ids.get(1))) {
                Pruning done = plan.carryOut(lake);
                assertThat(done.removed()).containsExactly(ids.get(0), ids.get(2));
                assertThat(done.spared()).containsExactly(ids.get(1));
                assertThat(done.kept()).containsExactly(ids.get(3), ids.get(1));
            }
        }
        assertThat(lake.list()).containsExactly(ids.get(1), ids.get(3));
        assertThat(lake.open(ids.get(1)).files(LakeTables.TEMPERATURE_DAY))
                .allSatisfy(file -> assertThat(file).exists());
    }

    @Test
    void oneAtLeastIsKept() {
        assertThatThrownBy(() -> Pruning.plan(lake, 0)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("at least one snapshot is kept, not 0");
    }

    /** Where the lake cannot be written, who looks at a snapshot does it without a lease. */
    @Test
    void aLeaseThatCannotBeTakenIsNone() throws IOException {
        Files.createFile(lake.root().resolve("leases"));
        assertThat(lake.leases().tryTake(ids.get(0))).isNull();
        assertThatThrownBy(() -> lake.leases().take(ids.get(0))).isInstanceOf(LakeException.class)
                .hasMessageContaining("cannot mark snapshot " + ids.get(0) + " as open");
    }

    @Test
    void theMarkOfAProcessThatDiedMeansNothing() throws IOException {
        Path mark = lake.root().resolve("leases/" + ids.get(0) + "@left-behind");
        Files.createDirectories(lake.root().resolve("leases"));
        Files.createFile(mark);

        assertThat(lake.leases().open()).isEmpty();
        assertThat(lake.leases().held()).isEmpty();
        assertThat(prune(1).removed()).contains(ids.get(0));
        assertThat(mark).doesNotExist();
    }

    @Test
    void foldersThatAreNoSnapshotsAreShownAndLeftAlone() throws IOException {
        Files.createDirectories(lake.snapshots().resolve("dropped/stock_day"));
        Files.createDirectories(lake.snapshots().resolve("not an id"));

        assertThat(SnapshotHistory.of(lake).named("dropped").orElseThrow().problem()).isEqualTo("no manifest yet");
        assertThat(SnapshotHistory.of(lake).named("not an id").orElseThrow().problem())
                .isEqualTo("its name is no snapshot id");
        prune(1);
        assertThat(lake.snapshots()).isDirectoryContaining(f -> f.endsWith("dropped"))
                .isDirectoryContaining(f -> f.endsWith("not an id"));
    }
}
