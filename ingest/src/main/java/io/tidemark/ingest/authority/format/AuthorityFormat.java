package io.tidemark.ingest.authority.format;

import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * A format of files that the authority publishes. Files are recognised by their content, never by their name. To add a format, write a class for its
 * content, and add its format to the list of formats.
 *
 * @param table     its name in the report
 * @param columns   the columns that a file must have
 * @param beginning whether a file with this beginning has the format. A file that only resembles it counts, so that reading can report
 *                  what is missing
 * @param reader    reads a file; the second argument is called from time to time, and throws to stop reading
 */
public record AuthorityFormat(String table, List<String> columns, Predicate<FileHead> beginning,
        BiFunction<Path, Runnable, AuthorityContent> reader) {

    /** Copies the list. */
    public AuthorityFormat {
        columns = List.copyOf(columns);
    }

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
