package io.tidemark.generate.biology;

/**
 * The days on which a site collects and counts its dead fish: on every day, on every second or third one, or not, or
 * rarely, on rest days with few staff; and never in bad weather. Deaths on a day without a count are counted on the
 * next one. Numbers without a source are our choice: no published figures of days without a count were found.
 */
public final class CountingHabit {

    /** Share of days without a count, for a single unit. */
    public static final double MISSED = 0.03;
    /** Maximum number of days whose dead are counted together. */
    public static final int DAYS_MOST = 6;
    /**
     * Shape of the gamma factor of a count, which makes it negative binomial. It is published that units differ far
     * more than chance explains (Persson et al. 2021: 70 % of the variation lies between the fish groups of a farm);
     * the value itself is not.
     */
    public static final double SHAPE = 1.2;

    /**
     * Share of sites that count every day of the week; those, too, that count every second day; every third; every day
     * but rest days. The others count on some rest days, with a chance between the two below.
     */
    private static final double ALWAYS_SHARE = 0.35;
    private static final double TO_EVERY_SECOND = 0.45;
    private static final double TO_EVERY_THIRD = 0.5;
    private static final double TO_WORKING_DAYS = 0.65;
    private static final double REST_DAYS_LEAST = 0.2;
    private static final double REST_DAYS_MOST = 0.8;
    /** Share of days without a count because of weather, in October to March and in other months. */
    private static final double WEATHER_WINTER = 0.04;
    private static final double WEATHER_SUMMER = 0.01;
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
        every = kind < ALWAYS_SHARE || kind >= TO_EVERY_THIRD ? 1 : kind < TO_EVERY_SECOND ? 2 : 3;
        onRestDays = kind < TO_EVERY_THIRD ? 1 : kind < TO_WORKING_DAYS ? 0
                : draws.uniform(REST_DAYS_LEAST, REST_DAYS_MOST);
    }

    /** Whether the site counts on this day. */
    public boolean counts(int day) {
        int month = days.monthOfYear(day);
        boolean winter = month <= LAST_WINTER_MONTH || month >= FIRST_WINTER_MONTH;
        boolean weather = !onshore && draws.chance(winter ? WEATHER_WINTER : WEATHER_SUMMER);
        boolean counts = !weather && day >= next && (!days.rest(day) || draws.chance(onRestDays));
        next = counts ? day + every : next;
        return counts;
    }
}
