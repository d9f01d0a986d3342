package io.tidemark.generate.farm;

import static io.tidemark.generate.biology.BiologyParameters.LOSSES;

import io.tidemark.generate.biology.Draws;
import io.tidemark.generate.biology.LossCause;
import io.tidemark.generate.biology.LossEpisode;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** The losses of one unit on one day by cause and kind: never more than the unit's fish, with each key once. */
public final class LossTally {

    private final boolean onshore;
    private final Draws draws;
    private final Map<LossCause, Integer> dead = new EnumMap<>(LossCause.class);
    private final Map<LossCause, Integer> culled = new EnumMap<>(LossCause.class);
    private int deadSum;
    private int culledSum;

    public LossTally(boolean onshore, Draws draws) {
        this.onshore = onshore;
        this.draws = draws;
    }

    /** Clears the tally for a day without a count. */
    void clear() {
        dead.clear();
        culled.clear();
        deadSum = 0;
        culledSum = 0;
    }

    /**
     * Draws the losses that a unit counts on a day, in place of the last draw.
     * On some days the causes are not determined.
     *
     * @param exposure losses in days of usual losses: the days since the last count, times this count's scatter
     * @param season   everyday losses and diseases of the season, relative to the year's
     */
    void draw(StockedUnit unit, int day, double exposure, double season) {
        clear();
        everyday(draws.poisson(unit.count() * unit.origin().baseline() * exposure * season), unit.count());
        for (LossEpisode episode : unit.episodes(day)) {
            double share = episode.on(day) * (episode.seasonal() ? season : 1);
            if (share > 0) {
                add(episode.cause(), episode.culling(), draws.poisson(unit.count() * share * exposure), unit.count());
            }
        }
        if (deadSum > 0 && !onshore && draws.chance(LOSSES.undetermined())) {
            dead.clear();
            dead.put(draws.chance(LOSSES.undeterminedDecomposed()) ? LossCause.DECOMPOSED : LossCause.UNKNOWN, deadSum);
        }
    }

    private void everyday(int count, int stock) {
        if (count == 0) {
            return;
        }
        int second = count > 1 && draws.chance(LOSSES.secondCause()) ? draws.between(1, count - 1) : 0;
        add(everydayCause(), false, count - second, stock);
        add(everydayCause(), false, second, stock);
    }

    private LossCause everydayCause() {
        return onshore
                ? LossCause.IN_TANKS[draws.weighted(LOSSES.inTanksWeights())]
                : LossCause.EVERYDAY[draws.weighted(LOSSES.everydayWeights())];
    }

    private void add(LossCause cause, boolean culling, int wanted, int stock) {
        int count = Math.min(wanted, stock - total());
        if (count <= 0) {
            return;
        }
        if (culling) {
            culled.merge(cause, count, Integer::sum);
            culledSum += count;
        } else {
            dead.merge(cause, count, Integer::sum);
            deadSum += count;
        }
    }

    int dead() {
        return deadSum;
    }

    int culled() {
        return culledSum;
    }

    int total() {
        return deadSum + culledSum;
    }

    /** Positive counts of fish found dead, in the order of the causes; valid until the next draw. */
    public Map<LossCause, Integer> deadByCause() {
        return Collections.unmodifiableMap(dead);
    }

    /** Positive counts of culled fish. */
    public Map<LossCause, Integer> culledByCause() {
        return Collections.unmodifiableMap(culled);
    }
}
