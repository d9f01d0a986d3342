package io.tidemark.data.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.TestLake;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.ledger.LedgerEntry;
import io.tidemark.data.ledger.ReleasedTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Each leftover of a run that died is gone when the next one takes the lock, and what was published is as it was. */
class LakeRecoveryTest {

    /** What a run does before it dies. */
    private record Leftover(String name, Run run) {

        @FunctionalInterface
        interface Run {
            void on(Lake lake, StagedSnapshot staged) throws IOException;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<Leftover> LEFTOVERS = List.of(
            new Leftover("a staging folder with rows, spilled data, rejected rows and claimed years", (_, staged) -> {
                TestLake.write(staged, "2026-01-02");
                staged.claim(List.of(2026));
                Files.writeString(staged.workFolder().resolve("spill"), "x");
                Files.createDirectories(staged.rejectsFolder());
                Files.writeString(staged.rejectsFolder().resolve("stock.csv"), "x");
            }),
            new Leftover("a finished snapshot that is not published, with its rejected rows", (lake, staged) -> {
                TestLake.write(staged, "2026-01-02");
                SnapshotId id = staged.seal(null, null, List.of()).id();
                Files.createDirectories(lake.rejects(id));
                Files.writeString(lake.rejects(id).resolve("stock.csv"), "x");
                assertThat(lake.list()).hasSize(2);
            }),
            new Leftover("an entry of the ledger for a snapshot that is not published", (lake, staged) -> {
                SnapshotId id = staged.seal(null, null, List.of()).id();
                append(lake, id);
                assertThat(PendingLedger.of(lake)).contains(new PendingLedger("log/000001.json", id.text()));
            }),
            new Leftover("a note of such an entry, which was not yet written", (lake, staged) -> {
                Files.createDirectories(lake.ledger());
                new PendingLedger("log/000001.json", staged.id().text()).write(lake);
            }),
            new Leftover("a half-written CURRENT", (lake, _) -> Files.writeString(lake.draftOfCurrent(), "2026")),
            new Leftover("a pruned snapshot that was moved aside",
                    (lake, _) -> TestLake.copy(lake.current().orElseThrow().folder(),
                    lake.staging().resolve("20250101T000000.000Z.removed"))),
            new Leftover("a lease of a server that died", (lake, _) -> {
                Files.createDirectories(lake.root().resolve("leases"));
                Files.createFile(lake.root().resolve("leases/" + lake.currentId().orElseThrow() + "@1"));
            }),
            new Leftover("all at once", (lake, staged) -> {
                for (Leftover each : LakeRecoveryTest.LEFTOVERS.subList(1, 7)) {
                    if (!each.name.contains("entry")) {
                        each.run.on(lake, staged);
                    }
                }
                append(lake, staged.id());
            }));

    @TempDir
    private static Path template;

    @TempDir
    private Path folder;
    private Lake lake;
    private Set<String> files = Set.of();

    private static void append(Lake lake, SnapshotId id) {
        LedgerDraft.begin(lake, ReleasedTables.nothing(lake.ledger()), () -> { })
                .append(id, LedgerEntry.Kind.RELEASE, PrivacyRule.DEFAULT,
                LocalDate.of(2026, 1, 4), null, Instant.EPOCH);
    }

    @BeforeAll
    static void publish() {
        TestLake.publish(Lake.at(template), "2026-01-01");
    }

    @BeforeEach
    void start() {
        lake = Lake.at(folder.resolve("lake"));
        TestLake.copy(template, lake.root());
        files = TestLake.files(lake.root());
    }

    /** A copy of the lake as it is at that moment, without any lock, is what a process leaves that is killed then. */
    @ParameterizedTest(name = "{0}")
    @FieldSource("LEFTOVERS")
    void theNextRunClearsIt(Leftover leftover) throws IOException {
        Lake dead = Lake.at(folder.resolve("dead"));
        try (LakeLock _ = lake.lock(); StagedSnapshot staged = lake.stage(Instant.now())) {
            leftover.run.on(lake, staged);
            TestLake.copy(lake.root(), dead.root());
        }
        assertThat(TestLake.files(dead.root())).as("what is left").containsAll(files).isNotEqualTo(files);

        dead.lock().close();

        assertThat(TestLake.files(dead.root())).isEqualTo(files);
        assertThat(dead.staging()).doesNotExist();
        assertThat(dead.currentId()).isEqualTo(lake.currentId());
        assertThat(dead.list()).containsExactly(lake.currentId().orElseThrow());
    }

    @Test
    void anEntryOfAPublishedSnapshotStays() {
        append(lake, lake.currentId().orElseThrow());
        lake.lock().close();
        assertThat(TestLake.files(lake.ledger())).containsExactly("log/000001.json");
    }

    // somebody else wrote the note, or broke it
    @Test
    void aNoteOfAFileOutsideTheLedgerRemovesNothing() throws IOException {
        Files.createDirectories(lake.ledger());
        new PendingLedger("../CURRENT", "20990101T000000.000Z").write(lake);
        lake.lock().close();
        assertThat(TestLake.files(lake.root())).isEqualTo(files);

        Files.writeString(lake.ledger().resolve("pending"), "{");
        assertThatThrownBy(() -> PendingLedger.of(lake)).isInstanceOf(LakeException.class)
                .hasMessageContaining("cannot read ");
        assertThatThrownBy(lake::lock).isInstanceOf(LakeException.class).hasMessageContaining("cannot clear ");
        assertThat(lake.current()).isPresent();
    }

    /** Nobody knows then what is published: it may be the one that the note is of. */
    @Test
    void whereCurrentMakesNoSenseNoSnapshotIsRemoved() throws IOException {
        SnapshotId id = lake.currentId().orElseThrow();
        Files.createDirectories(lake.staging());
        Files.createFile(LakeRecovery.unpublishedNote(lake, id));
        Files.writeString(lake.root().resolve("CURRENT"), "../elsewhere");
        lake.lock().close();
        assertThat(TestLake.files(lake.root())).isEqualTo(files);
    }

    @Test
    void whatALaterSnapshotIncludesGoesAndItsRejectedRowsStay() throws IOException {
        SnapshotId first;
        try (LakeLock _ = lake.lock(); StagedSnapshot staged = lake.stage(Instant.now())) {
            TestLake.write(staged, "2026-01-02");
            Snapshot sealed = staged.seal(null, null, List.of());
            first = sealed.id();
            Files.createDirectories(lake.rejects(first));
            try (StagedSnapshot next = lake.stage(Instant.now(), Optional.of(sealed))) {
                TestLake.write(next, "2026-01-02", "2025-12-31");
                lake.publish(next.seal(null, null, List.of()).id());
            }
            staged.superseded();
        }
        assertThat(lake.list()).doesNotContain(first).hasSize(2);
        assertThat(lake.rejects(first)).exists();
        assertThat(lake.staging()).isEmptyDirectory();
    }
}
