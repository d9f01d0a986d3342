package io.tidemark.data.database;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.data.table.TableContract;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A DuckDB instance over one snapshot, for reading only. Facts are views over the snapshot's Parquet files; dimension
 * tables, held views and, if they fit, the most used facts are in memory, compressed. Once open, it can read only those
 * files and refuses COPY, INSTALL and SET.
 */
public final class SnapshotDatabase implements AutoCloseable {

    /**
     * The cost of holding views and tables.
     * @param views their names, in order
     * @param time  the time it took
     */
    public record Holding(List<String> views, Duration time) {}

    /**
     * The macros and views over the lake's tables.
     * @param macros statements that create macros
     * @param views  views, each after those that it uses
     * @param hot    the tables partitioned by year that are copied into memory if there is room
     */
    public record Contents(List<String> macros, List<SnapshotView> views, List<TableContract> hot) {

        /** Copies the lists. */
        public Contents {
            macros = List.copyOf(macros);
            views = List.copyOf(views);
            hot = List.copyOf(hot);
        }
    }

    /**
     * The table of one row that tells views the day up to which the snapshot is complete: {@code complete_through},
     * null without stock.
     */
    public static final String COMPLETENESS = "completeness";
    /**
     * The table of one row that tells the last day that is released: {@code released_through}, null when nothing is.
     */
    public static final String RELEASE = "release";

    private static final String CATALOG = "snapshot";
    // small row groups: a window of weeks reads few of them, and in parallel
    private static final String IN_MEMORY = " (COMPRESS, ROW_GROUP_SIZE 20480)";
    /** Bytes in memory per byte in a Parquet file; measured: 1.5 to 2.6. */
    private static final int GROWTH = 3;
    /** Views are held in parts, as many as the snapshot's largest table has times so many rows. */
    private static final long ROWS_AT_ONCE = 8_000_000;
    /** The days that cut a view into parts; views of other rows are small. */
    private static final List<String> DAYS = List.of("piece_start", "date");
    /** The part of an instance's memory that tables may take; queries need the rest. */
    private static final double FOR_TABLES = 0.5;
    private static final String MEMORY = "SELECT coalesce(sum(memory_usage_bytes), 0) FROM duckdb_memory() WHERE tag "
            + "= 'IN_MEMORY_TABLE'";

    private final Snapshot snapshot;
    private final DuckSession root;
    private final Contents contents;
    private final long tableLimit;
    private final Holding held;
    /** The views and tables whose rows are in memory. */
    private final Set<String> inMemory = ConcurrentHashMap.newKeySet();

    private SnapshotDatabase(Snapshot snapshot, DuckSession root, Contents contents, long tableLimit, Holding held) {
        this.snapshot = snapshot;
        this.root = root;
        this.contents = contents;
        this.tableLimit = tableLimit;
        this.held = held;
        inMemory.addAll(held.views());
    }

    /** The row of {@link #COMPLETENESS}, as a query in the SQL that all engines read. */
    public static String completeness(Snapshot snapshot) {
        LocalDate day = snapshot.manifest().completeThrough();
        return row(day, "complete_through");
    }

    /** The row of {@link #RELEASE}, as a query in the SQL that all engines read. */
    public static String release(Snapshot snapshot) {
        Manifest.LedgerMark mark = snapshot.manifest().ledger();
        return row(mark == null ? null : mark.releasedThrough(), "released_through");
    }

    private static String row(@Nullable LocalDate day, String column) {
        return "SELECT CAST(" + (day == null ? "NULL" : "'" + day + "'") + " AS DATE) AS " + column;
    }

    /** Opens a snapshot's tables, without macros and views. */
    public static SnapshotDatabase open(Snapshot snapshot, EngineSettings settings) {
        return open(snapshot, settings, new Contents(List.of(), List.of(), List.of()));
    }

    /** Opens a snapshot's tables, its macros and its views. */
    public static SnapshotDatabase open(Snapshot snapshot, EngineSettings settings, Contents contents) {
        DuckSession root = DuckSession.open(settings);
        try {
            // without background threads only DuckDB's idle workers return freed memory, and an instance with one
            // thread has no idle worker. The setting belongs to the whole process: closing an instance returns all
            // memory and turns it off until the next snapshot is opened
            root.run("SET allocator_background_threads = true");
            ReleasedTables released = Ledger.of(snapshot);
            definitions(snapshot, contents).forEach(root::run);
            Holding held = hold(root, contents.views());
            // list each file: COPY could write to an allowed folder
            root.run("SET allowed_paths = " + SqlLiteral.of(Stream.concat(
                    LakeTables.all().stream().filter(TableContract::isPartitioned)
                    .flatMap(table -> snapshot.files(table).stream()),
                    LedgerTables.all().stream().flatMap(table -> released.files(table).stream())).toList()));
            root.run("SET enable_external_access = false");
            root.run("SET allow_community_extensions = false");
            root.run("SET lock_configuration = true");
            return new SnapshotDatabase(snapshot, root, contents, (long) (settings.memoryLimitMb() * 1e6 * FOR_TABLES),
                    held);
        } catch (RuntimeException e) {
            root.close();
            throw e;
        }
    }

    /** The statements that make a snapshot's tables and macros, before its views, in a catalog of their own. */
    public static List<String> definitions(Snapshot snapshot, Contents contents) {
        List<String> statements = new ArrayList<>(List.of("ATTACH ':memory:' AS " + CATALOG + IN_MEMORY, "USE "
                + CATALOG));
        for (TableContract table : LakeTables.all()) {
            statements.add("CREATE " + (table.isPartitioned() ? "VIEW " : "TABLE ") + table.name() + " AS "
                    + snapshot.rows(table));
        }
        ReleasedTables released = Ledger.of(snapshot);
        for (TableContract table : LedgerTables.all()) {
            statements.add("CREATE VIEW " + table.name() + " AS " + released.rows(table, null));
        }
        statements.add("CREATE TABLE " + COMPLETENESS + " AS " + completeness(snapshot));
        statements.add("CREATE TABLE " + RELEASE + " AS " + release(snapshot));
        statements.addAll(contents.macros());
        return statements;
    }

    private static Holding hold(DuckSession root, List<SnapshotView> views) {
        long start = System.nanoTime();
        List<String> names = new ArrayList<>();
        for (SnapshotView view : views) {
            boolean now = view.held() == SnapshotView.Held.AT_OPENING;
            root.run("CREATE " + (now ? "TABLE " : "VIEW ") + view.name() + " AS " + view.select());
            if (now) {
                names.add(view.name());
            }
        }
        root.run("CHECKPOINT " + CATALOG);
        return new Holding(List.copyOf(names), Duration.ofNanos(System.nanoTime() - start));
    }

    /**
     * Materialises the views that are held soon and those that are held in the background, then copies the hot tables,
     * smallest first. Requests continue meanwhile and use each table when it is ready. If memory is too short for a
     * table, it stays a view.
     *
     * @param stop checked before each table
     * @return the held views and tables, and the time
     */
    public Holding holdLater(BooleanSupplier stop) {
        return holdLater(stop, ROWS_AT_ONCE);
    }

    Holding holdLater(BooleanSupplier stop, long atOnce) {
        long start = System.nanoTime();
        List<String> names = new ArrayList<>();
        try (DuckSession session = session()) {
            for (SnapshotView.Held when : List.of(SnapshotView.Held.SOON, SnapshotView.Held.IN_BACKGROUND)) {
                for (SnapshotView view : contents.views()) {
                    if (view.held() == when && !stop.getAsBoolean() && holdOne(session, view.name(), atOnce)) {
                        names.add(view.name());
                    }
                }
            }
            for (TableContract table : contents.hot().stream().sorted(Comparator.comparingLong(snapshot::bytes))
                    .toList()) {
                if (hasRoomFor(table) && !stop.getAsBoolean() && holdOne(session, table.name(), atOnce)) {
                    names.add(table.name());
                }
            }
        }
        return new Holding(List.copyOf(names), Duration.ofNanos(System.nanoTime() - start));
    }

    private boolean hasRoomFor(TableContract table) {
        return tableMemory() + GROWTH * snapshot.bytes(table) <= tableLimit;
    }

    // build the table in a separate database, which nobody reads while it is compressed;
    // then redefine the view to read it
    private boolean holdOne(DuckSession session, String view, long atOnce) {
        String catalog = "held_" + view;
        session.run("ATTACH ':memory:' AS " + catalog + IN_MEMORY);
        String table = catalog + "." + view;
        try {
            List<String> parts = parts(session, view, atOnce);
            session.run("CREATE TABLE " + table + " AS SELECT * FROM " + view + " WHERE " + parts.getFirst());
            for (String part : parts.subList(1, parts.size())) {
                session.run("CHECKPOINT " + catalog);
                session.run("INSERT INTO " + table + " SELECT * FROM " + view + " WHERE " + part);
            }
        } catch (EngineException e) {
            session.run("DETACH " + catalog);
            if (e.kind() == EngineException.Kind.OUT_OF_MEMORY) {
                return false;
            }
            throw e;
        }
        session.run("CHECKPOINT " + catalog);
        session.run("CREATE OR REPLACE VIEW " + view + " AS SELECT * FROM " + table);
        inMemory.add(view);
        return true;
    }

    private List<String> parts(DuckSession session, String view, long atOnce) {
        List<String> columns = session.list("SELECT column_name FROM duckdb_columns() WHERE table_name = ? AND "
                + "database_name = '" + CATALOG + "'", row -> row.getString(1), view);
        Optional<String> day = DAYS.stream().filter(columns::contains).findFirst();
        Collection<Manifest.TableEntry> tables = snapshot.manifest().tables().values();
        IntSummaryStatistics years = tables.stream().flatMap(table -> Stream.of(table.firstDate(), table.lastDate()))
                .filter(Objects::nonNull).mapToInt(LocalDate::getYear).summaryStatistics();
        return day.isEmpty() || years.getCount() == 0 ? List.of("true")
                : HeldParts.of(day.get(), years.getMin(), years.getMax(),
                tables.stream().mapToLong(Manifest.TableEntry::rows).max().orElse(0), atOnce);
    }

    /** The views that were materialised at opening. */
    public Holding held() {
        return held;
    }

    /** Whether a view's rows are in memory by now. */
    public boolean holds(String view) {
        return inMemory.contains(view);
    }

    /** Memory used by tables, bytes. Safe to call from several threads. */
    public synchronized long tableMemory() {
        return root.number(MEMORY);
    }

    /** The snapshot that this instance reads. */
    public Snapshot snapshot() {
        return snapshot;
    }

    /** Opens a session for one thread. */
    public DuckSession session() {
        DuckSession session = root.another();
        try {
            session.run("USE " + CATALOG);
            return session;
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    @Override
    public void close() {
        root.close();
    }
}
