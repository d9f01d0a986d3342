package io.tidemark.data.table;

/**
 * One column of a lake table.
 *
 * @param name     column name, lower case with underscores
 * @param type     SQL type
 * @param nullable whether rows may lack a value
 * @param meaning  what it says, with its unit
 */
public record Column(String name, ColumnType type, boolean nullable, String meaning) {}
