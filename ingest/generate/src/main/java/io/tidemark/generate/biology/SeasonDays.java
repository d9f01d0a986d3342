package io.tidemark.generate.biology;

import static io.tidemark.generate.biology.BiologyParameters.LOSSES;

/** The days of the running year on which a site's seasonal troubles begin, drawn anew every 1 January. */
public final class SeasonDays {

    private static final int NEVER = Integer.MIN_VALUE;
    private static final int YEAR_DAYS = 365;

    private final DayTable days;
    private final Draws draws;
    private int gills = NEVER;
    private int ulcers = NEVER;
    private int medicine = NEVER;
    private int calamity = NEVER;
    private int mishap = NEVER;

    public SeasonDays(DayTable days, Draws draws) {
        this.days = days;
        this.draws = draws;
    }

    /** Draws the days of a new year. */
    public void newYear(int day) {
        if (days.dayOfYear(day) != 1) {
            return;
        }
        gills = day - 1 + draws.between(LOSSES.gillBegins()[0], LOSSES.gillBegins()[1]);
        ulcers = day - 1 + draws.between(LOSSES.ulcerBegins()[0], LOSSES.ulcerBegins()[1]);
        medicine = day + draws.between(0, YEAR_DAYS - 1);
        int struck = day + draws.between(0, YEAR_DAYS - 1);
        calamity = draws.chance(LOSSES.calamityChance()) ? struck : NEVER;
        mishap = day + draws.between(0, YEAR_DAYS - 1);
    }

    public int gills() {
        return gills;
    }

    public int ulcers() {
        return ulcers;
    }

    public int medicine() {
        return medicine;
    }

    public int calamity() {
        return calamity;
    }

    public int mishap() {
        return mishap;
    }
}
