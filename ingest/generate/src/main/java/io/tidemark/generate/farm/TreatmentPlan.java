package io.tidemark.generate.farm;

import static io.tidemark.generate.biology.BiologyParameters.LICE;

import io.tidemark.generate.biology.DayTable;
import io.tidemark.generate.biology.Draws;
import io.tidemark.generate.coast.GeneratedSite;
import io.tidemark.generate.farm.Treatment.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plans the treatments of one site: the lice week by week, and the treatments against them and other diseases. Only one
 * treatment is planned at a time.
 */
final class TreatmentPlan {

    private static final String AGAINST_LICE = "Lice";
    private static final double ARRIVAL_DEGREES = 10;
    private static final int WEEK = 7;

    private final GeneratedSite site;
    private final DayTable days;
    private final Draws draws;
    private double lice;
    private double arriving = 1;
    private double threshold;
    private int quietUntil;
    private @Nullable Treatment planned;

    TreatmentPlan(GeneratedSite site, DayTable days, Draws draws) {
        this.site = site;
        this.days = days;
        this.draws = draws;
        this.quietUntil = days.first();
        newThreshold();
    }

    /** Starts a cohort without lice. */
    void restocked() {
        lice = 0;
        arriving = 1;
        planned = null;
    }

    /**
     * Removes this day's treatment from the plan and returns it, for the units that can still be treated; null without
     * one.
     */
    @Nullable Treatment due(List<StockedUnit> units, int day) {
        Treatment treatment = planned;
        if (treatment == null || treatment.day() != day) {
            return null;
        }
        planned = null;
        List<StockedUnit> present = treatable(treatment.units(), day);
        if (present.isEmpty()) {
            return null;
        }
        long stocked = units.stream().filter(unit -> unit.hasFish(day)).count();
        lice *= 1 - treatment.method().traits().effect() * present.size() / stocked;
        return new Treatment(day, treatment.method(), treatment.target(), treatment.subtype(), treatment.antibiotic(),
                present.size() == stocked, present);
    }

    /** Whether feed is withheld for a coming treatment. */
    boolean starves(StockedUnit unit, int day) {
        return planned != null && planned.starves(unit, day);
    }

    /**
     * Runs a week, every Monday: lice arrive and multiply; too many lead to a treatment, unless treatments are
     * postponed.
     */
    void week(List<StockedUnit> units, int day, double temperature, boolean putOff) {
        double warm = Math.max(0, temperature);
        lice = lice * StrictMath.exp(LICE.growthPerDegree() * warm)
                + LICE.arriving()[site.coast().id() - 1] * arriving * warm / ARRIVAL_DEGREES;
        if (planned != null || putOff) {
            return;
        }
        List<StockedUnit> present = treatable(units, day);
        if (present.isEmpty()) {
            return;
        }
        if (day < quietUntil || lice < limit(day) * threshold) {
            cleanerFish(present, day);
            return;
        }
        boolean full = present.size() == 1 || !draws.chance(LICE.partialShare());
        Method method = method(present.getFirst().weight());
        plan(day, method, AGAINST_LICE, method.technique(), false, full ? present : part(present));
        newThreshold();
    }

    /** Adult female lice per fish. */
    double lice() {
        return lice;
    }

    /** The adult female lice per fish that are allowed that day. */
    double limit(int day) {
        int first = site.coast().id() >= LICE.firstNorthernArea()
                ? LICE.springFirstWeekNorth() : LICE.springFirstWeekSouth();
        int week = days.isoWeek(day);
        return week >= first && week < first + LICE.springWeeks() ? LICE.limitSpring() : LICE.limit();
    }

    private Method method(double weight) {
        Method[] methods = Method.values();
        double[] weights = new double[methods.length];
        for (int i = 0; i < methods.length; i++) {
            boolean favoured = methods[i] == Method.MEDICINAL && weight < LICE.smallFish();
            weights[i] = methods[i].traits().share() * (favoured ? LICE.smallFishMedicine() : 1);
        }
        return methods[draws.weighted(weights)];
    }

    /** Stocks cleaner fish now and then, from some weeks after the salmon. */
    private void cleanerFish(List<StockedUnit> units, int day) {
        if (units.getFirst().age(day) >= LICE.cleanerfishAfter()
                && draws.chance(LICE.cleanerfishWeeks()[site.coast().id() - 1])) {
            arriving = LICE.cleanerfishEffect();
            plan(day, Method.CLEANERFISH, AGAINST_LICE, draws.chance(LICE.lumpfishShare()) ? "lumpfish" : "wrasse",
                    false, units);
        }
    }

    /** Treats all units with warm water today. */
    void delouse(List<StockedUnit> units, int day) {
        planned = new Treatment(day, Method.THERMAL, AGAINST_LICE, Method.THERMAL.technique(), false, false,
                List.copyOf(units));
        quietUntil = Math.max(quietUntil, day + LICE.weeksBetween() * WEEK);
    }

    /** Plans a freshwater bath against amoebic gill disease. */
    void amoebicGillDisease(List<StockedUnit> units, int day) {
        if (planned == null && draws.chance(LICE.agdBathChance())) {
            plan(day + LICE.agdBathAfter(), Method.FRESHWATER, "Parasites", Method.FRESHWATER.technique(), false,
                    units);
        }
    }

    /** Plans the medicine in feed that a year may require: against tapeworm, and rarely an antibiotic. */
    void medicineOfTheYear(List<StockedUnit> units, int day) {
        if (planned != null) {
            return;
        }
        if (site.coast().id() >= LICE.tapewormFirstArea() && draws.chance(LICE.tapewormChance())) {
            plan(day, Method.MEDICINAL, "Parasites", "praziquantel", false, units);
        } else if (draws.chance(LICE.antibioticChance())) {
            plan(day, Method.MEDICINAL, "Bacteria", "florfenicol", true, part(units));
        }
    }

    /** Plans the vaccination of a batch on land. */
    void vaccination(List<StockedUnit> units, int day) {
        plan(day, Method.VACCINATION, "Health", Method.VACCINATION.technique(), false, units);
    }

    private void plan(int from, Method method, String target, String subtype, boolean antibiotic,
            List<StockedUnit> units) {
        int day = from + draws.between(LICE.decisionLeast(), LICE.decisionMost());
        planned = new Treatment(day, method, target, subtype, antibiotic, false, List.copyOf(units));
        if (method != Method.CLEANERFISH) {
            quietUntil = Math.max(quietUntil, day + LICE.weeksBetween() * WEEK);
        }
    }

    /** Units with fish whose harvest is not about to begin. */
    private static List<StockedUnit> treatable(List<StockedUnit> units, int day) {
        List<StockedUnit> result = new ArrayList<>(units.size());
        for (StockedUnit unit : units) {
            if (unit.hasFish(day) && !unit.harvestPlanned()) {
                result.add(unit);
            }
        }
        return result;
    }

    /** A part of the units: at least one and, of several, not all. */
    private List<StockedUnit> part(List<StockedUnit> units) {
        if (units.size() < 2) {
            return units;
        }
        int size = draws.between(1, units.size() - 1);
        int first = draws.between(0, units.size() - size);
        return units.subList(first, first + size);
    }

    private void newThreshold() {
        threshold = draws.uniform(LICE.treatsFrom(), LICE.treatsTo());
    }
}
