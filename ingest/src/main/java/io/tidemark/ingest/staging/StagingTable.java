package io.tidemark.ingest.staging;

/**
 * A table of the staging database.
 *
 * @param name    its name; for a family of tables, one for each contract, the prefix of their names
 * @param kind    how it is stored
 * @param columns names and types in order; for a family the common ones
 * @param madeBy  the stage that makes it
 * @param meaning what its rows are
 */
public record StagingTable(String name, Kind kind, String columns, Stage madeBy, String meaning) {

    /** How a table is stored. */
    public enum Kind {
        /** As a table. */
        TABLE,
        /** As a temporary table in memory, created repeatedly. */
        TEMPORARY,
        /** As a query that is run again each time. */
        VIEW,
        /** As a {@link PackedTable} with a view of its columns. */
        PACKED
    }

    /** The stages of an ingest that make tables. */
    public enum Stage {
        /** Files become rows. */
        READ,
        /** Rows are checked against each other and the lake. */
        CHECK,
        /** Good rows and those of the lake are merged for the next snapshot. */
        MERGE
    }

    /** The beginning of the SQL that creates it. */
    String create() {
        return "CREATE OR REPLACE " + switch (kind) {
            case TABLE -> "TABLE ";
            case TEMPORARY -> "TEMP TABLE ";
            case VIEW -> "TEMP VIEW ";
            case PACKED -> throw new IllegalStateException(name + " is packed");
        } + name + " AS";
    }
}
