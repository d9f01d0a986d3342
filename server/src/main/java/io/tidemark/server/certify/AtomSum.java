package io.tidemark.server.certify;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The sum of whole atoms without the caller's own rows.
 *
 * @param fishDays    number of fish, summed over days
 * @param biomassDays their weight in grams, summed over days
 * @param feed        feed given, grams
 * @param fedBiomass  the fish that were fed, grams summed over days
 * @param gain        estimated growth, grams
 * @param gainBiomass the fish that grew, grams summed over days
 * @param byCause     losses by registered cause
 */
record AtomSum(long fishDays, long biomassDays, long feed, long fedBiomass, long gain, long gainBiomass, Map<String, Losses> byCause) {

    static final AtomSum NOTHING = new AtomSum(0, 0, 0, 0, 0, 0, Map.of());

    /**
     * Fish lost.
     *
     * @param dead        found dead
     * @param culled      culled
     * @param deadGrams   grams of the dead
     * @param culledGrams grams of the culled
     */
    record Losses(long dead, long culled, long deadGrams, long culledGrams) {

        static final Losses NONE = new Losses(0, 0, 0, 0);

        long all() {
            return dead + culled;
        }

        long grams() {
            return deadGrams + culledGrams;
        }

        Losses and(Losses other) {
            return new Losses(dead + other.dead, culled + other.culled, deadGrams + other.deadGrams, culledGrams + other.culledGrams);
        }
    }

    static AtomSum ofFish(long fishDays, long biomassDays) {
        return new AtomSum(fishDays, biomassDays, 0, 0, 0, 0, Map.of());
    }

    static AtomSum ofFeed(long feed, long fedBiomass, long gain, long gainBiomass) {
        return new AtomSum(0, 0, feed, fedBiomass, gain, gainBiomass, Map.of());
    }

    static AtomSum ofLosses(String cause, Losses losses) {
        return new AtomSum(0, 0, 0, 0, 0, 0, Map.of(cause, losses));
    }

    AtomSum and(AtomSum other) {
        Map<String, Losses> causes = new HashMap<>(byCause);
        other.byCause.forEach((cause, losses) -> causes.merge(cause, losses, Losses::and));
        return new AtomSum(fishDays + other.fishDays, biomassDays + other.biomassDays, feed + other.feed, fedBiomass + other.fedBiomass,
                gain + other.gain, gainBiomass + other.gainBiomass, causes);
    }

    /** All losses whose cause code has this prefix. */
    Losses lost(String code) {
        return byCause.entrySet().stream().filter(each -> each.getKey().startsWith(code)).map(Map.Entry::getValue).reduce(Losses.NONE, Losses::and);
    }

    /** The losses of all causes. */
    Losses lost() {
        return lost("");
    }

    /** Losses per mean fish at risk in a period of this many days; null without fish. */
    @Nullable Double rate(long losses, int days) {
        return fishDays == 0 ? null : (double) losses * days / fishDays;
    }
}
