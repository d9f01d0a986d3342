package io.tidemark.data.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.TestLake;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.NoSuchSnapshotException;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotHistory;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.table.DerivedTables;
import io.tidemark.data.table.LakeTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is there is published once it is found sound: a snapshot as it is, a dropped folder with what it lacks. */
class SnapshotPublisherTest {

    private static final SnapshotId DROPPED = new SnapshotId("by-hand");

    @TempDir
    private static Path template;

    @TempDir
    private Path folder;
    private Lake lake;
    private Snapshot published;
    private Path dropped;

    @BeforeAll
    static void make() {
        TestLake.coast(Lake.at(template), "33334444").week(1, 4).rule(new PrivacyRule(2, 90)).publish();
    }

    /** The lake, and in it a folder with the delivered tables of its snapshot. */
    @BeforeEach
    void start() throws IOException {
        lake = Lake.at(folder.resolve("lake"));
        TestLake.copy(template, lake.root());
        published = lake.current().orElseThrow();
        dropped = lake.folder(DROPPED);
        TestLake.copy(published.folder(), dropped);
        Files.delete(dropped.resolve("manifest.json"));
    }

    private Verification publish(String name) {
        try (LakeLock _ = lake.lock()) {
            return new SnapshotPublisher(lake, TestLake.settings(folder)).publish(name);
        }
    }

    /** Derived tables in the folder are whoever's: they are made anew. */
    @Test
    void aDroppedFolderBecomesASnapshot() throws IOException {
        DurableFiles.deleteTree(dropped.resolve("species"));
        DurableFiles.deleteTree(dropped.resolve("stock_cell"));
        Files.writeString(Files.createDirectories(dropped.resolve("loss_cell/year=2020")).resolve("mine.parquet"),
                "not Parquet");

        assertThat(publish("by-hand").findings()).isEmpty();

        Snapshot made = lake.current().orElseThrow();
        assertThat(made.id()).isEqualTo(DROPPED);
        assertThat(made.manifest().parent()).isEqualTo(published.id().text());
        assertThat(made.manifest().privacy()).isEqualTo(new PrivacyRule(2, 90));
        assertThat(made.manifest().completeThrough()).isEqualTo(TestLake.SUNDAY);
        assertThat(made.manifest().isServable()).isTrue();
        assertThat(made.entries(LakeTables.SPECIES)).singleElement()
                .satisfies(file -> assertThat(file.rows()).isEqualTo(23));
        assertThat(made.entries(DerivedTables.LOSS_CELL)).singleElement()
                .satisfies(file -> assertThat(file.rows()).isEqualTo(4));
        for (Path file : made.files(LakeTables.STOCK_DAY)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).doesNotContain("w");
        }
        assertThat(TestLake.verify(lake).findings()).isEmpty();
        assertThat(new SnapshotPublisher(lake, TestLake.settings(folder)).before()).isEqualTo(published.id().text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"site/site.parquet", "production_area/production_area.parquet"})
    void anUnsoundFolderIsRefusedAndTheOldOneStays(String missing) throws IOException {
        Files.delete(dropped.resolve(missing));
        Verification seen = publish("by-hand");
        assertThat(seen.isSound()).isFalse();
        assertThat(lake.currentId()).contains(published.id());
        assertThat(dropped.resolve("manifest.json")).doesNotExist();
        assertThat(SnapshotHistory.of(lake).named("by-hand").map(SnapshotHistory.Entry::problem))
                .isEqualTo(Optional.of("no manifest yet"));
    }

    @Test
    void anUnreadableManifestIsAFault() throws IOException {
        Files.writeString(dropped.resolve("manifest.json"), "{");
        assertThat(publish("by-hand").findings()).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("manifest.json");
            assertThat(finding.problem()).startsWith("snapshot by-hand has no readable manifest");
        });
        assertThat(lake.currentId()).contains(published.id());
    }

    @Test
    void aRollbackGoesToTheSnapshotBefore() {
        SnapshotPublisher publisher = new SnapshotPublisher(lake, TestLake.settings(folder));
        assertThatThrownBy(publisher::before).isInstanceOf(NoSuchSnapshotException.class)
                .hasMessageContaining("no snapshot before the published one");
        Snapshot next = TestLake.next(lake).groups("987654321").publish();
        assertThat(publisher.before()).isEqualTo(published.id().text());
        assertThat(publish(publisher.before()).isSound()).isTrue();
        // as it was published before
        assertThat(lake.current()).contains(published);
        assertThat(publish(next.id().text()).isSound()).isTrue();
        assertThat(lake.current()).contains(next);
        assertThatThrownBy(() -> publish("20990101T000000.000Z")).isInstanceOf(NoSuchSnapshotException.class);
    }
}
