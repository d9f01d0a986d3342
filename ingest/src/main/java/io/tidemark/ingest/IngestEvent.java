package io.tidemark.ingest;

import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.ingest.delivery.DisplayText;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Something that happened during an ingest. */
public sealed interface IngestEvent {

    /** The parts of an ingest after its files were read. */
    enum Step {
        /** Rows are checked against each other and the lake. */
        CHECKING,
        /** The partitions that the delivery touches are written. */
        WRITING,
        /** The derived tables are written. */
        DERIVING,
        /** The manifest is written and the snapshot is moved to its place. */
        SEALING,
        /** CURRENT is about to name the snapshot. */
        PUBLISHING,
        /** CURRENT names the snapshot. */
        PUBLISHED
    }

    /**
     * A new lake was created.
     *
     * @param root its folder
     */
    record LakeMade(Path root) implements IngestEvent {}

    /**
     * Another process is writing to the lake; repeated while waiting.
     * @param waited time waited so far
     */
    record Waiting(Duration waited) implements IngestEvent {}

    /**
     * Another process published a snapshot after this ingest had begun.
     * @param by   the snapshot
     * @param then what is done about it
     */
    record Overtaken(SnapshotId by, Then then) implements IngestEvent {

        /** How the delivery gets on top of the other's snapshot. */
        public enum Then {
            /** Its rows were read, and are merged with the newer snapshot. */
            MERGING_WITH_IT,
            /** Its years were made, and the other changed other years. */
            KEEPING_BOTH,
            /** It is taken in once more, and nobody else can publish meanwhile. */
            READING_AGAIN
        }
    }

    /**
     * A file is about to be read.
     *
     * @param path      relative to the delivery
     * @param bytes     its size
     * @param aboutRows an estimate of its rows; 0 if unknown
     */
    record FileStarted(String path, long bytes, long aboutRows) implements IngestEvent {}

    /**
     * A file is being read.
     *
     * @param path  relative to the delivery
     * @param share of the file that was read, 0 to 1
     */
    record FileAdvanced(String path, double share) implements IngestEvent {}

    /**
     * A file was read.
     *
     * @param path    relative to the delivery
     * @param rows    its rows
     * @param seconds how long it took
     * @param failure why it could not be taken in, or null
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
