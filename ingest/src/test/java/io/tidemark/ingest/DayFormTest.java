package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same day written in each way in each format, and as the day of a FishTalk export, is the same stored day or the
 * same refusal.
 */
class DayFormTest {

    private static final String REST = ",U1,K1,SAL,100,100.5,V2025\n";
    private static final String NOT_MIDNIGHT = " in Norway, not midnight: must be a date like 2026-03-31 or 31.03.2026";
    private static final String NO_DAY = "must be a date like 2026-03-31 or 31.03.2026";

    /** Each text, the day that it is, and why it is refused as a day, null where it is not. */
    private record Form(String text, String day, @Nullable String refusal) {}

    private static final List<Form> FORMS = List.of(
            new Form("2026-04-08", "2026-04-08", null), new Form("08.04.2026", "2026-04-08", null),
            new Form("2026-04-08 00:00:00", "2026-04-08", null),
            new Form("2026-04-08 00:00:00.000", "2026-04-08", null),
            new Form("2026-04-08T00:00:00.000000", "2026-04-08", null),
            new Form("08.04.2026 00:00:00.0", "2026-04-08", null),
            new Form("2026-04-08 00:00:00+02", "2026-04-08", null),
            new Form("2026-04-08T00:00:00.000+0200", "2026-04-08", null),
            new Form("2026-04-08 00:00:00.0000000 +02:00", "2026-04-08", null),
            new Form("2026-04-07T22:00:00Z", "2026-04-08", null),
            new Form("2026-04-07T22:00:00.000Z", "2026-04-08", null),
            new Form("08.04.2026 00:00 +02:00", "2026-04-08", null),
            // before summer time
            new Form("2026-01-31T23:00:00Z", "2026-02-01", null),
            new Form("2026-02-01 00:00:00+01", "2026-02-01", null),
            new Form("2026-04-08T00:00:00Z", "2026-04-08", "is 02:00" + NOT_MIDNIGHT),
            new Form("2026-04-07T23:00:00+00:00", "2026-04-08", "is 01:00" + NOT_MIDNIGHT),
            new Form("2026-04-08T21:59:59.997Z", "2026-04-08", "is 23:59" + NOT_MIDNIGHT),
            new Form("2026-04-07T22:30:00Z", "2026-04-08", "is 00:30" + NOT_MIDNIGHT),
            new Form("2026-01-31T23:30:00+00", "2026-02-01", "is 00:30" + NOT_MIDNIGHT),
            new Form("2026-04-08 12:00:00", "2026-04-08", NO_DAY),
            new Form("2026-04-08 00:00:00.001", "2026-04-08", NO_DAY));

    @TempDir
    private Path folder;

    private byte[] parquet(String select) {
        return TestParquet.of(folder, select);
    }

    private static String row(String day, String site) {
        return "SELECT " + day + " AS date, '" + site + "' AS site_id, 'U1' AS unit_id, 'K1' AS cohort_id, 'SAL' AS "
                + "species_code, 100 AS fish_count, 100.5 AS avg_weight_gram, 'V2025' AS generation";
    }

    private static String file(String format) {
        return "stock." + format;
    }

    private byte[] bytes(String format, String text, String site) {
        return switch (format) {
            case "csv" -> (TestDelivery.STOCK + text + "," + site + REST).getBytes(StandardCharsets.UTF_8);
            case "ndjson", "jsonl" -> ("{\"date\":\"" + text + "\",\"site_id\":\"" + site
                    + "\",\"unit_id\":\"U1\",\"cohort_id\":\"K1\","
                    + "\"species_code\":\"SAL\",\"fish_count\":100,\"avg_weight_gram\":100.5,\"generation\":\"V2025\"}\n")
                    .getBytes(StandardCharsets.UTF_8);
            case "parquet" -> parquet(row("'" + text + "'", site));
            default -> new TestWorkbook().sheet("Fisk", TestDelivery.STOCK.strip().replace(',', '|'),
                    text + "|" + site + REST.strip().replace(',', '|')).bytes();
        };
    }

    @Test
    void aDayIsTheSameInEveryFormat() {
        Map<String, Form> tried = new LinkedHashMap<>();
        ManyCases<String> cases = new ManyCases<>(folder.resolve("cases"));
        for (Form form : FORMS) {
            for (String format : List.of("csv", "ndjson", "jsonl", "parquet", "xlsx")) {
                String name = format + " " + form.text();
                tried.put(name, form);
                cases.file(name, file(format), bytes(format, form.text(), cases.site(name)));
            }
        }
        cases.ingest();
        assertThat(tried).allSatisfy((name, form) -> {
            String format = name.substring(0, name.indexOf(' '));
            if (form.refusal() == null) {
                assertThat(cases.stock(name, "date")).containsExactly(form.day());
            } else {
                assertThat(cases.stock(name, "date")).isEmpty();
                assertThat(cases.rejects(name, format.equals("csv") ? "stock.csv" : file(format) + ".csv"))
                        .singleElement().asString()
                        .contains(form.text()).endsWith(form.refusal().contains(",") ? "\"" + form.refusal()
                        + "\"" : form.refusal());
            }
        });
    }

    @Test
    void anInstantOfParquetIsItsNorwegianDay() {
        Map<String, String> days = Map.of("TIMESTAMPTZ '2026-04-07 22:00:00+00'", "2026-04-08",
                "TIMESTAMPTZ '2026-01-31 23:00:00+00'", "2026-02-01",
                "TIMESTAMP '2026-04-08 00:00:00'", "2026-04-08", "CAST('2026-04-08' AS TIMESTAMP_NS)", "2026-04-08");
        ManyCases<String> cases = new ManyCases<>(folder.resolve("cases"));
        days.keySet().forEach(value -> cases.file(value, "stock.parquet", parquet(row(value, cases.site(value)))));
        String other = "TIMESTAMPTZ '2026-04-08 00:00:00+00'";
        cases.file(other, "stock.parquet", parquet(row(other, cases.site(other))));
        cases.ingest();
        assertThat(days).allSatisfy((value, day) -> assertThat(cases.stock(value, "date")).containsExactly(day));
        assertThat(cases.rejects(other, "stock.parquet.csv")).singleElement().asString()
                .contains("is 02:00" + NOT_MIDNIGHT);
    }

    /** The day of a FishTalk status leaves the time of the day aside, and is Norway's too. */
    @Test
    void theDayOfAFishTalkExportIsNorways() {
        String header = "PopulationID,StatusTime,StatusType,CurrentCount,CurrentBiomassKg,FeedAmountKg,HarvestCount,HarvestBiomassKg,"
                + "InputCount,InputBiomassKg,MortalityCount,MortalityBiomassKg,CullingCount,CullingBiomass,EscapeCount,EscapeBiomassKg,"
                + "DeviationCount,Temperature\n";
        StringBuilder status = new StringBuilder(header);
        StringBuilder populations = new StringBuilder("PopulationID,ContainerID,Species,StartTime,EndTime,InputYear\n");
        for (int i = 0; i < FORMS.size(); i++) {
            status.append("P").append(i).append(',').append(FORMS.get(i).text())
                    .append(",1,1000,200.5,1,0,0,0,0,0,0,0,0,0,0,0,7.5\n");
            populations.append("P").append(i).append(",M").append(i).append(",Salmon,2025-04-10 00:00:00,,2025\n");
        }
        TestDelivery delivery = new TestDelivery(folder).basics()
                .file("farmers/F01/fishtalk/100/a.csv", status.toString())
                .file("farmers/F01/fishtalk/100/b.csv", populations.toString());
        IngestReport report = delivery.ingest();
        assertThat(report.reasons()).isEmpty();
        assertThat(report.files()).filteredOn(file -> file.path().endsWith("a.csv")
                && file.table().equals("fishtalk_status"))
                .flatExtracting(FileReport::notes).containsExactly(
                        FORMS.stream().filter(form -> form.refusal() != null && !form.text().endsWith(".001")).count()
                                + " of its StatusTime are not at midnight, such as 2026-02-01 00:30:00: each counts "
                                + "as its day in Norway",
                        "its counters are read as figures of a day: --counters or the setting says so");
        for (int i = 0; i < FORMS.size(); i++) {
            assertThat(delivery.rows("SELECT date FROM stock_day WHERE unit_id = 'M" + i + "'")).as(FORMS.get(i).text())
                    .containsExactly(FORMS.get(i).day());
        }
    }
}
