package io.tidemark.server.promise;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.List;

/** The weeks of these lakes: March ends within the fourth, and two follow that the first publication does not have. */
final class Calendar {

    static final LocalDate BEGIN = LocalDate.of(2026, 3, 9);
    /** The last day of the first publication, a Sunday. */
    static final LocalDate FIRST_END = LocalDate.of(2026, 4, 5);
    /** After all data. */
    static final LocalDate TODAY = LocalDate.of(2026, 4, 20);

    private Calendar() {}

    /** First days of the pieces that lie in a window. */
    static List<LocalDate> pieces(LocalDate from, LocalDate to) {
        return from.datesUntil(to.plusDays(1)).filter(day -> day.equals(pieceOf(day))).toList();
    }

    static LocalDate pieceOf(LocalDate day) {
        LocalDate monday = mondayOf(day);
        return monday.isAfter(day.withDayOfMonth(1)) ? monday : day.withDayOfMonth(1);
    }

    static LocalDate mondayOf(LocalDate day) {
        return day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
    }

    /** The first day after a piece. */
    static LocalDate endOf(LocalDate piece) {
        LocalDate nextWeek = mondayOf(piece).plusWeeks(1);
        LocalDate nextMonth = piece.withDayOfMonth(1).plusMonths(1);
        return nextWeek.isBefore(nextMonth) ? nextWeek : nextMonth;
    }

    /** 0 for the first week. */
    static int weekOf(LocalDate day) {
        return (int) ChronoUnit.WEEKS.between(BEGIN, day);
    }
}
