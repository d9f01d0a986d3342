package io.tidemark.generate.biology;

/**
 * The days on which a site collects and counts its dead fish: rarely on rest days with few staff, and not in bad
 * weather. Deaths on a day without a count are counted on the next. Numbers without a source are our choice: no
 * published figures of days without a count were found.
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

    /** Share of sites that count every day of the week, and chance that the others count on a rest day. */
    private static final double ALWAYS_SHARE = 0.35;
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
    private final double onRestDays;

    public CountingHabit(boolean onshore, DayTable days, Draws draws) {
        this.onshore = onshore;
        this.days = days;
        this.draws = draws;
        onRestDays = draws.chance(ALWAYS_SHARE) ? 1 : draws.uniform(REST_DAYS_LEAST, REST_DAYS_MOST);
    }

    /** Whether the site counts on this day. */
    public boolean counts(int day) {
        int month = days.monthOfYear(day);
        boolean winter = month <= LAST_WINTER_MONTH || month >= FIRST_WINTER_MONTH;
        boolean weather = !onshore && draws.chance(winter ? WEATHER_WINTER : WEATHER_SUMMER);
        return !weather && (!days.rest(day) || draws.chance(onRestDays));
    }
}
