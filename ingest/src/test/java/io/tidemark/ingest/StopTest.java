package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who asks an ingest to stop does not wait for a file to be read to its end. */
@Timeout(60)
class StopTest {

    private static final int ROWS = 200_000;
    private static final String OBJECT = """
            {"date":"2026-01-01","site_id":"100","unit_id":"U1"}
            """;

    @TempDir
    private Path folder;

    private static byte[] file(String format) {
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
    @ValueSource(strings = {"csv", "ndjson", "xlsx"})
    void inTheMiddleOfAFile(String format) throws Exception {
        TestDelivery delivery = new TestDelivery(folder).basics().file("farmers/F01/stock." + format, file(format));
        StopSignal stop = new StopSignal();
        AtomicLong asked = new AtomicLong();
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            IngestConduct conduct = new IngestConduct(Duration.ZERO, event -> {
                if (event instanceof IngestEvent.FileStarted started && started.path().endsWith(format) && started.path().contains("stock")) {
                    asked.set(System.nanoTime());
                    other.execute(() -> requestAndAwait(stop));
                }
            }, stop);
            assertThatThrownBy(() -> Ingest.run(new IngestOptions(delivery.folder(), delivery.lake, TestDelivery.TODAY, false, 1),
                    conduct)).isInstanceOf(IngestStoppedException.class);
            stop.end();
        }
        assertThat(System.nanoTime() - asked.get()).isLessThan(Duration.ofSeconds(5).toNanos());
        assertThat(delivery.lake.currentId()).isEmpty();
        assertThat(delivery.lake.root().resolve("staging")).isEmptyDirectory();
    }

    private static void requestAndAwait(StopSignal stop) {
        try {
            assertThat(stop.requestAndAwaitEnd(Duration.ofSeconds(30))).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
