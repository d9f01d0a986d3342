package io.tidemark.data.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.TestLake;
import io.tidemark.data.file.HoldingProcess;
import io.tidemark.data.file.LockedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose the entries under {@code staging/} are: those of running processes stay, and their years are claimed. */
class StagingOwnersTest {

    private static final SnapshotId LIVING = new SnapshotId("20260102T030405.678Z");
    private static final SnapshotId DEAD = new SnapshotId("20260102T030405.679Z");

    @TempDir
    private Path staging;
    private StagingOwners owners;

    @BeforeEach
    void start() {
        owners = new StagingOwners(staging);
    }

    private void entries(SnapshotId id) throws IOException {
        Files.createDirectories(staging.resolve(id.text()));
        Files.writeString(staging.resolve(id.text()).resolve("rows"), "x");
        Files.createDirectories(staging.resolve(id + ".work"));
        Files.writeString(staging.resolve(id + ".work/spill"), "x");
    }

    @Test
    void anEmptyLakeHasNone() {
        StagingOwners none = new StagingOwners(staging.resolve("not-there"));
        assertThat(none.areBusy()).isFalse();
        assertThat(none.claimed()).isEmpty();
        assertThat(none.isAlive(LIVING)).isFalse();
        assertThat(none.isTaken(LIVING)).isFalse();
    }

    @Test
    void whoHoldsOneKeepsItFromOthers() throws IOException {
        LockedFile held = owners.hold(LIVING);
        try (held) {
            assertThat(owners.isAlive(LIVING)).isTrue();
            assertThat(owners.isTaken(LIVING)).isTrue();
            assertThat(owners.areBusy()).isTrue();
            assertThatThrownBy(() -> owners.hold(LIVING)).isInstanceOf(IOException.class)
                    .hasMessage(LIVING + " is being written by another process");
            assertThat(owners.isAlive(DEAD)).isFalse();
        }
        // not forgotten yet: its name stays taken
        assertThat(owners.isAlive(LIVING)).isFalse();
        assertThat(owners.isTaken(LIVING)).isTrue();
        owners.forget(LIVING);
        assertThat(owners.isTaken(LIVING)).isFalse();
    }

    @Test
    void yearsAreClaimedByThoseWhoLive() throws IOException {
        try (LockedFile _ = owners.hold(LIVING)) {
            // it has not said yet what it changes
            assertThat(owners.claimed()).isEmpty();
            owners.claim(LIVING, List.of(2026, 2024));
            Files.createFile(staging.resolve(DEAD + ".owner"));
            owners.claim(DEAD, List.of(2020));
            assertThat(owners.claimed()).containsExactly(2024, 2026);
            owners.claim(LIVING, List.of(2025));
            assertThat(owners.claimed()).containsExactly(2025);
            owners.claim(LIVING, List.of());
            assertThat(owners.claimed()).isEmpty();
        }
    }

    @Test
    void whatNobodyOwnsIsCleared() throws IOException {
        entries(LIVING);
        entries(DEAD);
        Files.createFile(staging.resolve(DEAD + ".owner"));
        Files.createFile(staging.resolve("something"));
        // begins with the living one's name, and is another's
        Files.createFile(staging.resolve(LIVING + "2.owner"));
        try (LockedFile _ = owners.hold(LIVING)) {
            owners.claim(LIVING, List.of(2026));
            owners.clear();
            assertThat(TestLake.files(staging)).containsExactly(LIVING + ".owner", LIVING + ".work/spill", LIVING
                    + ".years", LIVING + "/rows");
        }
        owners.clear();
        assertThat(staging).doesNotExist();
    }

    @Test
    void anotherProcessIsAnOwnerUntilItIsKilled() throws IOException {
        entries(LIVING);
        owners.claim(LIVING, List.of(2026));
        try (HoldingProcess _ = HoldingProcess.of(staging.resolve(LIVING + ".owner"))) {
            assertThat(owners.areBusy()).isTrue();
            assertThat(owners.claimed()).containsExactly(2026);
            owners.clear();
            assertThat(staging.resolve(LIVING.text()).resolve("rows")).exists();
        }
        assertThat(owners.areBusy()).isFalse();
        assertThat(owners.claimed()).isEmpty();
        owners.clear();
        assertThat(staging).doesNotExist();
    }
}
