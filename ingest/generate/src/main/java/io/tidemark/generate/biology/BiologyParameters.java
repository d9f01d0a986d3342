package io.tidemark.generate.biology;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tidemark.data.text.YamlResource;

/**
 * Every number of the generator that describes sea, fish, feed, lice, losses, treatments and counts. {@code
 * biology.yaml} has them, each with its meaning, its unit and its source.
 */
@SuppressWarnings("ArrayRecordComponent") // tables of numbers, read in the innermost loops and written by nobody
public record BiologyParameters(Sea sea, Growing growing, Feeding feeding, Stocking stocking, Lice lice, Losses losses,
        Counting counting) {

    private static final BiologyParameters ALL =
            YamlResource.read(BiologyParameters.class, "biology.yaml", new TypeReference<>() {});
    public static final Sea SEA = ALL.sea();
    public static final Growing GROWING = ALL.growing();
    public static final Feeding FEEDING = ALL.feeding();
    public static final Stocking STOCKING = ALL.stocking();
    public static final Lice LICE = ALL.lice();
    public static final Losses LOSSES = ALL.losses();
    public static final Counting COUNTING = ALL.counting();

    /**
     * A method of treatment.
     *
     * @param share  share of treatments against lice that use it
     * @param effect share of the lice that it removes
     * @param loss   median share of the fish that it kills
     */
    public record MethodTraits(double share, double effect, double loss) {}

    /**
     * A disease that a cohort may get once.
     *
     * @param chance chance in a cohort's life
     * @param share  median share lost
     * @param days   its length
     * @param fromTo earliest and latest day after transfer
     */
    public record Outbreak(double chance, double share, int days, int[] fromTo) {}

    /** Sea temperature, and the readings of it. */
    public record Sea(double south, double meanSouth, double meanPerDegree, double swingSouth, double swingPerDegree,
            double swingDepth, double warmestDay, double lagPerMetre, double monthAnomaly, double anomalyMemory,
            double siteOffset, double dayNoise, double dayMemory, double fishDepth, double coldest, double warmest,
            double tankMean, double tankSwing, double[][] sensorDepths, double readingMissed,
            double measuresWhenFallow, double sensorShare, int sensorReadings) {}

    /** Growth by the thermal growth coefficient. */
    public record Growing(double tgcSalmon, double tgcTrout, double tgcTank, double tgcSpread, double degreesAtZero,
            double degreesPerDegree, double bestTemperature, double lostAboveBest) {}

    /** Feed and appetite. */
    public record Feeding(double fcrSmall, double fcrLarge, double fcrLargeAt, double appetite, double appetiteSpread,
            double appetiteLeast, double appetiteMost, double[] afterTransfer, double[] afterHandling,
            int starvedBeforeHandling, int starvedBeforeHarvest, double weatherWinter, double weatherSummer,
            double reportMissed, double sickAbove, double appetiteSick) {}

    /** Stocking, harvest and fallowing. */
    public record Stocking(int daysBeforeDelivery, int authorityMonthsBefore, int firstTransferSpread,
            double placeShift, int fishLeast, int fishMost, int tankFishLeast, int tankFishMost, double smoltLeast,
            double smoltMost, double postsmoltLeast, double postsmoltMost, double postsmoltShare, double weightSpread,
            double twoOrigins, int unitStepMost, int stockedWithin, double harvestWeight, double harvestSpread,
            double harvestLeast, double harvestMost, double harvestTrout, int oldest, int siteEmptiedWithin,
            int unitsAtOnce, int harvestDaysMost, int harvestStepMost, double leftOverCohorts, double leftOverPens,
            double leftOverLeast, double leftOverMost, int leftOverDaysLeast, int leftOverDaysMost,
            double leftOverWeight, int fallowLeast, double tankWeightLeast, double tankWeightMost, int tankDaysLeast,
            int tankDaysMost, int tankCleaningLeast, int tankCleaningMost, double correctionChance,
            double correctionSpread, double troutShare, int troutFirstArea, int troutLastArea) {}

    /** Sea lice and the measures against them. */
    public record Lice(double limit, double limitSpring, int springFirstWeekSouth, int springFirstWeekNorth,
            int springWeeks, int firstNorthernArea, double growthPerDegree, double[] arriving, double treatsFrom,
            double treatsTo, int weeksBetween, int decisionLeast, int decisionMost, double countedWeeklyFrom,
            double countSigma, double mobileForEachAdult, double attachedForEachAdult, double partialShare,
            double smallFish, double smallFishMedicine, double[] cleanerfishWeeks, int cleanerfishAfter,
            double lumpfishShare, double cleanerfishEffect, MethodTraits thermal, MethodTraits mechanical,
            MethodTraits freshwater, MethodTraits bath, MethodTraits medicine, MethodTraits combination,
            MethodTraits cleanerfish, double agdBathChance, int agdBathAfter, double tapewormChance,
            int tapewormFirstArea, double antibioticChance, int vaccinatedAfter, MethodTraits vaccination) {}

    /** Everyday losses, diseases, injuries and culling. */
    public record Losses(double baseline, double baselineTank, double baselineSpread, double baselineTankSpread,
            double[] everydayWeights, double[] inTanksWeights, double secondCause, double undetermined,
            double undeterminedDecomposed, double weight, double weightRunt, double weightNew, double weightSpread,
            double weighed, double episodeSpread, double outbreakSpread, double outbreakMost, double start,
            int startDays, double startFades, double startCold, double startUlcerChance, double startSmoltShare,
            double transport, int transportDays, double transportFades, double runts, int runtsDays, double runtsFade,
            int runtsAfter, double runtsCulled, int sortingDaysMost, int sortingShiftMost, int[] runtSortings,
            double[] unitHit, double[] unitStruck, int unitLater, int[] gillBegins, double gillChanceSouth,
            double gillChanceNorth, double gill, int gillDays, double agdShare, int[] ulcerBegins,
            double ulcerChanceSouth, double ulcerChanceNorth, double ulcer, int ulcerDays, double ulcerCulled,
            int ulcerCulledDays, double tenacibaculosisShare, Outbreak pd, Outbreak hsmi, Outbreak cms,
            Outbreak pasteurellosis, Outbreak yersiniosis, double pdChanceElsewhere, int pdLastArea,
            int pasteurellosisLastArea, int handlingDays, double handlingFades, double handlingCulled,
            int handlingCulledDays, double handlingSpread, double[] unitHandled, double handlingFails,
            double handlingFailed, double woundedChance, double wounded, int woundedDays, double calamityChance,
            double calamity, int calamityDaysLeast, int calamityDays, double mishapChance, double mishap,
            double[] mishapWeights, int mishapDays, double mishapFades, double leftOver, double[] leftOverWeights,
            double matureCulled, int matureCulledDays, int[] tankGraded, int[] tankSorted, double tankEpisode,
            int tankEpisodeDays, double tankEpisodeFades) {}

    /** The days on which dead fish are counted. */
    public record Counting(double missed, int daysMost, double shape, double alwaysShare, double toEverySecond,
            double toEveryThird, double toWorkingDays, double restDaysLeast, double restDaysMost,
            double weatherWinter, double weatherSummer) {}
}
