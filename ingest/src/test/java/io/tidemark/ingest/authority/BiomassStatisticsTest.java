package io.tidemark.ingest.authority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tidemark.ingest.authority.format.RowFault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BiomassStatisticsTest {

    static final String HEADER_2024 = "ÅR;MÅNED_KODE;MÅNED;PO_KODE;PO_NAVN;ARTSID;UTSETTSÅR;BEHFISK_STK;BIOMASSE_KG;"
            + "UTSETT_SMOLT_STK;UTSETT_SMOLT_STK_MINDRE_ENN_500G;FORFORBRUK_KG;UTTAK_STK;UTTAK_KG;UTTAK_SLØYD_KG;"
            + "UTTAK_HODEKAPPET_KG;UTTAK_RUNDVEKT_KG;DØDFISK_STK;UTKAST_STK;RØMMING_STK;ANDRE_STK";
    static final String HEADER_2026 = HEADER_2024 + ";ANDRE_NY_STK;TELLEFEIL_STK";
    private static final String GOOD = "2020;7;JULI;5;Stadt;LAKS;2019;100;1000;10;10;500;20;80;0;0;80;6;4;2;3";
    private static final String MONTHS = "SELECT * EXCLUDE (layout, file_name, file_no) FROM statistics_month ORDER "
            + "BY ALL";
    private static final String GENERATIONS = "SELECT * EXCLUDE (layout, file_name, file_no) FROM "
            + "statistics_generation ORDER BY ALL";
    private static final String KEYS = "SELECT month, production_area_id, species_code FROM statistics_month ORDER BY "
            + "ALL";
    private static final String GOOD_MONTH = "2020-07-01 5 SAL 100 1000 10 500 20 80 6 4 2 3";

    @TempDir
    private Path folder;

    private StagedFile read(String query, List<String> lines) throws IOException {
        return StagedFile.of(folder, Files.writeString(folder.resolve("biostat.csv"), String.join("\n", lines) + "\n"),
                query);
    }

    private StagedFile read(String... lines) throws IOException {
        return read(MONTHS, List.of(lines));
    }

    private static String with(String row, String column, String value) {
        String[] values = row.split(";", -1);
        values[List.of(HEADER_2026.split(";")).indexOf(column)] = value;
        return String.join(";", values);
    }

    @Test
    void stockingYearsAreSummedAndKilogramsRoundedOnceAfterwards() throws IOException {
        List<String> lines = List.of(HEADER_2024,
                "2020;7;JULI;05;Stadt til Hustadvika;LAKS;2018;100;1000.25;10;9;500.4;20;80.5;0;0;80.5;6;4;2;-8",
                "2020;7;JULI;5;Stadt til Hustadvika;LAKS;2019;200;2000.25;30;0;600.05;1;0;0;0;0;7;5;0;3",
                "2020;7;JULI;5;Stadt til Hustadvika;LAKS;(null);1;0;0;0;0.04;0;0;0;0;0;0;0;0;0");
        StagedFile statistics = read(MONTHS, lines);

        // 1000.25 + 2000.25 = 3000.5 -> 3001 (each alone would give 3000); 500.4 + 600.05 + 0.04 = 1100.49 -> 1100;
        // 80.5 -> 81
        assertThat(statistics.rows()).containsExactly("2020-07-01 5 SAL 301 3001 40 1100 21 81 13 9 2 -5");
        // each stocking year alone, rounded alone
        assertThat(read(GENERATIONS, lines).rows())
                .containsExactly("2020-07-01 5 SAL 2018 100 1000 10 500 20 81 6 4 2 -8",
                "2020-07-01 5 SAL 2019 200 2000 30 600 1 0 7 5 0 3", "2020-07-01 5 SAL - 1 0 0 0 0 0 0 0 0 0");
        assertThat(statistics.faults()).isEmpty();
        assertThat(statistics.file().read()).isEqualTo(3);
        assertThat(statistics.notes()).containsExactly("layout of 2024");
    }

    @Test
    void the2026LayoutSplitsTheOtherLosses() throws IOException {
        StagedFile statistics = read(HEADER_2026, GOOD + ";-7;11", with(GOOD, "UTSETTSÅR", "2020") + ";0;0");

        assertThat(statistics.notes()).containsExactly("layout of 2026");
        // 3 - 7 + 11 + 3 = 10
        assertThat(statistics.rows()).containsExactly("2020-07-01 5 SAL 200 2000 20 1000 40 160 12 8 4 10");
    }

    @Test
    void aMonthIsOfAnAreaAndASpecies() throws IOException {
        StagedFile statistics = read(KEYS, List.of(HEADER_2024,
                with(GOOD, "PO_KODE", "(null)"), with(with(GOOD, "PO_KODE", ""), "ARTSID", "REGNBUEØRRET"),
                with(GOOD, "PO_KODE", "10"), with(GOOD, "ARTSID", "REGNBUEØRRET"), GOOD, with(GOOD, "MÅNED_KODE", "06"),
                with(with(GOOD, "ÅR", "2019"), "MÅNED_KODE", "12")));

        assertThat(statistics.rows()).containsExactly("2019-12-01 5 SAL", "2020-06-01 5 SAL", "2020-07-01 5 SAL",
                "2020-07-01 5 TRR", "2020-07-01 10 SAL", "2020-07-01 - SAL", "2020-07-01 - TRR");
    }

    @ParameterizedTest(name = "{0} = {1}")
    @MethodSource
    void badRowsGoToTheFaultsAndGoodOnesGoOn(String column, String value, String reason) throws IOException {
        StagedFile statistics = read(HEADER_2024, GOOD, with(with(GOOD, "PO_KODE", "6"), column, value));

        assertThat(statistics.rows()).containsExactly(GOOD_MONTH);
        assertThat(statistics.faults()).containsExactly(new RowFault(3, column, value, reason));
        assertThat(statistics.file().read()).isEqualTo(2);
    }

    static Stream<Arguments> badRowsGoToTheFaultsAndGoodOnesGoOn() {
        String noNumber = "not a number with decimal point";
        return Stream.of(
                arguments("ÅR", "0202", "not a whole number from 1990 to 2100"),
                arguments("ÅR", "", "no value"),
                arguments("MÅNED_KODE", "13", "not a whole number from 1 to 12"),
                arguments("MÅNED_KODE", "JULI", noNumber),
                arguments("PO_KODE", "14", "production areas are numbered 1 to 13"),
                arguments("PO_KODE", "Vestland", "not a production area's number"),
                arguments("ARTSID", "TORSK", "neither LAKS nor REGNBUEØRRET"),
                arguments("ARTSID", "", "no value"),
                arguments("UTSETTSÅR", "ukjent", noNumber),
                arguments("UTSETTSÅR", "19", "not a whole number from 1990 to 2100"),
                arguments("BEHFISK_STK", "-1", "negative"),
                arguments("BEHFISK_STK", "1.5", "not a whole number"),
                arguments("BEHFISK_STK", "1000000000000", "too large"),
                arguments("BEHFISK_STK", "1e3", noNumber),
                arguments("BIOMASSE_KG", "1000,5", noNumber),
                arguments("BIOMASSE_KG", "-0.5", "negative"),
                arguments("BIOMASSE_KG", "", "no value"),
                arguments("UTSETT_SMOLT_STK", "-1", "negative"),
                arguments("FORFORBRUK_KG", "NaN", noNumber),
                arguments("UTTAK_STK", "-1", "negative"),
                arguments("UTTAK_KG", "-1", "negative"),
                arguments("DØDFISK_STK", "(null)", noNumber),
                arguments("UTKAST_STK", "-1", "negative"),
                arguments("RØMMING_STK", "-1", "negative"),
                arguments("ANDRE_STK", "x", noNumber));
    }

    @Test
    void aBadFigureTakesItsTotalWithIt() throws IOException {
        List<String> lines = List.of(HEADER_2024,
                with(with(GOOD, "PO_KODE", "6"), "UTSETTSÅR", "2018"),
                with(with(GOOD, "PO_KODE", "6"), "DØDFISK_STK", "-9"),
                with(with(GOOD, "PO_KODE", "6"), "ARTSID", "REGNBUEØRRET"),
                GOOD,
                with(with(GOOD, "PO_KODE", "6"), "UTSETTSÅR", "2020"));
        StagedFile statistics = read(KEYS, lines);

        String reason = "the total of its month, area and species cannot be computed: line 3 is bad (DØDFISK_STK -9, "
                + "negative)";
        assertThat(statistics.faults()).containsExactly(new RowFault(2, "", "", reason),
                new RowFault(3, "DØDFISK_STK", "-9", "negative"), new RowFault(6, "", "", reason));
        assertThat(statistics.rows()).containsExactly("2020-07-01 5 SAL", "2020-07-01 6 TRR");
        assertThat(read("SELECT stocking_year, production_area_id, species_code FROM statistics_generation ORDER BY "
                + "ALL", lines).rows())
                .containsExactly("2019 5 SAL", "2019 6 TRR");
    }

    @Test
    void aRepeatedStockingYearIsNotCountedTwice() throws IOException {
        StagedFile statistics = read(HEADER_2024, GOOD, with(with(GOOD, "PO_KODE", "05"), "UTSETTSÅR", "2019.0"));

        assertThat(statistics.rows()).containsExactly(GOOD_MONTH);
        assertThat(statistics.faults()).containsExactly(
                new RowFault(3, "UTSETTSÅR", "2019.0", "line 2 has the same month, area, species and stocking year"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-8 BOM CRLF", "ISO-8859-1"})
    void encodingsAndLineEndsMakeNoDifference(String form) throws IOException {
        String text = HEADER_2024 + "\n" + with(GOOD, "ARTSID", "REGNBUEØRRET") + "\n";
        Path file = Files.writeString(folder.resolve("f"), (form.contains("BOM") ? "\uFEFF" : "")
                + (form.contains("CRLF") ? text.replace("\n", "\r\n") : text),
                form.startsWith("UTF-8") ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);

        assertThat(StagedFile.of(folder, file, KEYS).rows()).containsExactly("2020-07-01 5 TRR");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ÅR", "MÅNED_KODE", "PO_KODE", "ARTSID", "UTSETTSÅR", "BEHFISK_STK", "BIOMASSE_KG",
            "UTSETT_SMOLT_STK", "FORFORBRUK_KG", "UTTAK_STK", "UTTAK_KG", "DØDFISK_STK", "UTKAST_STK", "RØMMING_STK",
            "ANDRE_STK", "ANDRE_NY_STK", "TELLEFEIL_STK"})
    void aMissingColumnIsNamed(String column) throws IOException {
        String header = String.join(";",
                Arrays.stream(HEADER_2026.split(";")).map(c -> c.equals(column) ? "X" : c).toList());

        // without its key columns a file is not known
        assertThat(read(header, GOOD + ";0;0").failure()).startsWith(Set.of("PO_KODE", "ARTSID").contains(column)
                ? "is nearly a file of the authority's biomass statistics: it lacks the column " + column
                : "biostat.csv: missing required column " + column);
    }

    @Test
    void textThatIsNotUtf8SaysHowItWasRead() throws IOException {
        byte[] bytes = (HEADER_2024 + "\n" + GOOD + "\n").getBytes(StandardCharsets.UTF_8);
        byte[] damaged = Arrays.copyOf(bytes, bytes.length + 1);
        damaged[bytes.length] = (byte) 0xC5;
        Path file = Files.write(folder.resolve("damaged.csv"), damaged);

        assertThat(StagedFile.of(folder, file, KEYS).failure())
                .startsWith("damaged.csv: missing required column DØDFISK_STK, MÅNED_KODE")
                .endsWith("(read as ISO-8859-1, since it is not valid UTF-8)");
    }
}
