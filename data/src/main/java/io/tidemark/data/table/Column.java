package io.tidemark.data.table;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One column of a lake table.
 *
 * @param name     its name, lower case with underscores
 * @param type     SQL type
 * @param nullable whether it may be null
 * @param since    version of the table's contract that added it; in older files it is null
 * @param meaning  its meaning and unit
 * @param allowed  its allowed values; empty if any value of its type is allowed
 * @param known    the list that its values come from, or null
 */
public record Column(String name, ColumnType type, boolean nullable, int since, String meaning, List<String> allowed,
        @Nullable Reference known) {

    /**
     * A list that a column's values come from.
     *
     * @param table    its table
     * @param column   its column there
     * @param isStrict whether an unlisted value is a fault of a snapshot; otherwise it is only a warning
     */
    public record Reference(String table, String column, boolean isStrict) {}

    /** Copies the list, and checks that files of earlier versions can be read. */
    public Column {
        allowed = List.copyOf(allowed);
        if (since > 1 && !nullable) {
            throw new IllegalArgumentException("column " + name + " is missing in older files: it must be nullable");
        }
    }
}
