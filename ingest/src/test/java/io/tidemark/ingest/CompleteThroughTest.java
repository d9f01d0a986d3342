package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.FARMERS;
import static io.tidemark.ingest.TestDelivery.SITE_COLUMNS;
import static io.tidemark.ingest.TestDelivery.STOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.verify.SnapshotVerifier;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The day up to which a snapshot is complete: at least 95 % of the sea sites with fish in the last 14 days have
 * delivered it.
 */
class CompleteThroughTest {

    @TempDir
    private Path folder;

    /**
     * Sites by their last days in June: {@code 19x20} are nineteen sites that end on the 20th. {@code land} and {@code
     * lump} are one site each, on land and with lumpfish alone; {@code empty} ends with a row without fish, two days
     * after its last fish. Each has rows from the 1st on.
     */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            all have delivered                              | 3x20                   | 2026-06-20
            one late of twenty may be                       | 19x20 1x15             | 2026-06-20
            of two late of twenty, the later one's day      | 18x20 1x15 1x17        | 2026-06-17
            one late of three                               | 2x20 1x10              | 2026-06-10
            fish on the first of the 14 days count          | 2x20 1x07              | 2026-06-07
            earlier ones do not                             | 2x20 1x06              | 2026-06-20
            a site's rows without fish are delivered days   | 2x20 empty14           | 2026-06-14
            tanks may be late                               | 2x20 land10            | 2026-06-20
            cleaner fish too                                | 2x20 lump10            | 2026-06-20
            without fish at sea it is the last day          | land18                 | 2026-06-18
            """)
    void isTheDayThatAlmostAllSitesHave(String name, String sites, String expected) {
        deliver(sites);

        assertThat(published().manifest().completeThrough()).isEqualTo(LocalDate.parse(expected));
    }

    @Test
    void aLaterDeliveryMovesIt() {
        TestDelivery delivery = deliver("2x20 1x10");
        delivery.next().file("farmers/F01/stock.csv", STOCK + "2026-06-19,1002,A,K,SAL,1000,100,V2025\n").ingest();

        assertThat(published().manifest().completeThrough()).isEqualTo(LocalDate.of(2026, 6, 19));
    }

    /**
     * Two sites end on the 20th. By the register the third, of the 10th, is of a company that the farmers list does not
     * have.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            reference/site_farmers.csv | site_id,farmer_id%1002,F01%
            reference/farmers.csv      | farmer_id,farmer_name,farmer_group_key,farmer_group_name,tier,signed_on,organisation_number%F01,A,G1,G,premium,,999999999%
            """)
    void aSiteOfAnOwnerWhoIsNobodyCountsOnceItsCompanyIsNamed(String list, String rows) {
        TestDelivery delivery = deliver("2x20").next().file("authority/register.csv", register("999999999"));
        delivery.file("farmers/F01/stock.csv", STOCK + "2026-06-10,1002,A,K,SAL,1000,100,V2025\n");
        IngestReport report = delivery.ingest();

        assertThat(report.warnings()).containsExactly("the register's owners of delivered sites are no companies of "
                + "the farmers"
                + " list: who has stock there first has them, and they do not count for complete through until"
                + " reference/site_farmers.csv names their companies, or farmers.csv has the organisation_number: 1002");
        assertThat(delivery.rows("SELECT farmer_id FROM stock_day WHERE site_id = '1002'")).containsExactly("F01");
        assertThat(published().manifest().completeThrough()).isEqualTo(LocalDate.of(2026, 6, 20));
        assertThat(findings(published(), published().manifest())).isEmpty();

        assertThat(delivery.next().file(list, rows.replace('%', '\n')).ingest().warnings()).isEmpty();
        assertThat(published().manifest().completeThrough()).isEqualTo(LocalDate.of(2026, 6, 10));
    }

    @Test
    void aSiteOfAPersonWhomTheRegisterDoesNotNumberCounts() {
        TestDelivery delivery = deliver("2x20").next().file("authority/register.csv", register("01017012345"));
        delivery.file("farmers/F01/stock.csv", STOCK + "2026-06-10,1002,A,K,SAL,1000,100,V2025\n");

        assertThat(delivery.ingest().warnings()).isEmpty();
        assertThat(published().manifest().completeThrough()).isEqualTo(LocalDate.of(2026, 6, 10));
    }

    private static String register(String owner) {
        String site = "A1;%s;X;Laks;%d;Holmen;SJØ;60.5;5.5\n";
        // the others are of persons, whose numbers are not kept
        return "AKVAKULTURTILLATELSER PR. 11.11.2019\n"
                + "TILL_NR;ORG.NR/PERS.NR;NAVN;ART;LOK_NR;LOK_NAVN;LOK_PLASS;N_GEOWGS84;Ø_GEOWGS84\n"
                + site.formatted("01017012345", 1000) + site.formatted("01017012345", 1001)
                + site.formatted(owner, 1002);
    }

    @Test
    void aSnapshotWithoutStockHasNone() {
        new TestDelivery(folder).basics().ingest();

        assertThat(published().manifest().completeThrough()).isNull();
    }

    @Test
    void verifyFindsAWrongOne() {
        deliver("3x20");
        Snapshot snapshot = published();
        Manifest right = snapshot.manifest();
        Manifest wrong = new Manifest(right.formatVersion(), right.id(), right.createdAt(), right.parent(),
                right.privacy(),
                LocalDate.of(2026, 6, 21), right.tables(), right.sources(), right.deliveries(), right.received(),
                right.ledger());

        assertThat(findings(snapshot, right)).isEmpty();
        assertThat(findings(snapshot, wrong)).containsExactly(
                "says that the stock is complete through 2026-06-21, and the snapshot's tables say 2026-06-20");
    }

    private List<String> findings(Snapshot snapshot, Manifest manifest) {
        return SnapshotVerifier.verify(new TestDelivery(folder).lake, snapshot.id(), manifest,
                new EngineSettings(1, 512, folder)).findings().stream()
                .map(finding -> finding.problem()).toList();
    }

    private Snapshot published() {
        return new TestDelivery(folder).lake.current().orElseThrow();
    }

    private TestDelivery deliver(String sites) {
        StringBuilder register = new StringBuilder(SITE_COLUMNS);
        StringBuilder stock = new StringBuilder(STOCK);
        int site = 1000;
        for (String word : sites.split(" ")) {
            String kind = word.replaceAll("[0-9]", "");
            int count = kind.equals("x") ? Integer.parseInt(word.substring(0, word.indexOf('x'))) : 1;
            int last = Integer.parseInt(word.substring(word.length() - 2));
            for (int i = 0; i < count; i++, site++) {
                register.append(site).append(",Holmen,").append(kind.equals("land") ? "onshore," : "offshore,3")
                        .append('\n');
                for (int day = 1; day <= last; day++) {
                    int fish = kind.equals("empty") && day > last - 2 ? 0 : 1000;
                    stock.append("2026-06-%02d,%d,A,K%d,%s,%d,100,V2025\n"
                            .formatted(day, site, site, kind.equals("lump") ? "LUM" : "SAL", fish));
                }
            }
        }
        TestDelivery delivery = new TestDelivery(folder).file("reference/farmers.csv", FARMERS)
                .file("authority/site.csv", register.toString()).file("farmers/F01/stock.csv", stock.toString());
        assertThat(delivery.ingest().reasons()).isEmpty();
        return delivery;
    }
}
