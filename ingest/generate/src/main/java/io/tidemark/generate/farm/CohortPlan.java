package io.tidemark.generate.farm;

import io.tidemark.generate.biology.BiologyParameters;
import io.tidemark.generate.biology.BiologyParameters.Stocking;
import io.tidemark.generate.biology.Draws;
import io.tidemark.generate.coast.GeneratedSite;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** Plans the cohorts of a site: when they arrive, their numbers, weights and names. */
final class CohortPlan {

    private static final int LAST_SPRING_MONTH = 7;
    /**
     * The golden section, and the square roots of 2 and 3 less 1: their multiples are spread evenly between 0 and 1.
     */
    private static final double PLACE_STEP = 0.6180339887498949;
    private static final double CYCLE_STEP = 0.41421356237309515;
    private static final double SECOND_YEAR_STEP = 0.7320508075688772;

    private final GeneratedSite site;
    private final int units;
    private final Draws draws;
    private final LossPlan losses;
    private final HarvestPlan harvest;
    private int cycle;

    CohortPlan(GeneratedSite site, int units, Draws draws, LossPlan losses, HarvestPlan harvest) {
        this.site = site;
        this.units = units;
        this.draws = draws;
        this.losses = losses;
        this.harvest = harvest;
    }

    /** First day of the first cohort. */
    int firstTransfer(int first) {
        int from = first + draws.between(0, Stocking.FIRST_TRANSFER_SPREAD);
        if (site.onshore()) {
            return from;
        }
        boolean secondYear = spread(SECOND_YEAR_STEP) < 0.5;
        return startFrom(first + (secondYear ? Stocking.FIRST_TRANSFER_SPREAD : 0));
    }

    /** First day of the next cohort for a site that is empty from a day on. */
    int nextTransfer(int empty) {
        if (site.onshore()) {
            return empty + draws.between(Stocking.TANK_CLEANING_LEAST, Stocking.TANK_CLEANING_MOST);
        }
        return startFrom(empty + Stocking.FALLOW_LEAST);
    }

    /** The first transfer of a cohort, so that the middle one falls on the drawn day. */
    private int startFrom(int earliest) {
        int ahead = Math.min((units - 1) * Stocking.UNIT_STEP_MOST / 2, Stocking.STOCKED_WITHIN) / 2;
        return AreaSeasons.of(site.coast()).transferDay(place(), earliest + ahead) - ahead;
    }

    /**
     * The next transfer's place in the year. Sites with neighbouring numbers get places spread evenly over the year, so
     * that even a few dozen sites show the months' shares; the draw makes seeds differ.
     */
    private double place() {
        double even = spread(PLACE_STEP) + cycle++ * CYCLE_STEP + draws.uniform(0, Stocking.PLACE_SHIFT);
        return even - Math.floor(even);
    }

    private double spread(double step) {
        double multiple = site.key() * step;
        return multiple - Math.floor(multiple);
    }

    /** The units of a cohort that starts on a day; each is stocked some days after the previous one. */
    List<StockedUnit> stock(int start) {
        return site.onshore() ? fillTanks(start) : transfer(start);
    }

    private List<StockedUnit> transfer(int start) {
        boolean large = draws.chance(Stocking.POSTSMOLT_SHARE);
        double mean = large
                ? draws.uniform(Stocking.POSTSMOLT_LEAST, Stocking.POSTSMOLT_MOST)
                : draws.uniform(Stocking.SMOLT_LEAST, Stocking.SMOLT_MOST);
        int origins = draws.chance(Stocking.TWO_ORIGINS) && units > 1 ? 2 : 1;
        double tgc = site.trout() ? BiologyParameters.Growing.TGC_TROUT : BiologyParameters.Growing.TGC_SALMON;
        List<StockedUnit> stocked = new ArrayList<>(units);
        int day = start;
        for (int i = 0; i < units; i++) {
            String generation = generation(day);
            String cohort = site.id() + "-" + generation + "-" + (i * origins / units + 1);
            StockedUnit.Origin origin = new StockedUnit.Origin(cohort, generation, iso(day), day,
                    draws.normalWithin(tgc, BiologyParameters.Growing.TGC_SPREAD),
                    harvest.targetWeight(site.trout()), losses.baseline());
            int count = draws.between(Stocking.FISH_LEAST, Stocking.FISH_MOST);
            stocked.add(new StockedUnit(unitId("M", i), origin, count,
                    mean * draws.normalWithin(1, Stocking.WEIGHT_SPREAD)));
            day = Math.min(day + draws.between(1, Stocking.UNIT_STEP_MOST), start + Stocking.STOCKED_WITHIN);
        }
        return stocked;
    }

    /** Stocks a batch on land. Its planned day of transfer gives its generation; it has no sea transfer date yet. */
    private List<StockedUnit> fillTanks(int start) {
        int leaves = start + draws.between(Stocking.TANK_DAYS_LEAST, Stocking.TANK_DAYS_MOST);
        String generation = generation(leaves);
        double mean = draws.uniform(Stocking.TANK_WEIGHT_LEAST, Stocking.TANK_WEIGHT_MOST);
        List<StockedUnit> stocked = new ArrayList<>(units);
        for (int i = 0; i < units; i++) {
            StockedUnit.Origin origin = new StockedUnit.Origin(
                    site.id() + "-" + iso(start), generation, "", start,
                    draws.normalWithin(BiologyParameters.Growing.TGC_TANK, BiologyParameters.Growing.TGC_SPREAD), 0,
                    losses.baseline());
            int count = draws.between(Stocking.TANK_FISH_LEAST, Stocking.TANK_FISH_MOST);
            double weight = mean * draws.normalWithin(1, Stocking.WEIGHT_SPREAD);
            StockedUnit unit = new StockedUnit(unitId("K", i), origin, count, weight);
            unit.planHarvest(new int[] {leaves + i % Stocking.UNIT_STEP_MOST});
            stocked.add(unit);
        }
        return stocked;
    }

    /** The year class of a sea transfer: V (spring) January to July, H (autumn) August to December. */
    static String generation(int transferDay) {
        LocalDate date = LocalDate.ofEpochDay(transferDay);
        return (date.getMonthValue() <= LAST_SPRING_MONTH ? "V" : "H") + date.getYear();
    }

    private static String iso(int day) {
        return LocalDate.ofEpochDay(day).toString();
    }

    private static String unitId(String kind, int index) {
        return kind + (index < 9 ? "0" : "") + (index + 1);
    }
}
