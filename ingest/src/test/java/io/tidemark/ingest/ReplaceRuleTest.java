package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.FEEDING;
import static io.tidemark.ingest.TestDelivery.LOSSES;
import static io.tidemark.ingest.TestDelivery.STOCK;
import static io.tidemark.ingest.TestDelivery.rejects;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.table.LakeTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A second delivery corrects the first: for every farmer and site, the days from its first to its last. */
class ReplaceRuleTest {

    private static final String TREATMENTS = "treatment_id,date,site_id,treatment_category,treatment_target,"
            + "requires_handling,is_antibiotic,unit_ids\n";

    @TempDir
    private static Path shared;
    private static TestDelivery made;

    @TempDir
    private Path folder;
    private TestDelivery delivery;

    @BeforeAll
    static void first() {
        made = new TestDelivery(shared).basics().file("reference/site_farmers.csv", TestDelivery.SITE_FARMERS)
                .file("farmers/F01/stock.csv", STOCK + """
                        2025-12-31,100,U1,K1,SAL,1000,100,V2025
                        2026-01-01,100,U1,K1,SAL,990,110,V2025
                        2026-01-02,100,U1,K1,SAL,980,120,V2025
                        2026-01-03,100,U1,K1,SAL,970,130,V2025
                        2026-01-01,200,U1,K2,SAL,500,200,H2024
                        """)
                .file("farmers/F01/losses.csv", LOSSES + """
                        2026-01-01,100,U1,mortality,A101,10,
                        2026-01-02,100,U1,mortality,A101,4,50
                        2026-01-02,100,U1,culling,A101,6,
                        2026-01-01,200,U1,mortality,A101,5,
                        """)
                .file("farmers/F01/feeding.csv", FEEDING + """
                        2026-01-01,100,U1,1
                        2026-01-02,100,U1,2
                        2026-01-01,200,U1,3
                        """)
                .file("farmers/F02/stock.csv", STOCK + "2026-01-02,100,X1,K9,TRR,100,50,H2025\n");
        assertThat(made.ingest().outcome()).isEqualTo(IngestOutcome.PUBLISHED);
    }

    @BeforeEach
    void start() {
        delivery = new TestDelivery(folder).on(made.lake);
    }

    private List<String> stock() {
        return delivery.rows("SELECT date, site_id, unit_id, fish_count, avg_weight_gram, mortality_count, "
                + "mortality_biomass_g, culling_count, culling_biomass_g, feed_g FROM stock_day ORDER BY site_id, "
                + "unit_id, date");
    }

    @Test
    void theFirstDelivery() {
        assertThat(stock()).containsExactly(
                "2025-12-31 100 U1 1000 100.00 0 0 0 0 -",
                "2026-01-01 100 U1 990 110.00 10 1100 0 0 1000",
                "2026-01-02 100 U1 980 120.00 4 200 6 720 2000",
                "2026-01-03 100 U1 970 130.00 0 0 0 0 -",
                "2026-01-02 100 X1 100 50.00 0 0 0 0 -",
                "2026-01-01 200 U1 500 200.00 5 1000 0 0 3000");
    }

    @Test
    void stockAloneKeepsLossesAndFeedAndMovesWeightsThatWereNotTaken() {
        delivery.file("farmers/F01/stock.csv", STOCK + "2026-01-02,100,U1,K1,SAL,985,150,H2025\n").ingest();
        // 6 culled at the unit's weight: 6 x 150 = 900; the 4 dead had been weighed at 50 gram
        assertThat(stock()).contains("2026-01-01 100 U1 990 110.00 10 1100 0 0 1000",
                "2026-01-02 100 U1 985 150.00 4 200 6 900 2000", "2026-01-03 100 U1 970 130.00 0 0 0 0 -")
                .hasSize(6);
        assertThat(delivery.rows("SELECT generation, unit_avg_weight_gram, loss_type, loss_biomass_g FROM loss_day "
                + "WHERE date = '2026-01-02' ORDER BY loss_type")).containsExactly(
                "H2025 150.00 culling 900", "H2025 150.00 mortality 200");
    }

    @Test
    void daysBetweenFirstAndLastThatAreNotDeliveredAreGone() {
        IngestReport report = delivery.file("farmers/F01/stock.csv", STOCK + """
                2026-01-01,100,U1,K1,SAL,990,110,V2025
                2026-01-03,100,U1,K1,SAL,970,130,V2025
                """).ingest();
        assertThat(stock()).extracting(r -> r.substring(0, 17))
                .containsExactly("2025-12-31 100 U1", "2026-01-01 100 U1",
                "2026-01-03 100 U1", "2026-01-02 100 X1", "2026-01-01 200 U1");
        assertThat(delivery.rows("SELECT count(*) FROM loss_day WHERE date = '2026-01-02'")).containsExactly("0");
        assertThat(rejects(report, "lake/losses.csv")).hasSize(2)
                .allMatch(r -> r.endsWith("its stock was removed by a correction"));
        assertThat(rejects(report, "lake/feeding.csv")).containsExactly(
                ",\"date, site_id, unit_id, feed_g\",2026-01-02 100 U1 2000,its stock was removed by a correction");
        assertThat(report.warnings()).hasSize(3).contains("farmers/F01/stock.csv: 1 of the unit-days of the lake is "
                + "not in the file: 100 U1 (1), from 2026-01-02 to 2026-01-02");
        assertThat(report.reasons()).isEmpty();
    }

    @Test
    void stockBelowItsOldLossesIsRaisedToThem() {
        IngestReport report = delivery.file("farmers/F01/stock.csv", STOCK + "2026-01-02,100,U1,K1,SAL,9,120,V2025\n")
                .ingest();
        // 4 dead and 6 culled
        assertThat(stock()).contains("2026-01-02 100 U1 10 120.00 4 200 6 720 2000");
        assertThat(report.rejects()).isNull();
        assertThat(report.warnings()).singleElement().asString().contains("raised to the losses, by 1 fish in all");
    }

    @Test
    void lossesAloneReplaceLossesOnly() {
        delivery.file("farmers/F01/losses.csv", LOSSES + "2026-01-02,100,U1,mortality,A101,7,\n").ingest();
        assertThat(stock()).contains("2026-01-01 100 U1 990 110.00 10 1100 0 0 1000",
                "2026-01-02 100 U1 980 120.00 7 840 0 0 2000").hasSize(6);
    }

    @Test
    void lossesSpanTheDaysBetween() {
        delivery.file("farmers/F01/losses.csv", LOSSES + """
                2025-12-31,100,U1,mortality,A101,1,
                2026-01-03,100,U1,mortality,A101,2,
                """).ingest();
        assertThat(stock()).startsWith("2025-12-31 100 U1 1000 100.00 1 100 0 0 -",
                "2026-01-01 100 U1 990 110.00 0 0 0 0 1000", "2026-01-02 100 U1 980 120.00 0 0 0 0 2000",
                "2026-01-03 100 U1 970 130.00 2 260 0 0 -").contains("2026-01-01 200 U1 500 200.00 5 1000 0 0 3000");
    }

    @Test
    void everyFileHasItsOwnSpan() {
        delivery.file("farmers/F01/losses-1.csv", LOSSES + "2025-12-31,100,U1,mortality,A101,1,\n")
                .file("farmers/F01/losses-2.csv", LOSSES + "2026-01-03,100,U1,mortality,A101,2,\n").ingest();
        assertThat(delivery.rows("SELECT date, sum(loss_count) FROM loss_day WHERE site_id = '100' GROUP BY date "
                + "ORDER BY date"))
                .containsExactly("2025-12-31 1", "2026-01-01 10", "2026-01-02 10", "2026-01-03 2");
    }

    @Test
    void feedingAloneReplacesFeedOnly() {
        delivery.file("farmers/F01/feeding.csv", FEEDING + "2026-01-01,100,U1,9\n2026-01-03,100,U1,0\n").ingest();
        assertThat(stock()).startsWith("2025-12-31 100 U1 1000 100.00 0 0 0 0 -",
                "2026-01-01 100 U1 990 110.00 10 1100 0 0 9000", "2026-01-02 100 U1 980 120.00 4 200 6 720 -",
                "2026-01-03 100 U1 970 130.00 0 0 0 0 0").contains("2026-01-01 200 U1 500 200.00 5 1000 0 0 3000");
    }

    @Test
    void anotherFarmersUnitIsNotTouched() {
        IngestReport report = delivery.file("farmers/F02/stock.csv", STOCK + """
                2026-01-01,100,X1,K9,TRR,101,50,H2025
                2026-01-02,100,U1,K9,TRR,1,1,H2025
                2026-01-03,100,X1,K9,TRR,99,50,H2025
                """).ingest();
        assertThat(rejects(report, "farmers/F02/stock.csv")).containsExactly(
                "3,unit_id,U1,has been delivered by another farmer for that day");
        assertThat(delivery.rows("SELECT date, unit_id, farmer_id, fish_count FROM stock_day WHERE site_id = '100' "
                + "AND date > '2025-12-31' ORDER BY date, unit_id")).containsExactly("2026-01-01 U1 F01 990",
                "2026-01-01 X1 F02 101", "2026-01-02 U1 F01 980", "2026-01-03 U1 F01 970", "2026-01-03 X1 F02 99");
    }

    @Test
    void oneDeliveryGivesAUnitsDayToOneFarmer() {
        IngestReport report = delivery
                .file("farmers/F01/stock.csv", STOCK + "2026-02-01,100,N1,K1,SAL,10,10,V2025\n")
                .file("farmers/F02/stock.csv", STOCK + "2026-02-01,100,N1,K1,SAL,20,10,V2025\n").ingest();
        assertThat(rejects(report, "farmers/F02/stock.csv")).containsExactly("2,\"date, site_id, unit_id\","
                + "2026-02-01 100 N1,is delivered twice: the first is farmers/F01/stock.csv line 2");
    }

    @Test
    void theSameDeliveryTwiceChangesNothing() {
        SnapshotId before = delivery.lake.currentId().orElseThrow();
        delivery.file("farmers/F01/stock.csv", STOCK + "2026-01-02,100,U1,K1,SAL,985,150,H2025\n")
                .file("farmers/F01/losses.csv", LOSSES + "2026-01-02,100,U1,mortality,A101,4,50\n");
        assertThat(delivery.ingest().outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        SnapshotId after = delivery.lake.currentId().orElseThrow();
        assertThat(after).isNotEqualTo(before);
        IngestReport again = delivery.ingest();
        assertThat(again.outcome()).isEqualTo(IngestOutcome.NOTHING_NEW);
        assertThat(again.snapshot()).isNull();
        assertThat(delivery.lake.currentId()).contains(after);
        assertThat(delivery.lake.list()).containsExactly(before, after);
    }

    @Test
    void theSameRowsInAnotherFormatAndOrderChangeNothing() {
        SnapshotId before = delivery.lake.currentId().orElseThrow();
        IngestReport report = delivery.file("farmers/F01/stock.ndjson", """
                {"date":"2026-01-03","site_id":"100","unit_id":"U1","cohort_id":"K1","species_code":"SAL","fish_count":970,\
                "avg_weight_gram":130.0,"generation":"V2025"}
                {"date":"2026-01-02","site_id":"100","unit_id":"U1","cohort_id":"K1","species_code":"SAL","fish_count":980,\
                "avg_weight_gram":120.00,"generation":"v2025"}
                """).ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.NOTHING_NEW);
        assertThat(report.rejects()).isNull();
        assertThat(delivery.lake.currentId()).contains(before);
    }

    @Test
    void lateRowsAreAddedAndTouchNoOthers() {
        // days before and after those in the lake, each in a separate file
        delivery.file("farmers/F01/stock-1.csv", STOCK + "2025-12-29,100,U1,K1,SAL,1020,90,V2025\n")
                .file("farmers/F01/stock-2.csv", STOCK + "2026-01-05,100,U1,K1,SAL,960,150,V2025\n")
                .file("farmers/F01/losses.csv", LOSSES + "2025-12-29,100,U1,mortality,A101,20,\n")
                .file("farmers/F01/feeding.csv", FEEDING + "2026-01-05,100,U1,4\n").ingest();
        // 20 lost at 90 g are 1,800 g; 4 kg of feed are 4,000 g
        assertThat(stock()).containsExactly(
                "2025-12-29 100 U1 1020 90.00 20 1800 0 0 -",
                "2025-12-31 100 U1 1000 100.00 0 0 0 0 -",
                "2026-01-01 100 U1 990 110.00 10 1100 0 0 1000",
                "2026-01-02 100 U1 980 120.00 4 200 6 720 2000",
                "2026-01-03 100 U1 970 130.00 0 0 0 0 -",
                "2026-01-05 100 U1 960 150.00 0 0 0 0 4000",
                "2026-01-02 100 X1 100 50.00 0 0 0 0 -",
                "2026-01-01 200 U1 500 200.00 5 1000 0 0 3000");
    }

    @Test
    void whateverAFarmerDeliversTheOthersRowsStay() {
        String header = "date,site_id,temperature,depth_m\n";
        delivery.file("farmers/F01/temperatures.csv", header + "2026-01-02,100,8,3\n")
                .file("farmers/F01/treatments.csv", TREATMENTS + "T1,2026-01-02,100,Bath,Lice,true,false,U1\n")
                .ingest();
        List<String> before = rowsOfF01();
        assertThat(before).hasSize(5 + 4 + 1 + 1);
        // F02 delivers every table for the same site, from long before to long after, some rows for F01's unit
        IngestReport report = delivery.next().file("farmers/F02/stock.csv", STOCK + """
                        2025-12-01,100,X1,K9,TRR,100,50,H2025
                        2026-01-01,100,U1,K9,TRR,1,50,H2025
                        2026-02-01,100,X1,K9,TRR,100,50,H2025
                        """)
                .file("farmers/F02/losses.csv", LOSSES + """
                        2025-12-01,100,X1,mortality,A101,1,
                        2026-01-01,100,U1,mortality,A101,1,
                        2026-02-01,100,X1,mortality,A101,1,
                        """)
                .file("farmers/F02/feeding.csv", FEEDING
                + "2025-12-01,100,X1,1\n2026-01-01,100,U1,1\n2026-02-01,100,X1,1\n")
                .file("farmers/F02/temperatures.csv", header
                + "2025-12-01,100,1,3\n2026-01-02,100,1,3\n2026-02-01,100,1,3\n")
                .file("farmers/F02/treatments.csv", TREATMENTS + """
                        T0,2025-12-01,100,Bath,Lice,true,false,X1
                        T1,2026-02-01,100,Bath,Lice,true,false,X1
                        """).ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(rowsOfF01()).isEqualTo(before);
        assertThat(List.of("stock", "losses", "feeding", "temperatures"))
                .allSatisfy(table -> assertThat(rejects(report, "farmers/F02/" + table + ".csv")).hasSize(1)
                        .allMatch(row -> row.startsWith("3,")));
        assertThat(delivery.rows("SELECT treatment_id FROM treatment WHERE farmer_id = 'F02' ORDER BY 1"))
                .containsExactly("T0", "T1");
    }

    private List<String> rowsOfF01() {
        return Stream.of("stock_day", "loss_day", "temperature_day", "treatment")
                .flatMap(t -> delivery.rows("SELECT * FROM " + t + " WHERE farmer_id = 'F01' ORDER BY ALL").stream())
                .toList();
    }

    @Test
    void untouchedYearsAreTheSameFiles() throws IOException {
        Snapshot before = delivery.lake.current().orElseThrow();
        delivery.file("farmers/F01/stock.csv", STOCK + "2026-01-03,100,U1,K1,SAL,971,130,V2025\n").ingest();
        Snapshot after = delivery.lake.current().orElseThrow();
        assertThat(inode(after, "stock_day/year=2025")).isEqualTo(inode(before, "stock_day/year=2025"));
        assertThat(inode(after, "stock_day/year=2026")).isNotEqualTo(inode(before, "stock_day/year=2026"));
        // recomputed, equal, reused
        assertThat(inode(after, "loss_day/year=2026")).isEqualTo(inode(before, "loss_day/year=2026"));
        assertThat(inode(after, "site")).isEqualTo(inode(before, "site"));
    }

    private static Object inode(Snapshot snapshot, String partition) throws IOException {
        String table = partition.split("/", -1)[0];
        Path file = snapshot.files(LakeTables.find(table).orElseThrow()).stream()
                .filter(f -> f.startsWith(snapshot.folder().resolve(partition))).findFirst().orElseThrow();
        return Files.getAttribute(file, "unix:ino");
    }

    @Test
    void aYearThatLosesItsLastRowIsLeftOut() {
        delivery.file("farmers/F01/stock.csv", STOCK + """
                2024-12-31,100,U1,K1,SAL,1000,100,V2024
                2026-01-01,100,U1,K1,SAL,990,110,V2025
                """).ingest();
        assertThat(delivery.lake.current().orElseThrow().entries(LakeTables.STOCK_DAY)).extracting(f -> f.path())
                .containsExactly("stock_day/year=2024/stock_day.parquet", "stock_day/year=2026/stock_day.parquet");
    }

    @Test
    void temperaturesAreReplacedByFarmerAndSite() {
        String header = "date,site_id,temperature,depth_m\n";
        delivery.file("farmers/F01/temperatures.csv", header
                + "2026-01-01,100,8,3\n2026-01-02,100,8,\n2026-01-02,200,7,\n")
                .file("farmers/F02/temperatures.csv", header + "2026-01-02,100,5,10\n").ingest();
        IngestReport report = delivery.next()
                .file("farmers/F01/temperatures.csv", header + "2026-01-02,100,9,\n2026-01-02,100,6,10\n").ingest();
        assertThat(rejects(report, "farmers/F01/temperatures.csv")).containsExactly(
                "3,site_id,100,has a temperature of that day and depth from another farmer");
        assertThat(delivery.rows("SELECT date, site_id, farmer_id, depth_m, temperature FROM temperature_day "
                + "ORDER BY site_id, date, farmer_id")).containsExactly("2026-01-01 100 F01 3.0 8.00",
                "2026-01-02 100 F01 - 9.00", "2026-01-02 100 F02 10.0 5.00", "2026-01-02 200 F01 - 7.00");
    }

    @Test
    void aTreatmentMovesToItsNewDate() {
        delivery.file("farmers/F01/treatments.csv", TREATMENTS + """
                T1,2025-12-31,100,Bath,Lice,true,false,U1
                T2,2026-01-01,100,Bath,Lice,true,false,U1
                """).file("farmers/F02/treatments.csv", TREATMENTS + "T1,2026-01-02,100,Bath,Lice,true,false,X1\n").ingest();
        delivery.next().file("farmers/F01/treatments.csv", TREATMENTS + "T1,2026-01-03,100,Bath,Lice,true,false,U1\n")
                .ingest();
        assertThat(delivery.rows("SELECT farmer_id, treatment_id, date, species_code FROM treatment ORDER BY ALL"))
                .containsExactly("F01 T1 2026-01-03 SAL", "F01 T2 2026-01-01 SAL", "F02 T1 2026-01-02 TRR");
    }

    @Test
    void aTreatmentsSpeciesFollowsTheStock() {
        delivery.file("farmers/F01/treatments.csv", TREATMENTS + "T1,2026-01-02,100,Bath,Lice,true,false,\n").ingest();
        assertThat(delivery.rows("SELECT species_code FROM treatment")).containsExactly("SAL");
        // 980 salmon of 120 g are more than 100 trout of 50 g, 100 trout of 2 kg are not less
        delivery.next().file("farmers/F02/stock.csv", STOCK + "2026-01-02,100,X1,K9,TRR,100,2000,H2025\n").ingest();
        assertThat(delivery.rows("SELECT species_code FROM treatment")).containsExactly("TRR");
    }

    @Test
    void aFarmerAndASiteInUseStay() {
        IngestReport report = delivery.file("reference/farmers.csv", TestDelivery.FARMERS.replaceAll("F02.*\n", ""))
                .file("authority/site.csv", "site_id,site_name,placement\n100,Nytt navn,offshore\n")
                .file("authority/REPLACE", "").ingest();
        assertThat(delivery.rows("SELECT farmer_id FROM farmer ORDER BY 1")).containsExactly("F01", "F02");
        assertThat(delivery.rows("SELECT site_id, site_name FROM site ORDER BY 1")).containsExactly("100 Nytt navn",
                "200 Ytre Holmen");
        assertThat(report.warnings()).hasSize(3)
                .contains("authority/site.csv: lacks 2 sites that the lake has: 200, 300; it has 1");
    }

    @Test
    void aNewRegisterKeepsMarineTypesAndANewListReplacesThem() {
        delivery.file("reference/site_marine_types.csv", """
                site_id,marine_type_code,marine_type_region_code
                100,1,N
                200,2,M
                """).ingest();
        delivery.next().file("authority/site.csv", TestDelivery.SITES).ingest();
        assertThat(delivery.rows("SELECT site_id, marine_type_code, marine_type_region_code FROM site ORDER BY 1"))
                .containsExactly("100 1 N", "200 2 M", "300 - -");
        delivery.next().file("reference/site_marine_types.csv",
                "site_id,marine_type_code,marine_type_region_code\n100,3,\n")
                .ingest();
        assertThat(delivery.rows("SELECT site_id, marine_type_code, marine_type_region_code FROM site ORDER BY 1"))
                .containsExactly("100 3 -", "200 - -", "300 - -");
    }

    @Test
    void authorityMonthsAreReplacedByMonth() {
        String header = "month,production_area_id,species_code,closing_count,biomass_kg,smolt_count,feed_kg,harvest_count,"
                + "harvest_kg,dead_count,discarded_count,escaped_count,other_count\n";
        delivery.file("authority/authority_month.csv", header + "2026-01-01,1,SAL,1,0,0,0,0,0,0,0,0,0\n"
                + "2026-01-01,2,SAL,2,0,0,0,0,0,0,0,0,0\n2026-02-01,1,SAL,3,0,0,0,0,0,0,0,0,0\n").ingest();
        delivery.next().file("authority/authority_month.csv", header + "2026-01-01,1,SAL,9,0,0,0,0,0,0,0,0,0\n")
                .ingest();
        assertThat(delivery.rows("SELECT month, production_area_id, closing_count FROM authority_month ORDER BY ALL"))
                .containsExactly("2026-01-01 1 9", "2026-02-01 1 3");
    }
}
