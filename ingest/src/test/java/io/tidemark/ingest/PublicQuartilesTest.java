package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.rejects;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the Veterinary Institute publishes in Laksetap, as it is downloaded. */
class PublicQuartilesTest {

    /** The download by month also has the year, and the month's name in Norwegian. */
    private static final String MONTHLY = "species,date,geo_group,region,median,q1,q3,year,month_name\n";
    private static final String COLUMNS = "species,date,geo_group,region,median,q1,q3\n";
    private static final String CYCLES = "species,year,geo_group,region,median,q1,q3\n";
    private static final String LOSSES = "species,date,geo_group,region,losses,dead,discarded,escaped,other\n";
    private static final String QUARTILES = "SELECT kind, period, species_code, geo_group, region, q1, median, q3 FROM "
            + "public_quartile ORDER BY ALL";
    private static final String ALIKE = "has the columns of quartiles by month and of the year to date alike, and its "
            + "name does not say which it is: rename it, so that it has month or year_to_date in its name, or say --as "
            + "month or --as year_to_date";

    @TempDir
    private Path folder;
    private TestDelivery delivery;

    @BeforeEach
    void start() {
        delivery = new TestDelivery(folder);
    }

    private static FileReport only(IngestReport report) {
        return report.files().stream().filter(file -> file.path().startsWith("authority/")).reduce((a, b) -> b)
                .orElseThrow();
    }

    @Test
    void monthsCyclesAndLossesBecomeRows() {
        IngestReport report = delivery
                .file("authority/monthly_mortality_data_2026-06-01.csv", MONTHLY + """
                        salmon,2026-04-01,area,3,0.5,0.25,0.875,2026,apr.
                        salmon,2026-04-01,area,1 & 2,0.6,0.3,0.9,2026,apr.
                        rainbowtrout,2026-04-01,country,Norge,1,0.4,2.125,2026,apr.
                        rainbowtrout,2026-04-01,area,12 & 13,NA,NA,NA,2026,apr.
                        Laks,2026-04-01,county,Møre og Romsdal,0.7,0.2,1,2026,apr.
                        salmon,2026-07-01,area,3,0.5,0.25,0.875,2026,juli
                        """)
                .file("authority/cohort_mortality_data_2026-06-01.csv", CYCLES + """
                        salmon,2025,area,PO 4,15.5,10,20
                        salmon,2025,area,PA12-13,16.5,11,21
                        """)
                .file("authority/monthly_losses_data_2026-06-01.csv", LOSSES
                        + "salmon,2026-04-01,area,1,115,100,4,1,10\nsalmon,2026-04-01,country,Norway,9,10,0,0,-1\n")
                .ingest();
        assertThat(report.outcome()).as("%s", report).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(delivery.rows(QUARTILES)).containsExactly(
                "cycle 2025-01-01 SAL area 12 & 13 11.00 16.50 21.00",
                "cycle 2025-01-01 SAL area 4 10.00 15.50 20.00",
                "month 2026-04-01 SAL area 1 & 2 0.30 0.60 0.90",
                "month 2026-04-01 SAL area 3 0.25 0.50 0.88",
                "month 2026-04-01 SAL county Møre og Romsdal 0.20 0.70 1.00",
                "month 2026-04-01 TRR country Norge 0.40 1.00 2.13");
        assertThat(delivery.rows("SELECT species_code, month, geo_group, region, losses, dead, discarded, escaped, "
                + "other FROM public_loss ORDER BY ALL")).containsExactly(
                "SAL 2026-04-01 area 1 115 100 4 1 10", "SAL 2026-04-01 country Norge 9 10 0 0 -1");
        assertThat(delivery.rows("SELECT DISTINCT source, received_on FROM (SELECT source, received_on FROM "
                + "public_quartile UNION ALL SELECT source, received_on FROM public_loss)"))
                .containsExactly("Veterinærinstituttet, Laksetap 2026-06-30");
        assertThat(only(report).notes()).containsExactly("kind month", "left out: 1 rows without quartiles",
                "left out: 1 rows of periods after 2026-06-30");
    }

    // a file or sheet's name, what --as says, and the kind or none
    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {
        "monthly_mortality_data_2026-05-22.csv, -,            month",
        "cumulative_mortality_yr_data.csv,      -,            year_to_date",
        "Hittil i år.csv,                       -,            year_to_date",
        "måned.csv,                             -,            month",
        "data.csv,                              -,            -",
        "data.csv,                              month,        month",
        "data.csv,                              year_to_date, year_to_date",
        // the name is more than the option, which is for files that do not say it
        "monthly.csv,                           year_to_date, month",
        "monthly cumulative.csv,                -,            -",
        "monthly cumulative.csv,                year_to_date, year_to_date"})
    void whatLooksAlikeIsToldByNameOrAsked(String name, String as, String kind) {
        if (as != null) {
            delivery.as(as);
        }
        IngestReport report = delivery.file("authority/" + name, COLUMNS + "salmon,2026-04-01,area,3,0.5,0.25,0.75\n")
                .ingest();
        if (kind == null) {
            assertThat(report.outcome()).isEqualTo(IngestOutcome.REJECTED);
            assertThat(only(report).failure()).isEqualTo(name + ": " + ALIKE);
            assertThat(delivery.lake.current()).isEmpty();
        } else {
            assertThat(delivery.rows("SELECT kind FROM public_quartile")).containsExactly(kind);
        }
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {"kumulativ, laks.xlsx, year_to_date", "Ark1, månedlig.xlsx, month",
        "Ark1, laks.xlsx, -"})
    void aSheetsNameSaysItToo(String sheet, String file, String kind) {
        IngestReport report = delivery.file("authority/" + file, new TestWorkbook().sheet(sheet,
                COLUMNS.strip().replace(',', '|'), "salmon|d:2026-04-01|area|n:3|n:0.5|n:0.25|n:0.75").bytes())
                .ingest();
        if (kind == null) {
            assertThat(only(report).failure()).isEqualTo(file + ": " + ALIKE);
        } else {
            assertThat(delivery.rows(QUARTILES)).containsExactly(kind + " 2026-04-01 SAL area 3 0.25 0.50 0.75");
        }
    }

    @Test
    void parquetAndJsonHaveTheSameColumns() {
        delivery.file("authority/monthly.parquet", TestParquet.of(folder, "SELECT 'salmon' AS species, DATE "
                + "'2026-04-01' AS date, 'area' AS geo_group, '3' AS region, 0.5::DOUBLE AS median, 0.25::DOUBLE AS q1, "
                + "0.75::DOUBLE AS q3 UNION ALL SELECT 'salmon', DATE '2026-04-01', 'area', '4', NULL, NULL, NULL"))
                .file("authority/cohort.json", "[{\"species\":\"salmon\",\"year\":2024,\"geo_group\":\"area\","
                        + "\"region\":\"5\",\"median\":12.5,\"q1\":10,\"q3\":15}]").ingest();
        assertThat(delivery.rows(QUARTILES)).containsExactly("cycle 2024-01-01 SAL area 5 10.00 12.50 15.00",
                "month 2026-04-01 SAL area 3 0.25 0.50 0.75");
        IngestReport broken = delivery.next().file("authority/monthly.parquet", "PAR1 no").ingest();
        assertThat(only(broken).failure()).startsWith("cannot be read as Parquet");
    }

    // a month is replaced as a whole, others stay, and so do other kinds of the same month
    @Test
    void aLaterFileReplacesTheMonthsThatItHas() {
        delivery.file("authority/monthly.csv", COLUMNS + """
                salmon,2026-03-01,area,3,0.5,0.25,0.75
                salmon,2026-04-01,area,3,0.5,0.25,0.75
                salmon,2026-04-01,area,4,0.5,0.25,0.75
                """).file("authority/cumulative.csv", COLUMNS + "salmon,2026-04-01,area,3,2,1,3\n")
                .file("authority/losses.csv", LOSSES + "salmon,2026-03-01,area,3,1,1,0,0,0\n"
                        + "salmon,2026-04-01,area,3,2,2,0,0,0\n").ingest();
        IngestReport report = delivery.next().file("authority/monthly.csv", COLUMNS
                + "salmon,2026-04-01,area,3,0.6,0.3,0.9\nsalmon,2026-05-01,area,3,0.7,0.4,1\n")
                .file("authority/losses.csv", LOSSES + "salmon,2026-04-01,area,3,3,3,0,0,0\n").ingest();
        assertThat(delivery.rows(QUARTILES)).containsExactly("month 2026-03-01 SAL area 3 0.25 0.50 0.75",
                "month 2026-04-01 SAL area 3 0.30 0.60 0.90", "month 2026-05-01 SAL area 3 0.40 0.70 1.00",
                "year_to_date 2026-04-01 SAL area 3 1.00 2.00 3.00");
        assertThat(delivery.rows("SELECT month, losses FROM public_loss ORDER BY 1"))
                .containsExactly("2026-03-01 1", "2026-04-01 3");
        assertThat(report.warnings()).contains(
                "1 rows of published quartiles were taken away, since the delivery has their periods without them");
        assertThat(delivery.next().file("authority/monthly.csv", COLUMNS + "salmon,2026-05-01,area,3,0.7,0.4,1\n")
                .ingest().outcome()).isEqualTo(IngestOutcome.NOTHING_NEW);
    }

    @Test
    void theLastOfTwoFilesHasTheMonth() {
        IngestReport report = delivery.file("authority/monthly_2026-04-30.csv", COLUMNS
                + "salmon,2026-03-01,area,3,0.5,0.25,0.75\nsalmon,2026-04-01,area,3,0.5,0.25,0.75\n")
                .file("authority/monthly_2026-05-31.csv", COLUMNS + "salmon,2026-04-01,area,3,0.6,0.3,0.9\n").ingest();
        assertThat(delivery.rows(QUARTILES)).containsExactly("month 2026-03-01 SAL area 3 0.25 0.50 0.75",
                "month 2026-04-01 SAL area 3 0.30 0.60 0.90");
        assertThat(report.files().stream().flatMap(file -> file.notes().stream())).contains(
                "left out: 1 periods of month that authority/monthly_2026-05-31.csv has");
    }

    // the year to date was published with a mean alone
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            cumulative.csv | species,date,geo_group,region,mean | median, q1, q3
            monthly.csv    | species,date,geo_group,region,median,q1 | q3
            cohort.csv     | species,year,geo_group,region,median,q3 | q1
            losses.csv     | species,year,geo_group,region,losses,dead,discarded,escaped,other | date
            """)
    void aFileThatLacksAColumnIsRefusedByItsName(String name, String columns, String missing) {
        IngestReport report = delivery.file("authority/" + name, columns + "\n").ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.REJECTED);
        assertThat(only(report).failure()).isEqualTo(name + ": missing required column " + missing);
    }

    @Test
    void brokenRowsAreRejected() {
        IngestReport report = delivery.file("authority/monthly.csv", COLUMNS + """
                salmon,2026-04-01,area,3,0.5,0.25,0.75
                salmon,2026-04-01,area,3,0.6,0.3,0.9
                cod,2026-04-01,area,4,0.5,0.25,0.75
                salmon,2026-04-02,area,4,0.5,0.25,0.75
                salmon,April,area,4,0.5,0.25,0.75
                salmon,2026-04-01,fjord,4,0.5,0.25,0.75
                salmon,2026-04-01,area,14,0.5,0.25,0.75
                salmon,2026-04-01,area,2 & 3,0.5,0.25,0.75
                salmon,2026-04-01,country,Sverige,0.5,0.25,0.75
                salmon,2026-04-01,area,4,half,0.25,0.75
                salmon,2026-04-01,area,4,0.5,-0.25,0.75
                salmon,2026-04-01,area,4,0.5,0.25,100.01
                salmon,2026-04-01,area,4,0.5,0.25,NA
                salmon,2026-04-01,area,4,0.2,0.25,0.75
                """).file("authority/losses.csv", LOSSES + "salmon,2026-04-01,area,3,1,-1,0,0,0\n"
                        + "salmon,2026-04-01,area,3,1.5,1,0,0,0\nsalmon,2026-04-01,area,3,1,1,0,0,0\n")
                .file("authority/cohort.csv", CYCLES + "salmon,25,area,3,2,1,3\n").ingest();
        assertThat(rejects(report, "authority/monthly.csv")).containsExactly(
                "3,region,3,\"line 2 has the same species, period and region\"",
                "4,species,cod,neither salmon nor rainbow trout", "5,date,2026-04-02,not the first day of a month",
                "6,date,April,\"not a day, as in 2026-01-31\"",
                "7,geo_group,fjord,\"none of area, county and country\"",
                "8,region,14,\"not a production area's number, nor 1 & 2 or 12 & 13\"",
                "9,region,2 & 3,\"not a production area's number, nor 1 & 2 or 12 & 13\"",
                "10,region,Sverige,not Norge", "11,median,half,not a number with decimal point",
                "12,q1,-0.25,must be from 0 to 100 percent", "13,q3,100.01,must be from 0 to 100 percent",
                "14,q3,NA,not a number with decimal point", "15,median,0.2,does not lie between q1 and q3");
        assertThat(rejects(report, "authority/losses.csv")).containsExactly("2,dead,-1,negative",
                "3,losses,1.5,not a whole number");
        assertThat(rejects(report, "authority/cohort.csv")).containsExactly(
                "2,year,25,not a whole number from 1990 to 2100");
        assertThat(delivery.rows(QUARTILES)).containsExactly("month 2026-04-01 SAL area 3 0.25 0.50 0.75");
        assertThat(delivery.rows("SELECT losses FROM public_loss")).isEqualTo(List.of("1"));
    }
}
