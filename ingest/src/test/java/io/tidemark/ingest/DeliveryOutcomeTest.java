package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.LOSSES;
import static io.tidemark.ingest.TestDelivery.STOCK;
import static io.tidemark.ingest.TestDelivery.rejects;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeInUseException;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.ingest.delivery.DeliveryScope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
    void oneInAHundredMayBeBad(int good, int bad, IngestOutcome outcome) {
        IngestReport report = delivery.file("farmers/F01/stock.csv", stock(good, bad)).ingest();
        assertThat(report.outcome()).isEqualTo(outcome);
        assertThat(report.files()).filteredOn(f -> f.table().equals("stock")).singleElement()
                .returns((long) bad, FileReport::rejected);
        if (outcome == IngestOutcome.REJECTED) {
            assertThat(rejects(report, "farmers/F01/stock.csv").getFirst()).contains(" rows are bad, more than 1 %");
        }
    }

    @Test
    void aFailedDeliveryLeavesTheLakeAsItWas() throws IOException {
        assertThat(delivery.file("farmers/F01/stock.csv", stock(1, 0)).ingest().outcome())
                .isEqualTo(IngestOutcome.PUBLISHED);
        SnapshotId before = delivery.lake.currentId().orElseThrow();
        IngestReport report = delivery.next().file("farmers/F01/stock.csv", stock(5, 5))
                .file("farmers/F02/stock.csv", STOCK + "2026-02-01,200,U1,K1,SAL,1,1,V2025\n").ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.REJECTED);
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
        delivery.ingest();
        SnapshotId before = delivery.lake.currentId().orElseThrow();
        IngestReport report = delivery.next().file("farmers/F01/stock.csv", stock(100, 1)).ingest(true);
        assertThat(report.outcome()).isEqualTo(IngestOutcome.DRY_RUN);
        assertThat(rejects(report, "farmers/F01/stock.csv")).hasSize(1);
        assertThat(delivery.lake.list()).containsExactly(before);
        assertThat(left("staging")).isEmpty();
    }

    @Test
    void aNearWordIsAskedFor() throws IOException {
        IngestReport report = delivery.file("farmers/F01/stock.csv", stock(1, 0)).file("farmers/F01/losses.csv",
                LOSSES + "2026-01-01,100,U0,mortalty,1,1,100\n").ingest();
        assertThat(report.reasons()).anySatisfy(reason ->
                assertThat(reason.example()).endsWith(": mortalty; did you mean mortality?"));
        assertThat(rejects(report, "farmers/F01/losses.csv")).anySatisfy(row ->
                assertThat(row).contains("must be one of mortality, culling; did you mean mortality?"));
    }

    @ParameterizedTest(name = "an empty folder is there: {0}")
    @ValueSource(booleans = {false, true})
    void aTrialWithoutALakeLeavesNothing(boolean isThere) throws IOException {
        Lake lake = Lake.at(folder.resolve("new/lake"));
        if (isThere) {
            Files.createDirectories(lake.root());
        }
        List<IngestEvent> events = new ArrayList<>();
        delivery.file("farmers/F01/stock.csv", stock(100, 1));
        IngestReport report = Ingest.run(new IngestOptions(delivery.folder(), lake, TestDelivery.TODAY, true, 0.01),
                events::add);
        assertThat(report.outcome()).isEqualTo(IngestOutcome.DRY_RUN);
        assertThat(report.reasons()).singleElement()
                .returns("farmers/F01/stock.csv line 102: -1", ReasonCount::example);
        assertThat(report.rejects()).isNull();
        assertThat(report.warnings()).contains("the rejected rows are not kept: a dry run leaves nothing in the lake");
        assertThat(events).noneMatch(IngestEvent.LakeMade.class::isInstance);
        if (isThere) {
            assertThat(lake.root()).isEmptyDirectory();
        } else {
            assertThat(folder.resolve("new")).doesNotExist();
        }
        try (Stream<Path> all = Files.list(folder)) {
            assertThat(all.map(path -> String.valueOf(path.getFileName()))).noneMatch(name -> name.startsWith("."));
        }
    }

    @Test
    void aLakeInUseIsLeftAlone() {
        try (LakeLock _ = delivery.lake.lock()) {
            assertThatThrownBy(() -> delivery.ingest()).isInstanceOf(LakeInUseException.class);
        }
        assertThat(delivery.ingest().outcome()).isEqualTo(IngestOutcome.PUBLISHED);
    }

    @Test
    void aMissingOrEmptyFolderIsRejected() throws IOException {
        IngestReport missing = new TestDelivery(folder).next().ingest();
        assertThat(missing.outcome()).isEqualTo(IngestOutcome.REJECTED);
        assertThat(missing.warnings()).containsExactly("there is no folder " + folder.resolve("delivery-1"));
        TestDelivery empty = new TestDelivery(folder).next().next();
        Files.createDirectories(empty.folder().resolve("farmers/F01"));
        assertThat(empty.ingest().warnings()).containsExactly(
                "the delivery " + empty.folder() + " holds no file that can be ingested");
    }

    @Test
    void whatLiesElsewhereIsMentioned() {
        IngestReport report = delivery.file("farmers/F01/stock.csv", stock(1, 0)).file("readme.txt", "x")
                .file("notes/a.csv", "x").file(".hidden", "x").file("farmers/F01/_old/stocks.csv", "x").ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(report.warnings())
                .containsExactlyInAnyOrder("readme.txt: is not a format that this version reads; ignored",
                "notes/a.csv: is not a format that this version reads; ignored");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', value = {
        "farmers/F01/harvest.csv|farmers/F01/harvest.csv|no table is named harvest; there are stock, losses, feeding, "
                + "temperatures, treatments, lice",
        "farmers/stock.csv|farmers/stock.csv|lies in no farmer's folder: farmers/<farmer_id>/",
        "farmers/F01/fishtalk/a.csv|farmers/F01/fishtalk/a.csv|lies in no site's folder: "
        + "farmers/F01/fishtalk/<site_id>/",
        "farmers/F01/fishtalk/100/a.pdf|farmers/F01/fishtalk/100/a.pdf|its name does not end like a table's: .csv, "
            + ".csv.gz, .ndjson, .ndjson.gz, .jsonl, .jsonl.gz, .parquet, .xlsx",
        "farmers/F01/fishtalk/100/b/a.csv|farmers/F01/fishtalk/100/b|is a folder; the files of an export lie in their "
            + "site's folder itself",
        "farmers/F01/aquamanager/100/a.csv|farmers/F01/aquamanager|no farm system is named aquamanager; there are "
            + "fishtalk, and those of --systems",
        "reference/old/farmers.csv|reference/old|is a folder; reference/ holds files alone"})
    void aNameThatMeansNothingFailsTheDelivery(String path, String named, String fault) {
        delivery.file("farmers/F01/stock.csv", stock(1, 0)).file(path, "x");
        IngestReport report = delivery.ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.REJECTED);
        assertThat(report.files()).filteredOn(f -> f.failure() != null).singleElement()
                .returns(named, FileReport::path).returns(fault, FileReport::failure);
        assertThat(delivery.lake.currentId()).isEmpty();

        report = delivery.ingest(new Sender("", DeliveryScope.EVERYTHING, true));
        assertThat(report.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(report.warnings()).containsExactly(named + ": " + fault + "; ignored");
    }

    // all faults in one report, also behind a misspelt name of a list; nothing is said that depends on the lists
    @ParameterizedTest
    @ValueSource(strings = {"reference/farmer.csv", "farmer/F01/stock.csv", "reference/platform_areas.csv"})
    void aFaultOfTheListsDoesNotHideTheFaultsOfOtherFiles(String path) {
        delivery.file(path, "x\n").file("farmers/F01/stock.csv", stock(1, 1))
                .file("farmers/F02/losses.csv", "date,site_id\n")
                .file("farmers/F99/stock.csv", stock(1, 0).replace("100,U", "999,U"))
                .file("farmers/F02/fishtalk/200/a.csv", "PopulationID;What\n")
                .file("farmers/F01/fishtalk/100/b.csv",
                "PopulationID,ContainerID,Species,StartTime,EndTime,InputYear\nP,C,Laks,gestern,,2025\n");
        IngestReport report = delivery.ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.REJECTED);
        assertThat(report.files()).filteredOn(file -> file.failure() != null).extracting(FileReport::path)
                .containsExactlyInAnyOrder(
                path.startsWith("farmer/") ? "farmer" : path, "farmers/F01/stock.csv", "farmers/F02/losses.csv",
                "farmers/F02/fishtalk/200/a.csv", "farmers/F01/fishtalk/100/b.csv");
        assertThat(rejects(report, "farmers/F01/stock.csv"))
                .contains("3,fish_count,-1,must be a whole number from 0 to 2147483647");
        assertThat(rejects(report, "farmers/F02/losses.csv")).singleElement().asString()
                .contains("lacks the required columns unit_id");
        assertThat(report.warnings()).contains("farmers' rows were not checked against the lists and each other, "
                + "since the lists for the check failed");
        assertThat(report.files()).noneMatch(file -> String.valueOf(file.failure()).contains("is not a farmer"));
    }

    @Test
    void aFileIsOpenedByItsNameAndNotByAPattern() {
        IngestReport report = delivery.file("farmers/F01/stock-*.csv", stock(1, 0)).file("farmers/F01/stock-[_]s.csv",
                        STOCK + "2026-01-01,100,A,K1,SAL,1000,100,V2025\n")
                .file("farmers/F01/stock-_s.ndjson",
                        "{\"date\":\"2026-01-01\",\"site_id\":\"100\",\"unit_id\":\"B\",\"cohort_id\":\"K1\","
                        + "\"species_code\":\"SAL\",\"fish_count\":1,\"avg_weight_gram\":1,\"generation\":\"V2025\"}")
                .file("farmers/F01/stock-?.csv", STOCK + "2026-01-01,100,C,K1,SAL,1000,100,V2025\n")
                .file("farmers/F01/stock-s.csv", STOCK + "2026-01-01,100,D,K1,SAL,1000,100,V2025\n").ingest();
        assertThat(report.outcome()).as("%s", report).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(report.files()).filteredOn(f -> f.table().equals("stock")).hasSize(5)
                .allMatch(f -> f.accepted() == 1);
        assertThat(delivery.rows("SELECT unit_id FROM stock_day ORDER BY unit_id"))
                .containsExactly("A", "B", "C", "D", "U0");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFileThatChangesUnderOurEyesFails(boolean becomesLink) {
        delivery.file("farmers/F01/stock.csv", stock(1, 0))
                .file("farmers/F02/stock.csv", stock(1, 0).replace("100,U", "200,U"));
        Path file = delivery.folder().resolve("farmers/F01/stock.csv");
        IngestReport report = Ingest.run(new IngestOptions(delivery.folder(), delivery.lake, TestDelivery.TODAY, false,
                1), event -> {
            try {
                if (event instanceof IngestEvent.FileRead read && read.path().equals("authority/site.csv")) {
                    Files.delete(file);
                    if (becomesLink) {
                        Files.createSymbolicLink(file, Path.of("../F02/stock.csv"));
                    } else {
                        Files.writeString(file, stock(2, 0));
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertThat(report.outcome()).isEqualTo(IngestOutcome.REJECTED);
        assertThat(report.files()).filteredOn(f -> f.failure() != null).singleElement()
                .returns("farmers/F01/stock.csv", FileReport::path)
                .returns("changed while it was read; deliver it again when it is complete", FileReport::failure);
    }

    @Test
    void aSenderBringsWhatIsHisAlone() throws IOException {
        delivery.ingest();
        delivery.next().file("farmers/F01/stock.csv", stock(1, 0)).file("farmers/F02/stock.csv", stock(1, 1))
                .file("farmers/F02/nonsense.csv", "x").file("farmers/F010/stock.csv", "x")
                .file("authority/site.csv", TestDelivery.SITES)
                .file("reference/farmers.csv", "x").file("readme.txt", "x");
        Sender sender = new Sender("F01", new DeliveryScope(List.of("farmers/F01/")), false);
        IngestReport report = delivery.ingest(sender);
        assertThat(report.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(report.files()).extracting(FileReport::path).containsExactly("farmers/F01/stock.csv");
        assertThat(report.warnings()).containsExactly(Stream.of("authority/", "farmers/F010/", "farmers/F02/",
                "readme.txt", "reference/")
                .map(path -> path + " was left out: this delivery may only contain farmers/F01")
                .toArray(String[]::new));

        Files.createSymbolicLink(delivery.folder().resolve("farmers/F02/losses.csv"), Path.of("stock.csv"));
        assertThat(delivery.ingest(sender).outcome()).as("links are refused anywhere")
                .isEqualTo(IngestOutcome.REJECTED);
        assertThat(delivery.next().file("authority/site.csv", TestDelivery.SITES).ingest(sender).warnings())
                .containsExactly(
                "the delivery " + delivery.folder() + " holds no file that can be ingested from farmers/F01");
    }

    @Test
    void anEmptyTableSaysSo() {
        IngestReport report = delivery.file("farmers/F01/stock.csv", STOCK).ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(report.files()).filteredOn(f -> f.table().equals("stock")).singleElement()
                .extracting(FileReport::notes).isEqualTo(List.of("has no rows"));
    }

    @Test
    void aFolderOfNoFarmerFails() {
        IngestReport report = delivery.file("farmers/F99/stock.csv", stock(1, 0)).ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.REJECTED);
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
        assertThat(report.outcome()).isEqualTo(IngestOutcome.REJECTED);
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
        assertThat(report.outcome()).isEqualTo(IngestOutcome.REJECTED);
        assertThat(report.reasons()).anyMatch(r -> r.column().equals(column) && r.reason().equals(reason));
    }

    @Test
    void anEmptyListDoesNotEmptyTheLakes() {
        IngestReport report = delivery.file("reference/farmers.csv",
                TestDelivery.FARMERS.lines().findFirst().orElseThrow())
                .ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.REJECTED);
        assertThat(report.files()).anyMatch(f -> "has no rows; it would leave the lake without farmers"
                .equals(f.failure()));
    }

    @Test
    void theLakeIsItsOwnersAndItsGroupsAlone() throws IOException {
        assertThat(delivery.file("farmers/F01/stock.csv", stock(99, 1)).ingest().outcome())
                .isEqualTo(IngestOutcome.PUBLISHED);
        List<String> open = new ArrayList<>();
        try (Stream<Path> all = Files.walk(delivery.lake.root())) {
            for (Path path : all.toList()) {
                String permissions = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
                String most = Files.isDirectory(path) ? "rwxr-x---" : path.endsWith(".lock")
                        ? "rw-r-----" : "r--r-----";
                if (!PosixFilePermissions.fromString(most).containsAll(PosixFilePermissions.fromString(permissions))) {
                    open.add(path + " " + permissions);
                }
            }
        }
        assertThat(open).isEmpty();
        assertThat(delivery.lake.root()).isDirectoryContaining(path -> path.endsWith("rejects"));
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
        assertThat(node.path("reasons").get(0).path("example").asText())
                .isEqualTo("farmers/F01/stock.csv line 101: -1");
    }
}
