package io.tidemark.data.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.TestLake;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An open snapshot answers queries over its tables, and does nothing else. */
class SnapshotDatabaseTest {

    @TempDir
    private Path folder;
    private Path secret;
    private SnapshotDatabase database;
    private DuckSession session;

    @BeforeEach
    void open() throws IOException {
        secret = Files.writeString(folder.resolve("secret.csv"), "a\n1\n");
        Snapshot snapshot = TestLake.publish(Lake.at(folder.resolve("lake")), "2025-12-31", "2026-01-01");
        database = SnapshotDatabase.open(snapshot, TestLake.settings(folder.resolve("spill")),
                new SnapshotDatabase.Contents(List.of("CREATE MACRO twice(x) AS 2 * x"),
                        List.of(new SnapshotView("reading", "SELECT temperature FROM temperature_day",
                        SnapshotView.Held.NOT),
                        new SnapshotView("held_reading", "SELECT * FROM reading", SnapshotView.Held.AT_OPENING),
                        new SnapshotView("warm_reading", "SELECT * FROM reading WHERE temperature > 8",
                        SnapshotView.Held.IN_BACKGROUND),
                        new SnapshotView("dated_reading", "SELECT unnest([date, date - 900, date + 900, NULL]) AS "
                                + "date, temperature FROM temperature_day", SnapshotView.Held.IN_BACKGROUND),
                        new SnapshotView("soon_reading", "SELECT * FROM reading WHERE temperature > 8",
                        SnapshotView.Held.SOON)),
                List.of(LakeTables.TEMPERATURE_DAY)));
        session = database.session();
    }

    @AfterEach
    void close() {
        session.close();
        database.close();
    }

    @Test
    void tablesAndMacrosAreThere() {
        assertThat(session.list("SELECT code || name FROM marine_type ORDER BY 1", row -> row.getString(1)))
                .containsExactly("1a", "2b");
        assertThat(session.list("SELECT date || ' ' || temperature FROM temperature_day ORDER BY 1",
                row -> row.getString(1)))
                .containsExactly("2025-12-31 8.26", "2026-01-01 8.26");
        assertThat(session.number("SELECT twice(count(*)) FROM temperature_day")).isEqualTo(4);
    }

    @Test
    void viewsAreHeldAtOpeningOrAfterIt() {
        assertThat(session.number("SELECT count(*) FROM held_reading")).isEqualTo(2);
        assertThat(database.held().views()).containsExactly("held_reading");
        assertThat(database.held().time()).isPositive();
        assertThat(database.tableMemory()).isPositive();

        assertThat(kind("warm_reading")).doesNotContain("held_warm_reading");
        assertThat(session.number("SELECT count(*) FROM warm_reading")).isEqualTo(2);
        assertThat(database.holdLater(() -> false).views())
                .containsExactly("soon_reading", "warm_reading", "dated_reading",
                "temperature_day");
        assertThat(kind("warm_reading")).contains("held_warm_reading");
        assertThat(session.number("SELECT count(*) FROM warm_reading")).isEqualTo(2);
        assertThat(kind("temperature_day")).contains("held_temperature_day");
        assertThat(session.number("SELECT count(*) FROM temperature_day")).isEqualTo(2);
    }

    /** Days before and after the years of the stock, and rows without a day, belong to the first and the last part. */
    @Test
    void aLargeTableIsHeldInPartsOfYears() {
        String rows = "SELECT CAST(date AS VARCHAR), CAST(temperature AS VARCHAR) FROM dated_reading ORDER BY ALL";
        List<String> before = session.list(rows, row -> row.getString(1) + " " + row.getString(2));
        assertThat(before).hasSize(8);

        assertThat(database.holdLater(() -> false, 1).views()).contains("dated_reading");

        assertThat(kind("dated_reading")).contains("held_dated_reading");
        assertThat(session.list(rows, row -> row.getString(1) + " " + row.getString(2))).isEqualTo(before);
        assertThat(HeldParts.of("date", 2024, 2027, 5, 2)).containsExactly("date < DATE '2025-01-01' OR date IS NULL",
                "date >= DATE '2025-01-01' AND date < DATE '2026-01-01'", "date >= DATE '2026-01-01'");
        assertThat(HeldParts.of("date", 2024, 2027, 5, 5)).containsExactly("true");
    }

    @Test
    void aTableThatIsTooLargeIsReadFromItsFiles() {
        Snapshot small = database.snapshot();
        TreeMap<String, Manifest.TableEntry> tables = new TreeMap<>(small.manifest().tables());
        tables.computeIfPresent("temperature_day", (name, entry) ->
                new Manifest.TableEntry(entry.asWritten(), entry.rows(),
                entry.firstDate(), entry.lastDate(), entry.files().stream()
                        .map(file -> new Manifest.FileEntry(file.path(),
                        file.rows(), 100_000_000, file.sha256(), file.firstDate(), file.lastDate())).toList()));
        Snapshot large = new Snapshot(small.id(), small.folder(),
                new Manifest(Manifest.FORMAT_VERSION, small.id().text(),
                small.manifest().createdAt(), null, null, null, tables, List.of()));
        try (SnapshotDatabase other = SnapshotDatabase.open(large, TestLake.settings(folder.resolve("spill-2")),
                new SnapshotDatabase.Contents(List.of(), List.of(), List.of(LakeTables.TEMPERATURE_DAY)))) {
            assertThat(other.holdLater(() -> false).views()).isEmpty();
        }
    }

    @Test
    void holdingStopsWhenItIsToldTo() {
        assertThat(database.holdLater(() -> true).views()).isEmpty();
        assertThat(kind("warm_reading")).doesNotContain("held_warm_reading");
    }

    @Test
    void freedMemoryIsGivenBackWithoutWorkers() {
        assertThat(session.list("SELECT current_setting('allocator_background_threads')", row -> row.getBoolean(1)))
                .containsExactly(true);
    }

    private String kind(String view) {
        return session.list("SELECT sql FROM duckdb_views() WHERE view_name = '" + view + "'", row -> row.getString(1))
                .getFirst();
    }

    @Test
    void aTableWithoutFilesHasItsColumns() {
        assertThat(session.list("SELECT column_name || ' ' || column_type FROM (DESCRIBE treatment) LIMIT 2",
                row -> row.getString(1))).containsExactly("treatment_id VARCHAR", "date DATE");
        assertThat(session.number("SELECT count(*) FROM stock_day")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "SELECT * FROM read_csv('%1$s')",
        "SELECT * FROM '%1$s'",
        "SELECT * FROM read_text('%1$s')",
        "SELECT * FROM glob('%2$s/*')",
        "SELECT * FROM read_parquet('%2$s/lake/snapshots/../../secret.csv')",
        "COPY marine_type TO '%2$s/out.csv'",
        "COPY (SELECT 1) TO '%2$s/out.parquet'",
        "EXPORT DATABASE '%2$s/out'",
        "ATTACH '%2$s/other.duckdb' AS other",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET threads = 4",
        "SET enable_external_access = true",
        "SET lock_configuration = false",
        "RESET memory_limit",
        "PRAGMA enable_external_access = true"})
    void nothingElseIs(String sql) throws IOException {
        assertThatThrownBy(() -> session.list(sql.formatted(secret, folder), row -> row.getString(1)))
                .isInstanceOf(EngineException.class);
        assertThat(folder.resolve("out.csv")).doesNotExist();
        assertThat(folder.resolve("out.parquet")).doesNotExist();
        assertThat(folder.resolve("other.duckdb")).doesNotExist();
        assertThat(Files.readString(secret)).isEqualTo("a\n1\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"new.csv", "temperature_day/year=2026/new.parquet",
        "temperature_day/year=2026/temperature_day.parquet"})
    void theSnapshotIsNotWrittenTo(String name) throws IOException {
        Path inside = database.snapshot().folder().resolve(name);
        long before = Files.exists(inside) ? Files.size(inside) : -1;
        assertThatThrownBy(() -> session.run("COPY (SELECT 1) TO '" + inside + "'"))
                .isInstanceOf(EngineException.class);
        assertThat(Files.exists(inside) ? Files.size(inside) : -1).isEqualTo(before);
    }
}
