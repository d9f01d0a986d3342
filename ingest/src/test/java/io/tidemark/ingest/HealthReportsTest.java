package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.rejects;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.data.file.Sha256;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The authority's weekly reports: measures against lice become treatments, sea temperatures are stored beside the
 * farmers'.
 */
class HealthReportsTest {

    private static final String MEASURES = "Uke|År|Lokalitetsnummer|Lokalitetsnavn|Tiltak|Type "
            + "behandling|Virkestoff|ArtsId|Rensefisk|"
            + "Antall|Omfang|Lat|Lon|ProduksjonsområdeId|Produksjonsområde";
    private static final String REPORT = "\uFEFFUke,År,Lokalitetsnummer,Lokalitetsnavn,Voksne "
            + "hunnlus,Lat,Lon,Sjøtemperatur,ProduksjonsområdeId,Produksjonsområde\n";
    private static final String TREATMENTS =
            "treatment_id,date,site_id,treatment_category,treatment_target,requires_handling,"
            + "is_antibiotic,treatment_count\n";
    private static final String ALL = "SELECT date, site_id, farmer_id, treatment_category, treatment_subtype, "
            + "requires_handling, "
            + "treatment_site_scope, data_source FROM treatment ORDER BY date, site_id, data_source, "
            + "treatment_category";

    @TempDir
    private Path folder;
    private TestDelivery delivery;

    @BeforeEach
    void start() {
        delivery = new TestDelivery(folder).registered();
    }

    private static byte[] measures(String... rows) {
        String[] all = new String[rows.length + 1];
        all[0] = MEASURES;
        System.arraycopy(rows, 0, all, 1, rows.length);
        return new TestWorkbook().sheet("Tiltak mot lakselus", all).sheet("Om datasettet", "Uke|Ukenummer").bytes();
    }

    private static String measure(String week, String year, String site, String what) {
        return "n:" + week + "|n:" + year + "|n:" + site + "|HOLMEN|" + what + "|n:60.1|n:5.2|n:3|Karmøy til Sotra";
    }

    // week 22 of 2018 begins on 28 May; week 1 of 2019 on 31 December 2018
    @Test
    void measuresBecomeTreatmentsOfTheWeeksMonday() {
        IngestReport report = delivery.file("authority/tiltak.xlsx", measures(
                measure("22", "2018", "10100", "mekanisk fjerning||||||deler av lokaliteten"),
                measure("22", "2018", "10100", "medikamentell|badebehandling|Azamethiphos||||hele lokaliteten"),
                measure("22", "2018", "10100", "medikamentell|badebehandling|Azamethiphos||||hele lokaliteten"),
                measure("22", "2018", "10200", "medikamentell|fôrbehandling|Teflubenzuron||||hele lokaliteten"),
                measure("1", "2019", "10200", "rensefisk|||n:1691|Berggylt|n:20500|deler av lokaliteten"),
                measure("1", "2019", "19999", "rensefisk|||n:1691|Berggylt|n:1|"),
                measure("53", "2018", "10100", "rensefisk|||n:1691|Berggylt|n:1|"),
                measure("2", "2019", "10100", "sang||||||"),
                measure("2", "2019", "10100", "medikamentell||||||").replace("|n:3|", "||"),
                "n:2|n:2019|n:18888||rensefisk", measure("40", "2026", "10100", "rensefisk||||||"))).ingest();
        assertThat(delivery.rows(ALL)).containsExactly(
                "2018-05-28 10100 - Bath Azamethiphos true full authority",
                "2018-05-28 10100 - Mechanical - true partial authority",
                "2018-05-28 10200 - Medicinal Teflubenzuron false full authority",
                "2018-12-31 10200 - Cleanerfish Berggylt false partial authority",
                "2018-12-31 19999 - Cleanerfish Berggylt false - authority",
                "2019-01-07 10100 - Other sang false - authority");
        assertThat(delivery.rows("SELECT treatment_target, is_antibiotic, treatment_count, species_code, unit_ids FROM "
                + "treatment LIMIT 1"))
                .containsExactly("Lice false 1 - -");
        // the register does not have 19999: the report says what it is called and where it lies
        assertThat(delivery.rows("SELECT site_name, latitude, longitude, placement, production_area_id FROM site WHERE "
                + "site_id = '19999'"))
                .containsExactly("HOLMEN 60.1 5.2 offshore 3");
        assertThat(rejects(report, "authority/tiltak.xlsx.csv")).containsExactly(
                "8,Uke,53,the year 2018 has no such week",
                "10,Type behandling,,no value",
                "11,Lokalitetsnummer,18888,\"is not a site of the register, and the report does not say where it "
                + "lies\"");
        assertThat(report.files().getLast()).returns(11L, FileReport::read);
        assertThat(report.files().getLast().notes()).containsExactly("sheet Tiltak mot lakselus",
                "1 rows are kept as Other, since a word is not known: Tiltak sang",
                "left out: 1 rows that repeat another one exactly", "left out: 1 rows of weeks after 2026-06-30");
    }

    // measure, type and substance; a week each, from week 1 of 2025 on
    private static final List<String> SINCE_2024 = List.of("ikke-medikamentell,termisk behandling,",
            "Ikke-medikamentell,Mekanisk behandling,",
            "ikke-medikamentell,ferskvannsbehandling,", "ikke-medikamentell,annen behandling,",
            "ikke-medikamentell,termisk behandling + ferskvannsbehandling,",
            "ikke-medikamentell,mekanisk behandling og badebehandling,Cyper",
            "kombinasjonsbehandling,,", "ikke-medikamentell,laser,", "medikamentell,annen behandling,Imida",
            "medikamentell,badebehandling,Cyper", "medikamentell,sirup,", "luseskjørt,,", "rensefisk,,");

    @Test
    void measuresSince2024HaveTheirKindAndTheirCages() {
        StringBuilder file = new StringBuilder(MEASURES.replace('|', ',') + ",Antall merder\n");
        String row = "%d,2025,10100,HOLMEN,%s,,,,%s,60.1,5.2,3,Karmøy,%s\n";
        for (int i = 0; i < SINCE_2024.size(); i++) {
            file.append(row.formatted(i + 1, SINCE_2024.get(i), "hele lokaliteten", i == 12 ? "" : i));
        }
        String thermal = SINCE_2024.getFirst();
        file.append(row.formatted(1, thermal, "hele lokaliteten", 0))
                .append(row.formatted(20, thermal, "hele lokaliteten", 4))
                .append(row.formatted(20, thermal, "hele lokaliteten", 6))
                .append(row.formatted(20, thermal, "to merder", 6))
                .append(row.formatted(20, thermal, "hele lokaliteten", "x"));
        IngestReport report = delivery.file("authority/tiltak.csv", file.toString()).ingest();
        assertThat(delivery.rows("SELECT treatment_category, replace(treatment_subtype, ' ', '_'), requires_handling, "
                + "treatment_site_scope, "
                + "number_of_units_treated FROM treatment ORDER BY date, treatment_site_scope, number_of_units_treated")).containsExactly(
                "Thermal - true full 0", "Mechanical - true full 1", "Freshwater - true full 2",
                "Other annen_behandling true full 3",
                "Combination termisk_behandling_+_ferskvannsbehandling true full 4", "Combination Cyper true full 5",
                "Combination kombinasjonsbehandling true full 6", "Other laser true full 7",
                "Other Imida false full 8", "Bath Cyper true full 9",
                "Other sirup false full 10", "Other luseskjørt false full 11", "Cleanerfish - false full -",
                "Thermal - true full 4", "Thermal - true full 6", "Thermal - true - 6");
        assertThat(rejects(report, "authority/tiltak.csv"))
                .containsExactly("19,Antall merder,x,not a number with decimal point");
        assertThat(report.files().getLast().notes()).containsExactly(
                "3 rows are kept as Other, since a word is not known: "
                        + "Tiltak ikke-medikamentell, laser, Tiltak medikamentell, sirup, Tiltak luseskjørt",
                "1 rows are kept without a scope, since a word is not known: Omfang to merder",
                "left out: 1 rows that repeat another one exactly");
    }

    @Test
    void measuresOfBeforeKeepTheirIds() {
        delivery.file("authority/a.xlsx", measures(measure("22", "2018", "10100", "mekanisk fjerning||||||"))).ingest();
        assertThat(delivery.rows("SELECT treatment_id FROM treatment"))
                .containsExactly("lice-2018-W22-10100-45b28710477e");
    }

    @Test
    void theFilesWeeksReplaceTheLakes() {
        byte[] both = measures(measure("22", "2018", "10100", "mekanisk fjerning||||||"), measure("22", "2018", "10200",
                "rensefisk||||||"),
                measure("23", "2018", "10200", "rensefisk||||||"));
        delivery.file("authority/a.xlsx", both).ingest();
        assertThat(delivery.next().file("authority/b.xlsx", both).ingest().outcome())
                .isEqualTo(IngestOutcome.NOTHING_NEW);
        delivery.next().file("authority/c.xlsx", measures(measure("22", "2018", "10200", "mekanisk fjerning||||||")))
                .ingest();
        assertThat(delivery.rows(ALL)).containsExactly("2018-05-28 10200 - Mechanical - true - authority",
                "2018-06-04 10200 - Cleanerfish - false - authority");
    }

    // 2021-01-01 is a Friday in week 53 of 2020, whose Monday is 2020-12-28
    @Test
    void aFarmersTreatmentOfTheSameSiteAndWeekGoesBeforeInEitherOrder() {
        byte[] reported = measures(measure("53", "2020", "10100", "mekanisk fjerning||||||"),
                measure("53", "2020", "10200",
                "rensefisk||||||"),
                measure("1", "2021", "10100", "rensefisk||||||"));
        String own = TREATMENTS + "T1,2021-01-01,10100,Thermal,Lice,true,false,1\n";
        String[] expected = {"2020-12-28 10200 - Cleanerfish - false - authority",
                "2021-01-01 10100 F01 Thermal - true - farmer",
            "2021-01-04 10100 - Cleanerfish - false - authority"};
        String note = "1 of the authority's treatments were left out, since a farmer delivers treatments of the same "
                + "site and week";
        delivery.file("authority/a.xlsx", reported).ingest();
        assertThat(delivery.next().file("farmers/F01/treatments.csv", own).ingest().warnings()).containsExactly(note);
        assertThat(delivery.rows(ALL)).containsExactly(expected);
        assertThat(delivery.next().file("authority/a.xlsx", reported).ingest()).returns(IngestOutcome.NOTHING_NEW,
                IngestReport::outcome)
                .satisfies(r -> assertThat(r.warnings()).containsExactly(note));
        // the farmer's was of another week: the authority's comes back with its file
        String moved = "in 1 sites and weeks a correction left no farmer's treatment; what the authority has of them "
                + "comes back when "
                + "its file is delivered again";
        assertThat(delivery.next().file("farmers/F01/treatments.csv", own.replace("2021-01-01", "2021-02-01")).ingest()
                .warnings())
                .containsExactly(moved);
        delivery.next().file("authority/a.xlsx", reported).ingest();
        assertThat(delivery.rows("SELECT date, site_id, data_source FROM treatment ORDER BY 1, 2")).containsExactly(
                "2020-12-28 10100 authority", "2020-12-28 10200 authority", "2021-01-04 10100 authority",
                "2021-02-01 10100 farmer");
    }

    @Test
    void temperaturesOfTheReportStandBesideTheFarmers() throws IOException {
        // 2026-01-05 is the Monday of week 2
        String report = REPORT + """
                2,2026,10100,Indre,0.1,60.1,5.2,7.25,3,Karmøy
                2,2026,10200,Ytre,0.1,60.1,5.2,,3,Karmøy
                2,2026,10100,Indre,0.1,60.1,5.2,7.25,3,Karmøy
                2,2026,10100,Indre,0.1,60.1,5.2,7.5,3,Karmøy
                3,2026,10200,Ytre,0.1,60.1,5.2,31,3,Karmøy
                3,2026,10200,Ytre,0.1,60.1,5.2,6,3,Karmøy
                """;
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(report.getBytes(StandardCharsets.UTF_8));
        }
        IngestReport ingested = delivery.file("authority/lus.csv.gz", packed.toByteArray())
                .file("farmers/F01/temperatures.csv",
                "date,site_id,temperature,depth_m\n2026-01-05,10100,8.0,3\n2026-01-06,10100,8.1,3\n").ingest();
        String all = "SELECT date, site_id, farmer_id, depth_m, temperature, measurement_count, data_source FROM "
                + "temperature_day ORDER BY 1, 2, 7";
        String[] rows = {"2026-01-05 10100 - 3.0 7.25 1 authority", "2026-01-05 10100 F01 3.0 8.00 1 farmer",
            "2026-01-06 10100 F01 3.0 8.10 1 farmer", "2026-01-12 10200 - 3.0 6.00 1 authority"};
        assertThat(delivery.rows(all)).containsExactly(rows);
        assertThat(ingested.files().get(2).notes())
                .containsExactly("1 rows have no temperature", "left out: 1 rows that repeat a site and week");
        assertThat(rejects(ingested, "authority/lus.csv")).containsExactly(
                "5,Sjøtemperatur,7.5,line 2 has another temperature of the same site and week",
                "6,Sjøtemperatur,31,must be from -2 to 30 degrees Celsius");
        // a week of the report replaces the report's, a farmer's days the farmer's
        delivery.next().file("authority/lus.csv", REPORT + "2,2026,10100,Indre,0.1,60.1,5.2,7.75,3,Karmøy\n").ingest();
        delivery.next().file("farmers/F01/temperatures.csv",
                "date,site_id,temperature,depth_m\n2026-01-05,10100,8.5,3\n")
                .ingest();
        rows[0] = rows[0].replace("7.25", "7.75");
        rows[1] = rows[1].replace("8.00", "8.50");
        assertThat(delivery.rows(all)).containsExactly(rows);
    }

    private static final String LICE = "Uke,År,Lokalitetsnummer,Lokalitetsnavn,Voksne hunnlus,Lus i bevegelige "
            + "stadier,Fastsittende lus,"
            + "Trolig uten fisk,Har telt lakselus,Lat,Lon,Lusegrense uke,Over lusegrense "
            + "uke,Sjøtemperatur,ProduksjonsområdeId\n";
    private static final String LICE_WEEKS = "SELECT week, site_id, adult_female, mobile, attached, lice_limit, "
            + "is_above_limit, has_counted, "
            + "is_probably_without_fish, data_source FROM lice_week ORDER BY week, site_id";

    private static String lice(int week, int year, String site, String counts) {
        String[] c = counts.split(",", -1);
        return week + "," + year + "," + site + ",Holmen," + String.join(",", c[0], c[1], c[2], c[3], c[4])
                + ",60.1,5.2," + c[5] + "," + c[6] + ",,3\n";
    }

    // adult females, mobile, attached, without fish, counted, limit, above; a week each, from week 1 of 2026 on, which
    // begins on 29 December 2025
    private static final Map<String, String> STORED = new LinkedHashMap<>();

    static {
        STORED.put("0.31,0.5,0.07,Nei,Ja,0.5,Nei", "0.31 0.50 0.07 0.50 false true false");
        STORED.put("0.505,0,0,NEI,ja,0.5,", "0.51 0.00 0.00 0.50 true true false");
        STORED.put("0.5,,,Nei,Ja,0.5,", "0.50 - - 0.50 false true false");
        STORED.put("0.5,,,,Ja,,", "0.50 - - - - true -");
        STORED.put("0.5,,,,,,Ja", "0.50 - - - true true -");
        STORED.put(",,,Ja,Nei,0.2,Nei", "- - - 0.20 false false true");
        STORED.put(",,,,,0.2,", "- - - 0.20 - false -");
        STORED.put("0,0,0,Nei,Ja,0.2,Nei", "0.00 0.00 0.00 0.20 false true false");
        STORED.put("9999.99,1,1,Nei,Ja,0.2,Ja", "9999.99 1.00 1.00 0.20 true true false");
    }

    @Test
    void theLiceOfAReportAreStored() {
        StringBuilder file = new StringBuilder(LICE);
        List<String> rows = new ArrayList<>();
        STORED.forEach((counts, stored) -> {
            rows.add(LocalDate.of(2025, 12, 29).plusWeeks(rows.size()) + " 10100 " + stored + " barentswatch");
            file.append(lice(rows.size(), 2026, "10100", counts));
        });
        IngestReport report = delivery.file("authority/lus.csv", file.toString()).ingest();
        assertThat(delivery.rows(LICE_WEEKS)).as("%s", report).containsExactlyElementsOf(rows);
    }

    private static final List<String> BAD_COUNTS = List.of(
            "ingen,,,Nei,Ja,0.5,Nei|Voksne hunnlus,ingen,not a number with decimal point",
            "NaN,,,Nei,Ja,0.5,Nei|Voksne hunnlus,NaN,not a number with decimal point",
            "1e3,,,Nei,Ja,0.5,Nei|Voksne hunnlus,1e3,not a number with decimal point",
            "-0.1,,,Nei,Ja,0.5,Nei|Voksne hunnlus,-0.1,must be from 0 to 9999.99 lice per fish",
            "10000,,,Nei,Ja,0.5,Nei|Voksne hunnlus,10000,must be from 0 to 9999.99 lice per fish",
            "0.1,x,,Nei,Ja,0.5,Nei|Lus i bevegelige stadier,x,not a number with decimal point",
            "0.1,,x,Nei,Ja,0.5,Nei|Fastsittende lus,x,not a number with decimal point",
            "0.1,,,Nei,Ja,mye,Nei|Lusegrense uke,mye,not a number with decimal point",
            "0.1,,,Nei,Ja,0.5,kanskje|Over lusegrense uke,kanskje,must be Ja or Nei",
            "0.1,,,Nei,1,0.5,Nei|Har telt lakselus,1,must be Ja or Nei",
            "0.1,,,?,Ja,0.5,Nei|Trolig uten fisk,?,must be Ja or Nei");

    // 2025 has 52 weeks
    @Test
    void aBadCountRejectsItsRowAndNamesTheValue() {
        StringBuilder file = new StringBuilder(LICE).append(lice(53, 2025, "10100", "0.1,,,,,,"));
        List<String> faults = new ArrayList<>(List.of("2,Uke,53,the year 2025 has no such week"));
        for (String bad : BAD_COUNTS) {
            file.append(lice(faults.size(), 2026, "10100", bad.substring(0, bad.indexOf('|'))));
            faults.add(faults.size() + 2 + "," + bad.substring(bad.indexOf('|') + 1));
        }
        IngestReport report = delivery.file("authority/lus.csv", file + lice(20, 2026, "10200", "0.1,,,,,,")).ingest();
        assertThat(rejects(report, "authority/lus.csv")).containsExactlyElementsOf(faults);
        assertThat(delivery.rows("SELECT site_id FROM lice_week ORDER BY 1")).containsExactly("10200");
    }

    @Test
    void aDecimalCommaIsReadBetweenSemicolons() {
        String file = LICE + lice(1, 2026, "10100", "0.1,,,,,,") + lice(2, 2026, "10100", "0.1,,,,,,")
                + lice(3, 2026, "10100", "KOMMA,,,,,,");
        delivery.file("authority/lus.csv", file.replace(',', ';').replace("KOMMA", "0,1")).ingest();
        assertThat(delivery.rows("SELECT count(*), min(adult_female), max(adult_female) FROM lice_week"))
                .containsExactly("3 0.10 0.10");
    }

    @Test
    void rowsOfASiteAndWeekThatDisagreeAreRejectedAndEqualOnesCountOnce() {
        String first = lice(2, 2026, "10100", "0.1,0.2,,Nei,Ja,0.5,Nei");
        IngestReport report = delivery.file("authority/a.csv", LICE + first + first + first.replace("0.1,", "0.10,")
                + first.replace("0.1,", "0.3,")
                + first.replace("Nei,Ja", "Ja,Ja") + lice(2, 2026, "10200", ",,,Ja,Nei,,"))
                .file("authority/b.csv", LICE + first + lice(2, 2026, "10200", "0,,,Nei,Ja,,")
                        + lice(3, 2026, "10300", "0,,,Nei,Ja,,").replace(
                        ",60.1,5.2", ",,").replace(",3\n", ",\n")).ingest();
        assertThat(rejects(report, "authority/a.csv"))
                .containsExactly("5,Voksne hunnlus,0.3,line 2 has another of the same site and week",
                "6,Trolig uten fisk,Ja,line 2 has another of the same site and week");
        assertThat(rejects(report, "authority/b.csv")).containsExactly(
                "3,Voksne hunnlus,0.00,authority/a.csv has other lice counts of the same site and week",
                "4,Lokalitetsnummer,10300,\"is not a site of the register, and the report does not say where it lies\"");
        assertThat(report.files().get(2).notes())
                .containsExactly("1 rows did not count lice", "1 rows are probably without fish",
                "4 rows have no temperature", "left out: 2 rows that repeat a site and week");
        assertThat(report.files().get(3).notes()).contains("left out: 1 lice counts that authority/a.csv has");
        assertThat(delivery.rows(LICE_WEEKS))
                .containsExactly("2026-01-05 10100 0.10 0.20 - 0.50 false true false barentswatch",
                "2026-01-05 10200 - - - - - false true barentswatch");
    }

    @Test
    void theReportsWeeksReplaceTheLakesLice() {
        String old = LICE + lice(1, 2026, "10100", "0.1,,,,,,") + lice(2, 2026, "10100", "0.2,,,,,,")
                + lice(2, 2026, "10200", "0.3,,,,,,");
        delivery.file("authority/a.csv", old).ingest();
        assertThat(delivery.next().file("authority/a.csv", old).ingest().outcome())
                .isEqualTo(IngestOutcome.NOTHING_NEW);
        delivery.next().file("authority/b.csv", LICE + lice(2, 2026, "10200", "0.4,,,,,,")).ingest();
        // a delivery without a report leaves them as they are
        delivery.next().file("farmers/F01/temperatures.csv",
                "date,site_id,temperature,depth_m\n2026-01-05,10100,8.5,3\n").ingest();
        assertThat(delivery.rows("SELECT week, site_id, adult_female FROM lice_week ORDER BY 1"))
                .containsExactly("2025-12-29 10100 0.10",
                "2026-01-05 10200 0.40");
        // a register without a site keeps it while it has lice
        IngestReport report = delivery.next().file("authority/site.csv",
                "site_id,site_name,placement\n10100,Indre,offshore\n").ingest();
        assertThat(report.warnings()).contains("1 sites that the new register does not have were kept, since the lake "
                + "has rows of them");
    }

    private static final String REGISTER = "AKVAKULTURTILLATELSER PR. "
            + "11.11.2019\nTILL_NR;ORG.NR/PERS.NR;NAVN;ART;FORMÅL;PRODUKSJONSFORM;LOK_NR;LOK_NAVN;"
            + "LOK_PLASS;N_GEOWGS84;Ø_GEOWGS84\nA1;912345678;FJORDFISK "
            + "AS;Laks;FORSKNING;MATFISK;10001;Holmen;SJØ;60.5;4.5\n";
    private static final String STATISTICS =
            "ÅR;MÅNED_KODE;PO_KODE;ARTSID;UTSETTSÅR;BEHFISK_STK;BIOMASSE_KG;UTSETT_SMOLT_STK;FORFORBRUK_KG;UTTAK_STK;"
            + "UTTAK_KG;DØDFISK_STK;UTKAST_STK;RØMMING_STK;ANDRE_STK\n2020;7;3;LAKS;2019;7;0;0;0;0;0;0;0;0;0\n";
    private static final String DISEASE = "Uke,År,Lokalitetsnummer,Lokalitetsnavn,Sykdom,Status,Fra dato,Til "
            + "dato,Lat,Lon\n2,2026,10001,Holmen,PD,Påvist,2026-01-05,,60.5,4.5\n";
    private static final List<String> SINCE = List.of("SELECT adult_female FROM lice_week",
            "SELECT disease FROM disease_period",
            "SELECT stocking_year, closing_count FROM authority_generation",
            "SELECT purpose, production_form FROM site");

    private TestDelivery allReports() {
        return delivery.next().file("authority/register.csv", REGISTER).file("authority/biomasse.csv", STATISTICS)
                .file("authority/lus.csv", LICE + lice(1, 2026, "10001", "0.1,,,,,,"))
                .file("authority/ila_pd.csv", DISEASE).file("REPLACE", "");
    }

    private List<List<String>> since() {
        return SINCE.stream().map(delivery::rows).toList();
    }

    // makes the published snapshot one of a program that knew neither these tables nor the columns of the register
    private void makeOld() throws IOException {
        Snapshot snapshot = delivery.lake.current().orElseThrow();
        Manifest now = snapshot.manifest();
        SortedMap<String, Manifest.TableEntry> tables = new TreeMap<>(now.tables());
        for (TableContract table : List.of(LakeTables.LICE_WEEK, LakeTables.DISEASE_PERIOD,
                LakeTables.AUTHORITY_GENERATION, LakeTables.PUBLIC_QUARTILE, LakeTables.PUBLIC_LOSS)) {
            assertThat(tables.remove(table.name())).isNotNull();
            for (Path file : snapshot.files(table)) {
                Files.delete(file);
            }
        }
        Path site = snapshot.files(LakeTables.SITE).getFirst();
        byte[] without = TestParquet.of(folder, "SELECT * EXCLUDE (purpose, production_form) FROM read_parquet("
                + SqlLiteral.of(site) + ")");
        Files.delete(site);
        Files.write(site, without);
        tables.put("site", Manifest.TableEntry.of(2,
                snapshot.entries(LakeTables.SITE).stream().map(entry -> new Manifest.FileEntry(entry.path(),
                entry.rows(), without.length, Sha256.hex(without), null, null)).toList()));
        new Manifest(now.formatVersion(), now.id(), now.createdAt(), now.parent(), now.privacy(),
                now.completeThrough(), tables, now.sources(),
                now.deliveries(), now.received(), now.ledger()).write(snapshot.folder());
    }

    @Test
    void aLakeOfBeforeTheTablesAndColumnsIsServedAndTakesThem() throws IOException {
        allReports().ingest();
        List<List<String>> all = List.of(List.of("0.10"), List.of("PD"), List.of("2019 7"),
                List.of("FORSKNING MATFISK"));
        List<List<String>> none = List.of(List.of(), List.of(), List.of(), List.of("- -"));
        makeOld();
        assertThat(delivery.lake.current().orElseThrow().manifest().isServable()).isTrue();
        assertThat(since()).isEqualTo(none);
        // a delivery without reports leaves them as they are, and stores the register with the columns
        delivery.next().file("farmers/F01/temperatures.csv",
                "date,site_id,temperature,depth_m\n2026-01-05,10001,8.5,3\n").ingest();
        assertThat(since()).isEqualTo(none);
        // the files that the lake has had before are not the same any more
        assertThat(allReports().ingest().outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(since()).isEqualTo(all);
        assertThat(allReports().ingest().outcome()).isEqualTo(IngestOutcome.NOTHING_NEW);
    }

    @Test
    void ownersAreFoundAgainWithTheRegisterOnly() {
        String register = "AKVAKULTURTILLATELSER PR. "
                + "11.11.2019\nTILL_NR;ORG.NR/PERS.NR;NAVN;ART;LOK_NR;LOK_NAVN;LOK_PLASS;N_GEOWGS84;"
                + "Ø_GEOWGS84\nA1;912345678;FJORDFISK AS;Laks;10001;Holmen;SJØ;60.5;4.5\n";
        String list = TestDelivery.FARMERS.replace("F01", "912345678");
        // canonical sites have no owners' numbers
        delivery.next().file("authority/site.csv", "site_id,site_name,placement\n10001,Holmen,offshore\n")
                .file("REPLACE", "").ingest();
        assertThat(delivery.next().file("reference/farmers.csv", list).ingest().warnings())
                .containsExactly("the farmers list has 2 new "
                + "farmers; the sites that they own are known only when the site register is delivered with the list, "
                + "or again after it");
        assertThat(delivery.rows("SELECT farmer_id FROM site")).containsExactly("-");
        delivery.next().file("authority/register.csv", register).file("REPLACE", "").ingest();
        assertThat(delivery.rows("SELECT farmer_id FROM site")).containsExactly("912345678");
    }
}
