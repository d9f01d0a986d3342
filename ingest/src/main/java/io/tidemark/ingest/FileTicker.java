package io.tidemark.ingest;

import io.tidemark.data.duckdb.DuckSession;
import java.time.Duration;

/** Says now and then how much of a file has been read, until it is closed. */
final class FileTicker implements AutoCloseable {

    private static final Duration TICK = Duration.ofMillis(200);

    private final Thread thread;

    private FileTicker(Thread thread) {
        this.thread = thread;
    }

    /** Watches the statement that a session runs, which reads the file. */
    static FileTicker start(String path, DuckSession session, IngestProgress progress) {
        Thread thread = Thread.ofPlatform().daemon().name("file-ticker").unstarted(() -> {
            try {
                while (true) {
                    Thread.sleep(TICK);
                    session.progress().ifPresent(share -> progress.on(new IngestEvent.FileAdvanced(path, share)));
                }
            } catch (InterruptedException e) {
                // the file is read
            }
        });
        thread.start();
        return new FileTicker(thread);
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
