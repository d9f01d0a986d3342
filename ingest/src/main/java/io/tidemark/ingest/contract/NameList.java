package io.tidemark.ingest.contract;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A dictionary for columns with repeated texts: the staging tables have the number, {@code name_x} its texts. Numbers are
 * joined, sorted and compared several times as fast, and a text is cleaned once, not in every row.
 *
 * @param name    name of the number's column, shared by the tables whose numbers can be compared
 * @param columns the columns that it encodes, the same in each of those tables
 */
public record NameList(String name, List<String> columns) {

    /** Copies the list. */
    public NameList {
        columns = List.copyOf(columns);
    }

    /** The staging table: number, farmer_id, columns. */
    public String table() {
        return "name_" + name;
    }

    /** SQL that is true if two rows have the same texts, or both have none. */
    public String same(String one, String other) {
        return columns.stream().map(c -> one + "." + c + " IS NOT DISTINCT FROM " + other + "." + c)
                .collect(Collectors.joining(" AND "));
    }
}
