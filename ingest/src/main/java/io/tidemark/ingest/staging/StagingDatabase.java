package io.tidemark.ingest.staging;

import com.sun.management.OperatingSystemMXBean;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.data.snapshot.StagedSnapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import io.tidemark.ingest.contract.NameList;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.contract.SourceTables;
import io.tidemark.ingest.delivery.Folder;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.stream.Collectors;

/**
 * The working database of one ingest: for every source table its good rows ({@code in_x}, texts that repeat as numbers of
 * {@code name_y}) and a view of them with the texts ({@code good_x}); for every lake table a view of the published
 * snapshot's rows ({@code old_x}). Held in memory for a small delivery; for a large one in a file of the staging's work
 * folder, which is compressed and may outgrow the memory.
 */
public final class StagingDatabase implements AutoCloseable {

    private static final int MOST_MEMORY_MB = 3072;
    private static final double SHARE_OF_MEMORY = 0.6;
    private static final int MEGABYTE = 1024 * 1024;

    private final DuckSession session;
    private final DuckSession reading;
    private final StagedSnapshot staged;
    private volatile boolean cancelled;

    private StagingDatabase(DuckSession session, DuckSession reading, StagedSnapshot staged) {
        this.session = session;
        this.reading = reading;
        this.staged = staged;
    }

    /**
     * Opens an empty database next to a staged snapshot.
     *
     * @param today         the last day that data can have
     * @param deliveryBytes size of the delivered text
     */
    public static StagingDatabase open(StagedSnapshot staged, LocalDate today, long deliveryBytes) {
        int threads = Runtime.getRuntime().availableProcessors();
        DuckSession session = DuckSession.open(new EngineSettings(threads, memoryMb(), staged.workFolder()));
        try {
            boolean small = deliveryBytes / MEGABYTE < memoryMb() / 8;
            session.run("ATTACH " + (small ? "':memory:'" : SqlLiteral.of(staged.workFolder().resolve("ingest.duckdb")))
                    + " AS work");
            session.run("ATTACH ':memory:' AS ahead");
            session.run("USE work");
            // the working database ends with the ingest: nobody needs it in order
            session.run("PRAGMA disable_checkpoint_on_shutdown");
            session.run("SET VARIABLE today = $1", today.toString());
            for (TableContract table : LakeTables.delivered()) {
                session.run("CREATE VIEW old_" + table.name() + " AS " + staged.baseRows(table));
            }
            for (SourceTable table : SourceTables.all()) {
                create(session, table);
            }
            session.run("CREATE TABLE unread_row(file_no INTEGER, unit BIGINT, column_name VARCHAR, value VARCHAR, "
                    + "reason VARCHAR)");
            session.run("CREATE TABLE bad_row(file_no INTEGER, row_id BIGINT, fault UTINYINT, value VARCHAR, "
                    + "detail VARCHAR, first_row BIGINT)");
            DuckSession reading = session.another();
            reading.run("USE work");
            reading.trackProgress();
            return new StagingDatabase(session, reading, staged);
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    private static void create(DuckSession session, SourceTable table) {
        String asRead = table.columns().stream().map(c -> "CAST(NULL AS " + c.type().duckdbType() + ") AS " + c.name())
                .collect(Collectors.joining(", "));
        for (NameList list : table.lists()) {
            session.run("CREATE TABLE IF NOT EXISTS " + list.table() + " AS SELECT CAST(NULL AS INTEGER) AS " + list.name()
                    + ", CAST(NULL AS VARCHAR) AS farmer_id, " + String.join(", ", list.columns()) + " FROM (SELECT " + asRead
                    + ") WHERE false");
        }
        session.run("CREATE TABLE " + table.readTable() + " AS SELECT CAST(NULL AS BIGINT) AS row_id, "
                + "CAST(NULL AS INTEGER) AS file_no" + (table.namesFarmer() ? ", CAST(NULL AS VARCHAR) AS farmer_id" : "")
                + table.lists().stream().map(l -> ", CAST(NULL AS INTEGER) AS " + l.name()).collect(Collectors.joining())
                + table.plainColumns().stream().map(c -> ", " + c.stored() + " AS " + c.name()).collect(Collectors.joining())
                + " FROM (SELECT " + asRead + ") WHERE false");
        String farmer = table.folder() != Folder.FARMERS ? ""
                : ", " + (table.namesFarmer() ? "x" : table.lists().getFirst().name() + "_list") + ".farmer_id";
        session.run("CREATE VIEW " + table.goodView() + " AS SELECT x.row_id, x.file_no" + farmer + table.columns().stream()
                .map(c -> ", " + table.listOf(c.name()).map(l -> l.name() + "_list").orElse("x") + "." + c.name())
                .collect(Collectors.joining()) + " FROM " + table.readTable() + " AS x" + table.lists().stream()
                .map(l -> " JOIN " + l.table() + " AS " + l.name() + "_list USING (" + l.name() + ")")
                .collect(Collectors.joining()));
    }

    /** Makes room for another table, such as one of a farm system's export. */
    public void add(SourceTable table) {
        create(session, table);
    }

    private static int memoryMb() {
        long bytes = ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize();
        return Math.clamp((long) ((double) bytes / MEGABYTE * SHARE_OF_MEMORY), 256, MOST_MEMORY_MB);
    }

    /** The session; one thread at a time. */
    public DuckSession session() {
        return session;
    }

    /** Another session, for reading files into {@link #fileRows} while the first one works; one thread at a time. */
    public DuckSession reading() {
        return reading;
    }

    /** The table for a file's rows as they were read, by its number in this ingest: in memory, and gone when they are taken. */
    public PassingTable fileRows(int number) {
        return new PassingTable("ahead.file_row_" + number);
    }

    /** The same with days as texts, where they are not all written like 2026-03-31. */
    public PassingTable dayTexts(int number) {
        return new PassingTable("ahead.day_text_" + number);
    }

    /** Cancels the statements that run, in whatever thread, and what asks {@link #checkCancelled}. */
    public void cancel() {
        cancelled = true;
        session.cancel();
        reading.cancel();
    }

    /** Throws once it was cancelled: for work between statements that may take long. For any thread. */
    public void checkCancelled() {
        if (cancelled) {
            throw new EngineException("the ingest was asked to stop", null);
        }
    }

    /** The snapshot in the making. */
    public StagedSnapshot staged() {
        return staged;
    }

    /** Room for files on the way. */
    public Path folder() {
        return staged.workFolder();
    }

    @Override
    public void close() {
        reading.close();
        session.close();
    }
}
