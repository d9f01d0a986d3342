package io.tidemark.ingest.staging;

import com.sun.management.OperatingSystemMXBean;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.data.duckdb.SqlScript;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.snapshot.StagedSnapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.contract.SourceTables;
import io.tidemark.ingest.delivery.DeliveredFile;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The staging database of one ingest; {@link StagingTables} and {@link ContractTables} declare its tables. For a small
 * delivery it is in memory, for a large one in a compressed file of the snapshot's work folder,
 * which may outgrow the memory.
 */
public final class StagingDatabase implements AutoCloseable {

    private static final SqlFile SQL = SqlFile.of("ingest/staging.sql");
    private static final int MAX_MEMORY_MB = 3072;
    private static final double SHARE_OF_MEMORY = 0.6;
    private static final int MEGABYTE = 1024 * 1024;
    private static final Pattern TEXT_LITERAL = Pattern.compile("'[^']*'");
    /** Statements already checked to make a table as declared; used only with assertions on. */
    private static final Set<String> CHECKED = ConcurrentHashMap.newKeySet();

    private final DuckSession session;
    private final DuckSession reading;
    private final Path folder;
    private StagedSnapshot staged;
    private List<String> wordsForNothing = List.of();
    private boolean lice;
    private String explained = "";
    private volatile boolean cancelled;

    private StagingDatabase(DuckSession session, DuckSession reading, StagedSnapshot staged) {
        this.session = session;
        this.reading = reading;
        this.staged = staged;
        folder = staged.workFolder();
    }

    /** Opens an engine with an ingest's share of the machine, which spills next to a staged snapshot. */
    public static DuckSession engine(StagedSnapshot staged) {
        return DuckSession.open(new EngineSettings(Runtime.getRuntime().availableProcessors(), memoryMb(),
                staged.workFolder()));
    }

    /**
     * Opens an empty database next to a staged snapshot.
     *
     * @param today         the last day that data can have
     * @param deliveryBytes size of the delivered text
     */
    public static StagingDatabase open(StagedSnapshot staged, LocalDate today, long deliveryBytes) {
        DuckSession session = engine(staged);
        try {
            boolean small = deliveryBytes / MEGABYTE < memoryMb() / 8;
            session.runAll(List.of(
                    "ATTACH " + (small ? "':memory:'" : SqlLiteral.of(staged.workFolder().resolve("ingest.duckdb")))
                    + " AS work", "ATTACH ':memory:' AS ahead",
                    "USE work",
                    // insertion order is not needed: the staging database ends with the ingest
                    "PRAGMA disable_checkpoint_on_shutdown"));
            session.run("SET VARIABLE today = $1", today.toString());
            session.runAll(SqlScript.statements(SqlScript.text("ingest/prelude.sql")));
            StagingDatabase database = new StagingDatabase(session, session.another(), staged);
            database.reading.run("USE work");
            database.showBase();
            session.runAll(SourceTables.all().stream().filter(StagingDatabase::isUsual)
                    .flatMap(table -> ContractTables.statements(table).stream())
                    .distinct().toList());
            database.create("unread_row", "bad_row", "bad_site");
            return database;
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    private void showBase() {
        session.runAll(shown().map(table -> StagingTables.old(table).create() + " " + staged.baseRows(table)).toList());
        assert shown().allMatch(table ->
                isAsDeclared(StagingTables.old(table), SqlStatement.made(staged.baseRows(table))));
    }

    // what only some deliveries need is read where they need it
    private static Stream<TableContract> shown() {
        return LakeTables.delivered().stream().filter(table -> !table.equals(LakeTables.SOURCE_STATUS)
                && !table.equals(LakeTables.LICE_COUNT) && !table.equals(LakeTables.CORRECTION));
    }

    // few deliveries have lice: their tables are made when a file comes
    private static boolean isUsual(SourceTable table) {
        return !table.equals(SourceTables.LICE);
    }

    /** Makes the tables of a delivered table, if only some deliveries have it. */
    public void prepare(SourceTable table) {
        if (!isUsual(table) && !lice) {
            lice = true;
            add(table);
        }
    }

    /** Whether the tables of a delivered table are there. */
    public boolean has(SourceTable table) {
        return isUsual(table) || lice;
    }

    /** Says how that file, by its path in the delivery, is understood. */
    public void explain(String path) {
        explained = path;
    }

    /** Whether the report says how a file is understood. */
    public boolean explains(DeliveredFile file) {
        return file.relative().equals(explained);
    }

    /** Continues with another staged snapshot on top of another base; the work folder stays. */
    public void moveTo(StagedSnapshot next) {
        staged = next;
        showBase();
    }

    /** Creates empty tables. */
    public void create(StagingTable... tables) {
        session.runAll(Stream.of(tables)
                .map(table -> "CREATE OR REPLACE TABLE " + table.name() + "(" + table.columns() + ")").toList());
    }

    /** Creates empty tables of staging.sql. */
    public void create(String... tables) {
        create(Stream.of(tables).map(StagingTables::declared).toArray(StagingTable[]::new));
    }

    /** Creates a table of staging.sql from a query's rows. */
    public void make(String table, SqlStatement rows) {
        make(StagingTables.declared(table), rows);
    }

    /** Creates a table from a query's rows. */
    public void make(StagingTable table, SqlStatement rows) {
        if (table.kind() == StagingTable.Kind.PACKED) {
            PackedTable.makeTemporary(session, table.name(), rows);
        } else {
            rows.after(table.create()).run(session);
        }
        assert isAsDeclared(table, rows);
    }

    /** Drops a table. */
    public void drop(String table) {
        session.run("DROP TABLE " + table);
    }

    /** Sets the current year, which the SQL calls {@code in_year}. */
    public void year(int year) {
        session.run("SET VARIABLE year = $1", year);
    }

    /** Opens an appender for a table, which is many times as fast as single inserts. */
    public RowAppender append(String table) {
        return append("work", table);
    }

    /** Opens an appender for a table of another attached database. */
    public RowAppender append(String database, String table) {
        return new RowAppender(session.appender(database, table), table);
    }

    private boolean isAsDeclared(StagingTable table, SqlStatement rows) {
        // the columns do not depend on texts in the query, such as the paths of a snapshot's files
        String statement = table.name() + " " + TEXT_LITERAL.matcher(rows.template()).replaceAll("''");
        if (CHECKED.contains(statement)) {
            return true;
        }
        String made = SQL.get("columns_of").part("table", table.name()).list(session, row -> row.getString(1) + " "
                + row.getString(2).replaceFirst("(?s)^ENUM.*", "VARCHAR")).stream().collect(Collectors.joining(", "));
        if (!made.equals(table.columns())) {
            throw new IllegalStateException("staging table " + table.name() + " was made as " + made + ", declared as "
                    + table.columns());
        }
        CHECKED.add(statement);
        return true;
    }

    private boolean holdsNothingElse() {
        List<String> others = SQL.get("tables").list(session, row -> row.getString(1)).stream()
                .filter(name -> !StagingTables.isDeclared(name)).toList();
        if (!others.isEmpty()) {
            throw new IllegalStateException("staging tables that are not declared: " + others);
        }
        return true;
    }

    /** Adds a further table, such as one of a farm system's export. */
    public void add(SourceTable table) {
        session.runAll(ContractTables.statements(table));
    }

    private static int memoryMb() {
        long bytes = ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize();
        return Math.clamp((long) ((double) bytes / MEGABYTE * SHARE_OF_MEMORY), 256, MAX_MEMORY_MB);
    }

    /** The main session, for one thread at a time. */
    public DuckSession session() {
        return session;
    }

    /** A second session that reads files into {@link #fileRows} while the first one works; for one thread at a time. */
    public DuckSession reading() {
        return reading;
    }

    /**
     * The table of a file's rows as read, by the file's number in this ingest; in memory, and dropped after loading.
     */
    public PackedTable fileRows(int number) {
        return new PackedTable("ahead.file_row_" + number);
    }

    /** The same table with some columns as text, before their conversion to days or numbers. */
    public PackedTable fileTexts(int number) {
        return new PackedTable("ahead.file_text_" + number);
    }

    /** Cancels the running statements of all threads, and work that calls {@link #checkCancelled}. */
    public void cancel() {
        cancelled = true;
        session.cancel();
    }

    /** Throws if the ingest was cancelled; for long work between statements. Thread-safe. */
    public void checkCancelled() {
        if (cancelled) {
            throw new EngineException("the ingest was asked to stop", null);
        }
    }

    /** The staged snapshot. */
    public StagedSnapshot staged() {
        return staged;
    }

    /** Says which words in delivered files mean that there is no value. */
    public void takeAsNothing(List<String> words) {
        wordsForNothing = List.copyOf(words);
    }

    /** The words that mean that there is no value, beside the empty text. */
    public List<String> wordsForNothing() {
        return wordsForNothing;
    }

    /** The folder for intermediate files. */
    public Path folder() {
        return folder;
    }

    @Override
    public void close() {
        assert cancelled || holdsNothingElse();
        reading.close();
        session.close();
    }
}
