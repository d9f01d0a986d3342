package io.tidemark.generate.biology;

import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.IsoFields;

/** The calendar of one run, by epoch day. The simulation starts well before the delivery, so that the delivery's first day has fish of all ages. */
public final class DayTable {

    private final int first;
    private final int begin;
    private final int end;
    private final byte[][] iso;
    private final int[] dayOfYear;
    private final int[] month;
    private final int[] isoWeek;
    private final boolean[] monday;
    private final boolean[] rest;

    public DayTable(LocalDate begin, LocalDate end) {
        this.begin = Math.toIntExact(begin.toEpochDay());
        this.end = Math.toIntExact(end.toEpochDay());
        this.first = this.begin - BiologyParameters.Stocking.DAYS_BEFORE_DELIVERY;
        int days = this.end - first + 1;
        iso = new byte[days][];
        dayOfYear = new int[days];
        month = new int[days];
        isoWeek = new int[days];
        monday = new boolean[days];
        rest = new boolean[days];
        for (int i = 0; i < days; i++) {
            LocalDate date = LocalDate.ofEpochDay((long) first + i);
            iso[i] = date.toString().getBytes(StandardCharsets.US_ASCII);
            dayOfYear[i] = date.getDayOfYear();
            month[i] = date.getYear() * 12 + date.getMonthValue() - 1;
            isoWeek[i] = date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
            monday[i] = date.getDayOfWeek() == DayOfWeek.MONDAY;
            rest[i] = RestDays.isRest(date);
        }
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
    public byte[] iso(int day) {
        return iso[day - first];
    }

    int dayOfYear(int day) {
        return dayOfYear[day - first];
    }

    /** Months since year 0, for example 2026 * 12 + 2 for March 2026. */
    public int month(int day) {
        return month[day - first];
    }

    /** Month of the year, 1 to 12. */
    public int monthOfYear(int day) {
        return month[day - first] % 12 + 1;
    }

    public int isoWeek(int day) {
        return isoWeek[day - first];
    }

    public boolean monday(int day) {
        return monday[day - first];
    }

    /** Whether a day is on a weekend or a public holiday. */
    boolean rest(int day) {
        return rest[day - first];
    }
}
