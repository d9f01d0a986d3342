package io.tidemark.ingest.watch;

import static io.tidemark.ingest.watch.LandingFolder.FARMERS;
import static io.tidemark.ingest.watch.LandingFolder.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.snapshot.LakeInUseException;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.ingest.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Deliveries that land in a folder are taken once each, in order, when they are complete. */
@Execution(ExecutionMode.CONCURRENT) // they mostly wait
class DeliveryWatchTest {

    @TempDir
    private Path folder;
    private LandingFolder landing;

    @BeforeEach
    void start() throws IOException {
        landing = LandingFolder.in(folder);
    }

    @Test
    void markedOnesAreTakenInOrderOfNameAndARejectedOneDoesNotStopIt() throws Exception {
        landing.deliverMarked("2026-01-03", FARMERS);
        landing.deliver("2026-01-02", "no such,columns\n1,2\n");
        landing.mark("2026-01-02", "_SUCCESS");
        landing.deliverMarked("2026-01-01", FARMERS.replace("Fjordfisk", "Vestfisk"));
        landing.deliver("2026-01-00-unmarked", FARMERS);
        try (LandingFolder.Running _ = landing.watch(LONG)) {
            assertThat(landing.next()).isEqualTo("2026-01-01 PUBLISHED");
            assertThat(landing.next()).isEqualTo("2026-01-02 REJECTED");
            assertThat(landing.next()).isEqualTo("2026-01-03 PUBLISHED");
            landing.nothingMore();
            // one that lands later
            landing.deliverMarked("2026-01-04", FARMERS);
            assertThat(landing.next()).isEqualTo("2026-01-04 NOTHING_NEW");
        }
        // a new watch knows what was taken, a rejected one too; what looks different is taken again
        landing.deliver("2026-01-02", FARMERS.replace("Fjordfisk", "Nordfisk"));
        landing.mark("2026-01-02", "_SUCCESS");
        try (LandingFolder.Running _ = landing.watch(LONG)) {
            assertThat(landing.next()).isEqualTo("2026-01-02 PUBLISHED");
            landing.nothingMore();
        }
    }

    @Test
    void anUnmarkedOneIsTakenWhenItHasSettled() throws Exception {
        Path delivery = landing.deliver("upload", FARMERS);
        Duration settle = Duration.ofSeconds(2);
        long written = System.nanoTime();
        try (LandingFolder.Running _ = landing.watch(settle)) {
            // it may be taken between two of these on a machine that is busy for so long
            for (int i = 0; i < 6 && landing.isQuiet(); i++) {
                Thread.sleep(400);
                long now = System.nanoTime();
                Files.writeString(delivery.resolve("reference/farmers.csv"), FARMERS + "\n".repeat(i));
                written = landing.isQuiet() ? now : written;
            }
            assertThat(landing.next()).isEqualTo("upload PUBLISHED");
        }
        assertThat(Duration.ofNanos(System.nanoTime() - written)).isGreaterThanOrEqualTo(settle);
    }

    @Test
    void whatStaysUnreadableIsNamedOnceAndTakenWhenItCanBeRead() throws Exception {
        landing.deliverMarked("closed", FARMERS);
        LandingFolder.Closed closed = landing.close("closed");
        try (LandingFolder.Running _ = landing.watch(Duration.ofSeconds(1)); closed) {
            assertThat(landing.next()).startsWith("closed is not taken: it cannot be read (FileSystemException: ");
            landing.nothingMore();
            closed.open();
            assertThat(landing.next()).isEqualTo("closed PUBLISHED");
        }
    }

    @Test
    void anOldMarkerSaysNothingOfNewFiles() throws Exception {
        Path delivery = landing.deliver("again", FARMERS);
        landing.mark("again", ".done");
        Files.setLastModifiedTime(delivery.resolve(".done"), FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
        try (LandingFolder.Running _ = landing.watch(LONG)) {
            landing.nothingMore();
            landing.mark("again", ".done");
            assertThat(landing.next()).isEqualTo("again PUBLISHED");
        }
    }

    @Test
    void whileAnotherWritesItWaitsForItsTurn() throws Exception {
        landing.deliverMarked("one", FARMERS);
        LakeLock other = landing.lake().lock();
        try (LandingFolder.Running _ = landing.watch(LONG)) {
            assertThat(landing.next()).isEqualTo("one postponed");
            other.close();
            String said = landing.next();
            while (said.endsWith("postponed")) {
                said = landing.next();
            }
            assertThat(said).isEqualTo("one PUBLISHED");
        }
    }

    @Test
    void whatWasRolledBackIsTakenAgainWhenItIsDeliveredAgain() throws Exception {
        landing.deliverMarked("a", FARMERS);
        try (LandingFolder.Running _ = landing.watch(LONG)) {
            assertThat(landing.next()).isEqualTo("a PUBLISHED");
            SnapshotId first = landing.lake().currentId().orElseThrow();
            landing.deliverMarked("b", FARMERS.replace("Fjordfisk", "Nordfisk"));
            assertThat(landing.next()).isEqualTo("b PUBLISHED");
            landing.lake().publish(first);
            assertThat(landing.next()).isEqualTo("b rolled back");
            landing.nothingMore();
            // the same files with the same times
            Path file = landing.path().resolve("b/reference/farmers.csv");
            FileTime time = Files.getLastModifiedTime(file);
            Files.writeString(file, FARMERS.replace("Fjordfisk", "Nordfisk"));
            Files.setLastModifiedTime(file, time);
            assertThat(landing.next()).isEqualTo("b PUBLISHED");
            landing.nothingMore();
        }
        assertThat(landing.lake().list()).hasSize(3);
    }

    @Test
    void whatCanBeNoDeliveryIsNamedOnceAndSnapshotsArePruned() throws Exception {
        Files.writeString(landing.path().resolve("stock.csv"), "x");
        Files.writeString(landing.path().resolve(".hidden"), "x");
        makeFolder(landing.path(), "a-b\\370lgen");
        landing.deliverMarked("a", FARMERS);
        landing.deliverMarked("b", FARMERS.replace("Fjordfisk", "Nordfisk"));
        try (LandingFolder.Running _ = landing.watch(LandingFolder.quick(LONG, landing::options, null,
                OptionalInt.of(1)))) {
            assertThat(landing.next()).isEqualTo("a-b%F8lgen is ignored: its name is not UTF-8; rename it");
            assertThat(landing.next())
                    .isEqualTo("stock.csv is ignored: it is a loose file, and a delivery is a folder");
            assertThat(landing.next()).isEqualTo("a PUBLISHED");
            assertThat(landing.next()).isEqualTo("pruned 0");
            assertThat(landing.next()).isEqualTo("b PUBLISHED");
            assertThat(landing.next()).isEqualTo("pruned 1");
            landing.nothingMore();
        }
    }

    @Test
    void aFailedPruneIsNoFailureOfWhatIsPublished() throws Exception {
        WatchOptions options = LandingFolder.quick(LONG, landing::options, null, OptionalInt.of(1));
        landing.deliverMarked("a", FARMERS);
        try (LandingFolder.Running _ = landing.watch(options)) {
            assertThat(landing.next()).isEqualTo("a PUBLISHED");
            assertThat(landing.next()).isEqualTo("pruned 0");
            Path rejects = landing.lake().root().resolve("rejects")
                    .resolve(landing.lake().currentId().orElseThrow().text());
            Files.createDirectories(rejects);
            try (LandingFolder.Closed _ = landing.close(rejects.toString())) {
                landing.deliverMarked("b", FARMERS.replace("Fjordfisk", "Nordfisk"));
                assertThat(landing.next()).isEqualTo("b PUBLISHED");
                assertThat(landing.next()).startsWith("old snapshots could not be removed: cannot prune ");
                landing.nothingMore();
            }
        }
    }

    // what an upload keeps beside its files
    @Test
    void hiddenFoldersAreNoPartOfADelivery() throws Exception {
        Path delivery = landing.deliver("a", FARMERS);
        landing.mark("a", ".done");
        Path log = Files.createDirectories(delivery.resolve("_logs/upload")).resolve("log.txt");
        Path partial = Files.createDirectories(delivery.resolve(".rsync-partial")).resolve("stock.csv");
        for (Path later : List.of(log, partial)) {
            Files.writeString(later, "x");
            Files.setLastModifiedTime(later, FileTime.from(Instant.now().plusSeconds(60)));
        }
        try (LandingFolder.Running _ = landing.watch(LONG)) {
            assertThat(landing.next()).isEqualTo("a PUBLISHED");
            Files.writeString(log, "the upload has ended");
            landing.mark("a", ".done");
            landing.nothingMore();
        }
    }

    // a name of bytes that Java cannot write
    private static void makeFolder(Path in, String printed) throws Exception {
        assertThat(new ProcessBuilder("sh", "-c", "mkdir \"$(printf '" + printed + "')\"").directory(in.toFile())
                .start().waitFor())
                .isZero();
    }

    @Test
    void aFolderIsWatchedOnce() throws Exception {
        landing.deliverMarked("one", FARMERS);
        try (LandingFolder.Running _ = landing.watch(LONG)) {
            assertThat(landing.next()).isEqualTo("one PUBLISHED");
            WatchOptions options = LandingFolder.quick(LONG, delivery -> {
                throw new IllegalStateException();
            }, null, OptionalInt.empty());
            assertThatThrownBy(() -> landing.unstarted(options, new StopSignal()).run())
                    .isInstanceOf(LakeInUseException.class)
                    .hasMessageContaining("another process watches " + landing.path().toRealPath());
        }
    }
}
