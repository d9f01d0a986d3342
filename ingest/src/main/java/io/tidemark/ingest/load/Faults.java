package io.tidemark.ingest.load;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.ingest.contract.SourceTable;
import java.util.stream.Collectors;

/** Marks rows as bad that turned out so when held against other rows. */
public final class Faults {

    private final DuckSession session;

    /** Marks in that database. */
    public Faults(Workbench bench) {
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
        session.run("CREATE OR REPLACE TEMP TABLE hit AS SELECT row_id, CAST(value AS VARCHAR) AS value, "
                + "CAST(detail AS VARCHAR) AS detail, CAST(first_row AS BIGINT) AS first_row FROM (" + hits + ")");
        long count = session.number("SELECT count(*) FROM hit");
        if (count > 0) {
            session.run("INSERT INTO fault_note SELECT $1, row_id, value, detail, first_row FROM hit "
                    + "WHERE coalesce(value, detail) IS NOT NULL OR first_row IS NOT NULL", table.name());
            session.run("UPDATE " + table.readTable() + " SET fault = " + check.code()
                    + " WHERE fault = 0 AND rowid IN (SELECT row_id FROM hit)");
        }
        return count;
    }

    /** Marks rows whose column names something that is not known. */
    public long markUnknown(SourceTable table, CrossCheck check, String known, String knownColumn) {
        return mark(table, check, "SELECT row_id, NULL AS value, NULL AS detail, NULL AS first_row FROM "
                + table.goodView() + " AS g WHERE " + check.column() + " IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "
                + known + " AS k WHERE k." + knownColumn + " = g." + check.column() + ")");
    }

    /** Marks the second and later rows of each key, across the files of the delivery. */
    public long markDoubles(SourceTable table) {
        String key = (table.keyWithinFarmer() ? "farmer_id, " : "") + table.keyList();
        // 64 bits a row show in one cheap pass that there are none, as nearly always
        session.run("CREATE OR REPLACE TEMP TABLE twice AS SELECT h FROM (SELECT hash(" + key + ") AS h FROM "
                + table.goodView() + ") GROUP BY h HAVING count(*) > 1");
        if (session.number("SELECT count(*) FROM twice") == 0) {
            return 0;
        }
        String shown = table.key().stream().map(c -> "coalesce(CAST(" + c + " AS VARCHAR), '')")
                .collect(Collectors.joining(" || ' ' || "));
        return mark(table, CrossCheck.DELIVERED_TWICE, "SELECT row_id, " + shown + " AS value, NULL AS detail, "
                + "first_value(row_id) OVER one AS first_row FROM " + table.goodView() + " WHERE hash(" + key
                + ") IN (SELECT h FROM twice) WINDOW one AS (PARTITION BY " + key + " ORDER BY row_id) "
                + "QUALIFY row_number() OVER one > 1");
    }
}
