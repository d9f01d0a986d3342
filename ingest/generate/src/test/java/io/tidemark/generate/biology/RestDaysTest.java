package io.tidemark.generate.biology;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RestDaysTest {

    /** From the almanac. */
    @ParameterizedTest
    @CsvSource({"2019-04-21", "2024-03-31", "2025-04-20", "2026-04-05", "2038-04-25"})
    void easterSundays(LocalDate sunday) {
        assertThat(RestDays.easter(sunday.getYear())).isEqualTo(sunday);
    }

    /**
     * Maundy Thursday to Easter Monday, Ascension and Whit Monday of 2026, the fixed days, a Saturday and working days.
     */
    @ParameterizedTest
    @CsvSource({
        "2026-04-02, true", "2026-04-03, true", "2026-04-06, true", "2026-05-14, true", "2026-05-25, true",
        "2026-01-01, true", "2026-05-01, true", "2026-12-25, true", "2026-03-07, true",
        "2026-04-01, false", "2026-04-07, false", "2026-05-15, false", "2026-12-24, false", "2026-03-09, false",
    })
    void publicHolidaysAndWeekends(LocalDate date, boolean rest) {
        assertThat(RestDays.isRest(date)).isEqualTo(rest);
    }
}
