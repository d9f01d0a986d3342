package io.tidemark.generate.farm;

import io.tidemark.generate.biology.CountingHabit;
import io.tidemark.generate.biology.Growth;
import io.tidemark.generate.biology.LossEpisode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** One unit with its fish, from stocking to the last one harvested. Changes day by day; used by one thread. */
public final class StockedUnit {

    /** What the fish came with. */
    public record Origin(String cohortId, String generation, String seaTransferDate, int day, double tgc, double harvestWeight,
            double baseline) {
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

    /** The fish that are left weigh so much of what all did. */
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

    /** The episodes that may still cost fish; those that are over are forgotten. */
    List<LossEpisode> episodes(int day) {
        for (Iterator<LossEpisode> each = episodes.iterator(); each.hasNext();) {
            if (each.next().overOn(day)) {
                each.remove();
            }
        }
        return episodes;
    }

    /** Days on which fish are taken out, ascending. */
    void planHarvest(int[] days) {
        harvestDays = days.clone();
    }

    /** The same for a pen in which some fish are left over until the last of the days. */
    void planHarvest(int[] days, int fishLeftOver) {
        planHarvest(days);
        leftOver = fishLeftOver;
    }

    boolean harvestPlanned() {
        return harvestDays.length > 0;
    }

    /** Only left-over fish are in the unit. */
    boolean leftOver(int day) {
        return leftOver > 0 && day > lastButOne();
    }

    /** This is the first day of left-over fish alone. */
    boolean becomesLeftOver(int day) {
        return leftOver > 0 && day == lastButOne() + 1;
    }

    /** Days that left-over fish stay. */
    int leftOverDays() {
        return harvestDays[harvestDays.length - 1] - lastButOne();
    }

    private int lastButOne() {
        return harvestDays[harvestDays.length - 2];
    }

    /** No feed from so many days before the first harvest on; left-over fish are fed until as long before theirs. */
    boolean starvesForHarvest(int day, int daysBefore) {
        if (!harvestPlanned()) {
            return false;
        }
        int harvest = leftOver(day) ? harvestDays[harvestDays.length - 1] : harvestDays[0];
        return day >= harvest - daysBefore;
    }

    /** Fish that are taken out on this day, of so many that have survived it. */
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

    /** The day's dead stay in the unit. */
    void leaveUncounted() {
        uncounted = Math.min(uncounted + 1, CountingHabit.DAYS_MOST);
    }

    /** Days whose dead have not been counted; they will be now. */
    int takeUncounted() {
        int waiting = uncounted;
        uncounted = 0;
        return waiting;
    }

    /** The losses relative to other fish; 1 by default. */
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
