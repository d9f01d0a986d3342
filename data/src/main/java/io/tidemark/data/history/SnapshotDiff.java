package io.tidemark.data.history;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.history.TableDiff.FarmerDiff;
import io.tidemark.data.history.TableDiff.KeyDiff;
import io.tidemark.data.snapshot.Manifest.FileEntry;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.Column;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compares the delivered tables of two snapshots row by row. It skips files that both share. */
public final class SnapshotDiff {

    private static final int MAX_KEYS = 20;
    private static final String FARMER = "farmer_id";

    private final DuckSession session;
    private final Snapshot from;
    private final Snapshot to;

    private SnapshotDiff(DuckSession session, Snapshot from, Snapshot to) {
        this.session = session;
        this.from = from;
        this.to = to;
    }

    /** The tables and years that differ, in the order of the tables. */
    public static List<TableDiff> between(DuckSession session, Snapshot from, Snapshot to) {
        SnapshotDiff diff = new SnapshotDiff(session, from, to);
        List<TableDiff> parts = new ArrayList<>();
        for (TableContract table : LakeTables.delivered()) {
            diff.years(table).stream().filter(year -> !diff.sameFiles(table, year)).map(year -> diff.part(table, year))
                    .filter(part -> part.added() + part.removed() + part.changed() > 0).forEach(parts::add);
        }
        return parts;
    }

    private List<@Nullable Integer> years(TableContract table) {
        if (!table.isPartitioned()) {
            return Collections.singletonList(null);
        }
        Set<Integer> years = new TreeSet<>(from.years(table));
        years.addAll(to.years(table));
        return List.copyOf(years);
    }

    private boolean sameFiles(TableContract table, @Nullable Integer year) {
        return files(from, table, year).equals(files(to, table, year));
    }

    private static Set<String> files(Snapshot snapshot, TableContract table, @Nullable Integer year) {
        return snapshot.entries(table).stream().filter(file -> year == null
                || file.path().contains("/year=" + year + "/"))
                .map(FileEntry::sha256).collect(Collectors.toSet());
    }

    private TableDiff part(TableContract table, @Nullable Integer year) {
        List<String> key = key(table);
        String farmer = key.contains(FARMER) ? FARMER : "CAST(NULL AS VARCHAR)";
        String day = table.isPartitioned() ? table.yearPartition() : "CAST(NULL AS DATE)";
        // equal rows cancel out one by one, so few rows are left
        session.run("CREATE OR REPLACE TEMP TABLE differing AS SELECT *, CASE WHEN before = 0 THEN 'added' WHEN after "
                + "= 0 THEN 'removed' ELSE 'changed' END AS change FROM (SELECT " + String.join(", ", key)
                + ", sum(before) AS before, sum(after) AS after FROM (SELECT 1 AS before, 0 AS after, * FROM ("
                + rows(table, from, year) + " EXCEPT ALL " + rows(table, to, year) + ") UNION ALL SELECT 0, 1, * FROM ("
                + rows(table, to, year) + " EXCEPT ALL " + rows(table, from, year) + ")) GROUP BY ALL)");
        List<FarmerDiff> farmers = session.list("SELECT " + farmer + " AS farmer, count(*) FILTER (change = 'added'), "
                + "count(*) FILTER (change = 'removed'), count(*) FILTER (change = 'changed'), min(" + day + "), max("
                + day
                + "), count(DISTINCT " + day + ") FROM differing GROUP BY farmer ORDER BY farmer NULLS FIRST", row ->
                new FarmerDiff(row.getString(1), row.getLong(2), row.getLong(3), row.getLong(4),
                        row.getObject(5, LocalDate.class), row.getObject(6, LocalDate.class), row.getLong(7)));
        List<KeyDiff> keys = year != null ? List.of()
                : session.list("SELECT change, concat_ws(' ', " + String.join(", ", table.key())
                + ") AS key FROM differing ORDER BY change, key LIMIT " + MAX_KEYS,
                row -> new KeyDiff(row.getString(1), row.getString(2)));
        return new TableDiff(table.name(), year, sum(farmers, FarmerDiff::added), sum(farmers, FarmerDiff::removed),
                sum(farmers, FarmerDiff::changed), table.isPartitioned() ? farmers : List.of(), keys);
    }

    private static long sum(List<FarmerDiff> farmers, ToLongFunction<FarmerDiff> count) {
        return farmers.stream().mapToLong(count).sum();
    }

    private static List<String> key(TableContract table) {
        List<String> key = new ArrayList<>(table.key());
        if (table.isPartitioned()) {
            key.add(table.yearPartition());
            table.columns().stream().map(Column::name).filter(FARMER::equals).forEach(key::add);
        }
        return key.stream().distinct().toList();
    }

    private static String rows(TableContract table, Snapshot snapshot, @Nullable Integer year) {
        return "(" + snapshot.rows(table, year) + ")";
    }
}
