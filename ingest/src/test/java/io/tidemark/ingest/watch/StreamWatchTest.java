package io.tidemark.ingest.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import io.tidemark.generate.DeliveryGenerator;
import io.tidemark.generate.GeneratorOptions;
import io.tidemark.ingest.Ingest;
import io.tidemark.ingest.IngestOptions;
import io.tidemark.ingest.IngestOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The last days of a delivery, ingested by a watch one after the other, give the lake of the whole delivery. */
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
        Path delivery = folder.resolve("delivery");
        new DeliveryGenerator(OPTIONS).write(delivery, progress -> { });
        // all but the last days, and all that is no company's, at once; then each day by itself
        day(delivery, landing.path().resolve("0"), null, END.minusDays(DAYS));
        for (int i = 1; i <= DAYS; i++) {
            LocalDate only = END.minusDays(DAYS - i);
            day(delivery, landing.path().resolve(String.valueOf(i)), only, only);
        }
        try (LandingFolder.Running _ = landing.watch(
                LandingFolder.quick(Duration.ZERO, each -> options(each, streamed), null, OptionalInt.empty()))) {
            for (int i = 0; i <= DAYS; i++) {
                assertThat(landing.next()).endsWith(" " + IngestOutcome.PUBLISHED);
            }
        }
        Lake whole = Lake.at(folder.resolve("whole"));
        assertThat(Ingest.run(options(delivery, whole), event -> { }).outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertSameRows(streamed.current().orElseThrow(), whole.current().orElseThrow());
    }

    /** Copies the rows from a day (null for the first, and then the lists too) to another. */
    private static void day(Path delivery, Path to, @Nullable LocalDate from, LocalDate until) throws IOException {
        try (Stream<Path> files = Files.walk(delivery)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path inside = delivery.relativize(file);
                boolean companys = inside.startsWith("farmers");
                if (!companys && from != null) {
                    continue;
                }
                List<String> lines = Files.readAllLines(file);
                int date = companys ? List.of(lines.getFirst().split(",")).indexOf("date") : -1;
                List<String> rows = !companys ? lines : lines.stream().filter(line -> line.equals(lines.getFirst())
                        || isWithin(LocalDate.parse(line.split(",")[date]), from, until)).toList();
                if (!companys || rows.size() > 1) {
                    Files.createDirectories(to.resolve(inside).getParent());
                    Files.write(to.resolve(inside), rows);
                }
            }
        }
        Files.createFile(to.resolve(".done"));
    }

    private static boolean isWithin(LocalDate day, @Nullable LocalDate from, LocalDate until) {
        return (from == null || !day.isBefore(from)) && !day.isAfter(until);
    }

    private static IngestOptions options(Path delivery, Lake lake) {
        return new IngestOptions(delivery, lake, END.plusDays(1), false, 0.01);
    }

    private void assertSameRows(Snapshot one, Snapshot other) {
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 512, folder))) {
            for (TableContract table : LakeTables.all()) {
                String left = "(SELECT " + table.castList() + " FROM (" + one.rows(table) + "))";
                String right = "(SELECT " + table.castList() + " FROM (" + other.rows(table) + "))";
                assertThat(session.list("SELECT * FROM (" + left + " EXCEPT ALL " + right + ") LIMIT 3",
                        row -> row.getString(1)))
                        .as("only in the streamed lake's %s", table.name()).isEmpty();
                assertThat(session.list("SELECT * FROM (" + right + " EXCEPT ALL " + left + ") LIMIT 3",
                        row -> row.getString(1)))
                        .as("only in the whole lake's %s", table.name()).isEmpty();
            }
        }
    }
}
