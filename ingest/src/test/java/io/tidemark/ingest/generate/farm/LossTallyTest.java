package io.tidemark.ingest.generate.farm;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.generate.biology.Draws;
import io.tidemark.ingest.generate.biology.LossCause;
import io.tidemark.ingest.generate.biology.LossEpisode;
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
        LossTally tally = new LossTally(false, new Draws(1, 2));
        StockedUnit unit = unit(100_000);
        unit.add(LossEpisode.shock(LossCause.ALGAE, DAY, 1, 0.01, 1));
        unit.add(LossEpisode.shock(LossCause.ALGAE, DAY, 1, 0.02, 1));
        tally.draw(unit, DAY, 1, 1);
        assertThat(tally.deadByCause()).containsOnlyKeys(LossCause.ALGAE);
        // 100,000 x 3 % = 3000, Poisson: five standard deviations are 274
        assertThat(tally.dead()).isBetween(2_726, 3_274);
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
