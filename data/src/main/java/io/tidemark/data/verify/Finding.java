package io.tidemark.data.verify;

/**
 * A fault or warning about a snapshot.
 *
 * @param kind    how bad it is
 * @param subject the file, relative to the snapshot's folder, or the table
 * @param problem the problem, with an example
 */
public record Finding(Kind kind, String subject, String problem) {

    /** How bad a finding is. */
    public enum Kind {
        /** The snapshot cannot be trusted. */
        FAULT,
        /**
         * A snapshot published by an ingest may have it, since lists may change after the rows; a folder added by
         * people may not.
         */
        WARNING
    }

    static Finding fault(String subject, String problem) {
        return new Finding(Kind.FAULT, subject, problem);
    }
}
