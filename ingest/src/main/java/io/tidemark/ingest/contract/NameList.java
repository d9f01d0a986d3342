package io.tidemark.ingest.contract;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Columns whose texts come again and again and are numbered: the working tables hold the number, {@code name_x} what it
 * stands for. Numbers are joined, sorted and compared several times as fast, and a text is cleaned once, not in every row.
 *
 * @param name    name of the number's column, shared by the tables whose numbers can be compared
 * @param columns the columns that it stands for, the same in each of those tables
 */
public record NameList(String name, List<String> columns) {

    /** Copies the list. */
    public NameList {
        columns = List.copyOf(columns);
    }

    /** The working table: number, farmer_id, columns. */
    public String table() {
        return "name_" + name;
    }

    /** SQL that is true where two rows have the same texts, or both none. */
    public String same(String one, String other) {
        return columns.stream().map(c -> one + "." + c + " IS NOT DISTINCT FROM " + other + "." + c)
                .collect(Collectors.joining(" AND "));
    }
}
