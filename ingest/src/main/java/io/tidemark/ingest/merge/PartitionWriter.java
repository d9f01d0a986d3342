package io.tidemark.ingest.merge;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SnapshotSql;
import io.tidemark.data.snapshot.StagedSnapshot;
import io.tidemark.data.table.Column;
import io.tidemark.data.table.TableContract;
import io.tidemark.ingest.load.Workbench;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes what changed, and takes over from the published snapshot what did not. */
public final class PartitionWriter {

    private final DuckSession session;
    private final StagedSnapshot staged;

    /** Writes from that database into its staged snapshot. */
    public PartitionWriter(Workbench bench) {
        session = bench.session();
        staged = bench.staged();
    }

    /** Writes a table that is one piece. */
    public void write(TableContract table, String select) {
        writePart(table, null, select);
    }

    /**
     * Writes a year of a table, or takes it over when its rows are the same as before; a year without rows is left out.
     *
     * @return whether the year differs from the published snapshot's
     */
    public boolean write(TableContract table, int year, String select) {
        return writePart(table, year, select);
    }

    /**
     * Writes a year of which the published snapshot has nothing, without another look at the rows; without rows it is left out.
     *
     * @param select in the contract's order and types, an ENUM for a text
     * @param rows   a working table that has rows when the query has
     * @return whether there were any
     */
    public boolean writeExact(TableContract table, int year, String select, String rows) {
        boolean any = session.first("SELECT 1 FROM " + rows + " LIMIT 1", row -> true).isPresent();
        if (any) {
            staged.writeExact(session, table, year, select);
        }
        return any;
    }

    private boolean writePart(TableContract table, @Nullable Integer year, String select) {
        List<Path> before = staged.baseFiles(table, year);
        if (before.isEmpty()) {
            boolean any = session.first("SELECT 1 FROM (" + select + ") LIMIT 1", row -> true).isPresent();
            if (any) {
                staged.write(session, table, year, select);
            }
            return any;
        }
        session.run("CREATE OR REPLACE TABLE part AS SELECT " + table.castList() + " FROM (" + select + ")");
        boolean changed = !print(table, "part").equals(print(table, "(" + SnapshotSql.select(table, before) + ")"));
        if (!changed) {
            if (year == null) {
                staged.reuse(table);
            } else {
                staged.reuse(table, year);
            }
        } else if (session.number("SELECT count(*) FROM part") > 0) {
            staged.write(session, table, year, "SELECT * FROM part");
        }
        session.run("DROP TABLE part");
        return changed;
    }

    /** Takes over every year of the published snapshot that is not among these. */
    public void reuseOthers(TableContract table, Collection<Integer> years) {
        staged.baseYears(table).stream().filter(year -> !years.contains(year)).forEach(year -> staged.reuse(table, year));
    }

    // rows as a set: their number and the sum of their hashes
    private String print(TableContract table, String rows) {
        String columns = table.columns().stream().map(Column::name).collect(Collectors.joining(", "));
        return session.first("SELECT count(*) || ' ' || coalesce(CAST(sum(CAST(hash(" + columns
                + ") AS HUGEINT)) AS VARCHAR), '') FROM " + rows, row -> row.getString(1)).orElseThrow();
    }
}
