package io.tidemark.ingest.generate;

import io.tidemark.ingest.generate.BiologyParameters.Feeding;
import io.tidemark.ingest.generate.BiologyParameters.Stocking;
import java.util.List;

/** When the units of a site at sea are harvested: unit by unit as they reach their weight, the last within some weeks. */
final class HarvestPlan {

    private static final int NEVER = Integer.MAX_VALUE;

    private final Draws draws;
    private int siteDeadline = NEVER;

    HarvestPlan(Draws draws) {
        this.draws = draws;
    }

    /** A new cohort. */
    void restocked() {
        siteDeadline = NEVER;
    }

    /** Harvest weight in gram of a new unit. */
    double targetWeight(boolean trout) {
        double weight = Math.clamp(draws.normal(Stocking.HARVEST_WEIGHT, Stocking.HARVEST_SPREAD),
                Stocking.HARVEST_LEAST, Stocking.HARVEST_MOST);
        return trout ? weight * Stocking.HARVEST_TROUT : weight;
    }

    /** Plans the unit's harvest when its time has come; says whether it did. */
    boolean consider(StockedUnit unit, List<StockedUnit> site, int day) {
        if (unit.harvestPlanned() || !unit.hasFish(day)) {
            return false;
        }
        boolean mustGo = unit.age(day) >= Stocking.OLDEST || day >= siteDeadline;
        boolean ready = unit.weight() >= unit.origin().harvestWeight() && underway(site, day) < Stocking.UNITS_AT_A_TIME;
        if (!mustGo && !ready) {
            return false;
        }
        int[] dates = new int[draws.between(1, Stocking.HARVEST_DAYS_MOST)];
        int next = day + Feeding.STARVED_BEFORE_HARVEST + draws.between(1, Stocking.HARVEST_STEP_MOST);
        for (int i = 0; i < dates.length; i++) {
            dates[i] = next;
            next += draws.between(1, Stocking.HARVEST_STEP_MOST);
        }
        unit.planHarvest(dates);
        siteDeadline = Math.min(siteDeadline, day + Stocking.SITE_EMPTIED_WITHIN);
        return true;
    }

    private static int underway(List<StockedUnit> site, int day) {
        int count = 0;
        for (StockedUnit unit : site) {
            if (unit.harvestPlanned() && unit.hasFish(day)) {
                count++;
            }
        }
        return count;
    }
}
