package io.tidemark.data.table;

/**
 * One column of a lake table.
 *
 * @param name     column name, lower case with underscores
 * @param type     SQL type
 * @param nullable whether rows may lack a value
 * @param since    version of the table's contract that added it; in older files it is null
 * @param meaning  its meaning and unit
 */
public record Column(String name, ColumnType type, boolean nullable, int since, String meaning) {

    /** Checks that older files can be read. */
    public Column {
        if (since > 1 && !nullable) {
            throw new IllegalArgumentException("column " + name + " is missing in older files: it must be nullable");
        }
    }
}
