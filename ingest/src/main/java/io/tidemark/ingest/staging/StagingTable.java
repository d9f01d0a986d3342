package io.tidemark.ingest.staging;

/**
 * A table of the staging database.
 *
 * @param name    its name; of a family of tables, one for each of some contracts, how their names begin
 * @param kind    how it is held
 * @param columns names and types in order; of a family what all of them have
 * @param madeBy  the stage that makes it
 * @param meaning what its rows are
 */
public record StagingTable(String name, Kind kind, String columns, Stage madeBy, String meaning) {

    /** How a table is held. */
    public enum Kind {
        /** As a table. */
        TABLE,
        /** As a table that is made again and again, in memory. */
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
        /** Rows are held against each other and the lake. */
        CHECK,
        /** Good rows and those of the lake become the next snapshot's. */
        MERGE
    }

    /** SQL that begins making it. */
    String create() {
        return "CREATE OR REPLACE " + switch (kind) {
            case TABLE -> "TABLE ";
            case TEMPORARY -> "TEMP TABLE ";
            case VIEW -> "TEMP VIEW ";
            case PACKED -> throw new IllegalStateException(name + " is packed");
        } + name + " AS";
    }
}
