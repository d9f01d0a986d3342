package io.tidemark.ingest.check;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.table.Column;
import io.tidemark.ingest.contract.NameList;
import io.tidemark.ingest.contract.RowCheck;
import io.tidemark.ingest.contract.SourceColumn;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.delivery.DeliveryPart;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Moves rows from the good to the bad ones when a comparison with other rows shows a fault. */
public final class RowFaults {

    private static final SqlFile SQL = SqlFile.of("ingest/check.sql");

    private final StagingDatabase staging;
    private final DuckSession session;

    /** Marks rows in a staging database. */
    public RowFaults(StagingDatabase staging) {
        this.staging = staging;
        session = staging.session();
    }

    /**
     * Marks rows.
     *
     * @param hits a query of the good view's row ids, and for the rejects file the value (null: the column's own), a
     *             detail (or null) and the row that came first (or null): row_id, value, detail, first_row
     * @return number of marked rows
     */
    public long mark(SourceTable table, CrossCheck check, SqlStatement hits) {
        return mark(table, check.code(), check.column(), hits);
    }

    /** Marks rows with a fault of the table's own contract, see {@link SourceTable#checks}. */
    public long mark(SourceTable table, RowCheck check, SqlStatement hits) {
        return mark(table, table.checks().indexOf(check) + 1, check.column(), hits);
    }

    private long mark(SourceTable table, int fault, String column, SqlStatement hits) {
        staging.make("hit", SQL.get("hit").part("hits", hits));
        long count = SQL.get("hits").number(session);
        if (count > 0) {
            boolean own = table.columns().stream().anyMatch(c -> c.name().equals(column));
            SQL.get("mark_hits").part("good_rows", table.goodView()).with("fault", fault)
                    .part("value", own ? "coalesce(h.value, CAST(g." + column + " AS VARCHAR))" : "h.value")
                    .run(session);
            SQL.get("remove_hits").part("rows", table.readTable()).run(session);
        }
        return count;
    }

    /** Marks rows whose values are missing in the lists of the next snapshot, see {@link SourceColumn#known}. */
    public void markUnknown(SourceTable table) {
        // most deliveries have only some of the tables
        if (!session.hasRows(table.readTable())) {
            return;
        }
        for (SourceColumn column : table.columns()) {
            Column.Reference known = column.known();
            if (known != null) {
                CrossCheck check = CrossCheck.unknown(column.name());
                if (markUnknown(table, check, "new_" + known.table(), known.column()) > 0
                        && check == CrossCheck.UNKNOWN_CATEGORY) {
                    SQL.get("near_codes").with("fault", check.code()).run(session);
                }
            }
        }
    }

    /** Marks rows whose column has an unknown value. */
    public long markUnknown(SourceTable table, CrossCheck check, String known, String knownColumn) {
        SqlStatement unknown = table.listOf(check.column())
                .map(list -> SQL.get("unknown_of_list").part("rows", table.readTable()).part("number", list.name())
                        .part("names", list.table()))
                .orElseGet(() -> SQL.get("unknown").part("good_rows", table.goodView()));
        return mark(table, check, unknown.part("column", check.column()).part("known", known)
                .part("known_column", knownColumn));
    }

    /**
     * Marks the second and later rows of each key across all files of the delivery; in a farmer's table, across the
     * files of that farmer.
     */
    public long markDoubles(SourceTable table) {
        if (!session.hasRows(table.readTable()) || hasNoDoubles(table)) {
            return 0;
        }
        return markDoubles(table, (table.folder() == DeliveryPart.FARMERS ? "farmer_id, " : "") + table.keyList());
    }

    /** Marks rows whose key an earlier row of another farmer has. Call after {@link #markDoubles(SourceTable)}. */
    public long markDoublesOfFarmers(SourceTable table) {
        // two farmers can share a key only if they share texts in every list that the key uses
        return keyLists(table).stream().allMatch(this::isShared) ? markDoubles(table, table.keyList()) : 0;
    }

    private long markDoubles(SourceTable table, String key) {
        String shown = table.key().stream().map(c -> "coalesce(CAST(" + c + " AS VARCHAR), '')")
                .collect(Collectors.joining(" || ' ' || "));
        staging.make("twice", SQL.get("twice").part("key", key).part("good_rows", table.goodView()));
        return mark(table, CrossCheck.DELIVERED_TWICE, SQL.get("doubles").part("shown", shown).part("key", key)
                .part("good_rows", table.goodView()));
    }

    private static List<NameList> keyLists(SourceTable table) {
        return table.lists().stream().filter(l -> table.key().stream().anyMatch(l.columns()::contains)).toList();
    }

    // dictionary numbers differ between farmers
    private boolean hasNoDoubles(SourceTable table) {
        if (keyLists(table).isEmpty()) {
            return false;
        }
        Set<String> numbers = new LinkedHashSet<>();
        table.key().stream().filter(c -> !c.equals("date"))
                .forEach(column -> numbers.add(table.listOf(column).map(NameList::name).orElse(column)));
        return !SQL.get("has_doubles").part("rows", table.readTable()).part("numbers", String.join(", ", numbers))
                .any(session);
    }

    private boolean isShared(NameList list) {
        return SQL.get("is_shared").part("names", list.table()).part("columns", String.join(", ", list.columns()))
                .any(session);
    }
}
