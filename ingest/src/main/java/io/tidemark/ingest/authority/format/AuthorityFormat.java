package io.tidemark.ingest.authority.format;

import java.util.List;
import java.util.function.Predicate;

/**
 * A format of files that the authority publishes. Files are recognised by their content, never by their name.
 *
 * @param table     its name in the report
 * @param columns   the columns that a file must have
 * @param beginning whether a file with this beginning has the format. A file that only resembles it counts, so that
 *                  reading can report what is missing
 * @param reader    reads a file
 */
public record AuthorityFormat(String table, List<String> columns, Predicate<FileHead> beginning,
        AuthorityContent.Reader reader) {

    /** Copies the list. */
    public AuthorityFormat {
        columns = List.copyOf(columns);
    }
}
