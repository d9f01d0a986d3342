package io.tidemark.ingest;

import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.ingest.delivery.DisplayText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An event of an ingest. */
public sealed interface IngestEvent {

    /** The steps of an ingest after its files are read. */
    enum Step {
        /** Rows are checked against each other and the lake. */
        CHECKING,
        /** The partitions that the delivery affects are written. */
        WRITING,
        /** The derived tables are written. */
        DERIVING,
        /** The manifest is written, and the snapshot is moved to its final folder. */
        SEALING,
        /** CURRENT is about to name the snapshot. */
        PUBLISHING,
        /** CURRENT names the snapshot. */
        PUBLISHED;

        /** The name of the step for people. */
        public String words() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A new lake was created.
     *
     * @param root its folder
     */
    record LakeMade(Path root) implements IngestEvent {}

    /**
     * Another process is writing to the lake. The event repeats while the ingest waits.
     * @param waited time waited so far
     */
    record Waiting(Duration waited) implements IngestEvent {}

    /**
     * Another process published a snapshot after this ingest had begun.
     * @param by   the snapshot
     * @param then the consequence for this ingest
     */
    record Overtaken(SnapshotId by, Then then) implements IngestEvent {

        /** How the ingest moves onto the other snapshot. */
        public enum Then {
            /** Its rows are read, and it merges them with the newer snapshot. */
            MERGING_WITH_IT,
            /** Its years are finished, and the other process changed other years: it keeps both. */
            KEEPING_BOTH,
            /** It reads the delivery again with the lake's lock held. */
            READING_AGAIN
        }
    }

    /**
     * A file is about to be read.
     *
     * @param path relative to the delivery
     */
    record FileStarted(String path) implements IngestEvent {}

    /**
     * A file was read.
     *
     * @param path    relative to the delivery
     * @param rows    its rows
     * @param seconds reading time, seconds
     * @param failure reason why it cannot be ingested, or null
     */
    record FileRead(String path, long rows, double seconds, @Nullable String failure) implements IngestEvent {

        /** Escapes text from the file. */
        public FileRead {
            failure = failure == null ? null : DisplayText.of(failure);
        }
    }

    /** A step begins. */
    record StepBegun(Step step) implements IngestEvent {}
}
