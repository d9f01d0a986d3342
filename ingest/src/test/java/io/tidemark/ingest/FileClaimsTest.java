package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the report says of a company's file, in each format, is what the snapshot has; what is rejected is not. */
class FileClaimsTest {

    /**
     * The tables of a farm: the last two rows of each repeat a key and have a value that cannot be; {@code @} is the
     * site.
     */
    private static final Map<String, String> FARM = Map.of(
            "stock", TestDelivery.STOCK
                    + "2026-01-01,@,U1,K1,SAL,1000,100.5,V2025\n2026-01-02,@,U1,K1,SAL,990,101,V2025\n"
                    + "2026-01-01,@,U2,K2,TRR,0,0,V2025\n2026-01-01,@,U1,K1,SAL,7,100.5,V2025\n2026-01-03,@,U1,K1,SAL,-1,100.5,V2025\n",
            "losses", "date,site_id,unit_id,loss_type,category_code,loss_count\n2026-01-01,@,U1,mortality,A101,3\n2026-01-01,@,U1,culling,A101,0\n"
                    + "2026-01-02,@,U1,mortality,A101,4\n2026-01-02,@,U1,mortality,A101,5\n2026-01-02,@,U7,mortality,A101,1\n",
            "feeding", TestDelivery.FEEDING
            + "2026-01-01,@,U1,10.5\n2026-01-02,@,U1,0\n2026-01-02,@,U1,1\n2026-01-02,@,U7,1\n",
            "temperatures", "date,site_id,temperature,depth_m\n2026-01-01,@,8.5,3\n2026-01-01,@,8.25,\n2026-01-02,@,9,5\n2026-01-01,@,7,3\n"
                    + "2026-01-02,@,99,7\n",
            "treatments", "treatment_id,date,site_id,treatment_category,treatment_target,requires_handling,is_antibiotic,unit_ids\n"
                    + "T1,2026-01-01,@,Bath,Lice,true,false,U1|U2\nT2,2026-01-02,@,Thermal,Lice,true,false,\n"
                    + "T1,2026-01-03,@,Bath,Lice,true,false,U1\n"
                    + "T4,2026-01-03,@,Soap,Lice,true,false,U1\n");
    private static final Map<String, String> STORED = Map.of("stock", "stock_day WHERE ", "losses", "loss_day WHERE ",
            "feeding", "stock_day WHERE feed_g IS NOT NULL AND ", "temperatures", "temperature_day WHERE ",
            "treatments", "treatment WHERE ");
    private static final String STATUS =
            "StatusID,PopulationID,StatusTime,StatusType,CurrentCount,CurrentBiomassKg,FeedAmountKg,HarvestCount,"
            + "HarvestBiomassKg,InputCount,InputBiomassKg,MortalityCount,MortalityBiomassKg,CullingCount,CullingBiomass,EscapeCount,"
            + "EscapeBiomassKg,DeviationCount,Temperature\n";

    @TempDir
    private Path folder;

    @Test
    void whatAFarmsFileIsSaidToGiveIsInTheSnapshot() {
        ManyCases<String> cases = new ManyCases<>(folder.resolve("cases"));
        TestFormats.ALL.forEach(format -> FARM.forEach((table, csv) -> cases.file(format, table + "." + format,
                TestFormats.of(format, csv.replace("@", cases.site(format)), folder))));
        assertThat(cases.ingest().report().outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(TestFormats.ALL).allSatisfy(format -> assertThat(FARM).allSatisfy((table, csv) -> {
            FileReport file = cases.report(format, table + "." + format);
            long rows = csv.lines().count() - 1;
            assertThat(file).as("%s", file).returns(rows, FileReport::read).returns(rows - 2, FileReport::accepted)
                    .returns(2L, FileReport::rejected);
            assertThat(cases.rejects(format, table + (format.equals("csv") ? ".csv" : "." + format + ".csv")))
                    .hasSize(2);
            assertThat(cases.delivery().rows("SELECT count(*) FROM " + STORED.get(table) + "site_id = '"
                    + cases.site(format) + "'"))
                    .containsExactly(Long.toString(file.accepted()));
        }));
        // the same values, whatever the format
        Function<String, List<String>> values = format -> cases.delivery()
                .rows("SELECT date, unit_id, cohort_id, generation, species_code, "
                + "fish_count, avg_weight_gram, biomass_g, mortality_count, mortality_biomass_g, culling_count, "
                + "feed_g FROM stock_day WHERE site_id = '" + cases.site(format) + "' ORDER BY 1, 2");
        assertThat(TestFormats.ALL).allSatisfy(format ->
                assertThat(values.apply(format)).isEqualTo(values.apply("csv")));
        assertThat(values.apply("csv")).containsExactly("2026-01-01 U1 K1 V2025 SAL 1000 100.50 100500 3 302 0 10500",
                "2026-01-01 U2 K2 V2025 TRR 0 0.00 0 0 0 0 -", "2026-01-02 U1 K1 V2025 SAL 990 101.00 99990 4 404 0 0");
    }

    @Test
    void unitsOfWhichTheSiteHasNoStockAreTold() {
        String columns = "treatment_id,date,site_id,treatment_category,treatment_target,requires_handling,is_antibiotic,unit_ids\n";
        TestDelivery delivery = new TestDelivery(folder).basics()
                .file("farmers/F01/stock.csv", Objects.requireNonNull(FARM.get("stock")).replace("@", "100"))
                .file("farmers/F01/treatments.csv", columns + "T1,2026-01-01,100,Bath,Lice,true,false,\"U1,U2\"\n"
                        + "T2,2026-01-01,100,Bath,Lice,true,false,U1|U9\nT3,2026-01-09,100,Bath,Lice,true,false,U1|U2\n"
                        + "T4,2026-01-01,100,Bath,Lice,true,false,\nT5,2026-01-01,200,Bath,Lice,true,false,U7\n");
        assertThat(delivery.ingest().warnings()).contains("2 treatments name units of which their site has no stock, "
                + "such as T1: U1,U2; there they meet no fish. Between units stands |");
    }

    /** Each file of the export, and each table that is made of it. */
    @ParameterizedTest
    @ValueSource(strings = {"csv", "ndjson", "parquet", "xlsx"})
    void whatAnExportOfAFarmSystemIsSaidToGiveIsInTheSnapshot(String format) {
        TestDelivery delivery = new TestDelivery(folder.resolve(format)).basics();
        delivery.file("farmers/F01/fishtalk/100/a." + format, made(format, STATUS
                + "1,P1,2026-01-01T00:00:00,1,1000,200.5,10,0,0,0,0,12,2.5,3,0.5,0,0,0,7.5\n"
                + "2,P1,2026-01-02T00:00:00,1,990,201.5,,0,0,0,0,0,0,0,0,0,0,0,7.25\n"
                + "3,P2,2026-01-01T00:00:00,1,500,50,5,0,0,0,0,1,0.1,0,0,0,0,0,7.5\n"
                // delivered twice, and of a day to come
                + "4,P2,2026-01-01T00:00:00,1,501,50,5,0,0,0,0,1,0.1,0,0,0,0,0,7.5\n"
                + "5,P2,2028-01-01T00:00:00,1,501,50,5,0,0,0,0,0,0.1,0,0,0,0,0,7.5\n"));
        delivery.file("farmers/F01/fishtalk/100/b." + format,
                made(format, "PopulationID,ContainerID,Species,StartTime,EndTime,InputYear\n"
                + "P1,M1,Salmon,2025-04-10T00:00:00,,2025\nP2,M2,Salmon,2025-04-10T00:00:00,,2025\n"));
        delivery.file("farmers/F01/fishtalk/100/c." + format, made(format,
                "PopulationID,StatusTime,StatusType,MortalityCauseID,MortalityCount,MortalityBiomassKg\nP1,2026-01-01T00:00:00,1,A101,10,2\n"));
        IngestReport report = delivery.ingest();
        assertThat(report.outcome()).as("%s", report).isEqualTo(IngestOutcome.PUBLISHED);
        Map<String, Long> accepted = report.files().stream().filter(file -> file.path().contains("fishtalk"))
                .collect(Collectors.groupingBy(FileReport::table, Collectors.summingLong(FileReport::accepted)));
        assertThat(accepted).containsEntry("fishtalk_status", 4L).containsEntry("fishtalk_populations", 2L)
                .containsEntry("fishtalk_causes", 1L);
        STORED.forEach((table, rows) -> assertThat(delivery.rows("SELECT count(*) FROM " + rows + "site_id = '100'"))
                .as(table).containsExactly(Long.toString(accepted.getOrDefault(table, 0L))));
        assertThat(delivery.rows("SELECT date, unit_id, fish_count, mortality_count, culling_count, feed_g FROM "
                + "stock_day ORDER BY 1, 2"))
                .containsExactly("2026-01-01 M1 1015 12 3 10000", "2026-01-01 M2 501 1 0 5000",
                "2026-01-02 M1 990 0 0 -");
    }

    private byte[] made(String format, String csv) {
        return TestFormats.of(format, csv, folder);
    }
}
