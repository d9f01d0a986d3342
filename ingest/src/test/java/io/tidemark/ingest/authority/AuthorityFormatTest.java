package io.tidemark.ingest.authority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tidemark.ingest.authority.area.ProductionAreaOutlines;
import io.tidemark.ingest.authority.area.WaterBodies;
import io.tidemark.ingest.authority.format.AuthorityFormat;
import io.tidemark.ingest.authority.register.SiteRegister;
import io.tidemark.ingest.authority.report.DiseaseReport;
import io.tidemark.ingest.authority.report.FoodSafetyReports;
import io.tidemark.ingest.authority.report.LiceReport;
import io.tidemark.ingest.authority.statistics.BiomassStatistics;
import io.tidemark.ingest.authority.statistics.BiomassStatisticsTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AuthorityFormatTest {

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void filesAreToldApartByWhatTheyHold(String what, String text, AuthorityFormat expected) throws IOException {
        // a name that says nothing, or the wrong thing
        Path file = Files.writeString(folder.resolve("site.geojson"), text);

        assertThat(AuthorityFormats.detect(file, () -> { })).isEqualTo(Optional.ofNullable(expected));
    }

    static Stream<Arguments> filesAreToldApartByWhatTheyHold() {
        String register2019 = RegisterText.of(RegisterText.TITLE_2019, RegisterText.HEADER_2019, List.of());
        String area = "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"id\":1,\"geometry\":"
                + "{\"type\":\"Polygon\",\"coordinates\":[]},\"properties\":{\"id\":1,\"name\":\"Svenskegrensen til Jæren\"}}]}";
        return Stream.of(
                arguments("register 2019", register2019, SiteRegister.FORMAT),
                arguments("register 2023", RegisterText.of(RegisterText.TITLE_2023, RegisterText.HEADER_2023, List.of()),
                        SiteRegister.FORMAT),
                arguments("register that lacks a column", register2019.replace("LOK_NR", "X"),
                        SiteRegister.FORMAT),
                arguments("register without its title", String.join(";", RegisterText.HEADER_2019),
                        SiteRegister.FORMAT),
                arguments("biomass 2024", BiomassStatisticsTest.HEADER_2024 + "\n", BiomassStatistics.BY_AREA),
                arguments("biomass 2026", "\uFEFF" + BiomassStatisticsTest.HEADER_2026,
                        BiomassStatistics.BY_AREA),
                arguments("biomass by county", "ÅR;MÅNED_KODE;MÅNED;FYLKE;ARTSID;UTSETTSÅR;BEHFISK_STK\n",
                        BiomassStatistics.BY_COUNTY),
                arguments("production areas", area, ProductionAreaOutlines.FORMAT),
                arguments("production areas, indented", "\uFEFF \n" + area, ProductionAreaOutlines.FORMAT),
                arguments("municipalities", area.replace("\"id\":1,\"name\"", "\"id\":4625,\"name\""), null),
                arguments("polygons with the feature's own number", area.replace("\"id\":1,\"name\"", "\"name\""), ProductionAreaOutlines.FORMAT),
                arguments("polygons without a number", area.replace("\"id\":1,", ""), null),
                arguments("sites as points", area.replace("Polygon", "Point"), null),
                arguments("rows as JSON", "{\"site_id\":\"13035\"}\n{\"site_id\":\"13036\"}\n", null),
                arguments("broken JSON", "{\"type\":", null),
                arguments("weekly lice report",
                        "\uFEFFUke,År,Lokalitetsnummer,Lokalitetsnavn,Voksne hunnlus\n4,2020,13035,S,1\n",
                        LiceReport.FORMAT),
                arguments("reports to the food-safety authority", "[{\"lokalitetsnummer\":13035,\"lusetelling\":null}]", FoodSafetyReports.FORMAT),
                arguments("another list of sites", "[{\"lokalitetsnummer\":13035,\"merder\":[]}]", null),
                arguments("disease report", "Uke,År,Lokalitetsnummer,Lokalitetsnavn,Sykdom,Status,Fra dato\n", DiseaseReport.FORMAT),
                arguments("water bodies",
                        "\uFEFFVann-nett_Rapport 7.4.2020;;;;\nVannforekomstID;Vannforekomstnavn;Vanntype\n",
                        WaterBodies.FORMAT),
                arguments("canonical table", "site_id,site_name,placement\n13035,Sauaneset,offshore\n", null),
                arguments("a quote never closed", "\"TILL_NR;LOK_NR\n", null),
                arguments("nothing", "", null),
                arguments("blank lines", "\n\n\n", null));
    }

    @Test
    void binaryMissingAndUnreadableFilesAreNoneOfThem() throws IOException {
        byte[] zip = ("PK\u0003\u0004\u0000\u0000" + BiomassStatisticsTest.HEADER_2024).getBytes(StandardCharsets.UTF_8);

        assertThat(AuthorityFormats.detect(Files.write(folder.resolve("a.csv"), zip), () -> { })).isEmpty();
        assertThat(AuthorityFormats.detect(folder.resolve("none"), () -> { })).isEmpty();
        assertThat(AuthorityFormats.detect(folder, () -> { })).isEmpty();
    }

    @Test
    void aHeadThatIsCutInsideACharacterIsStillUtf8() throws IOException {
        // 64 KiB fall between the two bytes of an Ø
        String text = BiomassStatisticsTest.HEADER_2024 + "\n";
        String filler = "x".repeat(65_535 - text.getBytes(StandardCharsets.UTF_8).length) + "Ø\n";
        Path file = Files.writeString(folder.resolve("f"), text + filler);

        assertThat(AuthorityFormats.detect(file, () -> { })).contains(BiomassStatistics.BY_AREA);
    }
}
