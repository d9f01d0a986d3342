package io.tidemark.ingest.merge;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.RowFingerprint;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.farmer.FarmerRows;
import io.tidemark.data.snapshot.StagedSnapshot;
import io.tidemark.data.table.TableContract;
import io.tidemark.ingest.staging.StagingDatabase;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes changed partitions, and reuses unchanged ones from the published snapshot. */
public final class PartitionWriter {

    private static final SqlFile SQL = SqlFile.of("ingest/partition.sql");

    private final DuckSession session;
    private final StagingDatabase staging;
    private final ChangeLog log = new ChangeLog();

    /** Writes from a staging database into its staged snapshot. */
    public PartitionWriter(StagingDatabase staging) {
        session = staging.session();
        this.staging = staging;
    }

    private StagedSnapshot staged() {
        return staging.staged();
    }

    /** The changes found so far. */
    public ChangeLog log() {
        return log;
    }

    /** Writes a table without partitions. */
    public void write(TableContract table, SqlStatement select) {
        writeAll(table, null, select);
    }

    /**
     * Writes a year of a table, or reuses it if its rows are unchanged; a year without rows gets no file.
     *
     * @return whether the year differs from the published snapshot's
     */
    public boolean write(TableContract table, int year, SqlStatement select) {
        return writeAll(table, year, select);
    }

    /**
     * Writes a year that the published snapshot does not have, without casting the rows again. A year without rows gets
     * no file.
     * @param select a query in the contract's order and types, with ENUMs allowed for texts
     * @param rows   a staging table that has rows if the query has
     * @return whether the year has rows
     */
    public boolean writeExact(TableContract table, int year, SqlStatement select, String rows) {
        boolean any = session.hasRows(rows);
        if (any) {
            staged().writeExact(session, table, year, select.text());
            log.added(table, year, owners(staged().rows(table, year)));
        }
        return any;
    }

    private Collection<String> owners(String rows) {
        return SQL.get("owners").part("rows", rows).list(session, row -> row.getString(1));
    }

    /**
     * Writes a year that a delivery affects in part, or reuses it if that part is unchanged; a year without rows gets
     * no file.
     * @param part   the new rows of the part
     * @param before the published rows of the part
     * @param others the other rows of the year, which stay unchanged
     * @return whether the year differs from the published snapshot's
     */
    public boolean writePart(TableContract table, int year, SqlStatement part, SqlStatement before,
            SqlStatement others) {
        return write(table, year, part, before.text(), " UNION ALL SELECT " + table.columnList() + " FROM ("
                + others.text() + ")");
    }

    private boolean writeAll(TableContract table, @Nullable Integer year, SqlStatement select) {
        if (!staged().baseHas(table, year)) {
            boolean any = SQL.get("any").part("rows", select).any(session);
            if (any) {
                staged().write(session, table, year, select.text());
                if (year != null && FarmerRows.areIn(table)) {
                    log.added(table, year, owners(staged().rows(table, year)));
                }
            }
            return any;
        }
        return write(table, year, select, year == null ? staged().base().orElseThrow().rows(table, null)
                : staged().baseRows(table, List.of(year)), "");
    }

    private boolean write(TableContract table, @Nullable Integer year, SqlStatement part, String before,
            String others) {
        SQL.get("part").part("cast_columns", table.castList()).part("rows", part)
                .after("CREATE OR REPLACE TABLE part AS").run(session);
        boolean changed = differs(table, "part", "(" + before + ")");
        if (changed) {
            staged().write(session, table, year, "SELECT * FROM part" + others);
        } else if (year == null) {
            staged().reuse(table);
        } else {
            staged().reuse(table, year);
        }
        session.run("DROP TABLE part");
        return changed;
    }

    /** Reuses all other years of the published snapshot. */
    public void reuseOthers(TableContract table, Collection<Integer> years) {
        staged().baseYears(table).stream().filter(year -> !years.contains(year))
                .forEach(year -> staged().reuse(table, year));
    }

    // compares by day and company, for the change log
    private boolean differs(TableContract table, String now, String before) {
        if (!table.isPartitioned()) {
            return !RowFingerprint.of(session, table, now).equals(RowFingerprint.of(session, table, before));
        }
        Map<Part, String> prints = prints(table, now);
        Map<Part, String> old = prints(table, before);
        Set<Part> parts = new HashSet<>(prints.keySet());
        parts.addAll(old.keySet());
        parts.removeIf(part -> Objects.equals(prints.get(part), old.get(part)));
        parts.forEach(part -> log.changed(table, part.day, part.farmer));
        return !parts.isEmpty();
    }

    private record Part(LocalDate day, @Nullable String farmer) {}

    private Map<Part, String> prints(TableContract table, String rows) {
        Map<Part, String> prints = new HashMap<>();
        SQL.get("prints").part("day", table.yearPartition())
                .part("farmer", FarmerRows.areIn(table) ? "farmer_id" : "CAST(NULL AS VARCHAR)")
                .part("print", RowFingerprint.of(table)).part("rows", rows)
                .each(session, row -> prints.put(new Part(row.getObject(1, LocalDate.class), row.getString(2)),
                row.getString(3)));
        return prints;
    }
}
