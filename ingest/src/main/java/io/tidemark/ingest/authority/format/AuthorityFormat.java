package io.tidemark.ingest.authority.format;

import java.nio.file.Path;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * A kind of file that the authority publishes. A file is recognised by its content, never by its name. To add a format, write
 * a class for its content, and add its format to the list of formats.
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

    /** A format whose content has a class of its own. */
    static AuthorityFormat of(String table, Predicate<FileHead> matches, BiFunction<Path, Runnable, AuthorityContent> read) {
        return new AuthorityFormat() {
            @Override
            public String table() {
                return table;
            }

            @Override
            public boolean matches(FileHead head) {
                return matches.test(head);
            }

            @Override
            public AuthorityContent read(Path file, Runnable stop) {
                return read.apply(file, stop);
            }
        };
    }
}
