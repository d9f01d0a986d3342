package io.tidemark.ingest.authority.register;

import static io.tidemark.ingest.authority.RegisterText.HEADER_2019;
import static io.tidemark.ingest.authority.RegisterText.HEADER_2023;
import static io.tidemark.ingest.authority.RegisterText.TITLE_2019;
import static io.tidemark.ingest.authority.RegisterText.TITLE_2023;
import static io.tidemark.ingest.authority.RegisterText.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tidemark.ingest.authority.AuthorityFormats;
import io.tidemark.ingest.authority.RegisterText;
import io.tidemark.ingest.authority.format.AuthorityFormatException;
import io.tidemark.ingest.authority.format.RowFault;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
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

    private static final RegisteredSite SAUANESET = new RegisteredSite("13035", "SAUANESET I", 60.089085, 5.267967,
            "offshore", null, List.of("912345678"), List.of("Laks"), List.of(), List.of());

    @TempDir
    private Path folder;

    private SiteRegister read(String text) throws IOException {
        return SiteRegister.read(Files.writeString(folder.resolve("register.csv"), text), () -> { });
    }

    private SiteRegister read2019(String... rows) throws IOException {
        return read(RegisterText.of(TITLE_2019, HEADER_2019, List.of(rows)));
    }

    private SiteRegister read2023(String... rows) throws IOException {
        return read(RegisterText.of(TITLE_2023, HEADER_2023, List.of(rows)));
    }

    @Test
    void layout2019PutsLicencesOwnersAndSpeciesTogether() throws IOException {
        SiteRegister register = read2019(
                row(HEADER_2019, "ART", "Regnbueørret", "ORG.NR/PERS.NR", "987654321"),
                row(HEADER_2019),
                row(HEADER_2019, "ART", "Laks", "ORG.NR/PERS.NR", "987654321"),
                row(HEADER_2019, "LOK_NR", "10362", "LOK_NAVN", "NERFJØSET", "LOK_PLASS", "LAND", "N_GEOWGS84", "59.668083",
                        "Ø_GEOWGS84", "10.758450", "ART", "Ørret"));

        assertThat(register.asOf()).isEqualTo(LocalDate.of(2019, 11, 11));
        assertThat(register.read()).isEqualTo(4);
        assertThat(register.faults()).isEmpty();
        assertThat(register.disagreements()).isEmpty();
        assertThat(register.sites()).containsExactly(
                new RegisteredSite("10362", "NERFJØSET", 59.668083, 10.75845, "onshore", null, List.of("912345678"),
                        List.of("Ørret"), List.of(), List.of()),
                new RegisteredSite("13035", "SAUANESET I", 60.089085, 5.267967, "offshore", null,
                        List.of("912345678", "987654321"), List.of("Laks", "Regnbueørret"), List.of(), List.of()));
    }

    @ParameterizedTest(name = "PROD_OMR {0}: area {1}")
    @MethodSource
    void layout2023NamesTheProductionAreaOrNot(String published, Integer area) throws IOException {
        SiteRegister register = read2023(row(HEADER_2023, "PROD_OMR", published, "ART_KODE", "0711", "UTGÅR_DATO", "31-10-2028"));

        assertThat(register.asOf()).isEqualTo(LocalDate.of(2023, 6, 23));
        assertThat(register.faults()).isEmpty();
        assertThat(register.sites()).singleElement().extracting(RegisteredSite::productionAreaId).isEqualTo(area);
    }

    static Stream<Arguments> layout2023NamesTheProductionAreaOrNot() {
        return Stream.of(arguments("", null), arguments("(null)", null), arguments("3", 3), arguments("03", 3),
                arguments("13", 13), arguments("PO3", 3), arguments("3 - Karmøy til Sotra", 3));
    }

    @ParameterizedTest(name = "{0} = {1}")
    @MethodSource
    void badRowsGoToTheFaultsAndGoodOnesGoOn(String column, String value, String reason) throws IOException {
        SiteRegister register = read2023(row(HEADER_2023), row(HEADER_2023, "LOK_NR", "10362", column, value));

        assertThat(register.read()).isEqualTo(2);
        assertThat(register.faults()).containsExactly(new RowFault(4, column, value, reason));
        assertThat(register.sites()).containsExactly(SAUANESET);
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
        SiteRegister register = read2019(row(HEADER_2019), row(HEADER_2019, column, value));

        assertThat(register.faults()).isEmpty();
        assertThat(register.sites()).containsExactly(SAUANESET);
    }

    static Stream<Arguments> unusedOrEmptyValuesAreNoReasonToReject() {
        return Stream.of(
                arguments("TILDELINGSTIDSPUNKT", "99-99-0202"), arguments("TIDSBEGRENSET", "soon"),
                arguments("TILL_KAP", "1.000"), arguments("TILL_NR", ""), arguments("ART", ""),
                arguments("ORG.NR/PERS.NR", ""), arguments("ORG.NR/PERS.NR", "*********"),
                // a private owner's personal number is not carried on
                arguments("ORG.NR/PERS.NR", "01017012345"), arguments("LOK_PLASS", "sjø"), arguments("LOK_NR", " 13035 "));
    }

    // brood stock, research and waiting cages (slaktemerd) among them
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PRODUKSJONSFORM    | Kommersiell MATFISK, Forskning MATFISK, KOMMERSIELL STAMFISK | FORSKNING+KOMMERSIELL  | MATFISK+STAMFISK
            PRODUKSJONSSTADIUM | KOMMERSIELL MATFISK, SLAKTEMERD MATFISK                      | KOMMERSIELL+SLAKTEMERD | MATFISK
            PRODUKSJONSSTADIUM | _ STAMFISK                                                   | ''                     | STAMFISK
            PRODUKSJONSFORM    | Slaktemerd _                                                 | SLAKTEMERD             | ''
            """)
    void purposesAndProductionFormsAreThoseOfAllLicences(String column, String licences, String purposes, String forms) throws IOException {
        List<String> header = HEADER_2023.stream().map(c -> c.equals("PRODUKSJONSFORM") ? column : c).toList();
        SiteRegister register = read(RegisterText.of(TITLE_2023, header, Stream.of(licences.split(", "))
                .map(licence -> licence.replace("_", "").split(" ", -1))
                .map(licence -> row(header, "FORMÅL", licence[0], column, licence[1])).toList()));
        assertThat(register.sites()).singleElement().satisfies(site -> {
            assertThat(String.join("+", site.purposes())).isEqualTo(purposes);
            assertThat(String.join("+", site.productionForms())).isEqualTo(forms);
        });
    }

    @Test
    void licencesWithoutASiteAreCounted() throws IOException {
        String licence = row(HEADER_2023, "LOK_NR", "", "LOK_NAVN", "", "LOK_PLASS", "", "N_GEOWGS84", "", "Ø_GEOWGS84", "");
        SiteRegister register = read2023(licence, row(HEADER_2023), licence, row(HEADER_2023, "LOK_NR", ""));

        assertThat(register.siteless()).isEqualTo(2);
        assertThat(register.read()).isEqualTo(4);
        assertThat(register.sites()).containsExactly(SAUANESET);
        // one that names a site, but not its number, is a bad row
        assertThat(register.faults()).containsExactly(new RowFault(6, "LOK_NR", "", "no value"));
    }

    @Test
    void aSiteWithoutCoordinatesIsKept() throws IOException {
        RegisteredSite site = read2019(row(HEADER_2019, "N_GEOWGS84", "", "Ø_GEOWGS84", "")).sites().getFirst();

        assertThat(site.latitude()).isNull();
        assertThat(site.longitude()).isNull();
    }

    @Test
    void ofRowsThatDisagreeTheFirstWinsAndTheOthersAreReported() throws IOException {
        SiteRegister register = read2023(
                row(HEADER_2023, "N_GEOWGS84", "", "Ø_GEOWGS84", ""),
                row(HEADER_2023, "PROD_OMR", "3"),
                row(HEADER_2023, "PROD_OMR", "4", "LOK_NAVN", "SAUANESET 1"),
                row(HEADER_2023, "LOK_PLASS", "LAND", "N_GEOWGS84", "60.100000"),
                row(HEADER_2023, "LOK_PLASS", "LAND", "ART", "Torsk"),
                row(HEADER_2023, "LOK_NR", "10362"));

        assertThat(register.faults()).isEmpty();
        assertThat(register.disagreeingSites()).isEqualTo(1);
        // empty values do not disagree: the first row that has one fills them
        assertThat(register.sites().getLast()).isEqualTo(new RegisteredSite("13035", "SAUANESET I", 60.089085, 5.267967,
                "offshore", 3, List.of("912345678"), List.of("Laks", "Torsk"), List.of(), List.of()));
        assertThat(register.disagreements()).containsExactly(
                new SiteDisagreement("13035", 5, "LOK_NAVN", "SAUANESET I", "SAUANESET 1"),
                new SiteDisagreement("13035", 5, "PROD_OMR", "3", "4"),
                new SiteDisagreement("13035", 6, "LOK_PLASS", "offshore", "onshore"),
                new SiteDisagreement("13035", 6, "N_GEOWGS84", "60.089085 5.267967", "60.1 5.267967"));
    }

    @Test
    void lineNumbersArePhysicalAlsoWithBlankAndShortLines() throws IOException {
        SiteRegister register = read2019(row(HEADER_2019), "\n", ";".repeat(HEADER_2019.size() - 1) + "\n", "a;b\n",
                row(HEADER_2019, "LOK_PLASS", "?"));

        assertThat(register.read()).isEqualTo(3);
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

        assertThat(AuthorityFormats.detect(file, () -> { })).contains(SiteRegister.FORMAT);
        assertThat(SiteRegister.read(file, () -> { }).sites()).extracting(RegisteredSite::name).containsExactly("NERFJØSET");
    }

    @Test
    void columnsMayStandInAnyOrder() throws IOException {
        List<String> header = new ArrayList<>(HEADER_2023);
        Collections.reverse(header);
        header.add("NY_KOLONNE");

        assertThat(read(RegisterText.of(TITLE_2023, header, List.of(row(header)))).sites()).containsExactly(SAUANESET);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ORG.NR/PERS.NR", "ART", "LOK_NR", "LOK_NAVN", "LOK_PLASS", "N_GEOWGS84", "Ø_GEOWGS84"})
    void aMissingColumnIsNamed(String column) {
        List<String> header = HEADER_2019.stream().map(c -> c.equals(column) ? "X" : c).toList();

        assertThatThrownBy(() -> read(RegisterText.of(TITLE_2019, header, List.of())))
                .isInstanceOf(AuthorityFormatException.class).hasMessage("register.csv: missing required column " + column);
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource
    void unusableFilesAreRefusedWithAReason(String text, String message) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(AuthorityFormatException.class)
                .hasMessageStartingWith("register.csv: " + message);
    }

    static Stream<Arguments> unusableFilesAreRefusedWithAReason() {
        String header = String.join(";", HEADER_2019) + "\n";
        return Stream.of(
                arguments("", "no header line"),
                arguments(TITLE_2019, "no header line"),
                arguments(header, "no title line with the register's date"),
                arguments("AKVAKULTURTILLATELSER;;\n" + header, "no title line with the register's date"),
                arguments("AKVAKULTURTILLATELSER PR. 31.02.2019;;\n" + header, "the title's date PR. 31.02.2019 does not exist"),
                arguments(TITLE_2019 + "\n" + header.replace("TILL_KOM;", "ART;"), "has the column ART twice"));
    }

    // the dump does not quote, so a quote is a letter; a spreadsheet that saved it does
    @ParameterizedTest(name = "{0}")
    @MethodSource
    void aQuoteCostsOneRowAtMost(String written, List<String> names, int faults) throws IOException {
        SiteRegister register = read2019(row(HEADER_2019, "LOK_NR", "10001", "LOK_NAVN", written), row(HEADER_2019));

        assertThat(register.sites().stream().map(RegisteredSite::name)).containsExactlyElementsOf(
                Stream.concat(names.stream(), Stream.of("SAUANESET I")).toList());
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

    @Test
    void aFileThatIsNotThereOrDamagedIsRefused() throws IOException {
        assertThatThrownBy(() -> SiteRegister.read(folder.resolve("none.csv"), () -> { }))
                .isInstanceOf(AuthorityFormatException.class).hasMessage("none.csv: cannot be read (NoSuchFileException)");
        Path damaged = Files.write(folder.resolve("bom.csv"),
                new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF, 'A', (byte) 0xC5});
        assertThatThrownBy(() -> SiteRegister.read(damaged, () -> { }))
                .isInstanceOf(AuthorityFormatException.class).hasMessageContaining("bom.csv: starts as UTF-8");
    }
}
