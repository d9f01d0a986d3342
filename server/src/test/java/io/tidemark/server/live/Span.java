package io.tidemark.server.live;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;

/** Periods that an asked window is widened to, since it selects them and cuts none. */
enum Span {
    DAY(0), WEEK(0), MONTH(1), QUARTERLY(3), TERTIAL(4), YEAR(12),
    /** Without a window, or with cells that say themselves which days count, which may lie before it. */
    ANY(0);

    private final int months;

    Span(int months) {
        this.months = months;
    }

    /** The first day of the period that a day lies in. */
    LocalDate first(LocalDate day) {
        return switch (this) {
            case ANY -> LocalDate.MIN;
            case DAY -> day;
            case WEEK -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
            default -> LocalDate.of(day.getYear(), (day.getMonthValue() - 1) / months * months + 1, 1);
        };
    }

    /** Its last day. */
    LocalDate last(LocalDate day) {
        return switch (this) {
            case ANY -> LocalDate.MAX;
            case DAY -> day;
            case WEEK -> first(day).plusDays(6);
            default -> first(day).plusMonths(months).minusDays(1);
        };
    }
}
