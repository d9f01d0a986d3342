package io.tidemark.ingest.authority;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiseaseReportTest {

    /**
     * As BarentsWatch writes it today; before there were outbreaks it ended with Produksjonsområde, and had the area's
     * number too.
     */
    private static final String HEADER = "Uke,År,Lokalitetsnummer,Lokalitetsnavn,Sykdom,Status,Fra dato,Til "
            + "dato,Kommunenummer,Kommune,Fylkesnummer,"
            + "Fylke,Lat,Lon,Produksjonsområde,UtbruddsId,Subtype,Mistanke-dato,Påvist-dato\n";

    @TempDir
    private Path folder;

    private static final String PERIODS = "SELECT site_id, disease, status, from_date, coalesce(CAST(to_date AS "
            + "VARCHAR), 'null') FROM report_disease ORDER BY line";

    private StagedFile read(String header, List<String> rows) throws IOException {
        return read(header, rows, PERIODS);
    }

    private StagedFile read(String header, List<String> rows, String query) throws IOException {
        return StagedFile.of(folder, Files.writeString(folder.resolve("ila_pd.csv"), header + String.join("\n", rows)
                + "\n"), query);
    }

    private static String row(String week, String disease, String status, String from, String to) {
        return week + ",13035,Sauaneset I," + disease + "," + status + "," + from + "," + to
                + ",4625,AUSTEVOLL,46,Vestland,60.089085,5.267967,Karmøy til Sotra,7,SAV 3,2020-01-02,2020-01-09";
    }

    // rows of a site, each by week of 2020, disease, status, first and last day
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # the same period in three weeks: the last week says when it ended
            2 PD Påvist 2020-01-09 _ ; 4 PD Påvist 2020-01-09 2020-01-25 ; 3 PD Påvist 2020-01-09 _ | PD confirmed 2020-01-09 2020-01-25
            # an open one
            2 ILA Mistanke 2020-01-02 _ | ILA suspected 2020-01-02 null
            # periods that overlap: a suspicion and the finding, two diseases, two of the same disease
            2 PD Mistanke 2020-01-02 2020-01-15 ; 2 PD Påvist 2020-01-09 _ | PD suspected 2020-01-02 2020-01-15 / PD confirmed 2020-01-09 null
            2 PD Påvist 2020-01-09 _ ; 2 ILA Påvist 2020-01-08 _ | PD confirmed 2020-01-09 null / ILA confirmed 2020-01-08 null
            2 PD Påvist 2020-01-09 2020-03-01 ; 2 PD Påvist 2020-01-12 _ | PD confirmed 2020-01-09 2020-03-01 / PD confirmed 2020-01-12 null
            # the words of the programming interface, in any case
            2 PANKREASSYKDOM PAAVIST 2020-01-09 _ | PD confirmed 2020-01-09 null
            2 Infeksioes_Lakseanemi mistanke 2020-01-09 _ | ILA suspected 2020-01-09 null
            2 BKD Avkreftet 2020-01-09 2020-01-09 | BKD refuted 2020-01-09 2020-01-09
            2 Francisellose Avsluttet 2020-01-09 _ | Francisellose ended 2020-01-09 null
            # a disease and a status that are not known
            2 HSMB Spøkelse 2020-01-09 _ | HSMB Spøkelse 2020-01-09 null
            # days in other forms: midnight in Norway, in winter and in summer, and as Norwegians write it
            2 PD Påvist 2020-01-08T23:00:00Z 2020-06-30T22:00:00Z | PD confirmed 2020-01-09 2020-07-01
            2 PD Påvist 2020-01-09T00:00:00 2020-07-01T00:00:00.000+02:00 | PD confirmed 2020-01-09 2020-07-01
            2 PD Påvist 09.01.2020 01-07-2020 | PD confirmed 2020-01-09 2020-07-01
            # without a first day: that of the suspicion, or of the finding
            2 PD Mistanke _ _ ; 2 PD Påvist _ _ | PD suspected 2020-01-02 null / PD confirmed 2020-01-09 null
            """)
    void rowsBecomePeriods(String rows, String expected) throws IOException {
        List<String> lines = Stream.of(rows.split(" ; ")).map(text -> text.split(" "))
                .map(v -> row(v[0] + ",2020", v[1], v[2], v[3].replace("_", ""),
                v[4].replace("_", ""))).toList();
        StagedFile report = read(HEADER, lines);
        assertThat(report.faults()).isEmpty();
        assertThat(String.join(" / ", report.rows()).replace("13035 ", "")).isEqualTo(expected);
        int repeats = lines.size() - report.rows().size();
        assertThat(report.notes()).containsExactlyElementsOf(rows.contains("HSMB")
                ? List.of("1 rows are kept with the disease as it is written, since a word is not known: Sykdom HSMB",
                        "1 rows are kept with the status as it is written, since a word is not known: Status Spøkelse")
                : repeats == 0 ? List.of() : List.of("left out: " + repeats + " rows that repeat a period"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2,2020  | PD | Påvist | 2020-01-09          | 2020-01-08          | Til dato | 2020-01-08 | is before the first day, 2020-01-09
            2,2020  | PD | Påvist | 2020-02-30          |                     | Fra dato | 2020-02-30 | no such day
            2,2020  | PD | Påvist | 9. januar           |                     | Fra dato | 9. januar | not a day, as in 2026-01-31
            2,2020  | PD | Påvist | 0202-01-09          |                     | Fra dato | 0202-01-09 | is before 1990-01-01
            2,2020  | PD | Påvist | 2020-01-09T12:00:00 |                     | Fra dato | 2020-01-09T12:00:00 | not midnight in Norway, so not a day
            2,2020  | PD | Påvist | 2020-01-09T00:00Z   |                     | Fra dato | 2020-01-09T00:00Z | not midnight in Norway, so not a day
            2,2020  | PD | Annet  |                     |                     | Fra dato | '' | no value
            2,2020  |    | Påvist | 2020-01-09          |                     | Sykdom | '' | no value
            2,2020  | PD |        | 2020-01-09          |                     | Status | '' | no value
            54,2020 | PD | Påvist | 2020-01-09          |                     | Uke | 54 | not a whole number from 1 to 53
            """)
    void badRowsGoToTheFaults(String week, String disease, String status, String from, String to, String column,
            String value, String reason)
            throws IOException {
        String bad = row(week, text(disease), text(status), text(from), text(to)).replace("2020-01-02,2020-01-09", ",");
        StagedFile report = read(HEADER, List.of(bad, row("2,2020", "ILA", "Påvist", "2020-01-09", "")));
        assertThat(report.faults()).singleElement().returns(2L, f -> f.line()).returns(column, f -> f.column())
                .returns(value, f -> f.value()).returns(reason, f -> f.reason());
        assertThat(report.rows()).containsExactly("13035 ILA confirmed 2020-01-09 null");
    }

    private static String text(String value) {
        return value == null ? "" : value;
    }

    @Test
    void twoLastDaysOfAPeriodInAWeekContradictEachOther() throws IOException {
        String ended = row("2,2020", "PD", "Påvist", "2020-01-09", "2020-03-01");
        StagedFile report = read(HEADER, List.of(ended, row("2,2020", "PD", "Påvist", "2020-01-09", ""), ended));
        assertThat(report.rows()).containsExactly("13035 PD confirmed 2020-01-09 2020-03-01");
        assertThat(report.faults()).singleElement()
                .returns("line 2 has another last day of the same period in the same week", f -> f.reason());
        assertThat(report.notes()).containsExactly("left out: 1 rows that repeat a period");
    }

    // an older week, delivered later, contradicts nothing that counts
    @Test
    void anEarlierWeekBehindALaterOneRepeatsItsPeriod() throws IOException {
        StagedFile report = read(HEADER, List.of(row("2,2020", "PD", "Påvist", "2020-01-09", ""),
                row("4,2020", "PD", "Påvist", "2020-01-09", "2020-01-25"),
                row("2,2020", "PD", "Påvist", "2020-01-09", "2020-01-12")));
        assertThat(report.faults()).isEmpty();
        assertThat(report.rows()).containsExactly("13035 PD confirmed 2020-01-09 2020-01-25");
    }

    @Test
    void theColumnsBeforeThereWereOutbreaksAreEnough() throws IOException {
        String header = "Uke,År,Lokalitetsnummer,Lokalitetsnavn,Sykdom,Status,Fra dato,Til "
                + "dato,Kommunenummer,Kommune,Fylkesnummer,Fylke,Lat,Lon,ProduksjonsområdeId,Produksjonsområde\n";
        assertThat(read(header, List.of("2,2020,13035,Sauaneset "
                + "I,PD,Påvist,2020-01-09,,4625,A,46,V,60.089085,5.267967,3,Karmøy"),
                "SELECT production_area_id FROM report_site").rows()).containsExactly("3");
        assertThat(read(header.replace("Til dato", "Slutt"), List.of()).failure())
                .isEqualTo("ila_pd.csv: missing required column Til dato");
    }
}
