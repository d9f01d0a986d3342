package io.tidemark.data.derive;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;

/**
 * A range of days.
 *
 * @param first the first
 * @param last  the last, not before it
 */
public record DateRange(LocalDate first, LocalDate last) {

    /** Checks the order. */
    public DateRange {
        if (last.isBefore(first)) {
            throw new IllegalArgumentException(first + " to " + last + " is no range of days");
        }
    }

    /** The shortest range that covers this one and another. */
    public DateRange and(DateRange other) {
        return new DateRange(first.isBefore(other.first) ? first : other.first, last.isAfter(other.last) ? last : other.last);
    }

    /** The range from the start of the first day's piece to the end of the last day's: days of one ISO week and one month. */
    DateRange inPieces() {
        LocalDate monday = first.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        LocalDate firstOfMonth = first.withDayOfMonth(1);
        LocalDate sunday = last.with(TemporalAdjusters.nextOrSame(DayOfWeek.SUNDAY));
        LocalDate lastOfMonth = last.with(TemporalAdjusters.lastDayOfMonth());
        return new DateRange(monday.isAfter(firstOfMonth) ? monday : firstOfMonth,
                sunday.isBefore(lastOfMonth) ? sunday : lastOfMonth);
    }
}
