package io.tidemark.ingest.staging;

/**
 * A table of the staging database.
 *
 * @param name    its name; for a family of tables, the prefix of their names
 * @param kind    the form of storage
 * @param columns names and types in order; for a family, the common columns
 * @param madeBy  the stage that creates it
 * @param meaning the meaning of its rows
 */
public record StagingTable(String name, Kind kind, String columns, Stage madeBy, String meaning) {

    /** The forms of storage. */
    public enum Kind {
        /** A table. */
        TABLE,
        /** A temporary table in memory, created repeatedly. */
        TEMPORARY,
        /** A view: the query runs each time. */
        VIEW,
        /** A {@link PackedTable} with a view of its columns. */
        PACKED
    }

    /** The stages of an ingest that create tables. */
    public enum Stage {
        /** Reads files into rows. */
        READ,
        /** Checks rows against each other and the lake. */
        CHECK,
        /** Merges good rows with those of the lake for the next snapshot. */
        MERGE
    }

    /** The beginning of the SQL that creates the table. */
    String create() {
        return "CREATE OR REPLACE " + switch (kind) {
            case TABLE -> "TABLE ";
            case TEMPORARY -> "TEMP TABLE ";
            case VIEW -> "TEMP VIEW ";
            case PACKED -> throw new IllegalStateException(name + " is packed");
        } + name + " AS";
    }
}
