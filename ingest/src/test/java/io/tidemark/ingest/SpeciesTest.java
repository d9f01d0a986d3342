package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.LOSSES;
import static io.tidemark.ingest.TestDelivery.STOCK;
import static io.tidemark.ingest.TestDelivery.rejects;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.DerivedTables;
import io.tidemark.data.verify.SnapshotVerifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list of species: the shipped one, one that a delivery brings, and stock of codes that the list does not have. */
class SpeciesTest {

    private static final String SPECIES = "code,name,name_english,is_counted\n";
    private static final String SALMON = "SAL,Laks,Atlantic salmon,true\n";

    @TempDir
    private static Path shared;
    private static TestDelivery made;

    @TempDir
    private Path folder;
    private TestDelivery delivery;

    @BeforeAll
    static void stock() {
        made = new TestDelivery(shared).basics().file("farmers/F01/stock.csv", STOCK + """
                2026-01-01,100,U1,K1,SAL,1000,100,V2025
                2026-01-01,100,U2,K2,TRR,500,200,V2025
                2026-01-01,100,U3,K3,LUM,200,30,V2025
                """);
        IngestReport report = made.ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(report.warnings()).noneMatch(warning -> warning.contains("species"));
    }

    @BeforeEach
    void start() {
        delivery = new TestDelivery(folder).on(made.lake).next();
    }

    @Test
    void withoutADeliveredListTheShippedOneIsThere() {
        assertThat(delivery.rows("SELECT is_counted, count(*), min(code) FROM species GROUP BY 1 ORDER BY 1"))
                .containsExactly("false 7 ENX", "true 16 ACH");
        assertThat(delivery.rows("SELECT * FROM species WHERE code IN ('SAL', 'LUM') ORDER BY 1"))
                .containsExactly("LUM Rognkjeks Lumpfish false", "SAL Laks Atlantic salmon true");
    }

    @Test
    void aDeliveredListReplacesIt() {
        delivery.file("reference/species.csv", SPECIES + SALMON
                + " trr ,Regnbueørret,Rainbow trout,1\nLUM,Rognkjeks,Lumpfish,0\n");
        IngestReport report = delivery.ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(report.warnings()).noneMatch(warning -> warning.contains("stock in the lake"));
        assertThat(delivery.rows("SELECT code, is_counted FROM species ORDER BY 1"))
                .containsExactly("LUM false", "SAL true", "TRR true");
        assertSound();
    }

    @Test
    void badRowsOfItAreRejected() {
        delivery.file("reference/species.csv", SPECIES + SALMON + """
                TR,Regnbueørret,Rainbow trout,true
                TRR,,Rainbow trout,true
                LUM,Rognkjeks,Lumpfish,perhaps
                SAL,Laks,Salmon,false
                """);
        assertThat(rejects(delivery.ingest(), "reference/species.csv")).containsExactly(
                "3,code,TR,\"must be a FAO species code of three letters, such as SAL or TRR\"",
                "4,name,,a value is required",
                "5,is_counted,perhaps,must be true or false",
                "6,code,SAL,is delivered twice: the first is reference/species.csv line 2");
    }

    @Test
    void anEmptyListFailsItsDelivery() {
        IngestReport report = delivery.file("reference/species.csv", SPECIES).ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.REJECTED);
        assertThat(report.files()).singleElement().satisfies(file ->
                assertThat(file.failure()).isEqualTo("has no rows; it would leave the lake without species"));
    }

    // the unit's losses stay with its stock
    @Test
    void stockOfACodeThatIsNotListedIsKeptAndNamed() {
        delivery.file("farmers/F01/stock.csv", STOCK + """
                2026-01-02,100,U1,K1,SAL,1000,100,V2025
                2026-01-02,100,U2,K2,XYZ,500,200,V2025
                2026-01-02,100,U3,K3,COD,200,30,V2025
                2026-01-03,100,U3,K3,COD,199,30,V2025
                """).file("farmers/F01/losses.csv", LOSSES + "2026-01-02,100,U3,mortality,A101,1,\n");
        IngestReport report = delivery.ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(report.reasons()).isEmpty();
        assertThat(report.warnings()).contains(
                "the species list does not have 2 codes of the delivered stock, which is kept and counts nowhere: "
                + "code (rows) COD (2), XYZ (1)");
        assertThat(delivery.rows("SELECT day(date), unit_id, species_code, fish_count, mortality_count FROM stock_day "
                + "WHERE species_code IN "
                + "('COD', 'XYZ') ORDER BY ALL")).containsExactly("2 U2 XYZ 500 0", "2 U3 COD 200 1", "3 U3 COD 199 0");
        assertThat(delivery.rows("SELECT unit_id, species_code, loss_count FROM loss_day")).containsExactly("U3 COD 1");
    }

    @Test
    void aListWithoutACodeOfTheLakeSaysSo() {
        delivery.file("reference/species.csv", SPECIES + SALMON + "LUM,Rognkjeks,Lumpfish,false\n");
        IngestReport report = delivery.ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(report.warnings()).contains(
                "the new species list does not have a code of the stock in the lake, which counts nowhere: code "
                + "(rows) TRR (1)");
        // the published list was the shipped one: what the new one does not name does not come back from there
        assertThat(delivery.rows("SELECT code FROM species ORDER BY 1")).containsExactly("LUM", "SAL");
    }

    /** Sums are made again for all years when other species count, and only then. */
    @Test
    void whatCountsDecidesTheDerivedTables() throws IOException {
        Object before = sums();
        delivery.file("reference/species.csv", SPECIES
                + "SAL,Laks,Salmon,true\nTRR,Aure,Trout,true\nLUM,Kjeks,Lump,false\n" + shippedOthers());
        assertThat(delivery.ingest().outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(sums()).as("other names").isEqualTo(before);
        delivery.next().file("reference/species.csv", SPECIES + SALMON);
        assertThat(delivery.ingest().outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(sums()).as("trout is not listed").isNotEqualTo(before);
        assertSound();
    }

    private String shippedOthers() {
        return String.join("", delivery.rows("SELECT code || ',a,b,true' FROM species WHERE is_counted AND code NOT "
                + "IN ('SAL', 'TRR')").stream()
                .map(row -> row + "\n").toList());
    }

    private Object sums() throws IOException {
        Snapshot snapshot = delivery.lake.current().orElseThrow();
        return Files.getAttribute(snapshot.files(DerivedTables.STOCK_CELL).getFirst(), "unix:ino");
    }

    private void assertSound() {
        Snapshot snapshot = delivery.lake.current().orElseThrow();
        assertThat(SnapshotVerifier.verify(delivery.lake, snapshot.id(), snapshot.manifest(),
                new EngineSettings(1, 512, folder)).isSound())
                .isTrue();
    }
}
