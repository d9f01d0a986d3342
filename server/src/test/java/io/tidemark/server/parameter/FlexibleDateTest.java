package io.tidemark.server.parameter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FlexibleDateTest {

    private static final LocalDate TODAY = LocalDate.of(2026, 3, 1);

    // the Mondays of ISO weeks by a printed calendar: 2026-W09 begins 23 February,
    // 2020-W53 28 December, 2021-W01 4 January
    @ParameterizedTest(name = "{0} is {1} to {2}")
    @CsvSource({
        "2026-03-07,    2026-03-07, 2026-03-07",
        "2026-03,       2026-03-01, 2026-03-31",
        "2024-02,       2024-02-01, 2024-02-29",
        "2026,          2026-01-01, 2026-12-31",
        "7/3/2026,      2026-03-07, 2026-03-07",
        "07.03.2026,    2026-03-07, 2026-03-07",
        "7-3-2026,      2026-03-07, 2026-03-07",
        "31/12/2026,    2026-12-31, 2026-12-31",
        "9999-12-31,    9999-12-31, 9999-12-31",
        "1850-01-01,    1850-01-01, 1850-01-01",
        "March 2026,    2026-03-01, 2026-03-31",
        "mars 2026,     2026-03-01, 2026-03-31",
        "Mar 2026,      2026-03-01, 2026-03-31",
        "mai 2026,      2026-05-01, 2026-05-31",
        "MAY 2026,      2026-05-01, 2026-05-31",
        "des 2026,      2026-12-01, 2026-12-31",
        "dec 2026,      2026-12-01, 2026-12-31",
        "okt 2026,      2026-10-01, 2026-10-31",
        "oktober 2026,  2026-10-01, 2026-10-31",
        "week 9 2026,   2026-02-23, 2026-03-01",
        "uke 9 2026,    2026-02-23, 2026-03-01",
        "UKE 09 2026,   2026-02-23, 2026-03-01",
        "2026-W09,      2026-02-23, 2026-03-01",
        "2020-W53,      2020-12-28, 2021-01-03",
        "week 53 2026,  2026-12-28, 2027-01-03",
        "2021-w01,      2021-01-04, 2021-01-10",
        "today,         2026-03-01, 2026-03-01",
        "I dag,         2026-03-01, 2026-03-01",
        "yesterday,     2026-02-28, 2026-02-28",
        "i går,         2026-02-28, 2026-02-28",
        "'  2026-03 ',  2026-03-01, 2026-03-31",
        "Q1 2026,       2026-01-01, 2026-03-31",
        "2026-Q1,       2026-01-01, 2026-03-31",
        "q4 2026,       2026-10-01, 2026-12-31"})
    void aDateNamesASpanOfDays(String text, LocalDate start, LocalDate end) {
        assertThat(FlexibleDate.parse(text, TODAY, true)).contains(new FlexibleDate(start, end));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "2026-02-30", "2026-13", "2026-00-01", "30/2/2026", "3/2026", "7/3-2026",
            "0202-03-07",
        "26-03-07", "2026-3-7", "Marsj 2026", "m 2026", "week 54 2026", "week 0 2026", "2021-W53", "week 9", "uke",
        "Q5 2026",
        "2026-Q0", "tomorrow", "2026-03-07T00:00:00", "2026-03-07; DROP TABLE site", "١٢/٣/2026", "20260307", "-2026"})
    void anythingElseIsNoDate(String text) {
        assertThat(FlexibleDate.parse(text, TODAY, true)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Q1 2026", "2026-Q1"})
    void quartersAreForRoutesThatHaveThem(String text) {
        assertThat(FlexibleDate.parse(text, TODAY, false)).isEmpty();
    }
}
