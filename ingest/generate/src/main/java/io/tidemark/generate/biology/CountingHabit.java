package io.tidemark.generate.biology;

import static io.tidemark.generate.biology.BiologyParameters.COUNTING;

/**
 * The days on which a site collects and counts its dead fish: on every day, on every second or third one, or not, or
 * rarely, on rest days with few staff; and never in bad weather. Deaths on a day without a count are counted on the
 * next one.
 */
public final class CountingHabit {

    private static final int LAST_WINTER_MONTH = 3;
    private static final int FIRST_WINTER_MONTH = 10;

    private final DayTable days;
    private final Draws draws;
    private final boolean onshore;
    private final int every;
    private final double onRestDays;
    private int next = Integer.MIN_VALUE;

    public CountingHabit(boolean onshore, DayTable days, Draws draws) {
        this.onshore = onshore;
        this.days = days;
        this.draws = draws;
        double kind = draws.uniform(0, 1);
        every = kind < COUNTING.alwaysShare() || kind >= COUNTING.toEveryThird() ? 1
                : kind < COUNTING.toEverySecond() ? 2 : 3;
        onRestDays = kind < COUNTING.toEveryThird() ? 1 : kind < COUNTING.toWorkingDays() ? 0
                : draws.uniform(COUNTING.restDaysLeast(), COUNTING.restDaysMost());
    }

    /** Whether the site counts on this day. */
    public boolean counts(int day) {
        int month = days.monthOfYear(day);
        boolean winter = month <= LAST_WINTER_MONTH || month >= FIRST_WINTER_MONTH;
        boolean weather = !onshore && draws.chance(winter ? COUNTING.weatherWinter() : COUNTING.weatherSummer());
        boolean counts = !weather && day >= next && (!days.rest(day) || draws.chance(onRestDays));
        next = counts ? day + every : next;
        return counts;
    }
}
