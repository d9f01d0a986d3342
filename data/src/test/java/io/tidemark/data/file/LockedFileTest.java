package io.tidemark.data.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A locked file has one holder, among threads and among processes, and its lock ends with the process. */
class LockedFileTest {

    @TempDir
    private Path folder;

    @Test
    void oneHolderInAProcess() throws IOException {
        Path file = folder.resolve("lock");
        assertThat(LockedFile.isHeld(file)).isFalse();
        try (LockedFile held = LockedFile.tryHold(file).orElseThrow()) {
            assertThat(held.file()).isEqualTo(folder.toRealPath().resolve("lock"));
            assertThat(LockedFile.tryHold(file)).isEmpty();
            // the same file by another path
            assertThat(LockedFile.isHeld(folder.resolve("../" + folder.getFileName() + "/lock"))).isTrue();
        }
        assertThat(LockedFile.isHeld(file)).isFalse();
        LockedFile.tryHold(file).orElseThrow().close();
    }

    @Test
    void anotherProcessHoldsItUntilItIsKilled() throws IOException {
        Path file = folder.resolve("lock");
        try (HoldingProcess _ = HoldingProcess.of(file)) {
            assertThat(LockedFile.isHeld(file)).isTrue();
            assertThat(LockedFile.tryHold(file)).isEmpty();
        }
        assertThat(LockedFile.isHeld(file)).isFalse();
        LockedFile.tryHold(file).orElseThrow().close();
    }

    // each reads a number and writes the next: without turns some would write the same
    @Test
    void threadsTakeTurns() throws Exception {
        Path number = Files.writeString(folder.resolve("number"), "0");
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                all.add(threads.submit(() -> LockedFile.<Path,
                        IOException>exclusively(folder.resolve("lock"), FilePermissions.LOCK, () -> {
                    int next = Integer.parseInt(Files.readString(number)) + 1;
                    Thread.yield();
                    return Files.writeString(number, Integer.toString(next));
                })));
            }
            for (Future<?> each : all) {
                each.get(5, TimeUnit.MINUTES);
            }
        }
        assertThat(number).hasContent("40");
    }

    @Test
    void whoIsInterruptedWhileWaitingSaysSoAndDoesNothing() throws Exception {
        Path lock = folder.resolve("lock");
        CountDownLatch free = new CountDownLatch(1);
        CountDownLatch taken = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<Boolean> first = threads.submit(() -> LockedFile.<Boolean,
                    IOException>exclusively(lock, FilePermissions.LOCK, () -> {
                taken.countDown();
                return awaited(free);
            }));
            taken.await();
            Future<Void> second = threads.submit(() -> {
                Thread.currentThread().interrupt();
                return LockedFile.<Void, IOException>exclusively(lock, FilePermissions.LOCK, () -> {
                    throw new IllegalStateException("it has the lock");
                });
            });
            assertThatThrownBy(second::get).isInstanceOf(ExecutionException.class).cause()
                    .isInstanceOf(IOException.class).hasMessageContaining("interrupted while waiting for " + lock);
            free.countDown();
            assertThat(first.get(5, TimeUnit.MINUTES)).isTrue();
        }
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            return latch.await(5, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What throws has given the lock back. */
    @Test
    void workThatFailsEndsItsTurn() throws IOException {
        Path lock = folder.resolve("lock");
        assertThatThrownBy(() -> LockedFile.<Void, IOException>exclusively(lock, FilePermissions.LOCK, () -> {
            throw new IOException("disk full");
        })).isInstanceOf(IOException.class).hasMessage("disk full");
        assertThat(LockedFile.<String, IOException>exclusively(lock, FilePermissions.LOCK, () -> "next"))
                .isEqualTo("next");
    }
}
