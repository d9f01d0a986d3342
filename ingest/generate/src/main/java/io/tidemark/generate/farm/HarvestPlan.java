package io.tidemark.generate.farm;

import io.tidemark.generate.biology.BiologyParameters.Feeding;
import io.tidemark.generate.biology.BiologyParameters.Stocking;
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
        leavesFish = draws.chance(Stocking.LEFT_OVER_COHORTS);
    }

    /** The harvest weight in gram of a new unit. */
    double targetWeight(boolean trout) {
        double weight = Math.clamp(draws.normal(Stocking.HARVEST_WEIGHT, Stocking.HARVEST_SPREAD),
                Stocking.HARVEST_LEAST, Stocking.HARVEST_MOST);
        return trout ? weight * Stocking.HARVEST_TROUT : weight;
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
        boolean mustGo = unit.age(day) >= Stocking.OLDEST || day >= siteDeadline;
        boolean heavy = unit.weight() >= Stocking.HARVEST_MOST;
        boolean ready = (heavy || (called && unit.weight() >= unit.origin().harvestWeight()))
                && underway(site, day) < Stocking.UNITS_AT_A_TIME;
        if (!mustGo && !ready) {
            return false;
        }
        plan(unit, day);
        siteDeadline = Math.min(siteDeadline, day + Stocking.SITE_EMPTIED_WITHIN);
        return true;
    }

    /** Plans the unit's harvest days; with left-over fish, a last one much later. */
    private void plan(StockedUnit unit, int day) {
        int times = draws.between(1, Stocking.HARVEST_DAYS_MOST);
        boolean leaves = leavesFish && draws.chance(Stocking.LEFT_OVER_PENS);
        int[] dates = new int[leaves ? times + 1 : times];
        int next = day + Feeding.STARVED_BEFORE_HARVEST + draws.between(1, Stocking.HARVEST_STEP_MOST);
        for (int i = 0; i < times; i++) {
            dates[i] = next;
            next += draws.between(1, Stocking.HARVEST_STEP_MOST);
        }
        if (leaves) {
            int stay = draws.between(Stocking.LEFT_OVER_DAYS_LEAST, Stocking.LEFT_OVER_DAYS_MOST);
            dates[times] = dates[times - 1] + stay;
            unit.planHarvest(dates, Math.max(1, (int) (unit.count() * draws.uniform(Stocking.LEFT_OVER_LEAST,
                    Stocking.LEFT_OVER_MOST))));
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
