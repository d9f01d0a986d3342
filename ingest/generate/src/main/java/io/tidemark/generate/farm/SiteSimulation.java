package io.tidemark.generate.farm;

import static io.tidemark.generate.biology.BiologyParameters.LICE;
import static io.tidemark.generate.biology.BiologyParameters.SEA;
import static io.tidemark.generate.biology.BiologyParameters.STOCKING;

import io.tidemark.generate.biology.CoastalAnomaly;
import io.tidemark.generate.biology.CountingHabit;
import io.tidemark.generate.biology.DayTable;
import io.tidemark.generate.biology.Draws;
import io.tidemark.generate.biology.FeedTable;
import io.tidemark.generate.biology.SeaTemperature;
import io.tidemark.generate.biology.SeasonDays;
import io.tidemark.generate.coast.GeneratedSite;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Simulates one site day by day, from well before the delivery: stocking, seasonal diseases, lice and treatments, every
 * unit's day, harvest and fallow. Writes the days of the delivery to the farmer's files.
 */
public final class SiteSimulation {

    /** Share of full treatments whose record names the units. */
    private static final double NAMES_UNITS = 0.5;

    private final GeneratedSite site;
    private final DayTable days;
    private final Story.@Nullable Part story;
    private final AuthorityFigures authority;
    private final LiceReport lice;
    private final Draws counts;
    private final Draws draws;
    private final SeaTemperature water;
    private final TemperatureLog log;
    private final LossPlan losses;
    private final HarvestPlan harvest;
    private final CohortPlan cohorts;
    private final TreatmentPlan treatments;
    private final UnitDay unitDay;
    private final CountingHabit counting;
    private final SeasonDays season;

    private List<StockedUnit> units = new ArrayList<>();
    private int nextTransfer;
    private int cohortStart;
    private int treatmentNumber;
    private @Nullable SiteRecords records;

    /**
     * Creates a site with this number of units.
     *
     * @param counts the stream of its lice counts, apart from the site's own so that these change nothing else
     */
    public SiteSimulation(GeneratedSite site, int unitCount, DayTable days, CoastalAnomaly coast, FeedTable table,
            AuthorityFigures authority, LiceReport lice, Draws draws, Draws counts, Story.@Nullable Part story) {
        this.site = site;
        this.days = days;
        this.story = story;
        this.authority = authority;
        this.lice = lice;
        this.counts = counts;
        this.draws = draws;
        water = site.onshore()
                ? SeaTemperature.inTanks(days, draws)
                : SeaTemperature.atSea(site.latitude(), days, coast, draws);
        log = new TemperatureLog(site, water, draws);
        losses = new LossPlan(site, draws, authority.diseases());
        harvest = new HarvestPlan(AreaSeasons.of(site.coast()), days, draws);
        cohorts = new CohortPlan(site, unitCount, draws, losses, harvest);
        treatments = new TreatmentPlan(site, days, draws);
        UnitDay.Months months = site.onshore() ? UnitDay.IN_TANKS : AreaSeasons.of(site.coast());
        unitDay = new UnitDay(table, days, draws, new LossTally(site.onshore(), draws), months);
        counting = new CountingHabit(site.onshore(), days, draws);
        season = new SeasonDays(days, draws);
        nextTransfer = cohorts.firstTransfer(days.first());
    }

    /**
     * Runs all days.
     *
     * @param to receives the records; without it, the site is only in the authority's figures and its lice report
     */
    public void run(@Nullable SiteRecords to) throws IOException {
        records = to;
        for (int day = days.first(); day <= days.end(); day++) {
            if (units.isEmpty() && day >= nextTransfer) {
                restock(day);
            }
            double temperature = water.at(day, SEA.fishDepth());
            arrivals(day, temperature);
            season.newYear(day);
            if (!units.isEmpty() && !site.onshore()) {
                troubles(day, temperature);
            }
            if (days.monday(day) && day >= days.begin() && !site.onshore()) {
                lice.add(site, day, treatments.lice(), treatments.limit(day), temperature, anyFish(day), counts);
            }
            treat(day);
            SiteRecords delivered = delivered(day);
            if (delivered != null) {
                log.write(delivered, days.iso(day), day, anyFish(day));
            }
            liveUnits(day, temperature);
        }
    }

    private void restock(int day) {
        units = cohorts.stock(day);
        if (story != null) {
            units.forEach(unit -> unit.setHardship(story.losses(unit.origin().generation())));
        }
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
        if (!units.isEmpty() && site.onshore() && age == LICE.vaccinatedAfter()) {
            treatments.vaccination(units, day);
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
        if (day == season.mishap()) {
            losses.mishap(units, day);
        }
        if (days.monday(day)) {
            treatments.week(units, day, temperature, story != null && story.putsTreatmentOff(day));
        }
        if (story != null) {
            story.befall(units, day);
            if (story.delouses(day)) {
                treatments.delouse(units, day);
            }
        }
    }

    private void treat(int day) throws IOException {
        Treatment treatment = treatments.due(units, day);
        if (treatment == null) {
            return;
        }
        treatmentNumber++;
        if (treatment.method().handling()) {
            treatment.units().forEach(unit -> unit.handled(day));
            losses.handled(treatment.units(), day, treatment.method().cause(),
                    treatment.method().traits().loss() * (story == null ? 1 : story.losses(treatment)));
        }
        boolean namesUnits = draws.chance(NAMES_UNITS);
        SiteRecords delivered = delivered(day);
        if (delivered != null) {
            delivered.treatment(days.iso(day), site, treatmentNumber, treatment, namesUnits);
        }
    }

    private void liveUnits(int day, double temperature) throws IOException {
        boolean emptied = false;
        SiteRecords delivered = delivered(day);
        boolean counted = counting.counts(day);
        harvest.newDay(day);
        for (StockedUnit unit : units) {
            if (unit.hasFish(day)) {
                live(unit, day, temperature, counted);
            } else if (unit.age(day) >= 0) {
                emptied = true;
                if (delivered != null) {
                    delivered.stock(days.iso(day), site, unit, 0, 0);
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

    private void live(StockedUnit unit, int day, double temperature, boolean counted) throws IOException {
        boolean starves = story != null && story.starves();
        if (!site.onshore() && !starves && harvest.consider(unit, units, day)) {
            losses.harvestBegins(unit, day);
        }
        if (unit.becomesLeftOver(day)) {
            unit.keepSmall(STOCKING.leftOverWeight());
            losses.leftOver(unit, day, unit.leftOverDays());
        }
        int count = unit.count();
        double weight = unit.weight();
        unitDay.live(unit, day, temperature, starves || treatments.starves(unit, day)
                || unit.daysSinceHandled(day) == 0, counted);
        authority.add(site, unit, day, count, unitDay);
        SiteRecords delivered = delivered(day);
        if (delivered == null) {
            return;
        }
        String date = days.iso(day);
        delivered.stock(date, site, unit, count, weight);
        SiteRecords later = story == null ? null : story.corrects(day);
        (later == null ? delivered : later).losses(date, site, unit, unitDay.losses(), weight, draws);
        if (unitDay.feedReported()) {
            delivered.feed(date, site, unit, unitDay.feedKg());
        }
    }

    /** The receiver of the day's records; null if they are not delivered. */
    private @Nullable SiteRecords delivered(int day) {
        SiteRecords each = records;
        return each != null && day >= days.begin() && each.wanted(day) ? each : null;
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
