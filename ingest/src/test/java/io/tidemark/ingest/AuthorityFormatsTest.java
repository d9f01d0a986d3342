package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.rejects;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        assertThat(rejects(report, "authority/outlines.geojson")).containsExactly(
                "4,id,77,production areas are numbered 1 to 13");
        assertThat(delivery.next().maxRejectRate(0.01).file("authority/register.csv", REGISTER.formatted("11.11.2019")
                + "A1;912345678;FJORDFISK AS;Laks;10002;Holmen;UNDER;60.5;4.5\n").ingest().outcome())
                .isEqualTo(Outcome.REJECTED);
    }

    @Test
    void aRegisterWithoutItsDateFailsItsDelivery() {
        IngestReport report = delivery.file("authority/register.csv", REGISTER.formatted("i dag")
                + "A1;912345678;FJORDFISK AS;Laks;10001;Holmen;SJØ;60.5;4.5\n").ingest();
        assertThat(report.outcome()).isEqualTo(Outcome.REJECTED);
        assertThat(report.files()).filteredOn(f -> f.failure() != null).singleElement()
                .returns("authority/register.csv", FileReport::path);
    }
}
