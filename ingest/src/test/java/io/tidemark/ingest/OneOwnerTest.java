package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.FEEDING;
import static io.tidemark.ingest.TestDelivery.LOSSES;
import static io.tidemark.ingest.TestDelivery.STOCK;
import static io.tidemark.ingest.TestDelivery.rejects;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.verify.SnapshotVerifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * At a site that several companies share a unit's day has one of them, and so has a temperature's day and depth: the
 * one in the lake, also if several deliver together.
 */
class OneOwnerTest {

    private static final String TEMPERATURES = "date,site_id,temperature,depth_m\n";
    private static final String ALL_FARMERS = TestDelivery.FARMERS
            + "F03,Sundlaks AS,G3,Sundgruppen,standard,2024-02-01\n";

    /** A site of its own: what the lake has of it, what is delivered, what is there then, and what was rejected. */
    private record Case(String site, String name, String lake, String delivered, String expected, String rejected) {

        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * Stock and temperatures together: U1 is unit U on the first, and 1 metre on that day. Each farmer's list is a
     * file; the result has the owner, and whether the row is the new one.
     */
    private static final List<Case> CASES = cases("""
            a rejected row frees no day                   | F02 U1 U2 U3, F03 V3         | F02 U1 V3, F01 U2          | U1 F02 new, U2 F02 old, U3 F02 old, V3 F03 old | F02 V3, F01 U2
            nor does one that was rejected for that       | F01 W1 W2, F02 U1 U2, F03 V3 | F02 U1 V3, F01 W1 U2, F03 W2 | U1 F02 new, U2 F02 old, V3 F03 old, W1 F01 new, W2 F01 old | F02 V3, F01 U2, F03 W2
            nor does one that came second                 | F02 U1 U2                    | F01 N3 U2, F02 U1 N3       | N3 F01 new, U1 F02 new, U2 F02 old             | F01 U2, F02 N3
            the owner corrects it, others do not          | F02 U1 U2 U3                 | F01 U2, F02 U1 U2 U3       | U1 F02 new, U2 F02 new, U3 F02 new             | F01 U2
            in whichever file                             | F02 U1 U2 U3                 | F01 U2, F02 U1 U3, F02 U2  | U1 F02 new, U2 F02 new, U3 F02 new             | F01 U2
            among any number                              | F02 U1                       | F01 U1 N1, F02 U1, F03 U1 N1 | N1 F01 new, U1 F02 new                       | F01 U1, F03 U1 N1
            a day that its owner gives up is free         | F02 U1 U2 U3                 | F01 U2, F02 U1 U3          | U1 F02 new, U2 F01 new, U3 F02 new             | nothing
            two may change places                         | F01 U1, F02 V1               | F01 V1, F02 U1             | U1 F02 new, V1 F01 new                         | nothing
            a new day is the first one's                  | F02 U1                       | F01 N1, F02 N1             | N1 F01 new, U1 F02 old                         | F02 N1
            """);

    @TempDir
    private static Path shared;
    private static TestDelivery together;
    private static IngestReport report;

    @TempDir
    private Path folder;

    private static List<Case> cases(String text) {
        List<Case> cases = new ArrayList<>();
        for (String line : text.lines().toList()) {
            String[] parts = line.split("\\|");
            cases.add(new Case(Integer.toString(1001 + cases.size()), parts[0].strip(), parts[1].strip(),
                    parts[2].strip(), parts[3].strip(), parts[4].strip()));
        }
        return cases;
    }

    @BeforeAll
    static void deliver() {
        String sites = CASES.stream().map(each -> each.site + ",Holmen,offshore,3\n")
                .reduce(TestDelivery.SITE_COLUMNS, String::concat);
        together = new TestDelivery(shared).file("reference/farmers.csv", ALL_FARMERS).file("authority/site.csv", sites)
                .file("reference/site_farmers.csv", CASES.stream()
                        .flatMap(each -> Stream.of("F01", "F02", "F03").map(farmer -> each.site + "," + farmer + "\n"))
                        .reduce("site_id,farmer_id\n", String::concat));
        CASES.forEach(each -> write(each.site, each.lake, 1000, 5));
        assertThat(together.ingest().reasons()).isEmpty();
        together.next();
        CASES.forEach(each -> write(each.site, each.delivered, 1001, 6));
        report = together.ingest();
    }

    private static void write(String site, String rows, int fish, int degrees) {
        for (int i = 0; i < parts(rows).size(); i++) {
            List<String> words = words(parts(rows).get(i));
            StringBuilder stock = new StringBuilder(STOCK);
            StringBuilder temperatures = new StringBuilder(TEMPERATURES);
            for (String key : words.subList(1, words.size())) {
                String day = "2026-01-0" + key.charAt(1) + "," + site + ",";
                stock.append(day).append(key.charAt(0)).append(",K,SAL,").append(fish).append(",100,V2025\n");
                temperatures.append(day).append(degrees).append(",").append("UVWN".indexOf(key.charAt(0)) + 1)
                        .append("\n");
            }
            together.file(path(site, words, "stock", i), stock.toString())
                    .file(path(site, words, "temperatures", i), temperatures.toString());
        }
    }

    @ParameterizedTest(name = "{0}")
    @FieldSource("CASES")
    void everyKeyHasOneOwner(Case each) {
        assertThat(together.rows("SELECT unit_id || day(date), farmer_id, if(fish_count = 1001, 'new', 'old') FROM "
                + "stock_day WHERE site_id = '"
                + each.site + "' ORDER BY ALL")).as("stock").containsExactlyElementsOf(parts(each.expected));
        assertThat(together.rows("SELECT substr('UVWN', CAST(depth_m AS INTEGER), 1) || day(date), farmer_id, "
                + "if(temperature = 6, 'new', 'old') "
                + "FROM temperature_day WHERE site_id = '" + each.site + "' ORDER BY ALL")).as("temperatures")
                .containsExactlyElementsOf(parts(each.expected));
        assertThat(rejected(each, "stock")).as("rejected stock")
                .containsExactlyInAnyOrderElementsOf(parts(each.rejected));
        assertThat(rejected(each, "temperatures")).as("rejected temperatures")
                .containsExactlyInAnyOrderElementsOf(parts(each.rejected));
    }

    private static List<String> parts(String list) {
        return list.equals("nothing") ? List.of() : List.of(list.split(", ", -1));
    }

    private static List<String> words(String part) {
        return List.of(part.split(" ", -1));
    }

    private static String path(String site, List<String> words, String table, int file) {
        return "farmers/" + words.getFirst() + "/" + table + "-" + site + "-" + file + ".csv";
    }

    /** What was rejected of a table's files, as the case writes it. */
    private static List<String> rejected(Case of, String table) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < parts(of.delivered).size(); i++) {
            List<String> words = words(parts(of.delivered).get(i));
            String path = path(of.site, words, table, i);
            if (report.files().stream().anyMatch(file -> file.path().equals(path) && file.rejected() > 0)) {
                // the header is line 1
                List<String> rows = rejects(report, path).stream()
                        .map(line -> words.get(Integer.parseInt(line.split(",", 2)[0]) - 1)).toList();
                all.add(words.getFirst() + " " + String.join(" ", rows));
            }
        }
        return all;
    }

    @Test
    void theSnapshotIsSound() {
        Snapshot snapshot = together.lake.current().orElseThrow();
        assertThat(SnapshotVerifier.verify(together.lake, snapshot.id(), snapshot.manifest(),
                new EngineSettings(2, 512, folder)).findings())
                .as("what snapshot verify finds").isEmpty();
    }

    @Test
    void theOwnersLossesStayWhenAnotherDeliversTheDay() {
        TestDelivery delivery = new TestDelivery(folder).basics()
                .file("reference/site_farmers.csv", TestDelivery.SITE_FARMERS);
        delivery.file("farmers/F02/stock.csv", STOCK + days("U,K,SAL,1000,100,V2025"))
                .file("farmers/F02/losses.csv", LOSSES + "2026-01-02,100,U,mortality,A101,7,\n").ingest();
        IngestReport second = delivery.next().file("farmers/F01/stock.csv", STOCK
                + "2026-01-02,100,U,K,SAL,55,100,V2025\n")
                .file("farmers/F02/stock.csv", STOCK + days("U,K,SAL,1001,100,V2025")).ingest();
        assertThat(rejects(second, "farmers/F01/stock.csv"))
                .containsExactly("2,unit_id,U,has been delivered by another farmer for that day");
        assertThat(second.warnings()).as("nothing of the lake is dropped").isEmpty();
        assertThat(delivery.rows("SELECT date, farmer_id, fish_count, mortality_count FROM stock_day ORDER BY date"))
                .containsExactly(
                "2026-01-01 F02 1001 0", "2026-01-02 F02 1001 7", "2026-01-03 F02 1001 0");
    }

    private static String days(String row) {
        return Stream.of(1, 2, 3).map(day -> "2026-01-0" + day + ",100," + row + "\n").reduce("", String::concat);
    }

    @Test
    void lossesAndFeedWithoutStockDisplaceNobodys() {
        TestDelivery delivery = new TestDelivery(folder).basics()
                .file("reference/site_farmers.csv", TestDelivery.SITE_FARMERS);
        IngestReport only = delivery.file("farmers/F02/stock.csv", STOCK + "2026-01-01,100,U,K,SAL,1000,100,V2025\n")
                .file("farmers/F02/losses.csv", LOSSES + "2026-01-01,100,U,mortality,A101,7,\n")
                .file("farmers/F02/feeding.csv", FEEDING + "2026-01-01,100,U,5\n")
                .file("farmers/F01/losses.csv", LOSSES + "2026-01-01,100,U,mortality,A101,9,\n")
                .file("farmers/F01/feeding.csv", FEEDING + "2026-01-01,100,U,9\n").ingest();
        assertThat(delivery.rows("SELECT farmer_id, mortality_count, feed_g FROM stock_day"))
                .containsExactly("F02 7 5000");
        assertThat(rejects(only, "farmers/F01/losses.csv"))
                .containsExactly("2,unit_id,U,\"has losses, but no stock of this farmer that day\"");
        assertThat(rejects(only, "farmers/F01/feeding.csv"))
                .containsExactly("2,unit_id,U,\"has feed, but no stock of this farmer that day\"");
        assertThat(only.files()).filteredOn(file -> file.rejected() > 0).hasSize(2);
    }
}
