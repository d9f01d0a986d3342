package io.tidemark.generate.biology;

import static io.tidemark.generate.biology.BiologyParameters.STOCKING;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.IsoFields;

/**
 * The calendar of one run, by epoch day. The simulation starts well before the delivery, so that the delivery's first
 * day has fish of all ages.
 */
public final class DayTable {

    private final int first;
    private final int begin;
    private final int end;
    private final Day[] days;

    private record Day(String iso, int ofYear, int month, int isoWeek, boolean monday, boolean rest) {

        static Day of(LocalDate date) {
            return new Day(date.toString(), date.getDayOfYear(), date.getYear() * 12 + date.getMonthValue() - 1,
                    date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), date.getDayOfWeek() == DayOfWeek.MONDAY,
                    RestDays.isRest(date));
        }
    }

    public DayTable(LocalDate begin, LocalDate end) {
        this.begin = Math.toIntExact(begin.toEpochDay());
        this.end = Math.toIntExact(end.toEpochDay());
        this.first = this.begin - STOCKING.daysBeforeDelivery();
        days = LocalDate.ofEpochDay(first).datesUntil(end.plusDays(1)).map(Day::of).toArray(Day[]::new);
    }

    /** First simulated day. */
    public int first() {
        return first;
    }

    /** First day of the delivery. */
    public int begin() {
        return begin;
    }

    /** Last day of the delivery. */
    public int end() {
        return end;
    }

    /** The date as ISO text. */
    public String iso(int day) {
        return days[day - first].iso;
    }

    int dayOfYear(int day) {
        return days[day - first].ofYear;
    }

    /** Months since year 0, for example 2026 * 12 + 2 for March 2026. */
    public int month(int day) {
        return days[day - first].month;
    }

    /** Month of the year, 1 to 12. */
    public int monthOfYear(int day) {
        return days[day - first].month % 12 + 1;
    }

    public int isoWeek(int day) {
        return days[day - first].isoWeek;
    }

    public boolean monday(int day) {
        return days[day - first].monday;
    }

    /** Whether a day is on a weekend or a public holiday. */
    boolean rest(int day) {
        return days[day - first].rest;
    }
}
