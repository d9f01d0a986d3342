package io.tidemark.data.release;

import io.tidemark.data.derive.DateRange;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;

/**
 * The periods that a table is released by: a week, a month, a calendar quarter or a year is released once, when all of
 * its days and some days after them are.
 *
 * @param months    how many months a period has; 0 for a table that is released by piece, -1 by ISO week
 * @param daysAfter days that must be released after its end
 * @param kept      how many months back from the newest period the table is read; older ones are not made. 0 for all
 */
record ReleasePeriod(int months, int daysAfter, int kept) {

    static final ReleasePeriod PIECE = new ReleasePeriod(0, 0, 0);
    static final ReleasePeriod WEEK = new ReleasePeriod(-1, 0, 0);
    static final ReleasePeriod MONTH = new ReleasePeriod(1, 0, 0);

    /** The first day of the period that a day lies in. */
    LocalDate start(LocalDate day) {
        return months == 0 ? day : months < 0 ? day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY))
                : day.withDayOfMonth(1).minusMonths((day.getMonthValue() - 1) % months);
    }

    /**
     * The whole periods whose end, and the days after it, lie within a range of days: one range for each year in which
     * periods begin.
     */
    List<DateRange> within(DateRange days) {
        LocalDate last = start(days.last().minusDays(daysAfter).plusDays(1)).minusDays(1);
        LocalDate oldest = kept == 0 ? LocalDate.MIN : last.plusDays(1).minusMonths(kept);
        LocalDate due = start(days.first().minusDays(daysAfter));
        LocalDate first = due.isBefore(oldest) ? oldest : due;
        List<DateRange> years = new ArrayList<>();
        for (LocalDate from = first, next; !from.isAfter(last); from = next) {
            LocalDate newYear = LocalDate.of(from.getYear() + 1, 1, 1);
            next = start(newYear).isBefore(newYear) ? start(newYear).plusWeeks(1) : newYear;
            years.add(new DateRange(from, last.isBefore(next) ? last : next.minusDays(1)));
        }
        return years;
    }
}
