package io.tidemark.server.promise;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;

/**
 * A net-pen or tank and its fish.
 *
 * @param area   production area; 0 on land
 * @param gram   mean weight in the first week
 * @param growth grams that it gains each week
 * @param fish   at the start of each day
 * @param fed    whether its feed is reported
 */
record Pen(String site, String unit, String company, String group, int area, String generation, int gram, int growth,
        int fish, boolean fed) {

    boolean isAtSea() {
        return area > 0;
    }

    /** The same under another production area. */
    Pen movedTo(int other) {
        return new Pen(site, unit, company, group, other, generation, gram, growth, fish, fed);
    }

    /** The mean weight of a week. */
    int gramOn(LocalDate day) {
        return gram + growth * (int) ChronoUnit.WEEKS.between(Calendar.BEGIN, day);
    }

    /** Whether only the authority reports that it is treated: once a week, against lice, mechanically. */
    boolean leavesTreatmentsToTheAuthority() {
        return isAtSea() && Integer.parseInt(site) % 5 == 1;
    }

    /** A name that no other pen has. */
    String id() {
        return site + unit;
    }
}
