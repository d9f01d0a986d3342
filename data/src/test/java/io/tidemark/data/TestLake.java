package io.tidemark.data;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.StagedSnapshot;
import io.tidemark.data.table.LakeTables;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** Small snapshots for tests: two marine types, and a temperature a day. */
public final class TestLake {

    private TestLake() {}

    /** Settings for a small engine. */
    public static EngineSettings settings(Path spill) {
        return new EngineSettings(1, 256, spill);
    }

    /** Writes the rows of a staged snapshot: two marine types and a temperature on each day. */
    public static void write(StagedSnapshot staged, String... days) {
        try (DuckSession session = DuckSession.open(settings(staged.workFolder()))) {
            staged.write(session, LakeTables.MARINE_TYPE, null, "SELECT * FROM (VALUES ('2', 'b'), ('1', 'a')) AS t(code, name)");
            for (String day : days) {
                staged.write(session, LakeTables.TEMPERATURE_DAY, Integer.valueOf(day.substring(0, 4)),
                        "SELECT CAST(? AS DATE) AS date, '100' AS site_id, 'F01' AS farmer_id, NULL AS depth_m, "
                                + "8.255 AS temperature, 1 AS measurement_count, 'farmer' AS data_source", day);
            }
        }
    }

    /** Publishes a snapshot with those rows. */
    public static Snapshot publish(Lake lake, String... days) {
        try (LakeLock _ = lake.lock(); StagedSnapshot staged = lake.stage(Instant.now())) {
            write(staged, days);
            Snapshot snapshot = staged.seal(null, null, List.of());
            lake.publish(snapshot.id());
            return snapshot;
        }
    }
}
