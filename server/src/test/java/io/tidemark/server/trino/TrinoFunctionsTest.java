package io.tidemark.server.trino;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A query takes the functions along that it calls, and those that these call, and no others. */
class TrinoFunctionsTest {

    private static final TrinoFunctions FUNCTIONS = TrinoFunctions.of("""
            -- doubles; a comment may hold (brackets)
            CREATE FUNCTION twice(x BIGINT) RETURNS BIGINT
              RETURN 2 * x;

            CREATE FUNCTION four_times(x BIGINT) RETURNS BIGINT
              RETURN twice(twice(x));

            CREATE FUNCTION kept(x BIGINT) RETURNS BIGINT RETURN x;
            CREATE FUNCTION kept(x DOUBLE) RETURNS DOUBLE RETURN x;
            """);

    private static final String TWICE = "FUNCTION twice(x BIGINT) RETURNS BIGINT RETURN 2 * x";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SELECT 1                        | SELECT 1
            SELECT twice FROM t             | SELECT twice FROM t
            SELECT twice(1)                 | WITH #T SELECT twice(1)
            SELECT Twice (1)                | WITH #T SELECT Twice (1)
            SELECT four_times(1)            | WITH #T, FUNCTION four_times(x BIGINT) RETURNS BIGINT RETURN twice(twice(x)) SELECT four_times(1)
            SELECT not_twice(1)             | SELECT not_twice(1)
            WITH a AS (SELECT 1) SELECT 2   | WITH a AS (SELECT 1) SELECT 2
            SELECT kept(1)                  | WITH FUNCTION kept(x BIGINT) RETURNS BIGINT RETURN x, FUNCTION kept(x DOUBLE) RETURNS DOUBLE RETURN x SELECT kept(1)
            """)
    void before(String query, String sent) {
        assertThat(FUNCTIONS.before(query)).isEqualTo(sent.replace("#T", TWICE));
    }

    // an error's line is then a line of the route's file
    @Test
    void theFirstLineOfTheQueryIsTheFirstLineThatIsSent() {
        assertThat(TrinoFunctions.shipped().before("SELECT week_label(d)\nFROM t").lines()).hasSize(2).first()
                .asString().endsWith(" SELECT week_label(d)");
    }

    @Test
    void anythingElseInThePreludeIsAFault() {
        assertThatThrownBy(() -> TrinoFunctions.of("DROP TABLE t;")).isInstanceOf(IllegalStateException.class)
                .hasMessageEndingWith("holds something else than CREATE FUNCTION: DROP TABLE t");
    }
}
