package io.tidemark.server.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.database.SnapshotDatabase;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.table.LakeTables;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A snapshot's threads, and which failures are the machine's. */
class DuckEngineTest {

    private static final SnapshotDatabase.Contents NOTHING = new SnapshotDatabase.Contents(List.of(), List.of(),
            List.of());

    @TempDir
    private Path folder;

    private Snapshot withStockRows(long rows) {
        TreeMap<String, Manifest.TableEntry> tables = new TreeMap<>(Snapshot.empty(folder).manifest().tables());
        tables.put(LakeTables.STOCK_DAY.name(),
                new Manifest.TableEntry(LakeTables.STOCK_DAY.version(), rows, null, null, List.of()));
        return new Snapshot(new SnapshotId("none"), folder,
                new Manifest(Manifest.FORMAT_VERSION, "none", Instant.EPOCH, null, PrivacyRule.DEFAULT, null, tables,
                List.of()));
    }

    private long threads(SqlEngine.Source source, long rows) {
        try (SqlEngine engine = source.open(withStockRows(rows), NOTHING)) {
            return engine.list("SELECT current_setting('threads')", row -> row.getLong(1)).getFirst();
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 3, 1", "129000, 3, 1", "4999999, 3, 1", "5000000, 3, 2", "24000000, 3, 3", "24000000, 8, 5",
            "24000000, 1, 1",
        "9223372036854775807, 3, 3", "-5000000, 3, 1"})
    void aThreadForEachFiveMillionRows(long rows, int most, long threads) {
        assertThat(threads(DuckEngine.sourceBySize(new EngineSettings(most, 256, folder)), rows)).isEqualTo(threads);
    }

    @Test
    void aMemoryThatIsTooShortIsNoFault() {
        SQLException tooShort = new SQLException("TransactionContext Error: Failed to commit: Out of Memory Error: "
                + "failed to pin block\nmore");
        try (SqlEngine engine = DuckEngine.source(new EngineSettings(1, 256, folder)).open(withStockRows(0), NOTHING)) {
            for (Throwable failure : List.of(new OutOfMemoryError(), tooShort,
                    new EngineException("cannot list rows", tooShort))) {
                assertThat(engine.trouble(failure)).isEqualTo(SqlEngine.Trouble.OVERLOADED);
            }
            assertThat(engine.trouble(new SQLException("Binder Error: no such column")))
                    .isEqualTo(SqlEngine.Trouble.NONE);
        }
    }

    /** A sort of 200 MB with 128 MB of memory spills; what it may spill to is too small, or the disk is full. */
    @Test
    void aDiskThatIsTooSmallEndsOneQuery() {
        String sort = "SELECT count(*) FROM (SELECT i, md5(i::VARCHAR) AS t FROM range(3000000) r(i) ORDER BY t LIMIT "
                + "2500000)";
        EngineSettings settings = new EngineSettings(1, 128, folder).spillingAtMost(4);
        try (SqlEngine engine = DuckEngine.sourceBySize(settings).open(withStockRows(0), NOTHING)) {
            assertThatThrownBy(() -> engine.list(sort, row -> row.getLong(1)))
                    .isInstanceOfSatisfying(EngineException.class, failure -> {
                assertThat(failure.firstLine()).startsWith("Out of Memory Error: failed to offload data block");
                assertThat(engine.trouble(failure)).isEqualTo(SqlEngine.Trouble.OVERLOADED);
            });
            assertThat(engine.list("SELECT count(*) FROM range(1000000)", row -> row.getLong(1)))
                    .containsExactly(1_000_000L);
            assertThat(engine.trouble(new SQLException(
                    "IO Error: Could not write file \"t\": No space left on device")))
                    .isEqualTo(SqlEngine.Trouble.OVERLOADED);
        }
    }

    @Test
    void asManyAsTheSettingsSay() {
        assertThat(threads(DuckEngine.source(new EngineSettings(3, 256, folder)), 10)).isEqualTo(3);
    }

    @Test
    void aSnapshotWithoutStockHasOne() {
        Manifest without = new Manifest(1, "none", Instant.EPOCH, null, null, null, new TreeMap<>(), List.of());
        assertThat(DuckEngine.bySize(new Snapshot(new SnapshotId("none"), folder, without),
                new EngineSettings(3, 256, folder)).threads())
                .isEqualTo(1);
    }
}
