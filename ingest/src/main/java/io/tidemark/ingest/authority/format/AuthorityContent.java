package io.tidemark.ingest.authority.format;

import io.tidemark.ingest.staging.StagingDatabase;
import java.time.LocalDate;
import java.util.List;

/** The content of an authority file. */
public interface AuthorityContent {

    /** Number of rows read, good and bad, without header and blank lines. */
    long read();

    /** Rejected rows. */
    List<RowFault> faults();

    /**
     * The result of staging the content.
     * @param notes  remarks for people
     * @param faults rows rejected while staging
     */
    record Staged(List<String> notes, List<RowFault> faults) {

        /** Copies the lists. */
        public Staged {
            notes = List.copyOf(notes);
            faults = List.copyOf(faults);
        }

        /** Creates the result of a file whose rows are all good. */
        public Staged(List<String> notes) {
            this(notes, List.of());
        }
    }

    /** The origin of the content: the file's number in the ingest, its path in the delivery, and the last day that data can have. */
    record Source(int number, String path, LocalDate today) {}

    /** Writes the content to the staging tables. */
    Staged stage(StagingDatabase staging, Source source);
}
