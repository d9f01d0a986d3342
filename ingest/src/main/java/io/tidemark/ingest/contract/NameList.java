package io.tidemark.ingest.contract;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A dictionary for columns with repeated texts: the staging tables have numbers, and {@code name_x} has their texts.
 * Numbers are joined, sorted and compared several times as fast, and each text is cleaned once instead of in every row.
 *
 * @param name    name of the number's column, the same in all tables whose numbers are comparable
 * @param columns the encoded columns, the same in each of these tables
 */
public record NameList(String name, List<String> columns) {

    /** Copies the list. */
    public NameList {
        columns = List.copyOf(columns);
    }

    /** The staging table: number, farmer_id, and the columns. */
    public String table() {
        return "name_" + name;
    }

    /** SQL that is true if two rows have the same texts, or both have no texts. */
    public String same(String one, String other) {
        return columns.stream().map(c -> one + "." + c + " IS NOT DISTINCT FROM " + other + "." + c)
                .collect(Collectors.joining(" AND "));
    }
}
