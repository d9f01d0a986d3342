package io.tidemark.server.route.contract;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The period of a route's rows. A window covers whole periods only. */
public enum WindowPeriod {
    /** Single days: the window stays unchanged. */
    DAY,
    /** ISO weeks, Monday to Sunday. */
    WEEK,
    /** Calendar months. */
    MONTH,
    /** Three months, the first from January. */
    QUARTER,
    /** Four months, the first from January. */
    TERTIAL,
    /** Calendar years. */
    YEAR;

    /**
     * The period with this name, as headers and choices write it; a quarter is also {@code quarterly}, and a whole
     * window is {@code window}, in weeks.
     */
    public static Optional<WindowPeriod> named(String name) {
        String word = switch (name) {
            case "quarterly" -> "quarter";
            case "window" -> "week";
            default -> name;
        };
        return Arrays.stream(values()).filter(p -> p.name().toLowerCase(Locale.ROOT).equals(word)).findFirst();
    }

    /** First day of the period that contains a day. */
    public LocalDate start(LocalDate day) {
        return switch (this) {
            case DAY -> day;
            case WEEK -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
            case MONTH, QUARTER, TERTIAL, YEAR ->
                    day.withDayOfMonth(1).withMonth((day.getMonthValue() - 1) / months() * months() + 1);
        };
    }

    /** Last day of the period that contains a day. */
    public LocalDate end(LocalDate day) {
        return switch (this) {
            case DAY -> day;
            case WEEK -> day.with(TemporalAdjusters.nextOrSame(DayOfWeek.SUNDAY));
            case MONTH, QUARTER, TERTIAL, YEAR -> start(day).plusMonths(months()).minusDays(1);
        };
    }

    private int months() {
        return switch (this) {
            case DAY, WEEK -> throw new IllegalStateException(this + " is not made of months");
            case MONTH -> 1;
            case QUARTER -> 3;
            case TERTIAL -> 4;
            case YEAR -> 12;
        };
    }
}
