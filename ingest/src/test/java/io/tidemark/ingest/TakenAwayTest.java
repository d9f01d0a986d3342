package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.FEEDING;
import static io.tidemark.ingest.TestDelivery.LOSSES;
import static io.tidemark.ingest.TestDelivery.STOCK;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A delivery that takes away from the lake says what, and one that takes away too much is refused. */
class TakenAwayTest {

    private static final LocalDate FIRST = LocalDate.of(2025, 11, 1);
    private static final LocalDate LAST = LocalDate.of(2026, 5, 31);
    private static final String TEMPERATURES = "date,site_id,temperature,depth_m\n";
    private static final String TREATMENTS =
            "treatment_id,date,site_id,treatment_category,treatment_target,requires_handling,is_antibiotic\n";
    private static final String REPORT = "Uke,År,Lokalitetsnummer,Lokalitetsnavn,Voksne hunnlus,Lat,Lon,Sjøtemperatur,"
            + "ProduksjonsområdeId,Produksjonsområde\n";
    private static final String LONE = " lies far from all others: look for a mistyped date";

    @TempDir
    private static Path shared;
    private static TestDelivery made;

    @TempDir
    private Path folder;
    private TestDelivery delivery;

    // 212 days of site 100: two units with 10 kg of feed each, one dead fish of U1, a reading at 3 m; three treatments
    @BeforeAll
    static void fillTheLake() {
        made = new TestDelivery(shared).basics()
                .file("reference/site_farmers.csv", "site_id,farmer_id\n100,F01\n200,F01\n300,F02\n")
                .file("farmers/F01/stock.csv", STOCK + days(FIRST, ",100,U1,K1,SAL,1000,100,V2025")
                        + days(FIRST, ",100,U2,K1,SAL,1000,100,V2025"))
                .file("farmers/F01/losses.csv", LOSSES + days(FIRST, ",100,U1,mortality,A101,1,"))
                .file("farmers/F01/feeding.csv", FEEDING + days(FIRST, ",100,U1,10") + days(FIRST, ",100,U2,10"))
                .file("farmers/F01/temperatures.csv", TEMPERATURES + days(FIRST, ",100,7,3"))
                .file("farmers/F01/treatments.csv", TREATMENTS + "T1,2026-04-10,100,Bath,Lice,true,false\n"
                        + "T2,2026-05-01,100,Bath,Lice,true,false\nT3,2026-05-20,100,Bath,Lice,true,false\n");
        assertThat(made.ingest().outcome()).isEqualTo(IngestOutcome.PUBLISHED);
    }

    private static String days(LocalDate from, String rest) {
        return from.datesUntil(LAST.plusDays(1)).map(day -> day + rest + "\n").collect(Collectors.joining());
    }

    @BeforeEach
    void start() {
        delivery = new TestDelivery(folder).on(made.lake);
    }

    private List<String> warnings(String path, String text) {
        IngestReport report = delivery.file(path, text).ingest();
        assertThat(report.outcome()).as("%s", report).isEqualTo(IngestOutcome.PUBLISHED);
        return report.warnings();
    }

    // between 19 January and 31 May lie 131 days: 12 of January, 28, 31, 30 and 30
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            losses       | 2026-01-20 | 131 unit-days with losses          | ,100,U1,mortality,A101,1,
            feeding      | 2026-01-19 | 264 unit-days with feed, 2640 kg   | ,100,U1,10
            stock        | 2026-01-19 | 264 unit-days                      | ,100,U1,K1,SAL,1000,100,V2025
            temperatures | 2026-01-20 | 131 readings                       | ,100,7,3
            """)
    void aMistypedDateIsNamed(String table, String first, String what, String row) {
        String last = what.startsWith("264") ? "2026-05-31" : "2026-05-30";
        String header = switch (table) {
            case "losses" -> LOSSES;
            case "feeding" -> FEEDING;
            case "stock" -> STOCK;
            default -> TEMPERATURES;
        };
        // of another site the file brings more than it takes away of this one
        String others = table.equals("stock") ? days(FIRST, ",200,U1,K1,SAL,1000,100,V2025") : "";
        assertThat(warnings("farmers/F01/" + table + ".csv", header + others + "2026-01-19" + row + "\n2026-05-31" + row
                + "\n")).contains("farmers/F01/" + table + ".csv: takes away 131 days of 100 from " + first + " to "
                        + last + " (" + what + ") and brings 2, of which 2026-01-19" + LONE);
    }

    @Test
    void aUnitThatTheFileLacksIsTold() {
        assertThat(warnings("farmers/F01/stock.csv", STOCK + days(LAST.minusDays(9), ",100,U1,K1,SAL,1000,100,V2025")))
                .contains("farmers/F01/stock.csv: 10 unit-days of the lake are not in the file: 100 U2 (10), "
                        + "from 2026-05-22 to 2026-05-31");
    }

    @Test
    void unitsInFilesOfTheirOwnAreNotMissed() {
        delivery.file("farmers/F01/stock-1.csv", STOCK + days(LAST.minusDays(9), ",100,U1,K1,SAL,1001,100,V2025"));
        assertThat(warnings("farmers/F01/stock-2.csv",
                STOCK + days(LAST.minusDays(9), ",100,U2,K1,SAL,1001,100,V2025"))).isEmpty();
    }

    @Test
    void aTreatmentThatTheFileLacksIsTold() {
        assertThat(warnings("farmers/F01/treatments.csv", TREATMENTS + "T1,2026-04-10,100,Bath,Lice,true,false\n"
                + "T3,2026-05-20,100,Bath,Lice,true,false\n"))
                .contains("farmers/F01/treatments.csv: 1 of the treatments of the lake is not in the file: 100 (1), "
                        + "from 2026-05-01 to 2026-05-01");
    }

    @ParameterizedTest
    @CsvSource({"'',REJECTED", "farmers/F02/REPLACE,REJECTED", "farmers/F01/REPLACE,PUBLISHED", "REPLACE,PUBLISHED"})
    void moreThanHalfAYearOfASiteIsRefusedUnlessItIsMeant(String meant, IngestOutcome outcome) {
        if (!meant.isEmpty()) {
            delivery.file(meant, "");
        }
        String row = ",100,U1,K1,SAL,1000,100,V2025\n";
        IngestReport report = delivery.file("farmers/F01/stock.csv", STOCK + FIRST + row + LAST + row).ingest();
        // of 212 days the file has two; of U2 it has none
        String text = "takes away more than 183 days of a site: 210 days of 100 from 2025-11-01 to 2026-05-31 "
                + "(422 unit-days) and brings 2, of which 2025-11-01" + LONE;
        assertThat(report.outcome()).isEqualTo(outcome);
        if (outcome == IngestOutcome.REJECTED) {
            assertThat(report.files().getFirst().failure())
                    .isEqualTo(text + ". Correct the file, or say --replace if it is meant");
        } else {
            assertThat(report.warnings()).contains("farmers/F01/stock.csv: " + text);
        }
    }

    @Test
    void aListOfFewerSitesThanItTakesAwayIsRefused() {
        IngestReport report = delivery.file("authority/site.csv",
                TestDelivery.SITE_COLUMNS + "100,Indre Holmen,offshore,3\n").ingest();
        assertThat(Objects.requireNonNull(report.files().getFirst().failure()))
                .startsWith("lacks 2 sites that the lake has: 200, 300; it has 1");
        assertThat(warnings("authority/site.csv", TestDelivery.SITE_COLUMNS
                + "100,Indre Holmen,offshore,3\n200,Ytre Holmen,offshore,3\n"))
                .contains("authority/site.csv: lacks 1 site that the lake has: 300; it has 2");
    }

    @Test
    void aListOfCompaniesWithoutARowIsRefused() {
        IngestReport report = delivery.file("reference/site_farmers.csv", "site_id,farmer_id\n").ingest();
        assertThat(Objects.requireNonNull(report.files().getFirst().failure()))
                .startsWith("lacks 3 sites that the lake has: 100, 200, 300; it has 0");
        assertThat(delivery.file("reference/REPLACE", "").ingest().outcome()).isEqualTo(IngestOutcome.PUBLISHED);
    }

    // week 22 of 2018 begins on 28 May
    @Test
    void aLiceReportOfOneSiteIsRefused() {
        TestDelivery registered = new TestDelivery(folder.resolve("other")).registered();
        registered.file("authority/lakselus.csv", REPORT + lice("22", "10100") + lice("22", "10200")
                + lice("22", "10300") + lice("23", "10300")).ingest();
        IngestReport report = registered.next().file("authority/lakselus.csv", REPORT + lice("22", "10100")).ingest();
        String fault = "lacks 2 sites that the lake has in weeks from 2018-05-28 to 2018-05-28, with 2 rows: 10200, "
                + "10300; of the week of 2018-05-28 it has 1";
        assertThat(report.outcome()).isEqualTo(IngestOutcome.REJECTED);
        assertThat(Objects.requireNonNull(report.files().getFirst().failure())).startsWith(fault);
        // a week is judged by itself, whatever the others have
        IngestReport other = registered.next().file("authority/lakselus.csv", REPORT + lice("22", "10100")
                + lice("23", "10100") + lice("23", "10200") + lice("23", "10300")).ingest();
        assertThat(Objects.requireNonNull(other.files().getFirst().failure())).startsWith(fault);
        registered.next().file("authority/lakselus.csv", REPORT + lice("22", "10100"));
        assertThat(registered.file("authority/REPLACE", "").ingest().outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(registered.rows("SELECT week, site_id FROM lice_week ORDER BY ALL"))
                .containsExactly("2018-05-28 10100", "2018-06-04 10300");
    }

    private static String lice(String week, String site) {
        return week + ",2018," + site + ",HOLMEN,0.1,60.1,5.2,8,3,Karmøy til Sotra\n";
    }
}
