package io.tidemark.ingest.authority.area;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tidemark.ingest.authority.format.AuthorityFormatException;
import io.tidemark.ingest.authority.format.RowFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ProductionAreasTest {

    /** Longitude 4 to 8, latitude 60 to 64, with a hole 5 to 6 by 61 to 62. */
    private static final String WITH_HOLE = "{\"type\":\"Polygon\",\"coordinates\":["
            + "[[4.0,60],[8,60],[8,64],[4.0,64],[4.0,60]],[[5,61],[6,61],[6,62],[5,62],[5,61]]]}";
    /** East of it with the border in common, and a separate square in the south-west corner of the first. */
    private static final String TWO_PARTS = "{\"type\":\"MultiPolygon\",\"coordinates\":["
            + "[[[8,60],[10,60],[10,64],[8,64],[8,60]]],[[[4,60],[4.5,60],[4.5,60.5],[4,60.5],[4,60]]]]}";
    private static final String SQUARE = square("[4,60],[8,60],[8,64],[4,64],[4,60]");

    @TempDir
    private Path folder;

    private static String square(String ring) {
        return "{\"type\":\"Polygon\",\"coordinates\":[[" + ring + "]]}";
    }

    private static String feature(String id, String name, String geometry) {
        return "{\"type\":\"Feature\",\"properties\":{\"id\":" + id + ",\"name\":" + name + "},\"geometry\":"
                + geometry + "}";
    }

    private static String collection(String... features) {
        return "{\"type\":\"FeatureCollection\",\"name\":\"x\",\"bbox\":[1,2,3,4],\"features\":[\n"
                + String.join(",\n", features) + "]}";
    }

    private ProductionAreaOutlines read(String text) throws IOException {
        return ProductionAreaOutlines.read(Files.writeString(folder.resolve("areas.geojson"), text), () -> { });
    }

    @Test
    void outlinesKeepTheGeometryAsPublished() throws IOException {
        ProductionAreaOutlines areas = read("\uFEFF" + collection(
                feature("\"05\"", "\"Stadt til Hustadvika\"", TWO_PARTS), feature("2", "\" Ryfylket\"",
                        WITH_HOLE.replace(",", " ,\n "))));

        assertThat(areas.faults()).isEmpty();
        assertThat(areas.read()).isEqualTo(2);
        assertThat(areas.outlines()).containsExactly(new ProductionAreaOutline(2, "Ryfylket", WITH_HOLE),
                new ProductionAreaOutline(5, "Stadt til Hustadvika", TWO_PARTS));
    }

    @ParameterizedTest(name = "{3}")
    @MethodSource
    void badFeaturesGoToTheFaultsAndGoodOnesGoOn(String bad, String column, String value, String reason)
            throws IOException {
        ProductionAreaOutlines areas = read(collection(feature("1", "\"A\"", SQUARE), bad));

        assertThat(areas.outlines()).extracting(ProductionAreaOutline::areaId).containsExactly(1);
        assertThat(areas.faults()).containsExactly(new RowFault(3, column, value, reason));
        assertThat(areas.read()).isEqualTo(2);
    }

    static Stream<Arguments> badFeaturesGoToTheFaultsAndGoodOnesGoOn() {
        String point = "{\"type\":\"Point\",\"coordinates\":[5,60]}";
        String open = square("[4,60],[8,60],[8,64],[4,64]");
        String few = square("[4,60],[8,60],[4,60]");
        String metres = square("[100000,6600000],[100001,6600000],[100001,6600001],[100000,6600000]");
        return Stream.of(
                arguments(feature("14", "\"B\"", SQUARE), "id", "14", "production areas are numbered 1 to 13"),
                arguments(feature("null", "\"B\"", SQUARE), "id", "", "not a production area's number"),
                arguments("{}", "id", "", "not a production area's number"),
                arguments(feature("1", "\"B\"", SQUARE), "id", "1", "an earlier feature has the same id"),
                arguments(feature("2", "\" \"", SQUARE), "name", "", "no value"),
                arguments(feature("2", "\"B\"", point), "geometry", point, "area 2: neither Polygon nor MultiPolygon"),
                arguments(feature("2", "\"B\"", "null"), "geometry", "null",
                "area 2: neither Polygon nor MultiPolygon"),
                arguments(feature("2", "\"B\"", square("")), "geometry", square(""), "area 2: no positions"),
                arguments(feature("2", "\"B\"", few), "geometry", few, "area 2: a ring of fewer than 4 positions"),
                arguments(feature("2", "\"B\"", open), "geometry", open,
                "area 2: a ring that does not end where it begins"),
                arguments(feature("2", "\"B\"", metres), "geometry", metres,
                        "area 2: a position that is not longitude and latitude in degrees"));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource
    void unusableFilesAreRefusedWithAReason(String text, String message) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(AuthorityFormatException.class)
                .hasMessageStartingWith("areas.geojson: " + message);
    }

    static Stream<Arguments> unusableFilesAreRefusedWithAReason() {
        String whole = collection(feature("1", "\"A\"", SQUARE));
        return Stream.of(
                arguments("", "no GeoJSON features"),
                arguments("[]", "no GeoJSON features"),
                arguments("{\"features\":{}}", "no GeoJSON features"),
                arguments(collection(), "no GeoJSON features"),
                arguments(whole.substring(0, whole.length() / 2), "broken JSON"),
                arguments(whole.substring(0, whole.length() - 1), "broken JSON"),
                arguments("{\"features\":[x]}", "broken JSON"));
    }

    @ParameterizedTest(name = "{0} N {1} E: {2}")
    @CsvSource({
            "63.0, 7.0, 3", // in the first
            "61.5, 5.5, ",  // in its hole
            "61.0, 5.5, 3", // on the hole's edge
            "62.0, 9.0, 2", // in the second
            "62.0, 8.0, 2", // on the border that both share: the lowest
            "64.0, 8.0, 2", // on a corner that both share
            "60.2, 4.2, 2", // in both: the lowest
            "64.0, 6.0, 3", // on the outer edge
            "64.0001, 6.0, ",
            "7.0, 63.0, ",  // latitude and longitude are not swapped
            "NaN, 7.0, "})
    void aPlaceLiesInTheLowestAreaThatHoldsIt(double latitude, double longitude, Integer area) {
        AreaIndex index = AreaIndex.of(List.of(new ProductionAreaOutline(3, "first", WITH_HOLE),
                new ProductionAreaOutline(2, "second", TWO_PARTS)));

        assertThat(index.areaAt(latitude, longitude))
                .isEqualTo(area == null ? OptionalInt.empty() : OptionalInt.of(area));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "{\"type\":\"Point\",\"coordinates\":[5,60]} | outline of production area 7: neither Polygon nor "
                    + "MultiPolygon",
            "not json                                    | outline of production area 7: not JSON"})
    void anIndexRefusesAnOutlineThatIsNoArea(String geojson, String message) {
        assertThatThrownBy(() -> AreaIndex.of(List.of(new ProductionAreaOutline(7, "x", geojson))))
                .isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith(message);
    }
}
