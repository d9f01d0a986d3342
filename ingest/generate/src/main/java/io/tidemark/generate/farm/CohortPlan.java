package io.tidemark.generate.farm;

import static io.tidemark.generate.biology.BiologyParameters.GROWING;
import static io.tidemark.generate.biology.BiologyParameters.STOCKING;

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
        int from = first + draws.between(0, STOCKING.firstTransferSpread());
        if (site.onshore()) {
            return from;
        }
        boolean secondYear = spread(SECOND_YEAR_STEP) < 0.5;
        return startFrom(first + (secondYear ? STOCKING.firstTransferSpread() : 0));
    }

    /** First day of the next cohort for a site that is empty from a day on. */
    int nextTransfer(int empty) {
        if (site.onshore()) {
            return empty + draws.between(STOCKING.tankCleaningLeast(), STOCKING.tankCleaningMost());
        }
        return startFrom(empty + STOCKING.fallowLeast());
    }

    /** The first transfer of a cohort, so that the middle one falls on the drawn day. */
    private int startFrom(int earliest) {
        int ahead = Math.min((units - 1) * STOCKING.unitStepMost() / 2, STOCKING.stockedWithin()) / 2;
        return AreaSeasons.of(site.coast()).transferDay(place(), earliest + ahead) - ahead;
    }

    /**
     * The next transfer's place in the year. Sites with neighbouring numbers get places spread evenly over the year, so
     * that even a few dozen sites show the months' shares; the draw makes seeds differ.
     */
    private double place() {
        double even = spread(PLACE_STEP) + cycle++ * CYCLE_STEP + draws.uniform(0, STOCKING.placeShift());
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
        boolean large = draws.chance(STOCKING.postsmoltShare());
        double mean = large
                ? draws.uniform(STOCKING.postsmoltLeast(), STOCKING.postsmoltMost())
                : draws.uniform(STOCKING.smoltLeast(), STOCKING.smoltMost());
        int origins = draws.chance(STOCKING.twoOrigins()) && units > 1 ? 2 : 1;
        double tgc = site.trout() ? GROWING.tgcTrout() : GROWING.tgcSalmon();
        List<StockedUnit> stocked = new ArrayList<>(units);
        int day = start;
        for (int i = 0; i < units; i++) {
            String generation = generation(day);
            String cohort = site.id() + "-" + generation + "-" + (i * origins / units + 1);
            StockedUnit.Origin origin = new StockedUnit.Origin(cohort, generation, iso(day), day,
                    draws.normalWithin(tgc, GROWING.tgcSpread()),
                    harvest.targetWeight(site.trout()), losses.baseline());
            int count = draws.between(STOCKING.fishLeast(), STOCKING.fishMost());
            stocked.add(new StockedUnit(unitId("M", i), origin, count,
                    mean * draws.normalWithin(1, STOCKING.weightSpread())));
            day = Math.min(day + draws.between(1, STOCKING.unitStepMost()), start + STOCKING.stockedWithin());
        }
        return stocked;
    }

    /** Stocks a batch on land. Its planned day of transfer gives its generation; it has no sea transfer date yet. */
    private List<StockedUnit> fillTanks(int start) {
        int leaves = start + draws.between(STOCKING.tankDaysLeast(), STOCKING.tankDaysMost());
        String generation = generation(leaves);
        double mean = draws.uniform(STOCKING.tankWeightLeast(), STOCKING.tankWeightMost());
        List<StockedUnit> stocked = new ArrayList<>(units);
        for (int i = 0; i < units; i++) {
            StockedUnit.Origin origin = new StockedUnit.Origin(
                    site.id() + "-" + iso(start), generation, "", start,
                    draws.normalWithin(GROWING.tgcTank(), GROWING.tgcSpread()), 0,
                    losses.baseline());
            int count = draws.between(STOCKING.tankFishLeast(), STOCKING.tankFishMost());
            double weight = mean * draws.normalWithin(1, STOCKING.weightSpread());
            StockedUnit unit = new StockedUnit(unitId("K", i), origin, count, weight);
            unit.planHarvest(new int[] {leaves + i % STOCKING.unitStepMost()});
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
