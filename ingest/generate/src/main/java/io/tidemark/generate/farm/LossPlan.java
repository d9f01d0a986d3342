package io.tidemark.generate.farm;

import io.tidemark.generate.biology.BiologyParameters;
import io.tidemark.generate.biology.BiologyParameters.Losses;
import io.tidemark.generate.biology.Draws;
import io.tidemark.generate.biology.LossCause;
import io.tidemark.generate.biology.LossEpisode;
import io.tidemark.generate.coast.GeneratedSite;

/** Plans the loss episodes of one site's units. */
final class LossPlan {

    private final GeneratedSite site;
    private final Draws draws;
    private final AuthorityDiseases notified;
    private final boolean north;

    LossPlan(GeneratedSite site, Draws draws, AuthorityDiseases notified) {
        this.site = site;
        this.draws = draws;
        this.notified = notified;
        this.north = site.coast().id() >= BiologyParameters.Lice.FIRST_NORTHERN_AREA;
    }

    /** The daily share of everyday losses of a new unit. */
    double baseline() {
        double share = site.onshore()
                ? draws.lognormal(Losses.BASELINE_TANK, Losses.BASELINE_TANK_SPREAD)
                : draws.lognormal(Losses.BASELINE, Losses.BASELINE_SPREAD);
        return share * site.coast().relativeLoss();
    }

    /** Plans a new unit's losses at sea: its start, its runts, and the outbreaks of its cohort. */
    void transferred(StockedUnit unit, int day, double temperature) {
        LossCause start;
        if (temperature < Losses.START_COLD && draws.chance(Losses.START_ULCER_CHANCE)) {
            start = draws.chance(Losses.TENACIBACULOSIS_SHARE) ? LossCause.TENACIBACULOSIS : LossCause.WINTER_ULCER;
        } else {
            start = draws.chance(Losses.START_SMOLT_SHARE) ? LossCause.SMOLT : LossCause.OSMOREGULATION;
        }
        unit.add(LossEpisode.shock(start, day, Losses.START_DAYS, size(Losses.START), Losses.START_FADES));
        unit.add(LossEpisode.shock(LossCause.TRANSPORT, day, Losses.TRANSPORT_DAYS, size(Losses.TRANSPORT),
                Losses.TRANSPORT_FADES));
        unit.add(LossEpisode.shock(LossCause.RUNT, day + Losses.RUNTS_AFTER, Losses.RUNTS_DAYS, size(Losses.RUNTS),
                Losses.RUNTS_FADE));
        for (int sorting : Losses.RUNT_SORTINGS) {
            int when = day + sorting + draws.between(-Losses.SORTING_SHIFT_MOST, Losses.SORTING_SHIFT_MOST);
            int length = draws.between(1, Losses.SORTING_DAYS_MOST);
            unit.add(LossEpisode.culled(LossCause.RUNT, when, length, size(Losses.RUNTS_CULLED)));
        }
    }

    /** Draws the outbreaks of a cohort's life once per site and cohort, so that its units fall ill together. */
    void cohortArrived(Iterable<StockedUnit> units, int day) {
        int area = site.coast().id();
        boolean endemic = area > 1 && area <= Losses.PD_LAST_AREA;
        outbreak(units, day, LossCause.PD, endemic ? Losses.PD_CHANCE_ENDEMIC : Losses.PD_CHANCE_ELSEWHERE,
                Losses.PD_FROM_TO, Losses.PD_DAYS, Losses.PD);
        outbreak(units, day, LossCause.HSMI, Losses.HSMI_CHANCE, Losses.HSMI_FROM_TO, Losses.HSMI_DAYS, Losses.HSMI);
        outbreak(units, day, LossCause.YERSINIOSIS, Losses.YERSINIOSIS_CHANCE, Losses.YERSINIOSIS_FROM_TO,
                Losses.YERSINIOSIS_DAYS, Losses.YERSINIOSIS);
        if (!site.trout()) {
            outbreak(units, day, LossCause.CMS, Losses.CMS_CHANCE, Losses.CMS_FROM_TO, Losses.CMS_DAYS, Losses.CMS);
        }
        if (area > 1 && area <= Losses.PASTEURELLOSIS_LAST_AREA) {
            outbreak(units, day, LossCause.PASTEURELLOSIS, Losses.PASTEURELLOSIS_CHANCE, Losses.PASTEURELLOSIS_FROM_TO,
                    Losses.PASTEURELLOSIS_DAYS, Losses.PASTEURELLOSIS);
        }
    }

    private void outbreak(
            Iterable<StockedUnit> units, int day, LossCause cause, double chance, int[] fromTo, int days,
            double share) {
        if (!draws.chance(chance)) {
            return;
        }
        int start = day + draws.between(fromTo[0], fromTo[1]);
        if (cause == LossCause.PD) {
            notified.pancreasDisease(site, start, days);
        }
        double severity = severity(share);
        for (StockedUnit unit : units) {
            int falls = start + draws.between(0, Losses.UNIT_LATER);
            unit.add(LossEpisode.outbreak(cause, falls, days, severity * between(Losses.UNIT_HIT)));
        }
    }

    /** Plans gill trouble of one late summer; returns whether it is amoebic gill disease, which can be treated. */
    boolean gills(Iterable<StockedUnit> units, int day) {
        if (!draws.chance(north ? Losses.GILL_CHANCE_NORTH : Losses.GILL_CHANCE_SOUTH)) {
            return false;
        }
        boolean amoebic = !north && draws.chance(Losses.AGD_SHARE);
        double severity = severity(Losses.GILL);
        for (StockedUnit unit : units) {
            int falls = day + draws.between(0, Losses.UNIT_LATER);
            unit.add(LossEpisode.outbreak(amoebic ? LossCause.AGD : LossCause.GILL_DISEASE, falls, Losses.GILL_DAYS,
                    severity * between(Losses.UNIT_HIT)));
        }
        return amoebic;
    }

    /** Plans winter ulcers of one winter. */
    void ulcers(Iterable<StockedUnit> units, int day) {
        if (!draws.chance(north ? Losses.ULCER_CHANCE_NORTH : Losses.ULCER_CHANCE_SOUTH)) {
            return;
        }
        LossCause cause = draws.chance(Losses.TENACIBACULOSIS_SHARE)
                ? LossCause.TENACIBACULOSIS : LossCause.WINTER_ULCER;
        double severity = severity(Losses.ULCER);
        for (StockedUnit unit : units) {
            double share = severity * between(Losses.UNIT_HIT);
            int start = day + draws.between(0, Losses.UNIT_LATER);
            unit.add(LossEpisode.outbreak(cause, start, Losses.ULCER_DAYS, share * (1 - Losses.ULCER_CULLED)));
            unit.add(LossEpisode.culled(cause, start + Losses.ULCER_DAYS / 2, Losses.ULCER_CULLED_DAYS,
                    share * Losses.ULCER_CULLED));
        }
    }

    /**
     * Plans a calamity: algae in early summer, oxygen in early autumn, jellyfish in autumn and winter, else a storm.
     */
    void calamity(Iterable<StockedUnit> units, int day, int month) {
        LossCause cause = switch (month) {
            case 5, 6 -> LossCause.ALGAE;
            case 7, 8, 9 -> LossCause.OXYGEN;
            case 10, 11, 12 -> LossCause.JELLYFISH;
            default -> LossCause.STORM;
        };
        double severity = severity(Losses.CALAMITY);
        int days = draws.between(Losses.CALAMITY_DAYS_LEAST, Losses.CALAMITY_DAYS);
        for (StockedUnit unit : units) {
            unit.add(LossEpisode.shock(cause, day, days, severity * between(Losses.UNIT_STRUCK), days / 3.0));
        }
    }

    /** Plans mishaps of a day, independently for each pen. */
    void mishap(Iterable<StockedUnit> units, int day) {
        for (StockedUnit unit : units) {
            if (draws.chance(Losses.MISHAP_CHANCE)) {
                LossCause cause = LossCause.MISHAP[draws.weighted(Losses.MISHAP_WEIGHTS)];
                unit.add(LossEpisode.shock(cause, day, Losses.MISHAP_DAYS, severity(Losses.MISHAP),
                        Losses.MISHAP_FADES));
            }
        }
    }

    /**
     * Plans the losses after handling: declining deaths, fish culled for injuries, and sometimes wounds that do not
     * heal. They do not depend on the area: crews and methods are the same along the coast.
     */
    void handled(Iterable<StockedUnit> units, int day, LossCause cause, double medianShare) {
        double price = draws.lognormal(medianShare, Losses.HANDLING_SPREAD)
                * (draws.chance(Losses.HANDLING_FAILS) ? Losses.HANDLING_FAILED : 1);
        double wounds = draws.chance(Losses.WOUNDED_CHANCE) ? severity(Losses.WOUNDED) : 0;
        for (StockedUnit unit : units) {
            double share = price * between(Losses.UNIT_HANDLED);
            double dying = share * (1 - Losses.HANDLING_CULLED);
            unit.add(LossEpisode.shock(cause, day, Losses.HANDLING_DAYS, dying, Losses.HANDLING_FADES));
            unit.add(LossEpisode.culled(cause, day + 1, Losses.HANDLING_CULLED_DAYS, share * Losses.HANDLING_CULLED));
            if (wounds > 0 && !site.onshore()) {
                unit.add(LossEpisode.outbreak(LossCause.WOUNDS, day + Losses.HANDLING_DAYS, Losses.WOUNDED_DAYS,
                        wounds * between(Losses.UNIT_HIT)));
            }
        }
    }

    /** Plans losses of left-over fish: small and weak, they die faster than others. */
    void leftOver(StockedUnit unit, int from, int days) {
        LossCause cause = LossCause.LEFT_OVER[draws.weighted(Losses.LEFT_OVER_WEIGHTS)];
        unit.add(LossEpisode.outbreak(cause, from, days, days * Losses.LEFT_OVER));
    }

    /** Plans the culling of mature fish when a unit's harvest begins. */
    void harvestBegins(StockedUnit unit, int day) {
        unit.add(LossEpisode.culled(LossCause.MATURE, day, Losses.MATURE_CULLED_DAYS, size(Losses.MATURE_CULLED)));
    }

    /** Plans the losses of a batch in tanks: grading early, vaccination later. */
    void tanksFilled(StockedUnit unit, int day) {
        int graded = day + draws.between(Losses.TANK_GRADED[0], Losses.TANK_GRADED[1]);
        unit.add(LossEpisode.shock(LossCause.GRADING, graded, Losses.TANK_EPISODE_DAYS,
                size(Losses.TANK_EPISODE), Losses.TANK_EPISODE_FADES));
        int sorted = day + draws.between(Losses.TANK_SORTED[0], Losses.TANK_SORTED[1]);
        unit.add(LossEpisode.culled(LossCause.RUNT, sorted, Losses.SORTING_DAYS_MOST, size(Losses.TANK_EPISODE)));
    }

    private double between(double[] lowHigh) {
        return draws.uniform(lowHigh[0], lowHigh[1]);
    }

    private double size(double median) {
        return draws.lognormal(median, Losses.EPISODE_SPREAD) * site.coast().relativeLoss();
    }

    /** Draws the size of a rare event: mostly small, seldom a disaster. */
    private double severity(double median) {
        return Math.min(Losses.OUTBREAK_MOST, draws.lognormal(median, Losses.OUTBREAK_SPREAD) * site.coast()
                .relativeLoss());
    }
}
