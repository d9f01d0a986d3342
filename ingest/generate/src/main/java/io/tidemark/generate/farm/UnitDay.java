package io.tidemark.generate.farm;

import static io.tidemark.generate.biology.BiologyParameters.COUNTING;
import static io.tidemark.generate.biology.BiologyParameters.FEEDING;
import static io.tidemark.generate.biology.BiologyParameters.STOCKING;

import io.tidemark.generate.biology.DayTable;
import io.tidemark.generate.biology.Draws;
import io.tidemark.generate.biology.FeedTable;
import io.tidemark.generate.biology.Growth;

/** Simulates one unit's day: feeding and growth, losses, harvest, and the stock in the evening. */
final class UnitDay {

    /** A month's (1 to 12) factors for fish, relative to the year. */
    interface Months {

        /** Factor of growth and feed. */
        double growth(int month);

        /** Factor of everyday losses and diseases. */
        double losses(int month);
    }

    /** Tanks on land: every month has the same factors. */
    static final Months IN_TANKS = new Months() {
        @Override
        public double growth(int month) {
            return 1;
        }

        @Override
        public double losses(int month) {
            return 1;
        }
    };

    private static final int GRAMS_IN_KG = 1_000;
    private static final int PERCENT = 100;
    private static final int LAST_WINTER_MONTH = 3;
    private static final int FIRST_WINTER_MONTH = 10;
    private static final double NO_FEED = 0;

    private final FeedTable table;
    private final DayTable days;
    private final Draws draws;
    private final LossTally tally;
    private final Months months;

    private double feedKg;
    private boolean feedReported;
    private int harvested;

    /** Simulates days of a site's units; the months are those of its stretch of the coast. */
    UnitDay(FeedTable table, DayTable days, Draws draws, LossTally tally, Months months) {
        this.months = months;
        this.table = table;
        this.days = days;
        this.draws = draws;
        this.tally = tally;
    }

    /**
     * Simulates the day: afterwards the unit has tomorrow morning's count and weight,
     * and this object the day's figures.
     */
    void live(StockedUnit unit, int day, double temperature, boolean starvedForTreatment, boolean counted) {
        int count = unit.count();
        double weight = unit.weight();
        double dying = count(unit, day, counted);
        double ration = appetite(unit, day, starvedForTreatment, dying);
        double growth = months.growth(days.monthOfYear(day));
        double percent = table.percentPerDay(weight, temperature) * growth;
        feedKg = ration * percent / PERCENT * count * weight / GRAMS_IN_KG;
        feedReported = !draws.chance(FEEDING.reportMissed());
        unit.grow(Growth.step(unit.origin().tgc(),
                Growth.effectiveTemperature(temperature)) * growth * Math.min(ration, 1));
        int left = count - tally.total();
        harvested = unit.harvest(day, left);
        left -= harvested;
        if (!unit.harvestPlanned() && draws.chance(STOCKING.correctionChance())) {
            left = (int) Math.round(left * draws.normalWithin(1, STOCKING.correctionSpread()));
        }
        unit.setCount(left);
    }

    /**
     * Counts the dead, or leaves them for a later day; returns the daily share of fish that died. Counts with the same
     * mean follow a negative binomial distribution: Poisson with a gamma factor.
     */
    private double count(StockedUnit unit, int day, boolean counted) {
        if (!counted || draws.chance(COUNTING.missed())) {
            tally.clear();
            unit.leaveUncounted();
            return 0;
        }
        int since = unit.takeUncounted() + 1;
        tally.draw(unit, day, since * unit.hardship() * draws.gammaFactor(COUNTING.shape()),
                months.losses(days.monthOfYear(day)));
        return (double) tally.dead() / unit.count() / since;
    }

    private double appetite(StockedUnit unit, int day, boolean starvedForTreatment, double dying) {
        int month = days.monthOfYear(day);
        boolean winter = month <= LAST_WINTER_MONTH || month >= FIRST_WINTER_MONTH;
        boolean badWeather = draws.chance(winter ? FEEDING.weatherWinter() : FEEDING.weatherSummer());
        if (badWeather || starvedForTreatment || unit.starvesForHarvest(day, FEEDING.starvedBeforeHarvest())) {
            return NO_FEED;
        }
        double appetite = Math.clamp(draws.normal(FEEDING.appetite(), FEEDING.appetiteSpread()),
                FEEDING.appetiteLeast(), FEEDING.appetiteMost());
        int age = unit.age(day);
        int handled = unit.daysSinceHandled(day) - 1;
        if (age < FEEDING.afterTransfer().length) {
            appetite *= FEEDING.afterTransfer()[age];
        } else if (handled >= 0 && handled < FEEDING.afterHandling().length) {
            appetite *= FEEDING.afterHandling()[handled];
        } else if (dying > FEEDING.sickAbove()) {
            appetite *= FEEDING.appetiteSick();
        }
        return appetite;
    }

    /** The feed of the day, kg. */
    double feedKg() {
        return feedKg;
    }

    /** Whether the day's feed is in the delivery. */
    boolean feedReported() {
        return feedReported;
    }

    /** The fish harvested, or moved from land, after the day's losses. */
    int harvested() {
        return harvested;
    }

    /** The day's losses. */
    LossTally losses() {
        return tally;
    }
}
