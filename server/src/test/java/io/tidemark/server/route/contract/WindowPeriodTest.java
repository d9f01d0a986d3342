package io.tidemark.server.route.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowPeriodTest {

    @ParameterizedTest
    @CsvSource({
        "day,2026-12-31,2026-12-31,2026-12-31",
        "week,2027-01-03,2026-12-28,2027-01-03",
        "month,2028-02-29,2028-02-01,2028-02-29",
        "quarter,2026-03-31,2026-01-01,2026-03-31",
        "quarterly,2026-04-01,2026-04-01,2026-06-30",
        "quarterly,2026-12-31,2026-10-01,2026-12-31",
        "tertial,2026-04-30,2026-01-01,2026-04-30",
        "tertial,2026-05-01,2026-05-01,2026-08-31",
        "tertial,2026-12-31,2026-09-01,2026-12-31",
        "year,2028-02-29,2028-01-01,2028-12-31"})
    void aPeriodHasAFirstAndALastDay(String name, LocalDate day, LocalDate start, LocalDate end) {
        WindowPeriod period = WindowPeriod.named(name).orElseThrow();

        assertThat(period.start(day)).isEqualTo(start);
        assertThat(period.end(day)).isEqualTo(end);
    }

    @Test
    void aPeriodMayComeFromAChoice() {
        RowPeriod period = new RowPeriod(null, "grouping");

        assertThat(period.of(Map.of("grouping", "tertial"))).isEqualTo(WindowPeriod.TERTIAL);
        assertThat(period.fault(Map.of("grouping", choice(List.of("month", "year"), "month")))).isNull();
        assertThat(period.fault(Map.of("grouping", choice(List.of("month", "shark"), "month"))))
                .endsWith("no period is shark");
        assertThat(period.fault(Map.of("grouping", choice(List.of("month"), null))))
                .endsWith("not a choice with a default");
        assertThat(period.fault(Map.of())).endsWith("not a choice with a default");
    }

    private static ParameterContract choice(List<String> words, @Nullable String standard) {
        return new ParameterContract(ParameterType.CHOICE, null, null, null, words, standard, null, false, "a period");
    }
}
