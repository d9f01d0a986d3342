package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.rejects;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tidemark.ingest.delivery.DeliveryScope;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The authority's own formats on their way into the lake; how each is read is tested with its reader. */
class AuthorityFormatsTest {

    private static final String REGISTER = """
            AKVAKULTURTILLATELSER PR. %s
            TILL_NR;ORG.NR/PERS.NR;NAVN;ART;LOK_NR;LOK_NAVN;LOK_PLASS;N_GEOWGS84;Ø_GEOWGS84
            """;
    private static final String STATISTICS =
            "ÅR;MÅNED_KODE;MÅNED;PO_KODE;PO_NAVN;ARTSID;UTSETTSÅR;BEHFISK_STK;BIOMASSE_KG;"
            + "UTSETT_SMOLT_STK;UTSETT_SMOLT_STK_MINDRE_ENN_500G;FORFORBRUK_KG;UTTAK_STK;UTTAK_KG;UTTAK_SLØYD_KG;"
            + "UTTAK_HODEKAPPET_KG;UTTAK_RUNDVEKT_KG;DØDFISK_STK;UTKAST_STK;RØMMING_STK;ANDRE_STK";
    private static final String OUTLINES = """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","properties":{"id":2,"name":"Ryfylket"},"geometry":{"type":"Polygon",
             "coordinates":[[[4,60],[5,60],[5,61],[4,61],[4,60]]]}},
            {"type":"Feature","properties":{"id":3,"name":"Karmøy"},"geometry":{"type":"Polygon",
             "coordinates":[[[5,60],[6,60],[6,61],[5,61],[5,60]]]}}]}
            """;

    @TempDir
    private Path folder;
    private TestDelivery delivery;

    @BeforeEach
    void start() {
        delivery = new TestDelivery(folder).file("reference/farmers.csv", """
                farmer_id,farmer_name,farmer_group_key,farmer_group_name,tier,signed_on
                912345678,Fjordfisk AS,G1,Fjordgruppen,premium,
                987654321,Havlaks AS,G2,Havgruppen,standard,
                """);
    }

    @Test
    void registersAreUnitedAndTheNewerSpeaksForASite() {
        IngestReport report = delivery
                .file("authority/old.csv", REGISTER.formatted("11.11.2019") + """
                        A1;912345678;FJORDFISK AS;Laks;10001;Gammelt navn;SJØ;60.5;4.5
                        A2;987654321;HAVLAKS AS;Laks;10002;Bare gammel;SJØ;60.5;5.5
                        A3;911111111;UKJENT AS;Laks;10003;Uten kunde;LAND;60.5;5.5
                        """)
                .file("authority/new.csv", REGISTER.formatted("23-06-2023") + """
                        A1;912345678;FJORDFISK AS;Laks;10001;Nytt navn;SJØ;60.5;5.5
                        A1;987654321;HAVLAKS AS;Laks;10001;Nytt navn;SJØ;60.5;5.5
                        """)
                .file("authority/outlines.geojson", OUTLINES).ingest();
        assertThat(report.reasons()).isEmpty();
        assertThat(report.files()).extracting(f -> f.table() + " " + f.read()).containsExactly("farmers 2",
                "site register 2", "site register 3", "production area outlines 2");
        // 10001 has two owners among the farmers and so none; 10003 lies on land
        assertThat(delivery.rows("SELECT site_id, site_name, placement, production_area_id, farmer_id FROM site ORDER "
                + "BY 1"))
                .containsExactly("10001 Nytt navn offshore 3 -", "10002 Bare gammel offshore 3 987654321",
                        "10003 Uten kunde onshore - -");
        assertThat(delivery.rows("SELECT area_id, area_name, region_name FROM production_area WHERE area_geojson IS "
                + "NOT NULL ORDER BY 1")).containsExactly("2 Ryfylket Sør", "3 Karmøy Sør");
    }

    @Test
    void outlinesThatComeLaterFindTheSitesWithoutArea() {
        delivery.file("authority/register.csv", REGISTER.formatted("11.11.2019")
                + "A1;912345678;FJORDFISK AS;Laks;10001;Holmen;SJØ;60.5;4.5\n").ingest();
        assertThat(delivery.rows("SELECT production_area_id FROM site")).containsExactly("-");
        delivery.next().file("authority/outlines.geojson", OUTLINES).ingest();
        assertThat(delivery.rows("SELECT site_id, production_area_id, farmer_id FROM site"))
                .containsExactly("10001 2 912345678");
    }

    @Test
    void outlinesNamesAndWaterTypesGetIntoALakeThatHasTheLists() {
        delivery.file("reference/marine_types.csv", "code,name\n1,Åpen\n").ingest();
        IngestReport report = delivery.next().file("authority/a.geojson", OUTLINES).file("authority/v.csv",
                "VannforekomstID;Nasjonal vanntype;Økoregion kyst;Kysttype\nX-C;M4;Nordsjøen Nord;Fjord\n").ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(delivery.rows("SELECT area_id, area_name FROM production_area WHERE area_geojson IS NOT NULL ORDER "
                + "BY 1"))
                .containsExactly("2 Ryfylket", "3 Karmøy");
        assertThat(delivery.rows("SELECT code FROM marine_type ORDER BY 1")).containsExactly("1", "4");
        assertThat(delivery.rows("SELECT code FROM marine_type_region WHERE code = 'M'")).containsExactly("M");
    }

    @Test
    void theLaterLayoutSpeaksForAMonthThenTheLaterName() {
        String row = "%d;%d;x;5;Stadt;LAKS;2019;%d;0;0;0;0;0;0;0;0;0;0;0;0;0";
        delivery.file("authority/b.csv", STATISTICS + "\n" + row.formatted(2020, 7, 1) + "\n"
                + row.formatted(2020, 8, 2) + "\n")
                .file("authority/c.csv", STATISTICS + "\n" + row.formatted(2020, 8, 3) + "\n"
                + row.formatted(2020, 9, 4) + "\n")
                .file("authority/a.csv", STATISTICS + ";ANDRE_NY_STK;TELLEFEIL_STK\n" + row.formatted(2020, 9, 5)
                + ";0;0\n")
                .ingest();
        String all = "SELECT month, production_area_id, species_code, closing_count FROM authority_month ORDER BY "
                + "month";
        assertThat(delivery.rows(all)).containsExactly("2020-07-01 5 SAL 1", "2020-08-01 5 SAL 3",
                "2020-09-01 5 SAL 5");
        delivery.next().file("authority/d.csv", STATISTICS + "\n" + row.formatted(2020, 7, 9) + "\n").ingest();
        assertThat(delivery.rows(all)).containsExactly("2020-07-01 5 SAL 9", "2020-08-01 5 SAL 3",
                "2020-09-01 5 SAL 5");
    }

    @Test
    void theirBadRowsAreRejectedToo() {
        IngestReport report = delivery.file("authority/register.csv", REGISTER.formatted("11.11.2019") + """
                A1;912345678;FJORDFISK AS;Laks;10001;Holmen;SJØ;60.5;4.5
                A1;912345678;FJORDFISK AS;Laks;10002;Holmen;UNDER;60.5;4.5
                """).file("authority/outlines.geojson", OUTLINES.replace("\"id\":3", "\"id\":77")).ingest();
        assertThat(rejects(report, "authority/register.csv")).singleElement().asString()
                .startsWith("4,LOK_PLASS,UNDER,");
        assertThat(rejects(report, "authority/outlines.geojson.csv")).containsExactly(
                "4,id,77,production areas are numbered 1 to 13");
        assertThat(delivery.next().maxRejectRate(0.01).file("authority/register.csv", REGISTER.formatted("11.11.2019")
                + "A1;912345678;FJORDFISK AS;Laks;10002;Holmen;UNDER;60.5;4.5\n").ingest().outcome())
                .isEqualTo(IngestOutcome.REJECTED);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            authority/half.xlsx   | PK          | cannot be read as XLSX: .*
            authority/text.xlsx   | hello       | cannot be read as XLSX: .*
            authority/half.csv.gz | \u001f\u008b\u0008 | is only the beginning of a gzip file
            """)
    void aBookOrArchiveThatCannotBeReadFailsItsDelivery(String path, String bytes, String reason) {
        IngestReport report = delivery.file(path, bytes.getBytes(StandardCharsets.ISO_8859_1)).ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.REJECTED);
        assertThat(report.files().getLast()).returns(path, FileReport::path).satisfies(f ->
                assertThat(f.failure()).matches(reason));
    }

    @Test
    void filesOfNoKnownFormatFailUnlessTheyAreToBeIgnored() {
        delivery.file("authority/notes.xlsx", new TestWorkbook().sheet("Om", "Tekst|mer").bytes())
                .file("authority/a.zip", "PK\u0003\u0004 and more").file("authority/2026/b.csv", "a,b\n");
        assertThat(delivery.ingest()).returns(IngestOutcome.REJECTED, IngestReport::outcome)
                .satisfies(r -> assertThat(r.files()).filteredOn(f -> f.failure() != null).extracting(FileReport::path)
                        .containsExactlyInAnyOrder("authority/2026/b.csv", "authority/a.zip", "authority/notes.xlsx"));
        IngestReport report = delivery.ingest(new Sender("", DeliveryScope.EVERYTHING, true));
        assertThat(report.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(report.warnings()).hasSize(3).allMatch(w -> w.endsWith("; ignored"))
                .anyMatch(w -> w.startsWith("authority/a.zip: is an archive or a document"))
                .anyMatch(w -> w.startsWith("authority/notes.xlsx: sheet Om is none of the authority's files that are "
                + "read"));
    }

    @ParameterizedTest(name = "{2}")
    @MethodSource
    void aFileThatIsNotRecognisedSaysWhatItNearlyWas(String name, String text, String reason) {
        IngestReport report = delivery.file("authority/" + name, text).ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.REJECTED);
        assertThat(report.files().getLast().failure()).contains(reason);
    }

    static Stream<Arguments> aFileThatIsNotRecognisedSaysWhatItNearlyWas() {
        return Stream.of(
                arguments("a.geojson", OUTLINES.replace("\"id\"", "\"po_nr\""),
                        "is GeoJSON, but not of production areas: the property id is missing; its properties are "
                        + "po_nr, name"),
                arguments("a.geojson", OUTLINES.replace("\"name\"", "\"navn\""),
                "the property name is missing; its properties are id, navn"),
                arguments("a.geojson", OUTLINES.replace("\"id\":2", "\"id\":1103"),
                "id 1103 is none of the production areas 1 to 13"),
                arguments("a.geojson", OUTLINES.replace("Polygon", "Point"), "its geometry is a Point"),
                arguments("a.csv", STATISTICS.replace("ARTSID", "ART_ID") + "\n",
                        "is nearly a file of the authority's biomass statistics: it lacks the column ARTSID; its "
                        + "columns are ÅR"),
                arguments("a.json", "{\"n\": 1}", "it is JSON without a list of objects"),
                arguments("a.txt", "", "is empty"),
                arguments("a.txt", "Husk å hente filene\n", "it has no header"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void outlinesAreReadInTheFormsThatProgramsWrite(String text) {
        IngestReport report = delivery.file("authority/a.geojson", text).ingest();
        assertThat(report.outcome()).as("%s", report).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(delivery.rows("SELECT area_id, area_name FROM production_area WHERE area_geojson IS NOT NULL ORDER "
                + "BY 1"))
                .contains("3 Karmøy");
    }

    static Stream<String> outlinesAreReadInTheFormsThatProgramsWrite() {
        return Stream.of(OUTLINES.replace("\"id\"", "\"ID\"").replace("\"name\"", "\"NAME\""),
                OUTLINES.replace("\"id\":2", "\"id\":2.0").replace("\"id\":3", "\"id\":\"3.0\""),
                OUTLINES.replace("{\"id\":2,", "{").replace("{\"id\":3,", "{")
                        .replaceFirst("\"Feature\",", "\"Feature\",\"id\":2,")
                        .replaceFirst("(?s)(.*)\"Feature\",", "$1\"Feature\",\"id\":3,"),
                OUTLINES.replaceFirst("(?s)\\{\"type\":\"Polygon\".*?]]]}", "null"));
    }

    @Test
    void outlinesWithTheLatitudeFirstAreRefused() {
        String swapped = OUTLINES.replaceAll("\\[(\\d+),(\\d+)]", "[$2,$1]");
        IngestReport report = delivery.file("authority/a.geojson", swapped).ingest();
        assertThat(rejects(report, "authority/a.geojson.csv")).hasSize(2)
                .allMatch(row -> row.contains("has the latitude first"));
        report = delivery.next().file("authority/production_area.csv",
                "area_id;area_name;region_name;area_geojson\n1;Svenskegrensen;Sør;"
                + "\"{\"\"type\"\":\"\"Polygon\"\",\"\"coordinates\"\":[[[60,5],[60,6],[61,6],[60,5]]]}\"\n").ingest();
        assertThat(rejects(report, "authority/production_area.csv")).anyMatch(row -> row.startsWith("2,area_geojson")
                && row.contains("the longitude first"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"UTF-16LE, true", "UTF-16BE, true", "UTF-16LE, false"})
    void utf16IsReadAndSoAreTabs(String charset, boolean mark) {
        String text = (mark ? "\uFEFF" : "") + STATISTICS.toLowerCase(Locale.ROOT)
                + "\n2020;7;x;5;Stadt;LAKS;2019;7;0;0;0;0;0;0;0;0;0;0;0;0;0\n";
        delivery.file("authority/a.txt", text.replace(';', '\t').getBytes(Charset.forName(charset))).ingest();
        assertThat(delivery.rows("SELECT month, closing_count FROM authority_month")).containsExactly("2020-07-01 7");
    }

    @Test
    void statisticsAsJsonAreTheSameFigures() {
        String object = "{\"ÅR\":\"2026\",\"MÅNED_KODE\":\"05\",\"PO_KODE\":\"%s\",\"ARTSID\":\"LAKS\",\"UTSETTSÅR\":\"2025\","
                + "\"BEHFISK_STK\":%s,\"BIOMASSE_KG\":2500.5,\"UTSETT_SMOLT_STK\":\"0\",\"FORFORBRUK_KG\":\"3\",\"UTTAK_STK\":0,"
                + "\"UTTAK_KG\":0,\"DØDFISK_STK\":\"9000\",\"UTKAST_STK\":0,\"RØMMING_STK\":0,\"ANDRE_STK\":\"-2\"}";
        String begin = "{\"Metadata\":{\"Forklaring\":[]},\"Kolonner\":[{\"k\":1}],\"Data\":[";
        String good = begin + object.formatted("7", "1000") + "," + object.formatted("(null)", "\"10\"") + "]}";
        IngestReport report = delivery.file("authority/a.json", good).ingest();
        assertThat(report.files().getLast()).returns("biomass statistics", FileReport::table)
                .returns(2L, FileReport::accepted);
        String all = "SELECT month, production_area_id, closing_count, biomass_kg, dead_count, other_count FROM "
                + "authority_month ORDER BY 2";
        assertThat(delivery.rows(all)).containsExactly("2026-05-01 7 1000 2501 9000 -2",
                "2026-05-01 - 10 2501 9000 -2");
        IngestReport bad = delivery.next().file("authority/a.json", begin + object.formatted("7", "1000") + ","
                + object.formatted("6", "{}")
                + "," + object.formatted("5", "1").replace("\"UTKAST_STK\":0,", "") + ",7]}").ingest();
        assertThat(rejects(bad, "authority/a.json.csv"))
                .containsExactly("2,BEHFISK_STK,{},not a number with decimal point",
                "3,UTKAST_STK,,the object has other keys than the first object", "4,,,is no object");
        assertThat(delivery.next().file("authority/a.json", good.substring(0, good.length() - 1)).ingest().files()
                .getFirst().failure())
                .contains("broken JSON");
    }

    @Test
    void monthsAfterTodayAreLeftOutAndCounted() {
        String row = "%d;%d;x;5;Stadt;LAKS;2019;7;0;0;0;0;0;0;0;0;0;0;0;0;0";
        IngestReport report = delivery.file("authority/b.csv", STATISTICS + "\n" + row.formatted(2026, 6) + "\n"
                + row.formatted(2026, 7) + "\n" + row.formatted(2026, 8) + "\n").ingest();
        assertThat(report.files().getLast().notes())
                .containsExactly("layout of 2024", "left out: 2 months after 2026-06-30");
        assertThat(delivery.rows("SELECT month FROM authority_month")).containsExactly("2026-06-01");
    }

    @Test
    void aRegisterMayBeAWorkbookAndStatisticsByCountyTheCountrys() {
        String county = "ÅR|MÅNED_KODE|FYLKE|ARTSID|UTSETTSÅR|BEHFISK_STK|BIOMASSE_KG|UTSETT_SMOLT_STK|FORFORBRUK_KG|UTTAK_STK|UTTAK_KG|"
                + "DØDFISK_STK|UTKAST_STK|RØMMING_STK|ANDRE_STK";
        String row = "n:2020|n:%d|%s|LAKS|n:2019|n:%d|n:0.4|n:0|n:0|n:0|n:0|n:%d|n:0|n:0|n:-3";
        byte[] byCounty = new TestWorkbook().sheet("Forklaring", "Kilde: Fiskeridirektoratet").sheet("biomasse", county,
                row.formatted(7, "VESTLAND", 10, 1), row.formatted(7, "UOPPGITT", 20, 2),
                row.formatted(8, "VESTLAND", 30, 3), row.formatted(8, "VESTLAND", 40, 4)).bytes();
        IngestReport report = delivery.file("authority/county.xlsx", byCounty)
                .file("authority/register.xlsx", new TestWorkbook().sheet("R",
                REGISTER.formatted("11.11.2019").lines().toArray(String[]::new)[0],
                        "TILL_NR|ORG.NR/PERS.NR|NAVN|ART|LOK_NR|LOK_NAVN|LOK_PLASS|N_GEOWGS84|Ø_GEOWGS84",
                        "A1|912345678|FJORDFISK AS|Laks|n:10001|Holmen|SJØ|n:60.5|n:5.5").bytes()).ingest();
        assertThat(delivery.rows("SELECT site_id, farmer_id FROM site")).containsExactly("10001 912345678");
        // 0.4 + 0.4 kg round to 1 once they are added; a stocking year that a county has twice spoils its month
        String all = "SELECT month, production_area_id, closing_count, biomass_kg, dead_count, other_count FROM "
                + "authority_month ORDER BY 1, 2";
        assertThat(delivery.rows(all)).containsExactly("2020-07-01 - 30 1 3 -6", "2020-08-01 - 30 0 3 -3");
        assertThat(rejects(report, "authority/county.xlsx.csv")).containsExactly("5,UTSETTSÅR,2019,"
                + "\"line 4 has the same month, county, species and stocking year\"");
        // figures by area take a month over, and the country's do not come back
        delivery.next().file("authority/b.csv", STATISTICS
                + "\n2020;7;x;5;Stadt;LAKS;2019;7;0;0;0;0;0;0;0;0;0;0;0;0;0\n")
                .ingest();
        assertThat(delivery.next().file("authority/county.xlsx", byCounty).ingest().files().getFirst().notes())
                .contains("left out: 1 months that are known by production area");
        assertThat(delivery.rows(all)).containsExactly("2020-07-01 5 7 0 0 0", "2020-08-01 - 30 0 3 -3");
    }

    @Test
    void aRegisterWithoutItsDateFailsItsDelivery() {
        IngestReport report = delivery.file("authority/register.csv", REGISTER.formatted("i dag")
                + "A1;912345678;FJORDFISK AS;Laks;10001;Holmen;SJØ;60.5;4.5\n").ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.REJECTED);
        assertThat(report.files()).filteredOn(f -> f.failure() != null).singleElement()
                .returns("authority/register.csv", FileReport::path);
    }
}
