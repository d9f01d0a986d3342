package io.tidemark.ingest.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import io.tidemark.generate.DeliveryGenerator;
import io.tidemark.generate.DeliveryStream;
import io.tidemark.generate.GeneratorOptions;
import io.tidemark.ingest.Ingest;
import io.tidemark.ingest.IngestOptions;
import io.tidemark.ingest.IngestOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The generator's stream of days, ingested by a watch one delivery after the other, gives the lake of the whole delivery. */
class StreamWatchTest {

    private static final LocalDate END = LocalDate.of(2026, 3, 10);
    private static final GeneratorOptions OPTIONS = new GeneratorOptions(12, 1, 1, 4, END, null);
    private static final int DAYS = 6;

    @TempDir
    private Path folder;

    @Test
    void aWatchEndsWithTheRowsOfTheWholeDelivery() throws Exception {
        LandingFolder landing = LandingFolder.in(folder);
        Lake streamed = landing.lake();
        List<String> written = new ArrayList<>();
        new DeliveryStream(OPTIONS, DAYS).write(landing.path(), () -> true, written::add);
        assertThat(written).hasSizeGreaterThan(DAYS);
        try (LandingFolder.Running _ = landing.watch(
                LandingFolder.quick(Duration.ZERO, delivery -> options(delivery, streamed), null, OptionalInt.empty()))) {
            for (int i = 0; i < written.size(); i++) {
                assertThat(landing.next()).endsWith(" " + IngestOutcome.PUBLISHED);
            }
        }
        Path delivery = folder.resolve("delivery");
        new DeliveryGenerator(OPTIONS).write(delivery, progress -> { });
        Lake whole = Lake.at(folder.resolve("whole"));
        assertThat(Ingest.run(options(delivery, whole), event -> { }).outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertSameRows(streamed.current().orElseThrow(), whole.current().orElseThrow());
    }

    private static IngestOptions options(Path delivery, Lake lake) {
        return new IngestOptions(delivery, lake, END.plusDays(1), false, 0.01);
    }

    private void assertSameRows(Snapshot one, Snapshot other) {
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 512, folder))) {
            for (TableContract table : LakeTables.all()) {
                String left = "(SELECT " + table.castList() + " FROM (" + one.rows(table) + "))";
                String right = "(SELECT " + table.castList() + " FROM (" + other.rows(table) + "))";
                assertThat(session.list("SELECT * FROM (" + left + " EXCEPT ALL " + right + ") LIMIT 3", row -> row.getString(1)))
                        .as("only in the streamed lake's %s", table.name()).isEmpty();
                assertThat(session.list("SELECT * FROM (" + right + " EXCEPT ALL " + left + ") LIMIT 3", row -> row.getString(1)))
                        .as("only in the whole lake's %s", table.name()).isEmpty();
            }
        }
    }
}
