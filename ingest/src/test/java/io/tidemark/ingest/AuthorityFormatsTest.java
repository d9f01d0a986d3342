package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.rejects;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The authority's own formats on their way into the lake; how each is read is tested with its reader. */
class AuthorityFormatsTest {

    private static final String REGISTER = """
            AKVAKULTURTILLATELSER PR. %s
            TILL_NR;ORG.NR/PERS.NR;NAVN;ART;LOK_NR;LOK_NAVN;LOK_PLASS;N_GEOWGS84;Ø_GEOWGS84
            """;
    private static final String STATISTICS = "ÅR;MÅNED_KODE;MÅNED;PO_KODE;PO_NAVN;ARTSID;UTSETTSÅR;BEHFISK_STK;BIOMASSE_KG;"
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
        assertThat(delivery.rows("SELECT site_id, site_name, placement, production_area_id, farmer_id FROM site ORDER BY 1"))
                .containsExactly("10001 Nytt navn offshore 3 -", "10002 Bare gammel offshore 3 987654321",
                        "10003 Uten kunde onshore - -");
        assertThat(delivery.rows("SELECT area_id, area_name, region_name FROM production_area WHERE area_geojson IS NOT NULL "
                + "ORDER BY 1")).containsExactly("2 Ryfylket Sør", "3 Karmøy Sør");
    }

    @Test
    void outlinesThatComeLaterFindTheSitesWithoutArea() {
        delivery.file("authority/register.csv", REGISTER.formatted("11.11.2019")
                + "A1;912345678;FJORDFISK AS;Laks;10001;Holmen;SJØ;60.5;4.5\n").ingest();
        assertThat(delivery.rows("SELECT production_area_id FROM site")).containsExactly("-");
        delivery.next().file("authority/outlines.geojson", OUTLINES).ingest();
        assertThat(delivery.rows("SELECT site_id, production_area_id, farmer_id FROM site")).containsExactly("10001 2 912345678");
    }

    @Test
    void theLaterLayoutSpeaksForAMonthThenTheLaterName() {
        String row = "%d;%d;x;5;Stadt;LAKS;2019;%d;0;0;0;0;0;0;0;0;0;0;0;0;0";
        delivery.file("authority/b.csv", STATISTICS + "\n" + row.formatted(2020, 7, 1) + "\n" + row.formatted(2020, 8, 2) + "\n")
                .file("authority/c.csv", STATISTICS + "\n" + row.formatted(2020, 8, 3) + "\n" + row.formatted(2020, 9, 4) + "\n")
                .file("authority/a.csv", STATISTICS + ";ANDRE_NY_STK;TELLEFEIL_STK\n" + row.formatted(2020, 9, 5) + ";0;0\n")
                .ingest();
        String all = "SELECT month, production_area_id, species_code, closing_count FROM authority_month ORDER BY month";
        assertThat(delivery.rows(all)).containsExactly("2020-07-01 5 SAL 1", "2020-08-01 5 SAL 3", "2020-09-01 5 SAL 5");
        delivery.next().file("authority/d.csv", STATISTICS + "\n" + row.formatted(2020, 7, 9) + "\n").ingest();
        assertThat(delivery.rows(all)).containsExactly("2020-07-01 5 SAL 9", "2020-08-01 5 SAL 3", "2020-09-01 5 SAL 5");
    }

    @Test
    void theirBadRowsAreRejectedToo() {
        IngestReport report = delivery.file("authority/register.csv", REGISTER.formatted("11.11.2019") + """
                A1;912345678;FJORDFISK AS;Laks;10001;Holmen;SJØ;60.5;4.5
                A1;912345678;FJORDFISK AS;Laks;10002;Holmen;UNDER;60.5;4.5
                """).file("authority/outlines.geojson", OUTLINES.replace("\"id\":3", "\"id\":77")).ingest();
        assertThat(rejects(report, "authority/register.csv")).singleElement().asString().startsWith("4,LOK_PLASS,UNDER,");
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
        assertThat(report.files().getLast()).returns(path, FileReport::path).satisfies(f -> assertThat(f.failure())
                .matches(reason));
    }

    @Test
    void otherBooksAndArchivesAreLeftAlone() {
        IngestReport report = delivery.file("authority/notes.xlsx", new TestWorkbook().sheet("Om", "Tekst|mer").bytes())
                .file("authority/a.zip", "PK\u0003\u0004 and more").ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(report.warnings()).containsExactly("authority/a.zip: is not a format that this version reads; ignored",
                "authority/notes.xlsx: is not a format that this version reads; ignored");
    }

    @Test
    void monthsAfterTodayAreLeftOutAndCounted() {
        String row = "%d;%d;x;5;Stadt;LAKS;2019;7;0;0;0;0;0;0;0;0;0;0;0;0;0";
        IngestReport report = delivery.file("authority/b.csv", STATISTICS + "\n" + row.formatted(2026, 6) + "\n"
                + row.formatted(2026, 7) + "\n" + row.formatted(2026, 8) + "\n").ingest();
        assertThat(report.files().getLast().notes()).containsExactly("layout of 2024", "left out: 2 months after 2026-06-30");
        assertThat(delivery.rows("SELECT month FROM authority_month")).containsExactly("2026-06-01");
    }

    @Test
    void aRegisterMayBeAWorkbookAndStatisticsByCountyTheCountrys() {
        String county = "ÅR|MÅNED_KODE|FYLKE|ARTSID|UTSETTSÅR|BEHFISK_STK|BIOMASSE_KG|UTSETT_SMOLT_STK|FORFORBRUK_KG|UTTAK_STK|UTTAK_KG|"
                + "DØDFISK_STK|UTKAST_STK|RØMMING_STK|ANDRE_STK";
        String row = "n:2020|n:%d|%s|LAKS|n:2019|n:%d|n:0.4|n:0|n:0|n:0|n:0|n:%d|n:0|n:0|n:-3";
        byte[] byCounty = new TestWorkbook().sheet("Forklaring", "Kilde: Fiskeridirektoratet").sheet("biomasse", county,
                row.formatted(7, "VESTLAND", 10, 1), row.formatted(7, "UOPPGITT", 20, 2), row.formatted(8, "VESTLAND", 30, 3),
                row.formatted(8, "VESTLAND", 40, 4)).bytes();
        IngestReport report = delivery.file("authority/county.xlsx", byCounty)
                .file("authority/register.xlsx", new TestWorkbook().sheet("R", REGISTER.formatted("11.11.2019").lines()
                .toArray(String[]::new)[0],
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
        delivery.next().file("authority/b.csv", STATISTICS + "\n2020;7;x;5;Stadt;LAKS;2019;7;0;0;0;0;0;0;0;0;0;0;0;0;0\n")
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
