package io.tidemark.data.derive;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;

/** The pieces of the calendar: the days of one ISO week that lie in one month. */
public final class Piece {

    private Piece() {}

    /** The first day of the piece that contains a day. */
    public static LocalDate start(LocalDate day) {
        LocalDate monday = day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        LocalDate firstOfMonth = day.withDayOfMonth(1);
        return monday.isAfter(firstOfMonth) ? monday : firstOfMonth;
    }

    /** The last day of the piece that contains a day. */
    public static LocalDate end(LocalDate day) {
        LocalDate sunday = day.with(TemporalAdjusters.nextOrSame(DayOfWeek.SUNDAY));
        LocalDate lastOfMonth = day.with(TemporalAdjusters.lastDayOfMonth());
        return sunday.isBefore(lastOfMonth) ? sunday : lastOfMonth;
    }

    /** The last day of the last piece that ends on or before a day. */
    public static LocalDate lastEnd(LocalDate day) {
        return end(day).equals(day) ? day : start(day).minusDays(1);
    }
}
