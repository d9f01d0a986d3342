package io.tidemark.ingest.authority.format;

import io.tidemark.ingest.staging.StagingDatabase;
import java.time.LocalDate;
import java.util.List;

/** What a file of the authority says. */
public interface AuthorityContent {

    /** Rows read, good and bad, without header and blank lines. */
    long read();

    /** Rows that were not taken. */
    List<RowFault> faults();

    /**
     * What became of it in the staging tables.
     *
     * @param notes  what people should know
     * @param faults rows that were found bad there
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

    /** Puts it into the staging tables. */
    Staged stage(StagingDatabase bench, Source source);
}
