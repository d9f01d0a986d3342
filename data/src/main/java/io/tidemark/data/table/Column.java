package io.tidemark.data.table;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One column of a lake table.
 *
 * @param name     column name, lower case with underscores
 * @param type     SQL type
 * @param nullable whether rows may lack a value
 * @param since    version of the table's contract that added it; files of an earlier one lack it, and it reads as null there
 * @param meaning  what it says, with its unit
 * @param allowed  the values that it may have; none where any value of its type may stand
 * @param known    where its values are listed, or null
 */
public record Column(String name, ColumnType type, boolean nullable, int since, String meaning, List<String> allowed,
        @Nullable Reference known) {

    /**
     * A list that a column's values come from.
     *
     * @param table    its table
     * @param column   its column there
     * @param isStrict whether a value that is not listed is a fault of a snapshot, and not only worth a warning
     */
    public record Reference(String table, String column, boolean isStrict) {}

    /** Copies the list; checks that older files can be read. */
    public Column {
        allowed = List.copyOf(allowed);
        if (since > 1 && !nullable) {
            throw new IllegalArgumentException("column " + name + " is missing in older files: it must be nullable");
        }
    }
}
