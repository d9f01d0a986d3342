package io.tidemark.generate.biology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrowthTest {

    /** By hand: the cube root of 1000 is 10; 2.8/1000 x 100 degree-days add 0.28; 10.28 cubed is 1086.373952. */
    @Test
    void aKilogramAtTgc2Point8AfterAHundredDegreeDays() {
        assertThat(Growth.weightAfter(1_000, 2.8, 100)).isCloseTo(1_086.373952, within(1e-9));
    }

    /** By hand: 125 g has the cube root 5; 3.0/1000 x 4000 adds 12; 17 cubed is 4913. */
    @Test
    void fromSmoltToHarvest() {
        assertThat(Growth.weightAfter(125, 3.0, 4_000)).isCloseTo(4_913, within(1e-8));
    }

    @ParameterizedTest
    @CsvSource({"-1, 0", "0, 0", "4, 5.6", "8, 9", "14, 14.1", "16, 13.1", "20, 11.1"})
    void coldWaterCountsForMoreAndGrowthFallsOffAboveFourteenDegrees(double temperature, double effective) {
        assertThat(Growth.effectiveTemperature(temperature)).isCloseTo(effective, within(1e-12));
    }
}
