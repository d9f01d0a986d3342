package io.tidemark.ingest.authority.format;

import java.nio.file.Path;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * A format of files that the authority publishes. Files are recognised by their content, never by their name. To add a format, write a class for its
 * content, and add its format to the list of formats.
 *
 * @param table     its name in the report
 * @param beginning whether a file with this beginning has the format. Also accepts a file that only resembles the format, so that reading can report
 * the missing parts
 * @param reader    reads a file; the second argument is called from time to time; it throws to stop
 */
public record AuthorityFormat(String table, Predicate<FileHead> beginning, BiFunction<Path, Runnable, AuthorityContent> reader) {

    /** Whether a file with this beginning has the format. */
    public boolean matches(FileHead head) {
        return beginning.test(head);
    }

    /**
     * Reads a file.
     *
     * @param stop called from time to time; throws to stop
     * @throws AuthorityFormatException if the file cannot be read
     */
    public AuthorityContent read(Path file, Runnable stop) {
        return reader.apply(file, stop);
    }
}
