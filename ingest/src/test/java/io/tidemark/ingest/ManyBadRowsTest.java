package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.STOCK;
import static io.tidemark.ingest.TestDelivery.rejects;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files with far more bad rows than anybody reads: they take no memory, and what is not listed is counted. */
class ManyBadRowsTest {

    private static final int LISTED = 100_000;

    private static final String OBJECT =
            "{\"date\":\"2026-01-01\",\"site_id\":\"100\",\"unit_id\":\"U1\",\"cohort_id\":\"K1\","
            + "\"species_code\":\"SAL\",\"fish_count\":1,\"avg_weight_gram\":100,\"generation\":\"V2025\"}\n";

    @TempDir
    private Path folder;
    private TestDelivery delivery;

    @BeforeEach
    void start() {
        delivery = new TestDelivery(folder).basics();
    }

    @Test
    void theFirstAreListedAndAllAreCounted() {
        StringBuilder text = new StringBuilder(STOCK).append("x,100,U,K1,SAL,1,100,V2025\n");
        for (int i = 0; i < LISTED; i++) {
            text.append("2026-01-01,100,U").append(i).append(",K1,SAL,-1,100,V2025\n");
        }
        text.append("2026-01-01,999,U,K1,SAL,1,100,V2025\n2026-01-01,100,U,K1,SAL,many,100,V2025\n");
        IngestReport report = delivery.file("farmers/F01/stock.csv", text.toString()).ingest();
        List<String> listed = rejects(report, "farmers/F01/stock.csv");
        assertThat(listed).hasSize(LISTED + 1).startsWith("2,date,x,must be a date like 2026-03-31 or 31.03.2026",
                "3,fish_count,-1,must be a whole number from 0 to 2147483647").endsWith(
                "100001,fish_count,-1,must be a whole number from 0 to 2147483647",
                ",,,\"and 3 more bad rows, which are not listed; the report counts them\"");
        assertThat(report.files().getLast()).returns(LISTED + 3L, FileReport::read)
                .returns(LISTED + 3L, FileReport::rejected);
        assertThat(report.reasons()).extracting(ReasonCount::count, ReasonCount::example).containsExactly(
                org.assertj.core.groups.Tuple.tuple((long) LISTED, "farmers/F01/stock.csv line 3: -1"),
                org.assertj.core.groups.Tuple.tuple(1L, "farmers/F01/stock.csv line 2: x"),
                org.assertj.core.groups.Tuple.tuple(1L, "farmers/F01/stock.csv line 100004: many"),
                org.assertj.core.groups.Tuple.tuple(1L, "farmers/F01/stock.csv line 100003: 999"));
    }

    @Test
    void theyTakeNoHeap() throws Exception {
        delivery.file("farmers/F01/stock.ndjson", OBJECT + "[]\n".repeat(450_000));
        Process child = JavaProcess.of(List.of("-Xmx80m"), KilledIngest.class, delivery.folder().toString(),
                delivery.lake.root().toString(), "0")
                .redirectErrorStream(true).start();
        String said = new String(child.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(child.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(said).doesNotContain("OutOfMemoryError");
        assertThat(child.exitValue()).as(said).isZero();
    }

    @Test
    void aFileWithTooManyRowsThatCannotBeReadIsNoTable() {
        IngestReport report = delivery.file("farmers/F01/stock.ndjson", "{}\n".repeat(2) + "[]\n".repeat(500_001))
                .ingest();
        assertThat(report.files().getLast().failure())
                .isEqualTo("has too many rows that cannot be read; the first is on line 3: [], is no JSON object");
    }
}
