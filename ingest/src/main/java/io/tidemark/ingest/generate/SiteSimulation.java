package io.tidemark.ingest.generate;

import io.tidemark.ingest.generate.BiologyParameters.Lice;
import io.tidemark.ingest.generate.BiologyParameters.Sea;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One site through all of its days, from well before the delivery: stocking, the yearly troubles, lice and treatments, every
 * unit's day, harvest and fallow. Writes the days of the delivery to the farmer's files as it goes.
 */
final class SiteSimulation {

    /** Share of full treatments whose record names the units. */
    private static final double NAMES_UNITS = 0.5;

    private final GeneratedSite site;
    private final DayTable days;
    private final FarmerFiles files;
    private final AuthorityFigures authority;
    private final Draws draws;
    private final SeaTemperature water;
    private final TemperatureLog log;
    private final LossPlan losses;
    private final HarvestPlan harvest;
    private final CohortPlan cohorts;
    private final TreatmentPlan treatments;
    private final UnitDay unitDay;
    private final SeasonDays season;

    private List<StockedUnit> units = new ArrayList<>();
    private int nextTransfer;
    private int cohortStart;
    private int treatmentNumber;

    SiteSimulation(GeneratedSite site, int unitCount, DayTable days, CoastalAnomaly coast, FeedTable table, FarmerFiles files,
            AuthorityFigures authority, Draws draws) {
        this.site = site;
        this.days = days;
        this.files = files;
        this.authority = authority;
        this.draws = draws;
        water = site.onshore()
                ? SeaTemperature.inTanks(days, draws)
                : SeaTemperature.atSea(site.latitude(), days, coast, draws);
        log = new TemperatureLog(site, water, draws);
        losses = new LossPlan(site, draws);
        harvest = new HarvestPlan(draws);
        cohorts = new CohortPlan(site, unitCount, draws, losses, harvest);
        treatments = new TreatmentPlan(site, days, draws);
        unitDay = new UnitDay(table, days, draws, new LossTally(site.onshore(), draws));
        season = new SeasonDays(days, draws);
        nextTransfer = cohorts.firstTransfer(days.first());
    }

    /** Runs all days. */
    void run() throws IOException {
        for (int day = days.first(); day <= days.end(); day++) {
            if (units.isEmpty() && day >= nextTransfer) {
                restock(day);
            }
            double temperature = water.at(day, Sea.FISH_DEPTH);
            arrivals(day, temperature);
            season.newYear(day);
            if (!units.isEmpty() && !site.onshore()) {
                troubles(day, temperature);
            }
            treat(day);
            if (day >= days.begin()) {
                log.write(files, days.iso(day), day, anyFish(day));
            }
            liveUnits(day, temperature);
        }
    }

    private void restock(int day) {
        units = cohorts.stock(day);
        cohortStart = day;
        treatments.restocked();
        harvest.restocked();
        if (!site.onshore()) {
            losses.cohortArrived(units, day);
        }
    }

    private void arrivals(int day, double temperature) {
        for (StockedUnit unit : units) {
            if (unit.age(day) == 0) {
                if (site.onshore()) {
                    losses.tanksFilled(unit, day);
                } else {
                    losses.transferred(unit, day, temperature);
                }
            }
        }
        int age = day - cohortStart;
        if (!units.isEmpty() && site.onshore() && age == Lice.VACCINATED_AFTER) {
            treatments.vaccination(units, day);
        } else if (!units.isEmpty() && !site.onshore() && age == Lice.CLEANERFISH_AFTER) {
            treatments.cleanerFish(units, day);
        }
    }

    private void troubles(int day, double temperature) {
        if (day == season.gills() && losses.gills(units, day)) {
            treatments.amoebicGillDisease(units, day);
        }
        if (day == season.ulcers()) {
            losses.ulcers(units, day);
        }
        if (day == season.medicine()) {
            treatments.medicineOfTheYear(units, day);
        }
        if (day == season.calamity()) {
            losses.calamity(units, day, days.monthOfYear(day));
        }
        if (days.monday(day)) {
            treatments.week(units, day, temperature);
        }
    }

    private void treat(int day) throws IOException {
        Treatment treatment = treatments.due(units, day);
        if (treatment == null) {
            return;
        }
        treatmentNumber++;
        if (treatment.method().handling()) {
            for (StockedUnit unit : treatment.units()) {
                unit.handled(day);
                losses.handled(unit, day, treatment.method().cause(), treatment.method().loss());
            }
        }
        boolean namesUnits = draws.chance(NAMES_UNITS);
        if (day >= days.begin()) {
            files.treatment(days.iso(day), site, treatmentNumber, treatment, namesUnits);
        }
    }

    private void liveUnits(int day, double temperature) throws IOException {
        boolean emptied = false;
        for (StockedUnit unit : units) {
            if (unit.hasFish(day)) {
                live(unit, day, temperature);
            } else if (unit.age(day) >= 0) {
                emptied = true;
                if (day >= days.begin()) {
                    files.stock(days.iso(day), site, unit, 0, 0);
                }
            }
        }
        if (emptied) {
            units.removeIf(unit -> unit.age(day) >= 0 && !unit.hasFish(day));
            if (units.isEmpty()) {
                nextTransfer = cohorts.nextTransfer(day);
            }
        }
    }

    private void live(StockedUnit unit, int day, double temperature) throws IOException {
        if (!site.onshore() && harvest.consider(unit, units, day)) {
            losses.harvestBegins(unit, day);
        }
        int count = unit.count();
        double weight = unit.weight();
        unitDay.live(unit, day, temperature, treatments.starves(unit, day) || unit.daysSinceHandled(day) == 0);
        authority.add(site, unit, day, count, unitDay);
        if (day < days.begin()) {
            return;
        }
        byte[] date = days.iso(day);
        files.stock(date, site, unit, count, weight);
        files.losses(date, site, unit, unitDay.losses(), weight, draws);
        if (unitDay.feedReported()) {
            files.feed(date, site, unit, unitDay.feedKg());
        }
    }

    private boolean anyFish(int day) {
        for (StockedUnit unit : units) {
            if (unit.hasFish(day)) {
                return true;
            }
        }
        return false;
    }
}
