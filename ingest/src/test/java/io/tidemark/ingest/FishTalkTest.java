package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.rejects;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * FishTalk's exports of site 100. P1 in unit C1 (transferred in April 2025), of which P2 was put into C2 on 10 October
 * 2025; P9 are lumpfish in C1.
 *
 * <pre>
 * day     population  end    kg     dead  culled  harvested  escaped  put in  deviation  feed   temperature
 * 9 Oct   P1          9900   19800  60    20      0          0        0       0          120    9.5
 * 9 Oct   P9          500    25     3     0       0          0        0       0          1      9.5
 * 10 Oct  P1          5000   10500  30    0       4800       70       0       0          100.5  9.0
 * 10 Oct  P2          995    1990   5     0       0          0        1000    0          10     9.4
 * 11 Oct  P1          0      0      0     0       4990       0        0       -10        -      -
 * </pre>
 */
class FishTalkTest {

    private static final String HEADER =
            "StatusID;PopulationID;StatusTime;StatusType;CurrentCount;CurrentBiomassKg;FeedAmountKg;"
            + "HarvestCount;HarvestBiomassKg;InputCount;InputBiomassKg;MortalityCount;MortalityBiomassKg;CullingCount;CullingBiomass;"
            + "EscapeCount;EscapeBiomassKg;DeviationCount;Temperature\n";
    private static final String STATUS = HEADER + """
            1;P1;2025-10-09 23:59:59;1;9900;19800;120;0;0;0;0;60;114;20;36,5;0;0;0;9,5
            2;P9;2025-10-09 23:59:59;1;500;25;1;0;0;0;0;3;0,1;0;0;0;0;0;9,5
            3;P1;2025-10-10 23:59:59;1;5000;10500;100,5;4800;10080;0;0;30;60;0;0;70;147;0;9
            4;P2;2025-10-10 23:59:59;1;995;1990;10;0;0;1000;2000;5;9,95;0;0;0;0;0;9,4
            5;P1;2025-10-11 23:59:59;1;0;0;;4990;10479;0;0;0;0;0;0;0;0;-10;
            """;
    private static final String POPULATIONS = """
            PopulationID,ContainerID,Species,StartTime,EndTime,InputYear
            P1,C1,Atlantic salmon,2025-04-20T08:00:00,,2025
            P2,C2,Laks,2025-10-10,,2025
            P9,C1,Rognkjeks,2025-06-01,,2025
            """;
    private static final String CAUSES = """
            PopulationID,StatusTime,StatusType,MortalityCauseID,MortalityCount,MortalityBiomassKg
            P1,2025-10-09,1,17,40,80
            P1,2025-10-09,1,A101,5,
            P1,2025-10-10,1,17,30,60
            """;
    private static final String CODES = "MortalityCauseID,CategoryCode\n17,A102\n";
    private static final String STOCK = "SELECT date, unit_id, cohort_id, generation, species_code, fish_count, "
            + "avg_weight_gram, mortality_count, culling_count, feed_g FROM stock_day ORDER BY 1, 2";
    private static final String LOSSES = "SELECT date, unit_id, loss_type, category_code, loss_count, loss_biomass_g "
            + "FROM loss_day "
            + "ORDER BY 1, 2, 3, 4";

    @TempDir
    private Path folder;
    private TestDelivery delivery;

    @BeforeEach
    void start() {
        delivery = new TestDelivery(folder).basics();
    }

    private TestDelivery export(String name, String text) {
        return delivery.file("farmers/F01/fishtalk/100/" + name, text);
    }

    private void exports() {
        export("a.csv", STATUS);
        export("b.csv", POPULATIONS);
        export("c.csv", CAUSES);
        export("d.csv", CODES);
    }

    // 9 Oct: 9900 + 60 + 20 = 9980 fish at the start; (19800 + 114 + 36.5) kg / 9980 = 1999.05 g
    // 10 Oct: 5000 + 30 + 4800 + 70 = 9900, the 9900 of the evening before;
    // (10500 + 60 + 10080 + 147) / 9900 = 2099.70 g
    //   C2: 995 + 5 - 1000 = 0 at the start, less than the 5 dead, so that the 1000 put in count; (1990 + 9.95) / 1000
    // = 1999.95 g 11 Oct: 4990 harvested of 5000; a count found 10 fewer: 0 + 4990 - (-10) = 5000; 10479 / 4990 =
    // 2100.00 g
    @Test
    void stockIsThatOfTheStartOfTheDay() {
        exports();
        IngestReport report = delivery.ingest();
        assertThat(report.reasons()).isEmpty();
        assertThat(delivery.rows(STOCK)).containsExactly(
                "2025-10-09 C1 P1 V2025 SAL 9980 1999.05 60 20 120000",
                "2025-10-10 C1 P1 V2025 SAL 9900 2099.70 30 0 100500",
                "2025-10-10 C2 P2 V2025 SAL 1000 1999.95 5 0 10000",
                "2025-10-11 C1 P1 V2025 SAL 5000 2100.00 0 0 -");
        assertThat(report.files()).filteredOn(f -> f.path().contains("fishtalk"))
                .extracting(f -> f.path().charAt(25) + " "
                + f.table()
                + " " + f.read() + " " + f.rejected()).containsExactly("a fishtalk_status 5 0",
                        "b fishtalk_populations 3 0",
                        "c fishtalk_causes 3 0", "d fishtalk_cause_codes 1 0", "a feeding 3 0", "a losses 4 0",
                        "c losses 3 0", "a stock 4 0", "a temperatures 2 0");
    }

    // 17 is A102 by the list; A101 is a code itself, not weighed: 5 x 1999.05 g. 60 - 45 dead have no cause; nor have
    // the 20 culled, 36.5 kg. P2's 5 dead have none either, and no population's causes say so: 5 x 1999.95 g = 9999.75.
    // Rows of 0 stand at the ends of the status file.
    @Test
    void lossesHaveTheirCausesOrNone() {
        exports();
        delivery.ingest();
        assertThat(delivery.rows(LOSSES)).containsExactly(
                "2025-10-09 C1 culling F101 20 36500",
                "2025-10-09 C1 mortality A101 5 9995",
                "2025-10-09 C1 mortality A102 40 80000",
                "2025-10-09 C1 mortality F101 15 29986",
                "2025-10-10 C1 mortality A102 30 60000",
                "2025-10-10 C2 mortality F101 5 10000",
                "2025-10-11 C1 culling F101 0 0");
        // (9 + 9.4) / 2; the lumpfish of 9 October are left out
        assertThat(delivery.rows("SELECT date, site_id, depth_m, temperature, measurement_count FROM temperature_day "
                + "ORDER BY 1"))
                .containsExactly("2025-10-09 100 - 9.50 1", "2025-10-10 100 - 9.20 2");
    }

    // 80.000504 kg / 40 = 2000.0126 g, of which 40 are 80000.504 g; 40 x 2000.01 g would be a gram less
    @Test
    void lossesWeighWhatTheExportSays() {
        export("a.csv", STATUS);
        export("b.csv", POPULATIONS);
        export("c.csv", CAUSES.replace("17,40,80", "17,40,80.000504"));
        export("d.csv", CODES);
        assertThat(delivery.ingest().reasons()).isEmpty();
        assertThat(delivery.rows(LOSSES)).contains("2025-10-09 C1 mortality A102 40 80001");
    }

    @Test
    void theSameExportsAgainChangeNothingAndLossesThatAreCorrectedAwayGo() {
        exports();
        delivery.ingest();
        delivery.next();
        exports();
        assertThat(delivery.ingest().outcome()).isEqualTo(IngestOutcome.NOTHING_NEW);
        delivery.next();
        export("status.csv", STATUS.replace("60;114;20;36,5;0;0;0;9,5", "0;0;0;0;0;0;0;9,5")
                .replace("30;60;0;0;70", "0;0;0;0;70").replace("5;9,95;0", "0;0;0"));
        export("populations.csv", POPULATIONS);
        assertThat(delivery.ingest().outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(delivery.rows("SELECT sum(loss_count) FROM loss_day")).containsExactly("0");
    }

    @Test
    void rejectsNameTheDeliveredFileAndLine() {
        export("a.csv", STATUS.replace("3;P1;2025-10-10 23:59:59;1;5000", "3;P1;yesterday;1;5000")
                .replace("5;P1;2025-10-11", "5;P7;2025-10-11") + "6;P1;2026-07-01;1;10;20;;0;0;0;0;0;0;0;0;0;0;0;\n"
                + "7;P1;2025-10-09 23:59:59;1;9900;19800;120;0;0;0;0;60;114;20;36,5;0;0;0;9,5\n");
        export("b.csv", POPULATIONS);
        export("c.csv", CAUSES);
        IngestReport report = delivery.ingest();
        assertThat(rejects(report, "farmers/F01/fishtalk/100/a.csv")).containsExactly(
                "4,StatusTime,yesterday,\"must be a date or time like 2026-03-31, 31.03.2026 12:00 or "
                + "2026-03-31T12:00:00+02:00\"",
                "6,PopulationID,P7,is not in the populations",
                "8,\"PopulationID, StatusTime, StatusType\",P1 2025-10-09 23:59:59 1,is delivered twice: the first is "
                        + "farmers/F01/fishtalk/100/a.csv line 2");
        assertThat(rejects(report, "farmers/F01/fishtalk/100/a.csv.stock.csv")).containsExactly(
                "7,date,2026-07-01,is after today");
        assertThat(rejects(report, "farmers/F01/fishtalk/100/c.csv")).hasSize(2).allMatch(line -> line.contains(
                ",category_code,17,\"is not a code of the loss category list, which tidemark codes prints: near are "));
    }

    @Test
    void aPopulationWhoseFirstDaysAreUnknownHasNoSeason() {
        export("a.csv", STATUS);
        export("b.csv", POPULATIONS.replace("2025-04-20T08:00:00,,2025", "2025-04-20,,2024").replace("2025-10-10,,2025",
                "2025-10-10,,H2024"));
        export("c.csv", CODES);
        IngestReport report = delivery.ingest();
        assertThat(rejects(report, "farmers/F01/fishtalk/100/a.csv.stock.csv")).containsExactly(
                "2,generation,,\"a value is required, or one of sea_transfer_date\"",
                "4,generation,,\"a value is required, or one of sea_transfer_date\"",
                "6,generation,,\"a value is required, or one of sea_transfer_date\"");
        assertThat(delivery.rows("SELECT unit_id, generation FROM stock_day")).containsExactly("C2 H2024");
    }

    private static final String SHORT = "PopulationID,StatusTime,StatusType,CurrentCount,CurrentBiomassKg,FeedAmountKg,"
            + "HarvestCount,HarvestBiomassKg,InputCount,InputBiomassKg,MortalityCount,MortalityBiomassKg,CullingCount,"
            + "CullingBiomass,EscapeCount,EscapeBiomassKg,DeviationCount,Temperature";

    private List<FileReport> ingestStatus(String more, String rows) {
        export("populations.csv", POPULATIONS);
        export("status.csv", SHORT + more + "\n" + rows);
        return delivery.ingest().files().stream().filter(f -> f.table().equals("fishtalk_status")).toList();
    }

    // 11 October: 4000 + 10 + 5960 + 30 = 10,000 at the start; (6000 + 14 + 8940) kg / 9970 weighed = 1499.90 g
    @Test
    void fishSoldAndSampledWereThereAtTheStartOfTheDay() {
        ingestStatus(",SalesCount,SalesBiomassKg,LostInSamplesCount",
                "P1,2025-10-11,1,4000,6000,90,0,0,0,0,10,14,0,0,0,0,0,9,5960,8940,30\n");
        assertThat(delivery.rows(STOCK)).containsExactly("2025-10-11 C1 P1 V2025 SAL 10000 1499.90 10 0 90000");
    }

    @Test
    void daysOfAPlanAreLeftOutAndCounted() {
        assertThat(ingestStatus(",ScenarioID", "P1,2025-10-11,1,4000,6000,90,0,0,0,0,10,14,0,0,0,0,0,9,"
                + "{00000000-0000-0000-0000-000000000000}\n"
                + "P1,2025-10-12,1,3000,4500,90,0,0,0,0,10,14,0,0,0,0,0,9,7d44\n")
                .getFirst().notes()).contains("1 row is left out, since ScenarioID is 7d44 (the plan that a row is of; "
                        + "zeros are actual figures)");
        assertThat(delivery.rows(STOCK)).containsExactly("2025-10-11 C1 P1 V2025 SAL 4010 1499.75 10 0 90000");
    }

    // at 00:00 there are 4010; the status of 23:59 has 4000 left of 4010: it counts
    @Test
    void ofTwoStatusesADayTheOneThatItsStartFollowsFromCounts() {
        assertThat(ingestStatus("", "P1,2025-10-11 00:00:00,1,4010,6014,90,0,0,0,0,10,14,0,0,0,0,0,9\n"
                + "P1,2025-10-11 23:59:59,2,4000,6000,90,0,0,0,0,10,14,0,0,0,0,0,9\n").getFirst().notes())
                .contains("1 row is left out, since another status of the same population and day counts; the first is "
                        + "P1 2025-10-11");
        assertThat(delivery.rows(STOCK)).containsExactly("2025-10-11 C1 P1 V2025 SAL 4010 1499.75 10 0 90000");
        delivery.next().basics();
        assertThat(ingestStatus("", "P1,2025-10-11 00:00:00,1,4000,6014,90,0,0,0,0,10,14,0,0,0,0,0,9\n"
                + "P1,2025-10-11 23:59:59,2,4000,6000,90,0,0,0,0,10,14,0,0,0,0,0,9\n").getFirst().failure())
                .isEqualTo("has several statuses of a population and day, and the start of the day follows from none "
                        + "or from more than one of them: P1 2025-10-11 (line 2). Deliver one status of each "
                        + "population and day");
    }

    @Test
    void licePerFishAreOfTheUnitAndDay() {
        export("lice.csv", "ContainerID;CountTime;AdultFemale;FishCounted;Mobile\nC1;2025-10-11 09:30:00;0,21;20;1,5\n");
        ingestStatus("", "P1,2025-10-11,1,4000,6000,90,0,0,0,0,10,14,0,0,0,0,0,9\n");
        assertThat(delivery.rows("SELECT date, site_id, unit_id, farmer_id, adult_female, mobile, attached, fish_counted "
                + "FROM lice_count")).containsExactly("2025-10-11 100 C1 F01 0.21 1.50 - 20");
    }

    // Norway is two hours before UTC in October
    @Test
    void timesThatAreAllMidnightInUtcAreOfTheNextDay() {
        assertThat(ingestStatus("", "P1,2025-10-10 22:00:00,1,4000,6000,90,0,0,0,0,10,14,0,0,0,0,0,9\n").getFirst()
                .notes()).contains("all 1 of its StatusTime without a zone are 22:00 or 23:00: taken as midnight in "
                + "Norway, written in UTC");
        assertThat(delivery.rows(STOCK)).containsExactly("2025-10-11 C1 P1 V2025 SAL 4010 1499.75 10 0 90000");
    }

    // 20:00 in UTC is 22:00 on a Norwegian clock, which without a zone would be midnight
    @Test
    void timesWithAZoneAreOfTheirOwnDay() {
        assertThat(ingestStatus("", "P1,2025-10-10T20:00:00Z,1,4000,6000,90,0,0,0,0,10,14,0,0,0,0,0,9\n").getFirst()
                .notes()).contains("1 of its StatusTime are not at midnight, such as 2025-10-10 22:00:00: each counts as "
                + "its day in Norway").noneMatch(note -> note.contains("without a zone"));
        assertThat(delivery.rows(STOCK)).containsExactly("2025-10-10 C1 P1 V2025 SAL 4010 1499.75 10 0 90000");
    }

    // P1 began on 1 January 2025
    @Test
    void populationsThatBeganAtMidnightInUtcBeganOnTheNextDay() {
        export("populations.csv", "PopulationID,ContainerID,Species,StartTime,EndTime,InputYear\n"
                + "P1,C1,Laks,2024-12-31 23:00:00,,2025\n");
        export("status.csv", SHORT + "\nP1,2025-10-11,1,4000,6000,90,0,0,0,0,10,14,0,0,0,0,0,9\n");
        assertThat(delivery.ingest().reasons()).isEmpty();
        assertThat(delivery.rows("SELECT generation FROM stock_day")).containsExactly("V2025");
    }

    private List<String> notes(IngestReport report, String table) {
        return report.files().stream().filter(f -> f.table().equals("fishtalk_" + table)).findFirst().orElseThrow()
                .notes();
    }

    // 12 of the 20 culled on 9 October have a cause, and 21.6 of their 36.5 kg: the others weigh 14.9 kg
    @Test
    void culledFishHaveTheirCauseAndTheOthersNone() {
        exports();
        export("e.csv", "PopulationID;CullingTime;CullingCauseID;CullingCount;CullingBiomass\n"
                + "P1;2025-10-09 08:00:00;17;7;12,6\nP1;2025-10-09 15:00:00;17;5;9\nP1;2025-10-10;A101;3;\n");
        IngestReport report = delivery.ingest();
        assertThat(report.reasons()).isEmpty();
        assertThat(delivery.rows(LOSSES)).filteredOn(row -> row.contains("culling")).containsExactly(
                "2025-10-09 C1 culling A102 12 21600", "2025-10-09 C1 culling F101 8 14900",
                "2025-10-10 C1 culling A101 3 6299", "2025-10-11 C1 culling F101 0 0");
        assertThat(notes(report, "culling")).contains("has more fish lost by cause than the status on 1 of 2 unit-days: "
                + "2025-10-10 C1: 3 culling, in the status 0");
    }

    @Test
    void causesOfMoreFishThanTheStatusOnMostDaysAreRefused() {
        exports();
        export("e.csv", "PopulationID;CullingTime;CullingCauseID;CullingCount;CullingBiomass\nP1;2025-10-09;17;21;\n"
                + "P1;2025-10-10;17;22;\nP1;2025-10-11;17;0;\n");
        assertThat(delivery.ingest().files()).filteredOn(f -> f.failure() != null).singleElement()
                .returns("has more fish lost by cause than the status on 2 of 3 unit-days: 2025-10-09 C1: 21 culling, in "
                + "the status 20", FileReport::failure);
    }

    // 11 October has no feed in the status: 40 + 2.5 kg
    @Test
    void feedingsCountWhereTheStatusHasNone() {
        exports();
        export("e.csv", "PopulationID;FeedingTime;FeedType;FeedAmountKg\nP1;2025-10-09;Grower;130\n"
                + "P1;2025-10-11;Grower;40\nP1;2025-10-11;Medisinfôr;2,5\n");
        IngestReport report = delivery.ingest();
        assertThat(report.reasons()).isEmpty();
        assertThat(delivery.rows("SELECT date, feed_g FROM stock_day WHERE unit_id = 'C1' ORDER BY 1"))
                .containsExactly("2025-10-09 120000", "2025-10-10 100500", "2025-10-11 42500");
        assertThat(notes(report, "feeding")).contains("has another feed than the status on 1 unit-days; the status "
                + "counts: 2025-10-09 C1: 120.0 kg, here 130.0");
    }

    @Test
    void treatmentsHaveTheirUnitsAndCleanerFishAreOneOfTheSiteAndDay() {
        exports();
        export("e.csv", "TreatmentID;ContainerID;TreatmentTime;Method;Target;IsAntibiotic;Medicine\n"
                + "T1;C2;2025-10-09 09:30:00;Termisk behandling;Lakselus;Nei;\n"
                + "T1;C1;2025-10-09 09:30:00;Termisk behandling;Lakselus;Nei;\n"
                + "T2;C1;2025-10-10;Medisinfôr;Bakterier;Ja;Florfenikol\nT3;C1;2025-10-10;Annet;Helse;Nei;\n");
        export("f.csv", "ContainerID;StatusTime;Species;InputCount;MortalityCount\nC1;2025-10-10;Rognkjeks;3000;4\n"
                + "C2;2025-10-10;Berggylt;500;0\nC1;2025-10-11;Rognkjeks;0;9\n");
        IngestReport report = delivery.ingest();
        assertThat(delivery.rows("SELECT treatment_id, date, array_to_string(unit_ids, '+'), treatment_category, "
                + "treatment_target, treatment_subtype, requires_handling, is_antibiotic, system_source FROM treatment "
                + "ORDER BY 1")).containsExactly("T1 2025-10-09 C1+C2 Thermal Lice - true false FishTalk",
                "T2 2025-10-10 C1 Medicinal Bacteria Florfenikol false true FishTalk",
                "wrasse 100 2025-10-10 2025-10-10 C1+C2 Cleanerfish Lice Berggylt, Rognkjeks false false FishTalk");
        assertThat(rejects(report, "farmers/F01/fishtalk/100/e.csv"))
                .containsExactly("5,requires_handling,,a value is required");
        assertThat(notes(report, "wrasse")).contains("puts in 3500 cleaner fish: the lake has that they were put in, not "
                + "their number; left out: 1 rows without any").anyMatch(note -> note.contains("MortalityCount"));
    }

    // At 5 m: (9.0 + 9.5) / 2, and 99 is no sea's. The status' temperature of 9 October counts, that of the 10th not.
    @Test
    void sensorsGiveTheSeaByDepth() {
        exports();
        export("e.csv", "SensorID;ReadingTime;SensorType;Depth;Reading\nS1;2025-10-10 06:00:00;Temperatur;5;9\n"
                + "S1;2025-10-10 18:00:00;Temperatur;5;9,5\nS1;2025-10-10 19:00:00;Temperatur;5;99\n"
                + "S2;2025-10-10 06:00:00;sjøtemperatur;15;8,5\nS3;2025-10-10 06:00:00;Oksygen;5;91\n"
                + "S4;2025-10-10 06:00:00;Saltholdighet;5;33\n");
        IngestReport report = delivery.ingest();
        assertThat(delivery.rows("SELECT date, depth_m, temperature, measurement_count FROM temperature_day ORDER BY 1, 2"))
                .containsExactly("2025-10-09 - 9.50 1", "2025-10-10 5.0 9.25 2", "2025-10-10 15.0 8.50 1");
        assertThat(rejects(report, "farmers/F01/fishtalk/100/e.csv"))
                .containsExactly("4,temperature,99,must be from -2 to 30 degrees Celsius");
        assertThat(notes(report, "sensor")).contains("2 rows are left out, since SensorType is Oksygen, Saltholdighet "
                + "(what it measures; temperatures of the sea are kept)", "has temperatures of 1 site-days, which count "
                + "instead of those of the status");
    }

    @Test
    void theSameIdMayBeWrittenInSeveralWays() {
        export("populations.csv", POPULATIONS.replace("P1", "{3F2504E0-4F89-11D3-9A0C-0305E82C3301}"));
        export("status.csv", SHORT + "\n3f2504e0-4f89-11d3-9a0c-0305e82c3301,2025-10-11,1,4000,6000,90,0,0,0,0,"
                + "10,14,0,0,0,0,0,9\n");
        assertThat(delivery.ingest().reasons()).isEmpty();
        assertThat(delivery.rows("SELECT cohort_id, unit_id FROM stock_day"))
                .containsExactly("3f2504e0-4f89-11d3-9a0c-0305e82c3301 C1");
    }

    @Test
    void exportsThatCannotBeUsedFailTheirDelivery() {
        export("a.csv", STATUS);
        assertThat(delivery.ingest().files()).filteredOn(f -> f.failure() != null).singleElement()
                .satisfies(f -> assertThat(f.failure())
                .startsWith("is of no use alone: beside it there must be a file of populations with the columns "
                + "PopulationID, "));
        delivery.next().basics();
        export("a.csv", "PopulationID,Weight\nP1,3\n");
        assertThat(delivery.ingest().files()).filteredOn(f -> f.failure() != null).singleElement()
                .satisfies(f -> assertThat(f.failure())
                .startsWith("is none of the files of fishtalk: as status it lacks the required columns StatusTime, ")
                .contains("; as causes it lacks "));
        IngestReport report = delivery.next().basics().file("farmers/F77/fishtalk/100/a.csv", STATUS).ingest();
        assertThat(report.files()).filteredOn(f -> f.failure() != null).singleElement()
                .satisfies(f -> assertThat(f.failure())
                .isEqualTo("the folder's name F77 is not a farmer of the farmers list"));
    }
}
