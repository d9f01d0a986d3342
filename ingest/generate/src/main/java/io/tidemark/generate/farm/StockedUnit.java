package io.tidemark.generate.farm;

import static io.tidemark.generate.biology.BiologyParameters.COUNTING;

import io.tidemark.generate.biology.Growth;
import io.tidemark.generate.biology.LossEpisode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** A unit with its fish, from stocking to the last harvest. It changes day by day, in one thread. */
public final class StockedUnit {

    /** The fish's origin: values fixed at stocking. */
    public record Origin(String cohortId, String generation, String seaTransferDate, int day, double tgc,
            double harvestWeight, double baseline) {
    }

    private static final int LONG_AGO = 1_000_000;

    private final String id;
    private final Origin origin;
    private final List<LossEpisode> episodes = new ArrayList<>();
    private int count;
    private double weightRoot;
    private int[] harvestDays = {};
    private int leftOver;
    private int uncounted;
    private double hardship = 1;
    private int lastHandled = -LONG_AGO;

    public StockedUnit(String id, Origin origin, int count, double weight) {
        this.id = id;
        this.origin = origin;
        this.count = count;
        this.weightRoot = StrictMath.cbrt(weight);
    }

    public String id() {
        return id;
    }

    public Origin origin() {
        return origin;
    }

    public int count() {
        return count;
    }

    void setCount(int newCount) {
        count = newCount;
    }

    /** Mean weight in gram. */
    public double weight() {
        return Growth.cube(weightRoot);
    }

    void grow(double rootStep) {
        weightRoot += rootStep;
    }

    /** Sets the weight of the remaining fish as a share of the unit's mean weight. */
    void keepSmall(double share) {
        weightRoot *= StrictMath.cbrt(share);
    }

    boolean hasFish(int day) {
        return day >= origin.day() && count > 0;
    }

    int age(int day) {
        return day - origin.day();
    }

    public void add(LossEpisode episode) {
        episodes.add(episode);
    }

    /** The episodes that may still kill fish; past ones are dropped. */
    List<LossEpisode> episodes(int day) {
        for (Iterator<LossEpisode> each = episodes.iterator(); each.hasNext();) {
            if (each.next().overOn(day)) {
                each.remove();
            }
        }
        return episodes;
    }

    /** Sets the harvest days, ascending. */
    void planHarvest(int[] days) {
        harvestDays = days.clone();
    }

    /** Sets the harvest days of a pen in which some fish are left over until the last of them. */
    void planHarvest(int[] days, int fishLeftOver) {
        planHarvest(days);
        leftOver = fishLeftOver;
    }

    boolean harvestPlanned() {
        return harvestDays.length > 0;
    }

    /** Whether only left-over fish are in the unit. */
    boolean leftOver(int day) {
        return leftOver > 0 && day > lastButOne();
    }

    /** Whether this is the first day with left-over fish only. */
    boolean becomesLeftOver(int day) {
        return leftOver > 0 && day == lastButOne() + 1;
    }

    /** The days for which left-over fish stay. */
    int leftOverDays() {
        return harvestDays[harvestDays.length - 1] - lastButOne();
    }

    private int lastButOne() {
        return harvestDays[harvestDays.length - 2];
    }

    /**
     * Whether the unit is not fed on a day because of its harvest: from {@code daysBefore} days before the first
     * harvest on. Left-over fish are fed again, until as many days before their own harvest.
     */
    boolean starvesForHarvest(int day, int daysBefore) {
        if (!harvestPlanned()) {
            return false;
        }
        int harvest = leftOver(day) ? harvestDays[harvestDays.length - 1] : harvestDays[0];
        return day >= harvest - daysBefore;
    }

    /** The fish harvested on this day, of those still alive. */
    int harvest(int day, int alive) {
        int position = Arrays.binarySearch(harvestDays, day);
        if (position < 0) {
            return 0;
        }
        int left = harvestDays.length - position;
        if (left == 1) {
            return alive;
        }
        return leftOver == 0 ? alive / left : Math.max(0, alive - leftOver) / (left - 1);
    }

    /** Leaves the day's dead uncounted in the unit. */
    void leaveUncounted() {
        uncounted = Math.min(uncounted + 1, COUNTING.daysMost());
    }

    /** Returns the days whose dead are uncounted, and marks them as counted. */
    int takeUncounted() {
        int waiting = uncounted;
        uncounted = 0;
        return waiting;
    }

    /** The unit's losses relative to other units; 1 by default. */
    double hardship() {
        return hardship;
    }

    void setHardship(double share) {
        hardship = share;
    }

    void handled(int day) {
        lastHandled = day;
    }

    int daysSinceHandled(int day) {
        return day - lastHandled;
    }
}
