package io.tidemark.ingest.authority.format;

import java.nio.file.Path;

/**
 * A kind of file that the authority publishes. A file is known by what it holds, never by its name. A further kind is one more class
 * that implements this, and a line in the list of formats.
 */
public interface AuthorityFormat {

    /** What it is called in the report. */
    String table();

    /** Whether a file that begins so is one. One that only just resembles one is, so that reading it can say what is missing. */
    boolean matches(FileHead head);

    /**
     * Reads a file.
     *
     * @param stop called now and then; throws to end the reading
     * @throws AuthorityFormatException if it cannot be read as a whole
     */
    AuthorityContent read(Path file, Runnable stop);
}
