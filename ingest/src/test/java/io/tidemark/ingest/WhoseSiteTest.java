package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.FEEDING;
import static io.tidemark.ingest.TestDelivery.LOSSES;
import static io.tidemark.ingest.TestDelivery.STOCK;
import static io.tidemark.ingest.TestDelivery.rejects;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.farmer.SiteClaims;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.verify.SnapshotVerifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Only the companies that a site is of deliver it. What others deliver is rejected as a whole, with nothing said of
 * what is stocked, and harms nobody.
 */
class WhoseSiteTest {

    private static final String FARMERS = """
            farmer_id,farmer_name,farmer_group_key,farmer_group_name,tier,signed_on,organisation_number
            F01,Fjordfisk AS,G1,Fjordgruppen,premium,2024-01-01,912 345 678
            F02,Havlaks AS,G2,Havgruppen,standard,2024-02-01,987654321
            F03,Sundlaks AS,G3,Sundgruppen,standard,2024-02-01,
            """;
    private static final String REGISTER = "AKVAKULTURTILLATELSER PR. "
            + "11.11.2019\nTILL_NR;ORG.NR/PERS.NR;NAVN;ART;LOK_NR;LOK_NAVN;LOK_PLASS;N_GEOWGS84;Ø_GEOWGS84\n";
    private static final String LIST = "site_id,farmer_id\n";
    private static final String TEMPERATURES = "date,site_id,temperature,depth_m\n";
    private static final String TREATMENTS =
            "treatment_id,date,site_id,treatment_category,treatment_target,requires_handling,is_antibiotic\n";
    private static final List<String> TABLES = List.of("stock", "losses", "feeding", "temperatures", "treatments");
    private static final String REASON = "is not this company's site: its row in this file";

    /**
     * A site of its own.
     *
     * @param listed    the companies that site_farmers names
     * @param owners    the organisation numbers of its licence holders by the register
     * @param lake      what the lake has of it, from before the list: companies with the day of their row
     * @param delivered the same of the delivery
     * @param good      the companies whose rows are taken; all others' are rejected
     */
    private record Case(String site, String name, String listed, String owners, String lake, String delivered,
            String good, String by) {

        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<Case> CASES = cases("""
            the list names one                     | F02     |                     |              | F01 2, F02 3        | F02     | list
            the list names two                     | F01 F02 |                     |              | F01 2, F02 3, F03 1 | F01 F02 | list
            whoever has stock there                | F02     |                     | F01 1        | F01 2, F02 3        | F02     | list
            the register names one                 |         | 912345678           |              | F02 1, F01 2        | F01     | register
            it names two, and one that is no farmer |        | 987654321 912345678 999999999 | F03 1 | F03 1, F02 1, F01 2 | F01 F02 | register
            the list speaks before the register    | F03     | 912345678           |              | F01 1, F03 2        | F03     | list
            owners that are no farmers             |         | 999999999           | F02 1        | F01 2, F02 3        | F02     | unconfirmed
            nobody is named                        |         |                     | F02 1        | F01 2, F02 3        | F02     | stock
            the earliest day in the lake           |         |                     | F01 2, F02 1 | F01 1, F02 4        | F02     | stock
            of one day the first by id             |         |                     | F02 1, F01 1 | F01 3, F02 4        | F01     | stock
            nor has the lake any                   |         |                     |              | F01 3, F02 2        | F02     | stock
            of one day, too                        |         |                     |              | F03 3, F02 3        | F02     | stock
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
            List<String> parts = Stream.of(line.split("\\|", -1)).map(String::strip).toList();
            cases.add(new Case(Integer.toString(1001 + cases.size()), parts.get(0), parts.get(1), parts.get(2),
                    parts.get(3), parts.get(4), parts.get(5), parts.get(6)));
        }
        return cases;
    }

    @BeforeAll
    static void deliver() {
        // so far all of them shared all sites
        StringBuilder register = new StringBuilder(REGISTER);
        StringBuilder before = new StringBuilder(LIST);
        StringBuilder list = new StringBuilder(LIST);
        for (Case each : CASES) {
            List.of((each.owners.isEmpty() ? "12345678901" : each.owners).split(" ", -1))
                    .forEach(owner -> register.append("A1;").append(owner)
                    .append(";X;Laks;").append(each.site).append(";Holmen;SJØ;60.5;5.5\n"));
            List.of("F01", "F02", "F03").forEach(farmer -> before.append(each.site).append(",").append(farmer)
                    .append("\n"));
            words(each.listed).forEach(farmer -> list.append(each.site).append(",").append(farmer).append("\n"));
        }
        together = new TestDelivery(shared).file("reference/farmers.csv", FARMERS)
                .file("authority/register.csv", register.toString())
                .file("reference/site_farmers.csv", before.toString());
        CASES.forEach(each -> write(each.site, each.lake, 1000));
        assertThat(together.ingest().reasons()).isEmpty();
        together.next().maxRejectRate(0).file("reference/site_farmers.csv", list.toString())
                .file("reference/REPLACE", "");
        CASES.forEach(each -> write(each.site, each.delivered, 1001));
        report = together.ingest();
    }

    private static List<String> words(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(" ", -1));
    }

    // each company has a unit and a depth of its own, so that no key is another's
    private static void write(String site, String rows, int fish) {
        for (String row : rows.isEmpty() ? List.<String>of() : List.of(rows.split(", ", -1))) {
            String farmer = row.substring(0, 3);
            String at = "2026-01-0" + row.charAt(4) + "," + site + ",";
            Map<String, String> lines = Map.of("stock", STOCK + at + farmer + ",K,SAL," + fish + ",100,V2025\n",
                    "losses", LOSSES + at + farmer + ",mortality,A101," + fish % 10 + ",\n", "feeding", FEEDING + at
                    + farmer + ",5\n", "temperatures", TEMPERATURES + at + fish % 10 + "," + farmer.charAt(2) + "\n",
                    "treatments", TREATMENTS + fish + "-" + site + "," + at + "Bath,Lice,true,false\n");
            lines.forEach((table, text) -> together.file("farmers/" + farmer + "/" + table + "-" + site + ".csv",
                    text));
        }
    }

    @ParameterizedTest(name = "{0}")
    @FieldSource("CASES")
    void onlyTheNamedDeliver(Case each) {
        for (String rows : List.of("stock_day WHERE fish_count = 1001", "loss_day WHERE loss_count = 1",
                "stock_day WHERE feed_g > 0 AND fish_count = 1001",
                "temperature_day WHERE temperature = 1", "treatment WHERE treatment_id LIKE '1001-%'")) {
            assertThat(together.rows("SELECT farmer_id FROM " + rows + " AND site_id = '" + each.site + "' ORDER BY 1"))
                    .as(rows).containsExactlyElementsOf(words(each.good));
        }
        for (String delivered : each.delivered.split(", ", -1)) {
            String farmer = delivered.substring(0, 3);
            for (String table : TABLES) {
                String path = "farmers/" + farmer + "/" + table + "-" + each.site + ".csv";
                FileReport file = report.files().stream().filter(f -> f.path().equals(path)).findFirst().orElseThrow();
                boolean good = words(each.good).contains(farmer);
                assertThat(file.accepted()).as(path).isEqualTo(good ? 1 : 0);
                if (!good) {
                    assertThat(rejects(report, path)).containsExactly("2,site_id," + each.site + "," + REASON);
                }
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @FieldSource("CASES")
    void whatTheLakeHasStays(Case each) {
        for (String row : each.lake.isEmpty() ? List.<String>of() : List.of(each.lake.split(", ", -1))) {
            assertThat(together.rows("SELECT fish_count, mortality_count FROM stock_day WHERE site_id = '" + each.site
                    + "' AND farmer_id = '"
                    + row.substring(0, 3) + "' AND day(date) = " + row.charAt(4))).containsExactly("1000 0");
        }
    }

    @ParameterizedTest(name = "{0}")
    @FieldSource("CASES")
    void theOperatorSeesWhoClaimsWhat(Case each) {
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 256, folder))) {
            SiteClaims site = SiteClaims.of(session, together.lake.current().orElseThrow()).stream()
                    .filter(s -> s.siteId().equals(each.site)).findFirst().orElseThrow();
            assertThat(site.namedBy()).isEqualTo(each.by);
            assertThat(site.siteName()).isEqualTo("Holmen");
            // by stock it is one company's; every case of that delivers with the one that has it
            assertThat(site.farmers()).isEqualTo(words(each.good));
            List<String> before = Stream.of(each.lake.split(", ", -1)).filter(row -> !row.isEmpty())
                    .map(row -> row.substring(0, 3)).toList();
            assertThat(site.withStock()).isEqualTo(Stream.concat(before.stream(), words(each.good).stream()).distinct()
                    .sorted().toList());
            assertThat(site.others()).isEqualTo(before.stream().filter(farmer -> !words(each.good).contains(farmer))
                    .sorted().toList());
        }
    }

    @Test
    void othersFailNoDeliveryAndTheReportSaysWhatStays() {
        assertThat(report.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        // 1003 and 1009 have F01, 1005 F03 and 1010 F02 in the lake
        assertThat(report.warnings()).contains("the lake has stock of companies at 4 sites that are not theirs: it "
                + "stays, their new rows of them are "
                + "rejected; tidemark lake claims lists them, reference/site_farmers.csv names the companies of a site",
                "the lake has stock of companies at sites that are not theirs: it stays, and their new rows of them "
                + "are rejected: F01 1003, F01 1009, F02 1010, F03 1005",
                "the lake has stock at a site whose owners by the register are no companies of the farmers list: not "
                + "counted for"
                + " complete through until somebody is named; tidemark lake claims lists them, "
                + "reference/site_farmers.csv names the companies of a site",
                "the register's owners of delivered sites are no companies of the farmers list: who has stock there "
                + "first has them,"
                + " and they do not count for complete through until reference/site_farmers.csv names their "
                + "companies, or farmers.csv has the organisation_number: 1007");
        assertThat(report.files()).filteredOn(file -> file.path().equals("farmers/F01/stock-1001.csv")).singleElement()
                .satisfies(file ->
                assertThat(file.notes()).containsExactly("1 row of a site that is not this company's were rejected; "
                        + "they fail no delivery"));
    }

    @Test
    void theSnapshotIsSound() {
        Snapshot snapshot = together.lake.current().orElseThrow();
        assertThat(SnapshotVerifier.verify(together.lake, snapshot.id(), snapshot.manifest(),
                new EngineSettings(2, 512, folder)).findings()).isEmpty();
    }

    /** The lakes of an attack: what the owner has stocked. */
    private static final List<String> STOCKED = List.of("2026-01-01,100,U1,K,SAL,1000,100,V2025\n",
            "2026-01-01,100,U1,K,SAL,1000,100,V2025\n2026-01-02,100,U1,K,SAL,1000,100,V2025\n2026-01-03,100,U7,K,SAL,5,100,V2025\n",
            "2025-12-01,100,X,K,SAL,0,0,V2025\n");

    // three rows for somebody else's registered site: the reasons told on which days which pen is stocked
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anAttackerLearnsNothingOfTheStock(boolean named) throws IOException {
        List<Map<String, String>> learnt = new ArrayList<>();
        List<String> lakes = new ArrayList<>(STOCKED);
        if (named) {
            lakes.add("");
        }
        for (int i = 0; i < lakes.size(); i++) {
            TestDelivery delivery = new TestDelivery(folder.resolve("lake-" + i)).file("reference/farmers.csv", FARMERS)
                    .file("authority/site.csv", TestDelivery.SITES).maxRejectRate(0.01);
            if (named) {
                delivery.file("reference/site_farmers.csv", LIST + "100,F02\n");
            }
            if (!lakes.get(i).isEmpty()) {
                delivery.file("farmers/F02/stock.csv", STOCK + lakes.get(i));
            }
            assertThat(delivery.ingest().outcome()).isEqualTo(IngestOutcome.PUBLISHED);
            learnt.add(attack(delivery.next()));
        }
        assertThat(learnt.getFirst()).containsEntry("rejects farmers/F03/stock.csv",
                "line,column,value,reason\n2,site_id,100,is not this company's site: all 3 rows of it in this file\n");
        assertThat(learnt).allSatisfy(each -> assertThat(each).isEqualTo(learnt.getFirst()));
    }

    private static Map<String, String> attack(TestDelivery delivery) throws IOException {
        IngestReport answer = delivery.file("farmers/F03/stock.csv", STOCK
                + "2026-01-01,100,U1,K,SAL,1,100,V2025\n2026-01-02,100,U1,K,SAL,1,100,V2025\n"
                        + "2026-01-03,100,U7,K,SAL,1,100,V2025\n")
                .file("farmers/F03/losses.csv", LOSSES
                + "2026-01-01,100,U1,mortality,A101,1,\n2026-01-03,100,U7,mortality,A101,1,\n")
                .file("farmers/F03/feeding.csv", FEEDING + "2026-01-01,100,U1,1\n").ingest();
        Map<String, String> learnt = new TreeMap<>(Map.of("outcome", answer.outcome().toString(), "reasons",
                answer.reasons().toString(),
                "warnings", answer.warnings().toString(), "files", answer.files().stream()
                        .map(file -> file.path() + file.accepted() + file.rejected()
                        + file.notes() + file.failure()).toList().toString()));
        Path rejects = Objects.requireNonNull(answer.rejects());
        try (Stream<Path> all = Files.walk(rejects)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                learnt.put("rejects " + rejects.relativize(file), Files.readString(file).replace("\r\n", "\n"));
            }
        }
        return learnt;
    }

    @Test
    void theOwnerLosesNothingWhoeverDeliversWithItOrBefore() {
        TestDelivery delivery = new TestDelivery(folder).file("reference/farmers.csv", FARMERS)
                .file("authority/site.csv", TestDelivery.SITES)
                .file("reference/site_farmers.csv", LIST + "100,F02\n").maxRejectRate(0);
        String temperature = TEMPERATURES + "2026-01-01,100,8,3\n";
        delivery.file("farmers/F01/stock.csv", STOCK + "2026-01-01,100,U1,K,SAL,1,100,V2025\n")
                .file("farmers/F01/temperatures.csv", temperature);
        assertThat(delivery.ingest().outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(delivery.rows("SELECT * FROM stock_day")).isEmpty();
        delivery.next().file("farmers/F01/stock.csv", STOCK + "2026-01-01,100,U1,K,SAL,1,100,V2025\n")
                .file("farmers/F01/temperatures.csv", temperature)
                .file("farmers/F02/stock.csv", STOCK + "2026-01-01,100,U1,K,SAL,900,100,V2025\n")
                .file("farmers/F02/temperatures.csv", temperature);
        IngestReport both = delivery.ingest();
        assertThat(both.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(both.files()).filteredOn(file -> file.path().startsWith("farmers/F02/")).hasSize(2)
                .allMatch(file -> file.rejected() == 0);
        assertThat(delivery.rows("SELECT farmer_id, fish_count FROM stock_day")).containsExactly("F02 900");
        assertThat(delivery.rows("SELECT farmer_id, temperature FROM temperature_day")).containsExactly("F02 8.00");
    }

    // a site without stock and names is free to whoever measures or treats there
    @Test
    void onlyStockClaims() {
        TestDelivery delivery = new TestDelivery(folder).basics()
                .file("farmers/F01/temperatures.csv", TEMPERATURES + "2026-01-01,100,8,3\n")
                .file("farmers/F02/temperatures.csv", TEMPERATURES + "2026-01-01,100,7,10\n");
        assertThat(delivery.ingest().reasons()).isEmpty();
        assertThat(delivery.rows("SELECT farmer_id FROM temperature_day ORDER BY 1")).containsExactly("F01", "F02");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            reference/site_farmers.csv | 999,F01 | 2,site_id,999,is not a site of the register
            reference/site_farmers.csv | 100,F09 | 2,farmer_id,F09,is not a farmer of the farmers list
            reference/farmers.csv      | F01,A,G1,G,premium,,12345678 | 2,organisation_number,12345678,must be an organisation number of nine digits
            """)
    void badRowsOfTheListsAreRejected(String path, String row, String rejected) {
        TestDelivery delivery = new TestDelivery(folder).basics()
                .file(path, (path.contains("site") ? LIST : FARMERS.lines().findFirst().orElseThrow() + "\n")
                + row + "\n");
        assertThat(rejects(delivery.ingest(), path)).containsExactly(rejected);
    }

    @Test
    void aFarmersListThatForgetsCompaniesOrNumbersSaysWhatThatMeans() {
        TestDelivery delivery = new TestDelivery(folder).file("reference/farmers.csv", FARMERS)
                .file("authority/site.csv", TestDelivery.SITES)
                .file("reference/site_farmers.csv", LIST + "100,F03\n200,F01\n");
        assertThat(delivery.ingest().warnings()).isEmpty();
        IngestReport without = delivery.next().file("reference/farmers.csv", TestDelivery.FARMERS).ingest();
        assertThat(without.warnings()).containsExactly(
                "the new farmers list has no organisation_number of 2 companies that had one: the register names them "
                + "for no site any more",
                "nobody can deliver a site, since the farmers list does not have the companies that site_farmers "
                + "names: 100");
        assertThat(rejects(delivery.next().file("farmers/F01/stock.csv", STOCK + "2026-01-01,100,U,K,SAL,1,100,V2025\n")
                .ingest(), "farmers/F01/stock.csv"))
                .containsExactly("2,site_id,100," + REASON);
    }

    // the numbers that the register has are kept: a company that signs later has its sites at once
    @Test
    void aCompanyThatComesAfterTheRegisterHasItsSites() {
        TestDelivery delivery = new TestDelivery(folder).basics()
                .file("authority/register.csv", REGISTER + "A1;912345678;X;Laks;500;Holmen;SJØ;60.5;5.5\n"
                + "A1;01017012345;Y;Laks;500;Holmen;SJØ;60.5;5.5\n");
        delivery.ingest();
        assertThat(delivery.rows("SELECT farmer_id, owner_numbers FROM site WHERE site_id = '500'"))
                .containsExactly("- [912345678]");
        delivery.next().file("reference/farmers.csv", FARMERS).ingest();
        assertThat(delivery.rows("SELECT farmer_id FROM site WHERE site_id = '500'")).containsExactly("F01");
        assertThat(rejects(delivery.next().file("farmers/F02/stock.csv", STOCK + "2026-01-01,500,U,K,SAL,1,100,V2025\n")
                .ingest(), "farmers/F02/stock.csv"))
                .containsExactly("2,site_id,500," + REASON);
    }
}
