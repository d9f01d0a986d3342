package io.tidemark.ingest;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/** Reports from time to time how much of a file has been read, until it is closed. */
final class FileProgress implements AutoCloseable {

    private static final Duration TICK = Duration.ofMillis(200);

    private final Thread thread;

    private FileProgress(Thread thread) {
        this.thread = thread;
    }

    /** Asks for the share that has been read, 0 to 1. */
    static FileProgress start(String path, Supplier<OptionalDouble> share, IngestProgress progress) {
        Thread thread = Thread.ofPlatform().daemon().name("file-ticker").unstarted(() -> {
            try {
                while (true) {
                    Thread.sleep(TICK);
                    share.get().ifPresent(read -> progress.on(new IngestEvent.FileAdvanced(path, read)));
                }
            } catch (InterruptedException e) {
                // the file has been read
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
