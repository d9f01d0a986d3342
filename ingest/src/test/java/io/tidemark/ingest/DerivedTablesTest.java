package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.PrivacyChange;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.DerivedTables;
import io.tidemark.data.table.TableContract;
import io.tidemark.data.verify.SnapshotVerifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The derived tables that ingest makes: by hand for a few unit-days; and after each kind of change equal to a full
 * recomputation, with which verify compares them.
 */
class DerivedTablesTest {

    private static final String TREATMENTS =
            "treatment_id,date,site_id,treatment_category,treatment_target,requires_handling,"
            + "is_antibiotic,unit_ids,treatment_subtype,treatment_site_scope,number_of_units_treated,treatment_count,system_source\n";

    @TempDir
    private static Path shared;
    private static TestDelivery made;

    @TempDir
    private Path folder;
    private TestDelivery delivery;

    /**
     * Two units of one site over a month end within a week, one of them growing out of its weight class; another site
     * in 2025.
     */
    @BeforeAll
    static void first() {
        made = new TestDelivery(shared).basics()
                .file("farmers/F01/stock.csv", TestDelivery.STOCK
                        + "2026-03-31,100,A,C1,SAL,1000,1990,V2025\n"
                        + "2026-03-31,100,B,C2,SAL,500,1910,V2025\n"
                        + "2026-04-01,100,A,C1,SAL,1000,2000,V2025\n"
                        + "2026-04-01,100,B,C2,SAL,490,1920,V2025\n"
                        + "2026-04-02,100,B,C2,SAL,0,,V2025\n")
                .file("farmers/F01/losses.csv", TestDelivery.LOSSES
                        + "2026-03-31,100,A,mortality,A101,3,\n"
                        + "2026-03-31,100,B,culling,A101,10,1500\n"
                        + "2026-04-01,100,A,mortality,C201,2,\n")
                .file("farmers/F01/feeding.csv", TestDelivery.FEEDING + "2026-03-31,100,A,12.5\n2026-04-01,100,B,0\n")
                .file("farmers/F02/stock.csv", TestDelivery.STOCK + "2025-06-01,200,A,C3,SAL,100,300,H2025\n"
                        + "2026-03-31,200,A,C3,SAL,100,1950,V2025\n")
                .file("farmers/F02/treatments.csv", TREATMENTS + "T1,2025-06-01,200,Bath,Lice,false,false,,,,,1,\n");
        published(made);
    }

    @BeforeEach
    void start() {
        delivery = new TestDelivery(folder).on(made.lake);
    }

    private static void published(TestDelivery delivery) {
        IngestReport report = delivery.ingest();
        assertThat(report.outcome()).as("%s", report).isEqualTo(IngestOutcome.PUBLISHED);
    }

    private Snapshot current() {
        return delivery.lake.current().orElseThrow();
    }

    // piece, site, generation, class | fish-days, grams of biomass, dead, grams, culled, grams | feed, biomass that
    // reports it | growth, its biomass: on 1 April B's 490 fish are 10 g heavier than the day before; A has no feed
    // then, and no day before in March
    @Test
    void stockByCell() {
        assertThat(delivery.rows("SELECT piece_start, site_id, generation, weight_class, fish_days, biomass_days, "
                + "mortality_count, "
                + "mortality_biomass_g, culling_count, culling_biomass_g, feed_g, fed_biomass_g, gain_g, "
                + "gain_biomass_g FROM stock_cell ORDER BY piece_start, site_id, weight_class")).containsExactly(
                "2025-06-01 200 H2025 300 100 30000 0 0 0 0 - - - -",
                "2026-03-30 100 V2025 1900 1500 2945000 3 5970 10 15000 12500 1990000 - -",
                "2026-03-30 200 V2025 1900 100 195000 0 0 0 0 - - - -",
                "2026-04-01 100 V2025 1900 490 940800 0 0 0 0 0 940800 4900 940800",
                "2026-04-01 100 V2025 2000 1000 2000000 2 4000 0 0 - - - -");
    }

    // the unit's fish, weight, cohort and feed on two days | its growth and the biomass of the second day. 1010 is a
    // hundredth more than 1000; with 1011, fish were moved in. Half a gram is rounded away from zero
    @ParameterizedTest(name = "{0} and {1}")
    @CsvSource(delimiter = '|', textBlock = """
            2026-04-12 1000 2000.00 C1 5 | 2026-04-13 1010 2010.00 C1 5 | 10100 2030100
            2026-04-12 1000 2000.00 C1 5 | 2026-04-13 1011 2010.00 C1 5 | - -
            2026-04-12 1000 2000.00 C1 - | 2026-04-13 900 1990.55 C1 0  | -8505 1791495
            2026-04-12 1000 2000.00 C1 5 | 2026-04-13 50 2000.01 C1 0   | 1 100001
            2026-04-12 1000 2000.00 C1 5 | 2026-04-13 1000 2010.00 C1 - | - -
            2026-04-12 1000 2000.00 C1 5 | 2026-04-13 1000 2010.00 C2 5 | - -
            2026-04-12 0 0 C1 -          | 2026-04-13 1000 2010.00 C1 5 | - -
            2026-04-11 1000 2000.00 C1 5 | 2026-04-13 1000 2010.00 C1 5 | - -
            2025-12-31 1000 2000.00 C1 5 | 2026-01-01 1000 2010.00 C1 5 | - -
            """)
    void growthOfAUnitDay(String before, String day, String growth) {
        delivery.next();
        for (String line : List.of(before, day)) {
            String[] it = line.split(" ");
            delivery.file("farmers/F02/stock-" + it[0] + ".csv", TestDelivery.STOCK + it[0] + ",200,D," + it[3]
                    + ",SAL," + it[1] + "," + it[2] + ",V2025\n");
            if (!it[4].equals("-")) {
                delivery.file("farmers/F02/feeding-" + it[0] + ".csv", TestDelivery.FEEDING + it[0] + ",200,D," + it[4]
                        + "\n");
            }
        }
        published(delivery);

        assertThat(delivery.rows("SELECT gain_g, gain_biomass_g FROM stock_cell WHERE site_id = '200' AND piece_start "
                + "= DATE '"
                + (day.startsWith("2026-01") ? "2026-01-01" : "2026-04-13") + "'")).containsExactly(growth);
        assertSound();
    }

    @Test
    void lossesByCellAndCause() {
        assertThat(delivery.rows("SELECT piece_start, weight_class, category_code, mortality_count, "
                + "mortality_biomass_g, culling_count, "
                + "culling_biomass_g FROM loss_cell ORDER BY piece_start, category_code")).containsExactly(
                "2026-03-30 1900 A101 3 5970 10 15000", "2026-04-01 2000 C201 2 4000 0 0");
    }

    @Test
    void twoGroupsAreInNoAtomUnlessTheRuleIsOff() {
        assertThat(delivery.rows("SELECT count(*) FROM released_stock_cell")).containsExactly("0");
        assertThat(current().manifest().privacy()).isEqualTo(PrivacyRule.DEFAULT);

        delivery.next().file("farmers/F01/losses.csv", TestDelivery.LOSSES + "2026-03-31,100,A,mortality,A101,4,\n");
        IngestReport report = Ingest.run(new IngestOptions(delivery.folder(), delivery.lake, TestDelivery.TODAY, false,
                1, null, new PrivacyChange(1, null)), event -> { });
        assertThat(report.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        // of one cell each, which the two sites share in March; of feed where feed is reported, 0 too. April's piece
        // has not ended
        assertThat(delivery.rows("SELECT piece_start, site_id, atom, atom_cells, feed_atom, feed_atom_cells FROM "
                + "released_stock_cell "
                + "ORDER BY piece_start, site_id, weight_class")).containsExactly("2025-06-01 200 1 1 - -",
                "2026-03-30 100 1 1 1 1", "2026-03-30 200 1 1 1 1");
        assertThat(current().manifest().privacy()).isEqualTo(new PrivacyRule(1, 85));
        assertSound();
        // the next one keeps the rule
        delivery.next().file("farmers/F01/losses.csv", TestDelivery.LOSSES + "2026-03-31,100,A,mortality,A101,5,\n");
        published(delivery);
        assertThat(current().manifest().privacy()).isEqualTo(new PrivacyRule(1, 85));
    }

    @Test
    void whatATreatmentMet() {
        assertThat(delivery.rows("SELECT date, site_id, treatment_id, owner_id, unit_id, farmer_id, cohort_id, "
                + "generation, units "
                + "FROM treatment_touch")).containsExactly("2025-06-01 200 T1 F02 - F02 C3 H2025 1");
    }

    // what changes | the derived files of 2025 are those of the snapshot before
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', textBlock = """
            farmers/F01/losses.csv     | 2026-03-31,100,A,mortality,A101,7,                        | true
            farmers/F01/stock.csv      | 2026-04-01,100,A,C1,SAL,900,2450,V2025                    | true
            farmers/F01/stock.csv      | 2026-03-31,100,B,C2,SAL,500,1900,V2025                    | true
            farmers/F01/stock.csv      | 2026-05-04,100,A,C1,SAL,900,2450,V2025                    | true
            farmers/F01/stock.csv      | 2025-12-31,100,A,C1,SAL,900,1450,V2025                    | false
            farmers/F01/feeding.csv    | 2026-03-31,100,B,3                                        | true
            farmers/F02/treatments.csv | T2,2026-03-31,200,Thermal,Lice,true,false,,,,,1,          | true
            farmers/F02/treatments.csv | T1,2025-06-01,200,Thermal,Lice,true,false,,,,,1,          | false
            authority/site.csv         | 100,Indre Holmen,offshore,9                               | true
            reference/farmers.csv      | F02,Havlaks AS,G1,Fjordgruppen,standard,2024-02-01        | true
            """)
    void afterAChangeTheyAreAsIfMadeAnew(String file, String line, boolean kept) throws IOException {
        List<Path> before = derived(2025);

        delivery.next().file(file, header(file) + line + "\n").file("REPLACE", "");
        published(delivery);

        assertSound();
        List<Path> now = derived(2025);
        boolean same = now.size() == before.size();
        for (int i = 0; same && i < now.size(); i++) {
            same = Files.getAttribute(now.get(i), "unix:ino").equals(Files.getAttribute(before.get(i), "unix:ino"));
        }
        assertThat(same).isEqualTo(kept);
    }

    private static String header(String file) {
        return switch (file.substring(file.lastIndexOf('/') + 1)) {
            case "stock.csv" -> TestDelivery.STOCK;
            case "losses.csv" -> TestDelivery.LOSSES;
            case "feeding.csv" -> TestDelivery.FEEDING;
            case "treatments.csv" -> TREATMENTS;
            case "site.csv" -> TestDelivery.SITES.replace("100,Indre Holmen,offshore,3\n", "");
            default -> TestDelivery.FARMERS.replace("F02,Havlaks AS,G2,Havgruppen,standard,2024-02-01\n", "");
        };
    }

    private List<Path> derived(int year) {
        Snapshot snapshot = current();
        return DerivedTables.all().stream().flatMap(table -> snapshot.entries(table).stream())
                .map(Manifest.FileEntry::path).filter(path -> path.contains("year=" + year)).sorted()
                .map(snapshot.folder()::resolve).toList();
    }

    private void assertSound() {
        Snapshot snapshot = current();
        assertThat(SnapshotVerifier.verify(delivery.lake, snapshot.id(), snapshot.manifest(),
                new EngineSettings(2, 512, folder))
                .findings()).isEmpty();
    }

    @Test
    void theManifestSaysTheVersionOfATable() {
        for (TableContract table : DerivedTables.all()) {
            assertThat(current().manifest().tables().get(table.name())).as(table.name())
                    .satisfies(entry -> assertThat(entry.version()).isEqualTo(table.version()));
        }
    }
}
