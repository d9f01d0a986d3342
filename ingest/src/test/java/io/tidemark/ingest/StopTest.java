package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.ingest.lab.ParquetMaker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who asks an ingest to stop does not wait for a file to be read to its end. */
class StopTest {

    private static final int ROWS = 200_000;
    private static final String OBJECT = """
            {"date":"2026-01-01","site_id":"100","unit_id":"U1"}
            """;
    private static final String TEXT = "md5(CAST(hash(range) % 1000 AS VARCHAR))";
    private static final String STOCK_COLUMNS = "DATE '2026-01-01' AS date, '100' AS site_id, " + TEXT
            + " AS unit_id, 'K1' AS cohort_id, "
            + "'SAL' AS species_code, 1000 AS fish_count, 100.5 AS avg_weight_gram, 'V2025' AS generation";
    private static final String LIST_COLUMNS = "DATE '2026-01-01' AS date, " + TEXT + " AS from_code";

    private static final Duration PROMPT = Duration.ofSeconds(5);

    @TempDir
    private Path folder;

    private void write(TestDelivery delivery, String path) throws IOException {
        String format = path.substring(path.indexOf('.') + 1);
        if (format.equals("parquet")) {
            // many rows in few bytes: the stop comes while DuckDB reads them, not while the file is hashed
            Path file = delivery.folder().resolve(path);
            Files.createDirectories(file.getParent());
            ParquetMaker.write(file, 15L * ROWS, path.startsWith("reference") ? LIST_COLUMNS : STOCK_COLUMNS);
        } else {
            delivery.file(path, bytes(format));
        }
    }

    private static byte[] bytes(String format) {
        return switch (format) {
            case "csv" -> (TestDelivery.STOCK + "2026-01-01,100,U1,K1,SAL,1000,100.5,V2025\n".repeat(ROWS)).getBytes(
                    StandardCharsets.UTF_8);
            case "ndjson" -> OBJECT.repeat(ROWS).getBytes(StandardCharsets.UTF_8);
            default -> new TestWorkbook().sheet("x", rows()).bytes();
        };
    }

    private static String[] rows() {
        String[] rows = new String[ROWS / 4];
        Arrays.fill(rows, "n:46023|n:100|U1|K1|SAL|n:1000|n:100.5|V2025");
        rows[0] = TestDelivery.STOCK.strip().replace(',', '|');
        return rows;
    }

    @ParameterizedTest
    @ValueSource(strings = {"farmers/F01/stock.csv", "farmers/F01/stock.ndjson", "farmers/F01/stock.xlsx",
            "farmers/F01/stock.parquet", "reference/loss_category_changes.parquet"})
    void inTheMiddleOfAFile(String path) throws Exception {
        Duration took = stopped(path, folder.resolve("0"));
        // a busy machine is slow at times, an ingest that reads on always
        for (int i = 1; i < 10 && took.compareTo(PROMPT) > 0; i++) {
            took = stopped(path, folder.resolve(Integer.toString(i)));
        }
        assertThat(took).isLessThan(PROMPT);
    }

    /** How long it takes from the wish to the end. */
    private Duration stopped(String path, Path into) throws Exception {
        TestDelivery delivery = new TestDelivery(Files.createDirectory(into)).basics();
        assertThat(delivery.ingest().outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        SnapshotId before = delivery.lake.currentId().orElseThrow();
        // alone, and the only list that the lake does not have: no file is read after it
        write(delivery.next(), path);
        StopSignal stop = new StopSignal();
        AtomicLong asked = new AtomicLong();
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            IngestControl conduct = new IngestControl(Duration.ZERO, event -> {
                if (event instanceof IngestEvent.FileStarted started && started.path().equals(path)) {
                    asked.set(System.nanoTime());
                    other.execute(() -> requestAndAwait(stop));
                }
            }, stop);
            assertThatThrownBy(() -> Ingest.run(new IngestOptions(delivery.folder(), delivery.lake, TestDelivery.TODAY,
                    false, 1),
                    conduct)).isInstanceOf(IngestStoppedException.class);
            stop.end();
        }
        Duration took = Duration.ofNanos(System.nanoTime() - asked.get());
        assertThat(delivery.lake.currentId()).contains(before);
        assertThat(delivery.lake.root().resolve("staging")).isEmptyDirectory();
        return took;
    }

    private static void requestAndAwait(StopSignal stop) {
        try {
            assertThat(stop.requestAndAwaitEnd(Duration.ofMinutes(5))).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
