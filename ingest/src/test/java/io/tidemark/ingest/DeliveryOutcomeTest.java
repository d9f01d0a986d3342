package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.LOSSES;
import static io.tidemark.ingest.TestDelivery.STOCK;
import static io.tidemark.ingest.TestDelivery.rejects;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.data.snapshot.LakeInUseException;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.SnapshotId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole or not at all: what fails a delivery, what is left behind, what is only mentioned. */
class DeliveryOutcomeTest {

    @TempDir
    private Path folder;
    private TestDelivery delivery;

    @BeforeEach
    void start() {
        delivery = new TestDelivery(folder).basics().maxRejectRate(0.01);
    }

    private static String stock(int good, int bad) {
        StringBuilder text = new StringBuilder(STOCK);
        for (int i = 0; i < good; i++) {
            text.append("2026-01-01,100,U").append(i).append(",K1,SAL,1000,100,V2025\n");
        }
        return text + "2026-01-01,100,B,K1,SAL,-1,100,V2025\n".repeat(bad);
    }

    @ParameterizedTest(name = "{0} good, {1} bad: {2}")
    @CsvSource({"99, 1, PUBLISHED", "98, 2, REJECTED", "197, 2, REJECTED", "198, 2, PUBLISHED", "0, 1, REJECTED",
        "0, 0, PUBLISHED"})
    void oneInAHundredMayBeBad(int good, int bad, Outcome outcome) {
        IngestReport report = delivery.file("farmers/F01/stock.csv", stock(good, bad)).ingest();
        assertThat(report.outcome()).isEqualTo(outcome);
        assertThat(report.files()).filteredOn(f -> f.table().equals("stock")).singleElement()
                .returns((long) bad, FileReport::rejected);
        if (outcome == Outcome.REJECTED) {
            assertThat(rejects(report, "farmers/F01/stock.csv").getFirst()).contains(" rows are bad, more than 1 %");
        }
    }

    @Test
    void aFailedDeliveryLeavesTheLakeAsItWas() throws IOException {
        assertThat(delivery.file("farmers/F01/stock.csv", stock(1, 0)).ingest().outcome()).isEqualTo(Outcome.PUBLISHED);
        SnapshotId before = delivery.lake.currentId().orElseThrow();
        IngestReport report = delivery.next().file("farmers/F01/stock.csv", stock(5, 5))
                .file("farmers/F02/stock.csv", STOCK + "2026-02-01,200,U1,K1,SAL,1,1,V2025\n").ingest();
        assertThat(report.outcome()).isEqualTo(Outcome.REJECTED);
        assertThat(report.snapshot()).isNull();
        assertThat(delivery.lake.currentId()).contains(before);
        assertThat(delivery.lake.list()).containsExactly(before);
        assertThat(left("staging")).isEmpty();
        assertThat(report.reasons().getFirst()).isEqualTo(new ReasonCount("stock", "fish_count",
                "must be a whole number from 0 to 2147483647", 5, "farmers/F01/stock.csv line 7: -1"));
        assertThat(rejects(report, "farmers/F01/stock.csv")).hasSize(6);
    }

    private List<Path> left(String part) throws IOException {
        try (Stream<Path> files = Files.list(delivery.lake.root().resolve(part))) {
            return files.toList();
        }
    }

    @Test
    void aTrialPublishesNothing() throws IOException {
        IngestReport report = delivery.file("farmers/F01/stock.csv", stock(1, 0)).ingest(true);
        assertThat(report.outcome()).isEqualTo(Outcome.DRY_RUN);
        assertThat(delivery.lake.currentId()).isEmpty();
        assertThat(delivery.lake.list()).isEmpty();
        assertThat(left("staging")).isEmpty();
    }

    @Test
    void aLakeInUseIsLeftAlone() {
        try (LakeLock _ = delivery.lake.lock()) {
            assertThatThrownBy(() -> delivery.ingest()).isInstanceOf(LakeInUseException.class);
        }
        assertThat(delivery.ingest().outcome()).isEqualTo(Outcome.PUBLISHED);
    }

    @Test
    void aMissingOrEmptyFolderIsRejected() throws IOException {
        IngestReport missing = new TestDelivery(folder).next().ingest();
        assertThat(missing.outcome()).isEqualTo(Outcome.REJECTED);
        assertThat(missing.warnings()).containsExactly("there is no folder " + folder.resolve("delivery-1"));
        TestDelivery empty = new TestDelivery(folder).next().next();
        Files.createDirectories(empty.folder().resolve("farmers/F01"));
        assertThat(empty.ingest().warnings()).containsExactly(
                "the delivery " + empty.folder() + " holds no file that can be taken in");
    }

    @Test
    void unknownFilesAreMentioned() {
        IngestReport report = delivery.file("farmers/F01/stock.csv", stock(1, 0)).file("farmers/F01/stock.txt", "x")
                .file("farmers/F01/harvest.csv", "x").file("farmers/stock.csv", "x").file("readme.txt", "x")
                .file("authority/lice.csv", "a,b\n1,2\n").file("reference/stock.csv", "x").file(".hidden", "x").ingest();
        assertThat(report.outcome()).isEqualTo(Outcome.PUBLISHED);
        assertThat(report.warnings()).extracting(w -> w.split(" ", -1)[0]).containsExactlyInAnyOrder(
                "farmers/F01/stock.txt", "farmers/F01/harvest.csv", "farmers/stock.csv", "readme.txt",
                "authority/lice.csv", "reference/stock.csv");
    }

    @Test
    void linksMustStayInside() throws IOException {
        delivery.file("farmers/F01/stock.csv", stock(1, 0));
        Path outside = Files.writeString(folder.resolve("outside.csv"), LOSSES);
        Files.createSymbolicLink(delivery.folder().resolve("farmers/F01/losses.csv"), outside);
        IngestReport report = delivery.ingest();
        assertThat(report.outcome()).isEqualTo(Outcome.REJECTED);
        assertThat(report.files()).filteredOn(f -> f.path().equals("farmers/F01/losses.csv")).singleElement()
                .returns("a link that leads out of the delivery, or nowhere", FileReport::failure);
        Files.delete(delivery.folder().resolve("farmers/F01/losses.csv"));
        Files.createSymbolicLink(delivery.folder().resolve("farmers/F01/stock-2.csv"),
                delivery.file("farmers/F01/more.csv", STOCK + "2026-02-01,200,U1,K1,SAL,1,1,V2025\n").folder()
                        .resolve("farmers/F01/more.csv"));
        assertThat(delivery.ingest().outcome()).isEqualTo(Outcome.PUBLISHED);
        assertThat(delivery.rows("SELECT count(*) FROM stock_day")).containsExactly("2");
    }

    @Test
    void aFolderOfNoFarmerFails() {
        IngestReport report = delivery.file("farmers/F99/stock.csv", stock(1, 0)).ingest();
        assertThat(report.outcome()).isEqualTo(Outcome.REJECTED);
        assertThat(report.reasons()).isEmpty();
        assertThat(report.files()).extracting(FileReport::failure).containsOnlyOnce(
                "the folder's name F99 is not a farmer of the farmers list");
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(delimiter = ';', value = {
        "1|2|3|4|5|6|7|8|9|10|11|12; production area 13 is in no platform area",
        "1|2|3|4|5|6|7|8|9|10|11|12|13|14; platform area A1 names production area 14, which does not exist",
        "1|2|3|4|5|6|7|8|9|10|11|12|13; platform area A1 lies in the regions Midt and Nord and Sør"})
    void platformAreasAreAPartition(String ids, String fault) {
        IngestReport report = delivery.file("reference/platform_areas.csv",
                "area_id,name,name_english,production_area_ids\nA1,Alt,All," + ids + "\n").ingest();
        assertThat(report.outcome()).isEqualTo(Outcome.REJECTED);
        assertThat(report.files()).anyMatch(f -> f.failure() != null && f.failure().contains(fault));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = ';', value = {
        "12,Alt,All,1; area_id; must not be an integer: that is how production areas are named",
        "A1,\"Nord, Sør\",All,1; name; must not hold a comma",
        "A1,Alt,All,1-3; production_area_ids; must be production area ids between |"})
    void platformAreasHaveUsableNames(String row, String column, String reason) {
        IngestReport report = delivery.file("reference/platform_areas.csv",
                "area_id,name,name_english,production_area_ids\n" + row + "\n").ingest();
        assertThat(report.outcome()).isEqualTo(Outcome.REJECTED);
        assertThat(report.reasons()).anyMatch(r -> r.column().equals(column) && r.reason().equals(reason));
    }

    @Test
    void anEmptyListDoesNotEmptyTheLakes() {
        IngestReport report = delivery.file("reference/farmers.csv", TestDelivery.FARMERS.lines().findFirst().orElseThrow())
                .ingest();
        assertThat(report.outcome()).isEqualTo(Outcome.REJECTED);
        assertThat(report.files()).anyMatch(f -> "has no rows; it would leave the lake without farmers".equals(f.failure()));
    }

    @Test
    void theReportIsJson() throws IOException {
        IngestReport report = delivery.file("farmers/F01/stock.csv", stock(99, 1)).ingest();
        ObjectMapper json = new ObjectMapper();
        JsonNode node = json.readTree(json.writeValueAsString(report));
        assertThat(node.path("outcome").asText()).isEqualTo("PUBLISHED");
        assertThat(node.path("snapshot").asText()).isEqualTo(delivery.lake.currentId().orElseThrow().text());
        assertThat(node.path("rejects").asText()).isEqualTo(String.valueOf(report.rejects()));
        assertThat(node.path("files").get(2).path("rejected").asInt()).isEqualTo(1);
        assertThat(node.path("reasons").get(0).path("example").asText()).isEqualTo("farmers/F01/stock.csv line 101: -1");
    }
}
