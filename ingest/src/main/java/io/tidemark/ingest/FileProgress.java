package io.tidemark.ingest;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/** Reports from time to time the read share of a file, until it is closed. */
final class FileProgress implements AutoCloseable {

    private static final Duration TICK = Duration.ofMillis(200);

    private final Thread thread;

    private FileProgress(Thread thread) {
        this.thread = thread;
    }

    /** Starts reporting; {@code share} supplies the share read so far, 0 to 1. */
    static FileProgress start(String path, Supplier<OptionalDouble> share, IngestProgress progress) {
        Thread thread = Thread.ofPlatform().daemon().name("file-ticker").unstarted(() -> {
            try {
                while (true) {
                    Thread.sleep(TICK);
                    share.get().ifPresent(read -> progress.on(new IngestEvent.FileAdvanced(path, read)));
                }
            } catch (InterruptedException e) {
                // reading has ended
            }
        });
        thread.start();
        return new FileProgress(thread);
    }

    @Override
    public void close() {
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
