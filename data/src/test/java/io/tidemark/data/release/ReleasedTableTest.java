package io.tidemark.data.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.derive.DateRange;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.data.table.TableContract;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The list of the ledger's tables, and the periods that they are released by. */
class ReleasedTableTest {

    @Test
    void eachTableOfTheLedgerIsReleased() {
        List<String> released = ReleasedTable.all().stream()
                .flatMap(table -> Stream.of(table.contract(), table.second())).map(TableContract::name)
                .distinct().sorted().toList();
        assertThat(released).containsExactlyElementsOf(LedgerTables.all().stream().map(TableContract::name).sorted()
                .toList());
    }

    // whole periods that end, and are followed by their days, within the range, by year
    @ParameterizedTest
    @CsvSource({
            "1, 0, 0, 2026-02-01, 2026-02-28, 2026-02-01/2026-02-28",
            "1, 0, 0, 2026-02-10, 2026-03-30, 2026-02-01/2026-02-28",
            "1, 0, 0, 2026-02-01, 2026-02-27, ''",
            "1, 0, 0, 2025-11-30, 2026-02-28, 2025-11-01/2025-12-31 2026-01-01/2026-02-28",
            "3, 0, 0, 2026-03-31, 2026-06-29, 2026-01-01/2026-03-31",
            "3, 13, 0, 2026-04-13, 2026-04-13, 2026-01-01/2026-03-31",
            "3, 13, 0, 2026-04-14, 2026-07-12, ''",
            "12, 28, 0, 2026-01-01, 2026-01-28, 2025-01-01/2025-12-31",
            "12, 28, 0, 2026-01-29, 2027-01-27, ''",
            "1, 0, 2, 2025-01-01, 2026-03-15, 2026-01-01/2026-02-28",
            "3, 0, 6, 2024-02-01, 2026-05-31, 2025-10-01/2025-12-31 2026-01-01/2026-03-31",
            "1, 0, 36, 2026-02-01, 2026-02-28, 2026-02-01/2026-02-28",
            "-1, 0, 0, 2026-05-01, 2026-05-02, ''",
            "-1, 0, 0, 2026-05-01, 2026-05-03, 2026-04-27/2026-05-03",
            "-1, 0, 0, 2025-12-22, 2026-01-12, 2025-12-22/2026-01-04 2026-01-05/2026-01-11",
            "0, 0, 0, 2025-12-29, 2026-01-04, 2025-12-29/2025-12-31 2026-01-01/2026-01-04"})
    void periods(int months, int daysAfter, int kept, LocalDate first, LocalDate last, String whole) {
        assertThat(new ReleasePeriod(months, daysAfter, kept).within(new DateRange(first, last)).stream()
                .map(days -> days.first() + "/" + days.last()).collect(Collectors.joining(" "))).isEqualTo(whole);
    }
}
