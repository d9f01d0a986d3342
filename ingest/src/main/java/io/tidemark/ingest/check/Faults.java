package io.tidemark.ingest.check;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.ingest.contract.NameList;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Takes rows out of the good ones that turn out bad when held against other rows. */
public final class Faults {

    private final DuckSession session;

    /** Marks in that database. */
    public Faults(StagingDatabase bench) {
        session = bench.session();
    }

    /**
     * Marks rows.
     *
     * @param hits a query of the good view's row ids, and for the rejects file the value (null: the column's own), a
     *             detail (or null) and the row that came first (or null): row_id, value, detail, first_row
     * @return how many were marked
     */
    public long mark(SourceTable table, CrossCheck check, String hits) {
        session.run("CREATE OR REPLACE TEMP TABLE hit AS SELECT DISTINCT ON (row_id) row_id, CAST(value AS VARCHAR) AS value, "
                + "CAST(detail AS VARCHAR) AS detail, CAST(first_row AS BIGINT) AS first_row FROM (" + hits + ")");
        long count = session.number("SELECT count(*) FROM hit");
        if (count > 0) {
            boolean own = table.columns().stream().anyMatch(c -> c.name().equals(check.column()));
            session.run("INSERT INTO bad_row SELECT g.file_no, g.row_id, " + check.code() + ", "
                    + (own ? "coalesce(h.value, CAST(g." + check.column() + " AS VARCHAR))" : "h.value")
                    + ", h.detail, h.first_row FROM hit AS h JOIN " + table.goodView() + " AS g USING (row_id)");
            session.run("DELETE FROM " + table.readTable() + " WHERE row_id IN (SELECT row_id FROM hit)");
        }
        return count;
    }

    /** Marks rows whose column names something that is not known. */
    public long markUnknown(SourceTable table, CrossCheck check, String known, String knownColumn) {
        String unknown = check.column() + " IS NOT NULL AND NOT EXISTS (SELECT 1 FROM " + known + " AS k WHERE k."
                + knownColumn + " = g." + check.column() + ")";
        String hits = table.listOf(check.column())
                .map(list -> "SELECT row_id FROM " + table.readTable() + " WHERE " + list.name() + " IN (SELECT "
                        + list.name() + " FROM " + list.table() + " AS g WHERE " + unknown + ")")
                .orElse("SELECT row_id FROM " + table.goodView() + " AS g WHERE " + unknown);
        return mark(table, check, "SELECT row_id, NULL AS value, NULL AS detail, NULL AS first_row FROM (" + hits + ")");
    }

    /** Marks the second and later rows of each key, across the files of the delivery. */
    public long markDoubles(SourceTable table) {
        String key = (table.keyWithinFarmer() ? "farmer_id, " : "") + table.keyList();
        if (hasNoDoubles(table)) {
            return 0;
        }
        String shown = table.key().stream().map(c -> "coalesce(CAST(" + c + " AS VARCHAR), '')")
                .collect(Collectors.joining(" || ' ' || "));
        // 64 bits a row show in one pass which rows to look at
        session.run("CREATE OR REPLACE TEMP TABLE twice AS SELECT h FROM (SELECT hash(" + key + ") AS h FROM "
                + table.goodView() + ") GROUP BY h HAVING count(*) > 1");
        return mark(table, CrossCheck.DELIVERED_TWICE, "SELECT row_id, " + shown + " AS value, NULL AS detail, "
                + "first_value(row_id) OVER one AS first_row FROM " + table.goodView() + " WHERE hash(" + key
                + ") IN (SELECT h FROM twice) WINDOW one AS (PARTITION BY " + key + " ORDER BY row_id) "
                + "QUALIFY row_number() OVER one > 1");
    }

    // Cheap and exact, and nearly always so: the rows of 64 days of what the key says beside the date are as many as their
    // days. A day that comes twice leaves the set of bits. Two farmers' rows of one key would have two numbers, but then all lists
    // that the key uses hold texts that both have.
    private boolean hasNoDoubles(SourceTable table) {
        List<NameList> lists = table.lists().stream().filter(l -> table.key().stream().anyMatch(l.columns()::contains)).toList();
        if (lists.isEmpty() || lists.stream().allMatch(this::isShared)) {
            return false;
        }
        Set<String> numbers = new LinkedHashSet<>();
        table.key().stream().filter(c -> !c.equals("date"))
                .forEach(column -> numbers.add(table.listOf(column).map(NameList::name).orElse(column)));
        return session.first("SELECT 1 FROM " + table.readTable() + " GROUP BY " + String.join(", ", numbers)
                + ", (date - DATE '1970-01-01') >> 6 HAVING count(*) <> bit_count(bit_xor(CAST(1 AS UBIGINT) << "
                + "CAST((date - DATE '1970-01-01') & 63 AS UBIGINT))) LIMIT 1", row -> true).isEmpty();
    }

    private boolean isShared(NameList list) {
        return session.first("SELECT 1 FROM " + list.table() + " GROUP BY " + String.join(", ", list.columns())
                + " HAVING count(*) > 1 LIMIT 1", row -> true).isPresent();
    }
}
