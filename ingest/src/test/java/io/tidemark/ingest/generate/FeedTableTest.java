package io.tidemark.ingest.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * By hand, at TGC 2.8 and 10 degrees: 1000 g has the cube root 10, a day adds 0.028, 10.028 cubed is 1008.4235, growth 0.84235 %,
 * times the conversion ratio 1 + 0.25 x 1000/5000 = 1.05 is 0.884, in the table 0.88. 1500 g: 11.447142 + 0.028 cubed is
 * 1511.0341, 0.73561 % x 1.075 = 0.791, 0.79. 1000 g at 11 degrees: 10.0308 cubed is 1009.2685, 0.92685 % x 1.05 = 0.973, 0.97.
 */
class FeedTableTest {

    private final FeedTable table = new FeedTable();

    @ParameterizedTest
    @CsvSource({
        "1000, 10, 0.88",
        "1500, 10, 0.79",
        "1250, 10, 0.835",
        "1000, 11, 0.97",
        "1000, 10.5, 0.925",
        "1000, 0, 0",
        "1000, -0.5, 0",
    })
    void lookups(double weight, double temperature, double percent) {
        assertThat(table.percentPerDay(weight, temperature)).isCloseTo(percent, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"200, 12, 1000, 12", "1000, 12, 1000, 6", "1000, 14, 1000, 18", "5000, 10, 6000, 10"})
    void lessForLargerColderAndOverheatedFish(double weight, double temperature, double otherWeight, double otherTemperature) {
        assertThat(table.percentPerDay(weight, temperature)).isGreaterThan(table.percentPerDay(otherWeight, otherTemperature));
    }

    @ParameterizedTest
    @CsvSource({"1, 5", "20000, 8000"})
    void outsideOfTheTableItsEdgeHolds(double outside, double edge) {
        assertThat(table.percentPerDay(outside, 10)).isEqualTo(table.percentPerDay(edge, 10));
    }
}
