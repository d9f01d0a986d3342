package io.tidemark.ingest.authority;

import static io.tidemark.ingest.authority.RegisterText.HEADER_2019;
import static io.tidemark.ingest.authority.RegisterText.HEADER_2023;
import static io.tidemark.ingest.authority.RegisterText.TITLE_2019;
import static io.tidemark.ingest.authority.RegisterText.TITLE_2023;
import static io.tidemark.ingest.authority.RegisterText.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tidemark.ingest.authority.format.RowFault;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SiteRegisterTest {

    private static final String SITES = "SELECT site_id, replace(site_name, chr(10), '/'), latitude, longitude, "
            + "placement, production_area_id, owners, "
            + "purpose, production_form FROM register_site ORDER BY site_id";
    private static final String SAUANESET = "13035 SAUANESET I 60.089085 5.267967 offshore - 912345678 - -";

    @TempDir
    private Path folder;

    private StagedFile read(String text) throws IOException {
        return read(Files.writeString(folder.resolve("register.csv"), text));
    }

    private StagedFile read(Path file) {
        return StagedFile.of(folder, file, SITES);
    }

    private StagedFile read2019(String... rows) throws IOException {
        return read(RegisterText.of(TITLE_2019, HEADER_2019, List.of(rows)));
    }

    private StagedFile read2023(String... rows) throws IOException {
        return read(RegisterText.of(TITLE_2023, HEADER_2023, List.of(rows)));
    }

    @Test
    void layout2019PutsLicencesAndOwnersTogether() throws IOException {
        StagedFile register = read2019(
                row(HEADER_2019, "ART", "Regnbueørret", "ORG.NR/PERS.NR", "987654321"),
                row(HEADER_2019),
                row(HEADER_2019, "ART", "Laks", "ORG.NR/PERS.NR", "987654321"),
                row(HEADER_2019, "LOK_NR", "10362", "LOK_NAVN", "NERFJØSET", "LOK_PLASS", "LAND", "N_GEOWGS84",
                        "59.668083", "Ø_GEOWGS84", "10.758450", "ART", "Ørret"));

        assertThat(register.notes()).containsExactly("register of 2019-11-11, 2 sites");
        assertThat(register.file().read()).isEqualTo(4);
        assertThat(register.faults()).isEmpty();
        assertThat(register.rows()).containsExactly("10362 NERFJØSET 59.668083 10.75845 onshore - 912345678 - -",
                "13035 SAUANESET I 60.089085 5.267967 offshore - 912345678|987654321 - -");
    }

    @ParameterizedTest(name = "PROD_OMR {0}: area {1}")
    @MethodSource
    void layout2023NamesTheProductionAreaOrNot(String published, Integer area) throws IOException {
        StagedFile register = read2023(row(HEADER_2023, "PROD_OMR", published, "ART_KODE", "0711", "UTGÅR_DATO",
                "31-10-2028"));

        assertThat(register.notes()).containsExactly("register of 2023-06-23, 1 sites");
        assertThat(register.faults()).isEmpty();
        assertThat(register.rows()).containsExactly(SAUANESET.replace("offshore -", "offshore "
                + (area == null ? "-" : area)));
    }

    static Stream<Arguments> layout2023NamesTheProductionAreaOrNot() {
        return Stream.of(arguments("", null), arguments("(null)", null), arguments("3", 3), arguments("03", 3),
                arguments("13", 13), arguments("PO3", 3), arguments("3 - Karmøy til Sotra", 3));
    }

    @ParameterizedTest(name = "{0} = {1}")
    @MethodSource
    void badRowsGoToTheFaultsAndGoodOnesGoOn(String column, String value, String reason) throws IOException {
        StagedFile register = read2023(row(HEADER_2023), row(HEADER_2023, "LOK_NR", "10362", column, value));

        assertThat(register.file().read()).isEqualTo(2);
        assertThat(register.faults()).containsExactly(new RowFault(4, column, value, reason));
        assertThat(register.rows()).containsExactly(SAUANESET);
    }

    static Stream<Arguments> badRowsGoToTheFaultsAndGoodOnesGoOn() {
        String noNumber = "not a number with decimal point";
        return Stream.of(
                arguments("LOK_NR", "", "no value"),
                arguments("LOK_NR", "*****", "not a site number"),
                arguments("LOK_NR", "0", "not a site number"),
                arguments("LOK_NAVN", "", "no value"),
                arguments("LOK_PLASS", "", "no value"),
                arguments("LOK_PLASS", "ELV", "neither SJØ nor LAND"),
                arguments("N_GEOWGS84", "", "no value"),
                arguments("Ø_GEOWGS84", "", "no value"),
                arguments("N_GEOWGS84", "60,089085", noNumber),
                arguments("N_GEOWGS84", "NaN", noNumber),
                arguments("N_GEOWGS84", "5.267967", "not in Norway's waters (55 to 82 degrees)"),
                arguments("Ø_GEOWGS84", "60.089085", "not in Norway's waters (-10 to 40 degrees)"),
                arguments("PROD_OMR", "14", "production areas are numbered 1 to 13"),
                arguments("PROD_OMR", "0", "production areas are numbered 1 to 13"),
                arguments("PROD_OMR", "Rogaland", "not a production area's number"));
    }

    @ParameterizedTest(name = "{0} = {1}")
    @MethodSource
    void unusedOrEmptyValuesAreNoReasonToReject(String column, String value) throws IOException {
        StagedFile register = read2019(row(HEADER_2019), row(HEADER_2019, column, value));

        assertThat(register.faults()).isEmpty();
        assertThat(register.rows()).containsExactly(SAUANESET);
    }

    static Stream<Arguments> unusedOrEmptyValuesAreNoReasonToReject() {
        return Stream.of(
                arguments("TILDELINGSTIDSPUNKT", "99-99-0202"), arguments("TIDSBEGRENSET", "soon"),
                arguments("TILL_KAP", "1.000"), arguments("TILL_NR", ""), arguments("ART", ""),
                arguments("ORG.NR/PERS.NR", ""), arguments("ORG.NR/PERS.NR", "*********"),
                // a private owner's personal number is not carried on
                arguments("ORG.NR/PERS.NR", "01017012345"), arguments("LOK_PLASS", "sjø"),
                arguments("LOK_NR", " 13035 "));
    }

    // brood stock, research and waiting cages (slaktemerd) among them
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PRODUKSJONSFORM    | Kommersiell MATFISK, Forskning MATFISK, KOMMERSIELL STAMFISK | FORSKNING+KOMMERSIELL  | MATFISK+STAMFISK
            PRODUKSJONSSTADIUM | KOMMERSIELL MATFISK, SLAKTEMERD MATFISK                      | KOMMERSIELL+SLAKTEMERD | MATFISK
            PRODUKSJONSSTADIUM | _ STAMFISK                                                   | -                      | STAMFISK
            PRODUKSJONSFORM    | Slaktemerd _                                                 | SLAKTEMERD             | -
            """)
    void purposesAndProductionFormsAreThoseOfAllLicences(String column, String licences, String purposes, String forms)
    throws IOException {
        List<String> header = HEADER_2023.stream().map(c -> c.equals("PRODUKSJONSFORM") ? column : c).toList();
        StagedFile register = read(RegisterText.of(TITLE_2023, header,
                Stream.of(licences.split(", ")).map(licence -> licence.replace("_", "").split(" ", -1))
                .map(licence -> row(header, "FORMÅL", licence[0], column, licence[1])).toList()));
        assertThat(register.rows()).containsExactly(SAUANESET.replace(" - -",
                " " + (purposes + " " + forms).replace('+', '|')));
    }

    @Test
    void licencesWithoutASiteAreCounted() throws IOException {
        String licence = row(HEADER_2023, "LOK_NR", "", "LOK_NAVN", "", "LOK_PLASS", "", "N_GEOWGS84", "",
                "Ø_GEOWGS84", "");
        StagedFile register = read2023(licence, row(HEADER_2023), licence, row(HEADER_2023, "LOK_NR", ""));

        assertThat(register.notes()).contains("left out: 2 licences that have no site");
        assertThat(register.file().read()).isEqualTo(4);
        assertThat(register.rows()).containsExactly(SAUANESET);
        // one that names a site, but not its number, is a bad row
        assertThat(register.faults()).containsExactly(new RowFault(6, "LOK_NR", "", "no value"));
    }

    @Test
    void aSiteWithoutCoordinatesIsKept() throws IOException {
        assertThat(read2019(row(HEADER_2019, "N_GEOWGS84", "", "Ø_GEOWGS84", "")).rows())
                .containsExactly(SAUANESET.replace("60.089085 5.267967", "- -"));
    }

    @Test
    void ofRowsThatDisagreeTheFirstWinsAndTheOthersAreReported() throws IOException {
        StagedFile register = read2023(
                row(HEADER_2023, "N_GEOWGS84", "", "Ø_GEOWGS84", ""),
                row(HEADER_2023, "PROD_OMR", "3"),
                row(HEADER_2023, "PROD_OMR", "4", "LOK_NAVN", "SAUANESET 1"),
                row(HEADER_2023, "LOK_PLASS", "LAND", "N_GEOWGS84", "60.100000"),
                row(HEADER_2023, "LOK_PLASS", "LAND", "ART", "Torsk"),
                row(HEADER_2023, "LOK_NR", "10362"));

        assertThat(register.faults()).isEmpty();
        assertThat(register.notes()).containsExactly("register of 2023-06-23, 2 sites",
                "rows of 1 sites contradict each other; the first was taken");
        // empty values do not disagree: the first row that has one fills them
        assertThat(register.rows().getLast()).isEqualTo(SAUANESET.replace("offshore -", "offshore 3"));
    }

    // each of these columns may contradict the first row that has a value
    @ParameterizedTest
    @CsvSource({"LOK_NAVN, SAUANESET 1, true", "LOK_PLASS, LAND, true", "N_GEOWGS84, 60.100000, true",
            "PROD_OMR, 4, true", "ART, Torsk, false"})
    void rowsDisagreeOnWhatASiteHasOnce(String column, String value, boolean disagree) throws IOException {
        StagedFile register = read2023(row(HEADER_2023, "PROD_OMR", "3"),
                row(HEADER_2023, "PROD_OMR", "3", column, value));
        assertThat(register.notes().contains("rows of 1 sites contradict each other; the first was taken"))
                .isEqualTo(disagree);
        assertThat(register.rows()).containsExactly(SAUANESET.replace("offshore -", "offshore 3"));
    }

    @Test
    void lineNumbersArePhysicalAlsoWithBlankAndShortLines() throws IOException {
        StagedFile register = read2019(row(HEADER_2019), "\n", ";".repeat(HEADER_2019.size() - 1) + "\n", "a;b\n",
                row(HEADER_2019, "LOK_PLASS", "?"));

        assertThat(register.file().read()).isEqualTo(3);
        assertThat(register.faults()).containsExactly(
                new RowFault(6, "", "2 values", "the header has 25 columns"),
                new RowFault(7, "LOK_PLASS", "?", "neither SJØ nor LAND"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-8 BOM CRLF", "ISO-8859-1", "ISO-8859-1 CRLF"})
    void encodingsAndLineEndsMakeNoDifference(String form) throws IOException {
        String text = RegisterText.of(TITLE_2019, HEADER_2019, List.of(row(HEADER_2019, "LOK_NAVN", "NERFJØSET")));
        Charset charset = form.startsWith("UTF-8") ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
        Path file = Files.writeString(folder.resolve("f"), (form.contains("BOM") ? "\uFEFF" : "")
                + (form.contains("CRLF") ? text.replace("\n", "\r\n") : text), charset);

        assertThat(read(file).rows()).containsExactly(SAUANESET.replace("SAUANESET I", "NERFJØSET"));
    }

    @Test
    void columnsMayStandInAnyOrder() throws IOException {
        List<String> header = new ArrayList<>(HEADER_2023);
        Collections.reverse(header);
        header.add("NY_KOLONNE");

        assertThat(read(RegisterText.of(TITLE_2023, header, List.of(row(header)))).rows()).containsExactly(SAUANESET);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ORG.NR/PERS.NR", "ART", "LOK_NR", "LOK_NAVN", "LOK_PLASS", "N_GEOWGS84", "Ø_GEOWGS84"})
    void aMissingColumnIsNamed(String column) throws IOException {
        List<String> header = HEADER_2019.stream().map(c -> c.equals(column) ? "X" : c).toList();

        assertThat(read(RegisterText.of(TITLE_2019, header, List.of())).failure())
                .isEqualTo("register.csv: missing required column " + column);
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource
    void unusableFilesAreRefusedWithAReason(String text, String message) throws IOException {
        assertThat(read(text).failure()).startsWith("register.csv: " + message);
    }

    static Stream<Arguments> unusableFilesAreRefusedWithAReason() {
        String header = String.join(";", HEADER_2019) + "\n";
        return Stream.of(
                arguments(TITLE_2019, "no header line"),
                arguments(header, "no title line with the register's date"),
                arguments("AKVAKULTURTILLATELSER;;\n" + header, "no title line with the register's date"),
                arguments("AKVAKULTURTILLATELSER PR. 31.02.2019;;\n" + header,
                "the title's date PR. 31.02.2019 does not exist"),
                arguments(TITLE_2019 + "\n" + header.replace("TILL_KOM;", "ART;"), "has the column ART twice"));
    }

    // the dump does not quote, so a quote is a letter; a spreadsheet that saved it does
    @ParameterizedTest(name = "{0}")
    @MethodSource
    void aQuoteCostsOneRowAtMost(String written, List<String> names, int faults) throws IOException {
        StagedFile register = read2019(row(HEADER_2019, "LOK_NR", "10001", "LOK_NAVN", written), row(HEADER_2019));

        assertThat(register.rows()).containsExactlyElementsOf(Stream.concat(names.stream()
                .map(name -> SAUANESET.replace("SAUANESET I",
                name.replace('\n', '/')).replace("13035", "10001")), Stream.of(SAUANESET)).toList());
        assertThat(register.faults()).hasSize(faults);
    }

    static Stream<Arguments> aQuoteCostsOneRowAtMost() {
        return Stream.of(
                arguments("\"HOLMEN", List.of("\"HOLMEN"), 0),
                arguments("\"HOLMEN\" YTRE", List.of("\"HOLMEN\" YTRE"), 0),
                arguments("HOLMEN \"YTRE\"", List.of("HOLMEN \"YTRE\""), 0),
                arguments("\"\"\"HOLMEN\"\" YTRE\"", List.of("\"HOLMEN\" YTRE"), 0),
                arguments("\"HOLMEN; YTRE\"", List.of("HOLMEN; YTRE"), 0),
                arguments("\"HOLMEN\nYTRE\"", List.of("HOLMEN\nYTRE"), 0),
                arguments("\"HOLMEN; YTRE", List.of(), 1));
    }
}
