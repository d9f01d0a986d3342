package io.tidemark.ingest.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneratorOptionsTest {

    @Test
    void defaults() {
        GeneratorOptions options = GeneratorOptions.defaults(LocalDate.of(2026, 5, 20));
        assertThat(options).isEqualTo(new GeneratorOptions(120, 6, 3, 1, LocalDate.of(2026, 5, 20), null));
        assertThat(options.begin()).isEqualTo(LocalDate.of(2023, 5, 21));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 6, 3, 2026-01-01, '--sites is 0, it must lie between 1 and 5000'",
        "5001, 6, 3, 2026-01-01, --sites is 5001",
        "1, 0, 3, 2026-01-01, --units is 0",
        "1, 41, 3, 2026-01-01, --units is 41",
        "1, 6, -1, 2026-01-01, --years is -1",
        "1, 6, 31, 2026-01-01, --years is 31",
        "1, 6, 3, 0202-01-01, --end is 0202-01-01",
    })
    void outOfRange(int sites, int units, int years, LocalDate end, String message) {
        assertThatThrownBy(() -> new GeneratorOptions(sites, units, years, 1, end, null))
                .isInstanceOf(GeneratorException.class).hasMessageContaining(message);
    }
}
