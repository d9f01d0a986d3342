package io.tidemark.generate.farm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A pen of 1,000 fish that is harvested on the days 100 and 104; in one case 40 fish stay until day 160. */
class StockedUnitTest {

    private static final int STARVED = 3;

    private static StockedUnit unit() {
        return new StockedUnit("M01", new StockedUnit.Origin("c", "V2024", "2024-10-04", 0, 2.8, 5_000, 0), 1_000,
                4_000);
    }

    private static StockedUnit leavingFish() {
        StockedUnit unit = unit();
        unit.planHarvest(new int[] {100, 104, 160}, 40);
        return unit;
    }

    @ParameterizedTest
    @CsvSource({"99, 1000, 0", "100, 1000, 500", "104, 500, 500", "104, 497, 497", "105, 10, 0"})
    void aHarvestTakesAll(int day, int alive, int taken) {
        StockedUnit unit = unit();
        unit.planHarvest(new int[] {100, 104});
        assertThat(unit.harvest(day, alive)).isEqualTo(taken);
    }

    /**
     * (1000 - 40) / 2 = 480 first, then all but 40, at last those; where losses have left fewer than 40, none is taken
     * before.
     */
    @ParameterizedTest
    @CsvSource({"100, 1000, 480", "104, 520, 480", "104, 30, 0", "130, 40, 0", "160, 35, 35"})
    void orLeavesSomeFishForTheLastDay(int day, int alive, int taken) {
        assertThat(leavingFish().harvest(day, alive)).isEqualTo(taken);
    }

    @ParameterizedTest
    @CsvSource({"104, false, false", "105, true, true", "106, true, false", "160, true, false"})
    void theDaysOfLeftOverFish(int day, boolean leftOver, boolean first) {
        StockedUnit unit = leavingFish();
        assertThat(unit.leftOver(day)).isEqualTo(leftOver);
        assertThat(unit.becomesLeftOver(day)).isEqualTo(first);
        assertThat(unit.leftOverDays()).isEqualTo(56);
        assertThat(unit().leftOver(day)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"96, false", "97, true", "104, true", "105, false", "156, false", "157, true"})
    void feedIsWithheldBeforeEachHarvestAndGivenBetween(int day, boolean starves) {
        assertThat(leavingFish().starvesForHarvest(day, STARVED)).isEqualTo(starves);
    }

    /** 4,000 g x 0.6. */
    @Test
    void theSmallFishStay() {
        StockedUnit unit = leavingFish();
        unit.keepSmall(0.6);
        assertThat(unit.weight()).isCloseTo(2_400, within(1e-9));
    }
}
