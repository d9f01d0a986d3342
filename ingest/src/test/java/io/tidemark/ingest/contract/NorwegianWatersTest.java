package io.tidemark.ingest.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where sites can lie, by positions on the map: 55 to 82 degrees north, 10 west to 40 east. */
class NorwegianWatersTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "Bergen, 60.39, 5.32", "Lindesnes, 57.98, 7.05", "Vardø, 70.37, 31.11", "Longyearbyen, 78.22, 15.65",
        "Jan Mayen, 71.00, -8.50", "the south-western corner, 55, -10", "the north-eastern corner, 82, 40",
        "the Greenwich meridian, 61.5, 0"})
    void sitesCanLieThere(String place, double latitude, double longitude) {
        assertThat(NorwegianWaters.hold(latitude, longitude)).isTrue();
        // the other way round it is no place there
        assertThat(NorwegianWaters.hold(longitude, latitude)).isFalse();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "the zero of a missing position, 0, 0", "Bergen with its numbers swapped, 5.32, 60.39",
        "Bergen in metres of UTM zone 32, 6700000, 297000", "Puerto Montt, -41.47, -72.94", "Hamburg, 53.55, 9.99",
        "Reykjavík, 64.15, -21.94", "Novaya Zemlya, 74.00, 57.00", "just south, 54.999999, 5",
        "just north, 82.000001, 20", "just west, 62, -10.000001", "just east, 70, 40.000001", "no number, NaN, 5",
        "no number east, 60, NaN"})
    void nothingElseDoes(String place, double latitude, double longitude) {
        assertThat(NorwegianWaters.hold(latitude, longitude)).isFalse();
    }
}
