package io.tidemark.generate.farm;

import static io.tidemark.generate.biology.BiologyParameters.FEEDING;
import static io.tidemark.generate.biology.BiologyParameters.STOCKING;

import io.tidemark.generate.biology.DayTable;
import io.tidemark.generate.biology.Draws;
import java.util.List;

/**
 * Plans the harvest of a site at sea: units are harvested as they reach their weight,
 * the last within some weeks of the first.
 */
final class HarvestPlan {

    private static final int NEVER = Integer.MAX_VALUE;

    private final AreaSeasons seasons;
    private final DayTable days;
    private final Draws draws;
    private int siteDeadline = NEVER;
    private boolean called;
    private boolean leavesFish;

    HarvestPlan(AreaSeasons seasons, DayTable days, Draws draws) {
        this.seasons = seasons;
        this.days = days;
        this.draws = draws;
    }

    /** Starts a new cohort. */
    void restocked() {
        siteDeadline = NEVER;
        leavesFish = draws.chance(STOCKING.leftOverCohorts());
    }

    /** The harvest weight in gram of a new unit. */
    double targetWeight(boolean trout) {
        double weight = Math.clamp(draws.normal(STOCKING.harvestWeight(), STOCKING.harvestSpread()),
                STOCKING.harvestLeast(), STOCKING.harvestMost());
        return trout ? weight * STOCKING.harvestTrout() : weight;
    }

    /**
     * Starts a new day. Depending on the season the well boat may come; once a site's harvest has begun, it comes until
     * the site is empty.
     */
    void newDay(int day) {
        called = siteDeadline != NEVER || draws.chance(seasons.harvestPace(days.monthOfYear(day)));
    }

    /** Plans the unit's harvest if it is due; returns whether it was. */
    boolean consider(StockedUnit unit, List<StockedUnit> site, int day) {
        if (unit.harvestPlanned() || !unit.hasFish(day)) {
            return false;
        }
        boolean mustGo = unit.age(day) >= STOCKING.oldest() || day >= siteDeadline;
        boolean heavy = unit.weight() >= STOCKING.harvestMost();
        boolean ready = (heavy || (called && unit.weight() >= unit.origin().harvestWeight()))
                && underway(site, day) < STOCKING.unitsAtOnce();
        if (!mustGo && !ready) {
            return false;
        }
        plan(unit, day);
        siteDeadline = Math.min(siteDeadline, day + STOCKING.siteEmptiedWithin());
        return true;
    }

    /** Plans the unit's harvest days; with left-over fish, a last one much later. */
    private void plan(StockedUnit unit, int day) {
        int times = draws.between(1, STOCKING.harvestDaysMost());
        boolean leaves = leavesFish && draws.chance(STOCKING.leftOverPens());
        int[] dates = new int[leaves ? times + 1 : times];
        int next = day + FEEDING.starvedBeforeHarvest() + draws.between(1, STOCKING.harvestStepMost());
        for (int i = 0; i < times; i++) {
            dates[i] = next;
            next += draws.between(1, STOCKING.harvestStepMost());
        }
        if (leaves) {
            int stay = draws.between(STOCKING.leftOverDaysLeast(), STOCKING.leftOverDaysMost());
            dates[times] = dates[times - 1] + stay;
            unit.planHarvest(dates, Math.max(1, (int) (unit.count() * draws.uniform(STOCKING.leftOverLeast(),
                    STOCKING.leftOverMost()))));
        } else {
            unit.planHarvest(dates);
        }
    }

    private static int underway(List<StockedUnit> site, int day) {
        int count = 0;
        for (StockedUnit unit : site) {
            if (unit.harvestPlanned() && unit.hasFish(day) && !unit.leftOver(day)) {
                count++;
            }
        }
        return count;
    }
}
