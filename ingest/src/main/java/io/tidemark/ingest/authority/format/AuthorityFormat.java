package io.tidemark.ingest.authority.format;

import java.nio.file.Path;

/**
 * A kind of file that the authority publishes. A file is recognised by its content, never by its name. To add a format, implement
 * this and add a line to the list of formats.
 */
public interface AuthorityFormat {

    /** Its name in the report. */
    String table();

    /** Whether a file with this beginning has the format. A file that only resembles it counts, so that reading can report what
     * is missing. */
    boolean matches(FileHead head);

    /**
     * Reads a file.
     *
     * @param stop called from time to time; throws to stop reading
     * @throws AuthorityFormatException if it cannot be read as a whole
     */
    AuthorityContent read(Path file, Runnable stop);
}
