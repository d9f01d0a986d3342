package io.tidemark.ingest.authority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tidemark.ingest.authority.format.AuthorityFormat;
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
    void filesAreToldApartByWhatTheyHold(String what, String text, String expected) throws IOException {
        // a name that says nothing, or the wrong thing
        Path file = Files.writeString(folder.resolve("site.geojson"), text);

        assertThat(AuthorityFormats.detect(file, () -> { }).map(AuthorityFormat::table))
                .isEqualTo(Optional.ofNullable(expected));
    }

    static Stream<Arguments> filesAreToldApartByWhatTheyHold() {
        String register2019 = RegisterText.of(RegisterText.TITLE_2019, RegisterText.HEADER_2019, List.of());
        String area = "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"id\":1,\"geometry\":"
                + "{\"type\":\"Polygon\",\"coordinates\":[]},\"properties\":{\"id\":1,\"name\":\"Svenskegrensen til "
                + "Jæren\"}}]}";
        return Stream.of(
                arguments("register 2019", register2019, "site register"),
                arguments("register 2023", RegisterText.of(RegisterText.TITLE_2023, RegisterText.HEADER_2023,
                        List.of()),
                        "site register"),
                arguments("register that lacks a column", register2019.replace("LOK_NR", "X"),
                        "site register"),
                arguments("register without its title", String.join(";", RegisterText.HEADER_2019),
                        "site register"),
                arguments("biomass 2024", BiomassStatisticsTest.HEADER_2024 + "\n", "biomass statistics"),
                arguments("biomass 2026", "\uFEFF" + BiomassStatisticsTest.HEADER_2026,
                        "biomass statistics"),
                arguments("biomass by county", "ÅR;MÅNED_KODE;MÅNED;FYLKE;ARTSID;UTSETTSÅR;BEHFISK_STK\n",
                        "biomass statistics"),
                arguments("production areas", area, "production area outlines"),
                arguments("production areas, indented", "\uFEFF \n" + area, "production area outlines"),
                arguments("municipalities", area.replace("\"id\":1,\"name\"", "\"id\":4625,\"name\""), null),
                arguments("polygons with the feature's own number", area.replace("\"id\":1,\"name\"", "\"name\""),
                "production area outlines"),
                arguments("polygons without a number", area.replace("\"id\":1,", ""), null),
                arguments("sites as points", area.replace("Polygon", "Point"), null),
                arguments("rows as JSON", "{\"site_id\":\"13035\"}\n{\"site_id\":\"13036\"}\n", null),
                arguments("broken JSON", "{\"type\":", null),
                arguments("weekly lice report",
                        "\uFEFFUke,År,Lokalitetsnummer,Lokalitetsnavn,Voksne hunnlus\n4,2020,13035,S,1\n",
                        "lice report"),
                arguments("a week of lice from the API",
                "{\"year\":2026,\"week\":5,\"localities\":[{\"localityNo\":13035,\"avgAdultFemaleLice\":null}]}",
                "lice report"),
                arguments("sites from the API", "[{\"localityNo\":13035,\"name\":\"S\"}]", null),
                arguments("reports to the food-safety authority",
                "[{\"lokalitetsnummer\":13035,\"lusetelling\":null}]", "food-safety reports"),
                arguments("another list of sites", "[{\"lokalitetsnummer\":13035,\"merder\":[]}]", null),
                arguments("disease report", "Uke,År,Lokalitetsnummer,Lokalitetsnavn,Sykdom,Status,Fra dato\n",
                "disease report"),
                arguments("water bodies",
                        "\uFEFFVann-nett_Rapport 7.4.2020;;;;\nVannforekomstID;Vannforekomstnavn;Vanntype\n",
                        "water bodies"),
                arguments("canonical table", "site_id,site_name,placement\n13035,Sauaneset,offshore\n", null),
                arguments("a quote never closed", "\"TILL_NR;LOK_NR\n", null),
                arguments("nothing", "", null),
                arguments("blank lines", "\n\n\n", null));
    }

    @Test
    void binaryMissingAndUnreadableFilesAreNoneOfThem() throws IOException {
        byte[] zip = ("PK\u0003\u0004\u0000\u0000" + BiomassStatisticsTest.HEADER_2024)
                .getBytes(StandardCharsets.UTF_8);

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

        assertThat(AuthorityFormats.detect(file, () -> { }).map(AuthorityFormat::table)).contains("biomass statistics");
    }
}
