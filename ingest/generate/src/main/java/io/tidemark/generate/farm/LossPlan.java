package io.tidemark.generate.farm;

import static io.tidemark.generate.biology.BiologyParameters.LICE;
import static io.tidemark.generate.biology.BiologyParameters.LOSSES;

import io.tidemark.generate.biology.BiologyParameters.Outbreak;
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
        this.north = site.coast().id() >= LICE.firstNorthernArea();
    }

    /** The daily share of everyday losses of a new unit. */
    double baseline() {
        double share = site.onshore()
                ? draws.lognormal(LOSSES.baselineTank(), LOSSES.baselineTankSpread())
                : draws.lognormal(LOSSES.baseline(), LOSSES.baselineSpread());
        return share * site.coast().relativeLoss();
    }

    /** Plans a new unit's losses at sea: its start, its runts, and the outbreaks of its cohort. */
    void transferred(StockedUnit unit, int day, double temperature) {
        LossCause start;
        if (temperature < LOSSES.startCold() && draws.chance(LOSSES.startUlcerChance())) {
            start = draws.chance(LOSSES.tenacibaculosisShare()) ? LossCause.TENACIBACULOSIS : LossCause.WINTER_ULCER;
        } else {
            start = draws.chance(LOSSES.startSmoltShare()) ? LossCause.SMOLT : LossCause.OSMOREGULATION;
        }
        unit.add(LossEpisode.shock(start, day, LOSSES.startDays(), size(LOSSES.start()), LOSSES.startFades()));
        unit.add(LossEpisode.shock(LossCause.TRANSPORT, day, LOSSES.transportDays(), size(LOSSES.transport()),
                LOSSES.transportFades()));
        unit.add(LossEpisode.shock(LossCause.RUNT, day + LOSSES.runtsAfter(), LOSSES.runtsDays(), size(LOSSES.runts()),
                LOSSES.runtsFade()));
        for (int sorting : LOSSES.runtSortings()) {
            int when = day + sorting + draws.between(-LOSSES.sortingShiftMost(), LOSSES.sortingShiftMost());
            int length = draws.between(1, LOSSES.sortingDaysMost());
            unit.add(LossEpisode.culled(LossCause.RUNT, when, length, size(LOSSES.runtsCulled())));
        }
    }

    /** Draws the outbreaks of a cohort's life once per site and cohort, so that its units fall ill together. */
    void cohortArrived(Iterable<StockedUnit> units, int day) {
        int area = site.coast().id();
        boolean endemic = area > 1 && area <= LOSSES.pdLastArea();
        outbreak(units, day, LossCause.PD, LOSSES.pd(), endemic ? LOSSES.pd().chance() : LOSSES.pdChanceElsewhere());
        outbreak(units, day, LossCause.HSMI, LOSSES.hsmi(), LOSSES.hsmi().chance());
        outbreak(units, day, LossCause.YERSINIOSIS, LOSSES.yersiniosis(), LOSSES.yersiniosis().chance());
        if (!site.trout()) {
            outbreak(units, day, LossCause.CMS, LOSSES.cms(), LOSSES.cms().chance());
        }
        if (area > 1 && area <= LOSSES.pasteurellosisLastArea()) {
            outbreak(units, day, LossCause.PASTEURELLOSIS, LOSSES.pasteurellosis(), LOSSES.pasteurellosis().chance());
        }
    }

    private void outbreak(Iterable<StockedUnit> units, int day, LossCause cause, Outbreak disease, double chance) {
        if (!draws.chance(chance)) {
            return;
        }
        int start = day + draws.between(disease.fromTo()[0], disease.fromTo()[1]);
        if (cause == LossCause.PD) {
            notified.pancreasDisease(site, start, disease.days());
        }
        double severity = severity(disease.share());
        for (StockedUnit unit : units) {
            int falls = start + draws.between(0, LOSSES.unitLater());
            unit.add(LossEpisode.outbreak(cause, falls, disease.days(), severity * between(LOSSES.unitHit())));
        }
    }

    /** Plans gill trouble of one late summer; returns whether it is amoebic gill disease, which can be treated. */
    boolean gills(Iterable<StockedUnit> units, int day) {
        if (!draws.chance(north ? LOSSES.gillChanceNorth() : LOSSES.gillChanceSouth())) {
            return false;
        }
        boolean amoebic = !north && draws.chance(LOSSES.agdShare());
        double severity = severity(LOSSES.gill());
        for (StockedUnit unit : units) {
            int falls = day + draws.between(0, LOSSES.unitLater());
            unit.add(LossEpisode.outbreak(amoebic ? LossCause.AGD : LossCause.GILL_DISEASE, falls, LOSSES.gillDays(),
                    severity * between(LOSSES.unitHit())));
        }
        return amoebic;
    }

    /** Plans winter ulcers of one winter. */
    void ulcers(Iterable<StockedUnit> units, int day) {
        if (!draws.chance(north ? LOSSES.ulcerChanceNorth() : LOSSES.ulcerChanceSouth())) {
            return;
        }
        LossCause cause = draws.chance(LOSSES.tenacibaculosisShare())
                ? LossCause.TENACIBACULOSIS : LossCause.WINTER_ULCER;
        double severity = severity(LOSSES.ulcer());
        for (StockedUnit unit : units) {
            double share = severity * between(LOSSES.unitHit());
            int start = day + draws.between(0, LOSSES.unitLater());
            unit.add(LossEpisode.outbreak(cause, start, LOSSES.ulcerDays(), share * (1 - LOSSES.ulcerCulled())));
            unit.add(LossEpisode.culled(cause, start + LOSSES.ulcerDays() / 2, LOSSES.ulcerCulledDays(),
                    share * LOSSES.ulcerCulled()));
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
        double severity = severity(LOSSES.calamity());
        int days = draws.between(LOSSES.calamityDaysLeast(), LOSSES.calamityDays());
        for (StockedUnit unit : units) {
            unit.add(LossEpisode.shock(cause, day, days, severity * between(LOSSES.unitStruck()), days / 3.0));
        }
    }

    /** Plans mishaps of a day, independently for each pen. */
    void mishap(Iterable<StockedUnit> units, int day) {
        for (StockedUnit unit : units) {
            if (draws.chance(LOSSES.mishapChance())) {
                LossCause cause = LossCause.MISHAP[draws.weighted(LOSSES.mishapWeights())];
                unit.add(LossEpisode.shock(cause, day, LOSSES.mishapDays(), severity(LOSSES.mishap()),
                        LOSSES.mishapFades()));
            }
        }
    }

    /**
     * Plans the losses after handling: declining deaths, fish culled for injuries, and sometimes wounds that do not
     * heal. They do not depend on the area: crews and methods are the same along the coast.
     */
    void handled(Iterable<StockedUnit> units, int day, LossCause cause, double medianShare) {
        double price = draws.lognormal(medianShare, LOSSES.handlingSpread())
                * (draws.chance(LOSSES.handlingFails()) ? LOSSES.handlingFailed() : 1);
        double wounds = draws.chance(LOSSES.woundedChance()) ? severity(LOSSES.wounded()) : 0;
        for (StockedUnit unit : units) {
            double share = price * between(LOSSES.unitHandled());
            double dying = share * (1 - LOSSES.handlingCulled());
            unit.add(LossEpisode.shock(cause, day, LOSSES.handlingDays(), dying, LOSSES.handlingFades()));
            unit.add(LossEpisode.culled(cause, day + 1, LOSSES.handlingCulledDays(), share * LOSSES.handlingCulled()));
            if (wounds > 0 && !site.onshore()) {
                unit.add(LossEpisode.outbreak(LossCause.WOUNDS, day + LOSSES.handlingDays(), LOSSES.woundedDays(),
                        wounds * between(LOSSES.unitHit())));
            }
        }
    }

    /** Plans losses of left-over fish: small and weak, they die faster than others. */
    void leftOver(StockedUnit unit, int from, int days) {
        LossCause cause = LossCause.LEFT_OVER[draws.weighted(LOSSES.leftOverWeights())];
        unit.add(LossEpisode.outbreak(cause, from, days, days * LOSSES.leftOver()));
    }

    /** Plans the culling of mature fish when a unit's harvest begins. */
    void harvestBegins(StockedUnit unit, int day) {
        unit.add(LossEpisode.culled(LossCause.MATURE, day, LOSSES.matureCulledDays(), size(LOSSES.matureCulled())));
    }

    /** Plans the losses of a batch in tanks: grading early, vaccination later. */
    void tanksFilled(StockedUnit unit, int day) {
        int graded = day + draws.between(LOSSES.tankGraded()[0], LOSSES.tankGraded()[1]);
        unit.add(LossEpisode.shock(LossCause.GRADING, graded, LOSSES.tankEpisodeDays(),
                size(LOSSES.tankEpisode()), LOSSES.tankEpisodeFades()));
        int sorted = day + draws.between(LOSSES.tankSorted()[0], LOSSES.tankSorted()[1]);
        unit.add(LossEpisode.culled(LossCause.RUNT, sorted, LOSSES.sortingDaysMost(), size(LOSSES.tankEpisode())));
    }

    private double between(double[] lowHigh) {
        return draws.uniform(lowHigh[0], lowHigh[1]);
    }

    private double size(double median) {
        return draws.lognormal(median, LOSSES.episodeSpread()) * site.coast().relativeLoss();
    }

    /** Draws the size of a rare event: mostly small, seldom a disaster. */
    private double severity(double median) {
        return Math.min(LOSSES.outbreakMost(), draws.lognormal(median, LOSSES.outbreakSpread()) * site.coast()
                .relativeLoss());
    }
}
