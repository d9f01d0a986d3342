package io.tidemark.ingest.system;

import io.tidemark.ingest.contract.SourceTable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A farm system whose exports can be read: a folder {@code sql/ingest/<name>}.
 *
 * @param name     name of the folder, here and in a delivery
 * @param sources  its source files, by their names in SQL
 * @param views    statements that create views for the mappings
 * @param notes    queries for remarks: the number of a delivered file, the text, and whether it refuses the file
 * @param mappings the canonical tables that it produces
 */
public record FarmSystem(String name, Map<String, Source> sources, List<SystemSql> views, List<SystemSql> notes,
        List<Mapping> mappings) {

    /**
     * A file of an export.
     *
     * @param table    the contract of its rows
     * @param required whether the other files are useless without it
     * @param counters its counters that may run on, or null
     * @param kept     by column, the values whose rows are kept, as a regular expression
     * @param known    by column, the source and column that has its values, with a dot between
     * @param unpivots by the name of a further source, the columns that are rows of it: by heading, with their code
     */
    public record Source(SourceTable table, boolean required, @Nullable Counters counters, Map<String, String> kept,
            Map<String, String> known, Map<String, Map<String, String>> unpivots) {}

    /**
     * A canonical table made from the exports.
     *
     * @param table   the table
     * @param summary a description in one line
     * @param sql     a query for the table's columns and {@code origin}, the delivered row that a row comes from
     */
    public record Mapping(SourceTable table, String summary, SystemSql sql) {}
}
