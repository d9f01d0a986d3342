package io.tidemark.generate.biology;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.MonthDay;
import java.time.temporal.ChronoUnit;
import java.util.Set;

/**
 * The days with few people at work: weekends and Norwegian public holidays (lov om 1. og 17. mai, helligdagsfredloven).
 */
final class RestDays {

    private static final Set<MonthDay> FIXED = Set.of(
            MonthDay.of(1, 1), MonthDay.of(5, 1), MonthDay.of(5, 17), MonthDay.of(12, 25), MonthDay.of(12, 26));
    /** Maundy Thursday, Good Friday, Easter Monday, Ascension Day, Whit Monday, counted from Easter Sunday. */
    private static final Set<Long> FROM_EASTER = Set.of(-3L, -2L, 1L, 39L, 50L);

    private RestDays() {}

    static boolean isRest(LocalDate date) {
        return date.getDayOfWeek() == DayOfWeek.SATURDAY || date.getDayOfWeek() == DayOfWeek.SUNDAY
                || FIXED.contains(MonthDay.from(date))
                || FROM_EASTER.contains(ChronoUnit.DAYS.between(easter(date.getYear()), date));
    }

    /** Easter Sunday of a year of the Gregorian calendar (Meeus, Jones and Butcher; Nature 1876). */
    static LocalDate easter(int year) {
        int golden = year % 19;
        int century = year / 100;
        int rest = year % 100;
        int epact = (19 * golden + century - century / 4 - (century - (century + 8) / 25 + 1) / 3 + 15) % 30;
        int weekday = (32 + 2 * (century % 4) + 2 * (rest / 4) - epact - rest % 4) % 7;
        int correction = (golden + 11 * epact + 22 * weekday) / 451;
        int march = epact + weekday - 7 * correction + 114;
        return LocalDate.of(year, march / 31, march % 31 + 1);
    }
}
