package io.tidemark.bench;

import io.tidemark.server.cli.Tidemark;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;

/**
 * Ingests deliveries in processes of their own, so that their peak memory can be read.
 *
 * @param lake  the lake
 * @param today the current day of the ingest
 * @param log   the file for its output
 */
record TimedIngest(Path lake, LocalDate today, Path log) {

    private static final long LOOK_MILLIS = 50;

    /**
     * What an ingest took.
     *
     * @param seconds the time
     * @param peakMb  the most memory
     */
    record Ran(double seconds, long peakMb) {}

    /** Ingests a delivery. */
    Ran run(Path delivery) throws IOException, InterruptedException {
        long start = System.nanoTime();
        Process process = ChildProcess.java(log, Tidemark.class, "ingest", delivery.toString(), "--lake",
                lake.toString(), "--today", today.toString());
        long peak = 0;
        while (process.isAlive()) {
            peak = Math.max(peak, ChildProcess.peakMb(process));
            Thread.sleep(LOOK_MILLIS);
        }
        if (process.waitFor() != 0) {
            throw new IllegalStateException("ingest failed, see " + log);
        }
        return new Ran((System.nanoTime() - start) / 1e9, peak);
    }
}
