package io.tidemark.ingest.authority.format;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts the rows of a file and keeps the faults of the bad ones, which are not endless: a file of bad rows alone is no
 * file of the authority.
 */
public final class RowTally {

    /** The most bad rows of a file. */
    public static final int MAX_BAD = 500_000;

    private final Path file;
    private final List<RowFault> faults = new ArrayList<>();
    private long read;

    /** Begins with no row. */
    public RowTally(Path file) {
        this.file = file;
    }

    /** Reads and stores one row, or rejects it before any of it has been stored. */
    @FunctionalInterface
    public interface Attempt {
        /** Does it. */
        void run() throws RowRejected;
    }

    /**
     * Counts a row.
     *
     * @param line where it begins
     * @throws AuthorityFormatException if the file has too many bad rows
     */
    public void row(long line, Attempt attempt) {
        read++;
        try {
            attempt.run();
        } catch (RowRejected e) {
            if (faults.size() == MAX_BAD) {
                throw tooMany(file, line, e.reason());
            }
            faults.add(e.at(line));
        }
    }

    /** The error for too many bad rows, with the last one as example. */
    static AuthorityFormatException tooMany(Path file, long line, String reason) {
        return new AuthorityFormatException(file,
                "has more than " + MAX_BAD + " bad rows; the last is line " + line + ": " + reason);
    }

    /** The number of rows so far, good and bad. */
    public long read() {
        return read;
    }

    /** The faults so far, in order. */
    public List<RowFault> faults() {
        return List.copyOf(faults);
    }
}
