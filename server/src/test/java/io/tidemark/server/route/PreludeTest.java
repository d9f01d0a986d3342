package io.tidemark.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The project's functions as DuckDB has them, at the values where they could go wrong. */
class PreludeTest {

    private static DuckSession session;

    @BeforeAll
    static void open(@TempDir Path spill) {
        session = DuckSession.open(new EngineSettings(1, 256, spill));
        RouteCatalog.load(null).contents().macros().forEach(session::run);
    }

    @AfterAll
    static void close() {
        session.close();
    }

    @ParameterizedTest(name = "{0} = {1}")
    @CsvSource(delimiter = '|', nullValues = "null", textBlock = """
            whole_gram(900, 2)                                                          | 450
            whole_gram(901, 2)                                                          | 451
            whole_gram(1333, 3)                                                         | 444
            whole_gram(1334, 3)                                                         | 445
            whole_gram(0, 0)                                                            | null
            mean_weight(901, 2)                                                         | 450.5
            mean_weight(0, 0)                                                           | null
            kilograms(1500)                                                             | 1.5
            share(1, 4)                                                                 | 0.25
            share(null, 4)                                                              | 0.0
            share(0, 0)                                                                 | null
            share(1, null)                                                              | null
            weight_group(0, 500)                                                        | 250
            weight_group(CAST(499.99 AS DECIMAL(9, 2)), 500)                            | 250
            weight_group(CAST(500 AS DECIMAL(9, 2)), 500)                               | 750
            weight_group(CAST(29999.99 AS DECIMAL(9, 2)), 5000)                         | 27500
            weight_group(303, 101)                                                      | 353
            own_count(null, true)                                                       | 0
            own_count(null, false)                                                      | null
            risk_of(null)                                                               | null
            period_start(DATE '2026-12-31', 'month')                                    | 2026-12-01
            period_start(DATE '2026-12-31', 'quarterly')                                | 2026-10-01
            period_start(DATE '2026-08-31', 'tertial')                                  | 2026-05-01
            period_start(DATE '2026-12-31', 'year')                                     | 2026-01-01
            period_end(DATE '2028-02-01', 'month')                                      | 2028-02-29
            period_end(DATE '2026-10-01', 'quarterly')                                  | 2026-12-31
            period_end(DATE '2026-01-31', 'tertial')                                    | 2026-04-30
            period_end(DATE '2026-01-31', 'year')                                       | 2026-12-31
            period_label(DATE '2026-03-31', 'month')                                    | 2026-03
            period_label(DATE '2026-03-31', 'quarterly')                                | 2026-Q1
            period_label(DATE '2026-09-01', 'tertial')                                  | 2026-T3
            period_label(DATE '2026-09-01', 'year')                                     | 2026
            period_days(DATE '2026-02-01', 'month', DATE '2026-02-10', DATE '2026-02-20')     | 28
            period_days(DATE '2026-01-01', 'quarterly', DATE '2026-02-10', DATE '2026-02-20') | 11
            period_days(DATE '2026-01-01', 'tertial', DATE '2025-01-01', DATE '2026-02-20')   | 51
            period_days(DATE '2026-01-01', 'year', DATE '2026-12-31', DATE '2027-02-20')      | 1
            region_order('Sør') < region_order('Midt')                                  | true
            """)
    void functions(String call, String value) {
        assertThat(session.list("SELECT CAST(" + call + " AS VARCHAR)", row -> String.valueOf(row.getString(1))))
                .isEqualTo(List.of(String.valueOf(value)));
    }
}
