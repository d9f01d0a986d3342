package io.tidemark.generate.biology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * By hand, at TGC 2.8 and 10 degrees, which count for 2.2 + 0.85 x 10 = 10.7: 1000 g has the cube root 10, a day adds
 * 0.02996, 10.02996 cubed is 1009.0150, growth 0.90150 %, times the conversion ratio 1.05 + 0.31 x 1000/5000 = 1.112 is
 * 1.0025, in the table 1.00. 1500 g: 11.447142 + 0.02996 cubed is 1511.8085, 0.78723 % x 1.143 = 0.8998, 0.90. 1000 g
 * at 11 degrees (11.55): 10.03234 cubed is 1009.7334, 0.97334 % x 1.112 = 1.0824, 1.08.
 */
class FeedTableTest {

    private final FeedTable table = new FeedTable();

    @ParameterizedTest
    @CsvSource({
        "1000, 10, 1.00",
        "1500, 10, 0.90",
        "1250, 10, 0.95",
        "1000, 11, 1.08",
        "1000, 10.5, 1.04",
        "1000, 0, 0",
        "1000, -0.5, 0",
    })
    void lookups(double weight, double temperature, double percent) {
        assertThat(table.percentPerDay(weight, temperature)).isCloseTo(percent, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"200, 12, 1000, 12", "1000, 12, 1000, 6", "1000, 14, 1000, 18", "5000, 10, 6000, 10"})
    void lessForLargerColderAndOverheatedFish(double weight, double temperature, double otherWeight,
            double otherTemperature) {
        assertThat(table.percentPerDay(weight, temperature))
                .isGreaterThan(table.percentPerDay(otherWeight, otherTemperature));
    }

    @ParameterizedTest
    @CsvSource({"1, 5", "20000, 8000"})
    void outsideOfTheTableItsEdgeHolds(double outside, double edge) {
        assertThat(table.percentPerDay(outside, 10)).isEqualTo(table.percentPerDay(edge, 10));
    }
}
