package io.tidemark.generate.biology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class LossEpisodeTest {

    static final List<LossEpisode> EPISODES = List.of(
            LossEpisode.outbreak(LossCause.PD, 1_000, 100, 0.04),
            LossEpisode.shock(LossCause.THERMAL, 1_000, 14, 0.04, 4),
            LossEpisode.culled(LossCause.RUNT, 1_000, 20, 0.04));

    /** The sums of midpoints differ from the integrals by well under a per cent. */
    @ParameterizedTest
    @FieldSource("EPISODES")
    void theDaysAddUpToTheShare(LossEpisode episode) {
        double sum = IntStream.range(990, 1_200).mapToDouble(episode::on).sum();
        assertThat(sum).isCloseTo(0.04, within(0.04 * 0.01));
        assertThat(episode.on(999)).isZero();
        assertThat(episode.on(1_000 + episode.days())).isZero();
    }

    @Test
    void aShockIsWorstAtOnceAnOutbreakInTheMiddle() {
        assertThat(EPISODES.get(1).on(1_000)).isGreaterThan(EPISODES.get(1).on(1_001));
        assertThat(EPISODES.getFirst().on(1_050)).isGreaterThan(EPISODES.getFirst().on(1_000));
    }
}
