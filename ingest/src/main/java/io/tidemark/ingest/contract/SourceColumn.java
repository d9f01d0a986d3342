package io.tidemark.ingest.contract;

import io.tidemark.data.table.Column;
import org.jspecify.annotations.Nullable;

/**
 * A column of a delivered table.
 *
 * @param name     its name in the header
 * @param type     how it is read
 * @param presence whether it must be there
 * @param normal   SQL over the value as read: trimmed, and in the lake's spelling if it is recognised
 * @param stored   SQL over the normal value of a good row: the lake's value
 * @param meaning  its meaning and unit
 * @param known    the lake's list of its values, or null
 */
public record SourceColumn(String name, ReadType type, Presence presence, String normal, String stored, String meaning,
        Column.@Nullable Reference known) {

    /** Whether a column must be in the file, and have a value in every row. */
    public enum Presence {
        /** The column and a value in every row. */
        REQUIRED,
        /** The column; its values may be empty. */
        MAY_BE_EMPTY,
        /** Neither. */
        OPTIONAL
    }
}
