package io.tidemark.ingest.authority.format;

import io.tidemark.ingest.staging.StagingDatabase;
import java.time.LocalDate;
import java.util.List;

/** The content of a file of the authority. */
public interface AuthorityContent {

    /** Rows read, good and bad, without header and blank lines. */
    long read();

    /** Rejected rows. */
    List<RowFault> faults();

    /**
     * The result of staging it.
     * @param notes  for people
     * @param faults rows that were rejected there
     */
    record Staged(List<String> notes, List<RowFault> faults) {

        /** Copies the lists. */
        public Staged {
            notes = List.copyOf(notes);
            faults = List.copyOf(faults);
        }

        /** All rows were good. */
        public Staged(List<String> notes) {
            this(notes, List.of());
        }
    }

    /** A file in an ingest: its number and its path in the delivery, and the last day that data can have. */
    record Source(int number, String path, LocalDate today) {}

    /** Writes it to the staging tables. */
    Staged stage(StagingDatabase staging, Source source);
}
