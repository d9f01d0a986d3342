package io.tidemark.generate.farm;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.generate.biology.Draws;
import io.tidemark.generate.biology.LossCause;
import io.tidemark.generate.biology.LossEpisode;
import org.junit.jupiter.api.Test;

class LossTallyTest {

    private static final int DAY = 20_000;

    private static StockedUnit unit(int fish) {
        return new StockedUnit("M01",
                new StockedUnit.Origin("c", "V2024", "2024-10-04", DAY - 10, 2.8, 5_000, 0), fish, 1_000);
    }

    /** Three episodes that each would take about all of ten fish: together they take ten, hundreds of times over. */
    @Test
    void neverMoreThanThereAre() {
        LossTally tally = new LossTally(false, new Draws(1, 1));
        for (int i = 0; i < 500; i++) {
            StockedUnit unit = unit(10);
            unit.add(LossEpisode.shock(LossCause.ALGAE, DAY, 1, 1, 1));
            unit.add(LossEpisode.shock(LossCause.ALGAE, DAY, 1, 1, 1));
            unit.add(LossEpisode.culled(LossCause.RUNT, DAY, 1, 1));
            tally.draw(unit, DAY, 1, 1);
            int byCause = tally.deadByCause().values().stream().mapToInt(Integer::intValue).sum()
                    + tally.culledByCause().values().stream().mapToInt(Integer::intValue).sum();
            assertThat(tally.total()).isBetween(1, 10).isEqualTo(byCause);
        }
    }

    @Test
    void twoEpisodesOfOneCauseAreOneEntry() {
        LossTally tally = new LossTally(true, new Draws(1, 2));
        StockedUnit unit = unit(100_000);
        unit.add(LossEpisode.shock(LossCause.ALGAE, DAY, 1, 0.01, 1));
        unit.add(LossEpisode.shock(LossCause.ALGAE, DAY, 1, 0.02, 1));
        tally.draw(unit, DAY, 1, 1);
        assertThat(tally.deadByCause()).containsOnlyKeys(LossCause.ALGAE);
        // 100,000 x 3 % = 3000, Poisson: five standard deviations are 274
        assertThat(tally.dead()).isBetween(2_726, 3_274);
    }

    /**
     * At sea a count in ten has no cause: 1,000 counts, six standard deviations are 57; none of the dead is forgotten
     * with it.
     */
    @Test
    void nobodyLooksAtTheDeadOfSomeDays() {
        LossTally tally = new LossTally(false, new Draws(1, 4));
        int undetermined = 0;
        for (int i = 0; i < 1_000; i++) {
            StockedUnit unit = unit(100_000);
            unit.add(LossEpisode.shock(LossCause.ALGAE, DAY, 1, 0.01, 1));
            tally.draw(unit, DAY, 1, 1);
            assertThat(tally.deadByCause().values()).singleElement().isEqualTo(tally.dead());
            undetermined += tally.deadByCause().containsKey(LossCause.ALGAE) ? 0 : 1;
        }
        assertThat(undetermined).isBetween(43, 157);
    }

    /** In a month in which twice as many die, a disease takes twice its share, and a treatment what it always takes. */
    @Test
    void theSeasonChangesDiseasesAndNoTreatment() {
        LossTally tally = new LossTally(true, new Draws(1, 5));
        StockedUnit ill = unit(100_000);
        ill.add(LossEpisode.outbreak(LossCause.PD, DAY, 1, 0.02));
        StockedUnit treated = unit(100_000);
        treated.add(LossEpisode.shock(LossCause.THERMAL, DAY, 1, 0.02, 1));
        tally.draw(ill, DAY, 1, 2);
        // one day of an outbreak is its middle: 6 x 0.5 x 0.5 = 1.5 of its share; twice that of 2,000 fish is 6,000,
        // five deviations 387
        assertThat(tally.dead()).isBetween(5_613, 6_387);
        tally.draw(treated, DAY, 1, 2);
        // exp(-0.5) / (1 - exp(-1)) = 0.9595 of 2,000 is 1,919, five deviations 219
        assertThat(tally.dead()).isBetween(1_700, 2_138);
    }

    @Test
    void anEpisodeThatIsOverCostsNothing() {
        LossTally tally = new LossTally(false, new Draws(1, 3));
        StockedUnit unit = unit(100_000);
        unit.add(LossEpisode.shock(LossCause.ALGAE, DAY - 5, 5, 0.5, 1));
        tally.draw(unit, DAY, 1, 1);
        assertThat(tally.total()).isZero();
    }
}
