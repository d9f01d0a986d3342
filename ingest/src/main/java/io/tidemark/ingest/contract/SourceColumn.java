package io.tidemark.ingest.contract;

import io.tidemark.data.table.Column;
import io.tidemark.ingest.file.HeaderName;
import org.jspecify.annotations.Nullable;

/**
 * A column of a delivered table.
 *
 * @param name     its name in the header
 * @param type     the type that it is read as
 * @param presence whether the column and its values are required
 * @param normal   SQL that normalises the value as read: trimmed, and in the lake's spelling if recognised
 * @param stored   SQL that turns the normal value of a good row into the lake's value
 * @param meaning  its meaning and unit
 * @param known    the lake's list that its values come from, or null
 * @param heading  its name as files and people write it: of a farm system's export any text
 */
public record SourceColumn(String name, ReadType type, Presence presence, String normal, String stored, String meaning,
        Column.@Nullable Reference known, String heading) {

    /** Whether a file must have the column, and each row a value. */
    public enum Presence {
        /** The column is required, with a value in every row. */
        REQUIRED,
        /** The column is required; its values may be empty. */
        MAY_BE_EMPTY,
        /** The column and its values are optional. */
        OPTIONAL
    }

    /** A copy under another heading. */
    SourceColumn headed(String other) {
        return new SourceColumn(name, type, presence, normal, stored, meaning, known, other);
    }

    /** Whether a name of a header, in the form of {@link HeaderName}, is this column's. */
    public boolean isCalled(String header) {
        return name.equals(header) || HeaderName.of(heading).equals(header);
    }
}
