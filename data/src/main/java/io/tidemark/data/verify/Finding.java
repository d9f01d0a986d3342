package io.tidemark.data.verify;

/**
 * Something about a snapshot that is not as it should be.
 *
 * @param kind    how bad it is
 * @param subject the file, relative to the snapshot's folder, or the table
 * @param problem what is wrong, with an example
 */
public record Finding(Kind kind, String subject, String problem) {

    /** How bad a finding is. */
    public enum Kind {
        /** The snapshot cannot be trusted. */
        FAULT,
        /** An ingest lets it pass and says so, since the lists may change after the rows came; people may not bring it. */
        WARNING
    }

    static Finding fault(String subject, String problem) {
        return new Finding(Kind.FAULT, subject, problem);
    }
}
