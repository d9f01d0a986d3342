package io.tidemark.server.cli.console;

import io.tidemark.ingest.StopSignal;
import java.time.Duration;

/** Stops an ingest at Ctrl-C or a stop signal. The process ends when the ingest has been rolled back. */
public final class StopOnSignal implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final StopSignal stop = new StopSignal();

    /** Installs the handler. */
    public static StopOnSignal install() {
        StopOnSignal installed = new StopOnSignal();
        Runtime.getRuntime().addShutdownHook(new Thread(installed::onSignal, "stop"));
        return installed;
    }

    // also runs at a normal exit, with nothing to wait for
    private void onSignal() {
        try {
            stop.requestAndAwaitEnd(PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The signal that the work checks. */
    public StopSignal signal() {
        return stop;
    }

    @Override
    public void close() {
        stop.end();
    }
}
