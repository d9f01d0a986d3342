package io.tidemark.server.route;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;

/** The period that a route has rows for. A window selects whole periods: it never cuts one. */
public enum WindowPeriod {
    /** Single days: the window as it is. */
    DAY,
    /** ISO weeks, Monday to Sunday. */
    WEEK,
    /** Calendar months. */
    MONTH;

    /** The period of that name. */
    @JsonCreator
    static WindowPeriod named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** First day of the period that a day lies in. */
    public LocalDate start(LocalDate day) {
        return switch (this) {
            case DAY -> day;
            case WEEK -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
            case MONTH -> day.withDayOfMonth(1);
        };
    }

    /** Last day of the period that a day lies in. */
    public LocalDate end(LocalDate day) {
        return switch (this) {
            case DAY -> day;
            case WEEK -> day.with(TemporalAdjusters.nextOrSame(DayOfWeek.SUNDAY));
            case MONTH -> day.with(TemporalAdjusters.lastDayOfMonth());
        };
    }
}
