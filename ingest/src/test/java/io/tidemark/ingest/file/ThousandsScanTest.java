package io.tidemark.ingest.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThousandsScanTest {

    /** The same at every place of a text, and however the bytes come. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            12.000  | .
            1,000   | ,
            12.000;3,000;  | .,
            12.00   |
            12.0000 |
            12000   |
            .000    |
            x.000   |
            12.345  |
            10000,00000 |
            1_000   | _
            -1_0.5  | _
            1_0e2   | _
            12.000;1_0;  | ._
            _10     |
            10_     |
            1_x_2   |
            """)
    void findsWhatCanBeThousands(String value, String signs) {
        for (int before = 0; before < 20; before++) {
            for (int part = 1; part < 24; part++) {
                assertThat(signs("x".repeat(before) + ";" + value + "\n" + "y".repeat(before), part))
                        .as(before + " " + part).isEqualTo(signs == null ? "" : signs);
                assertThat(signs("x".repeat(before) + ";" + value, part)).as(before + " " + part)
                        .isEqualTo(signs == null ? "" : signs);
            }
        }
    }

    /** Where the bytes do not end, a name is told from a number. */
    @ParameterizedTest
    @CsvSource({"K1_2", "1_2A", "ø1_2"})
    void namesWithUnderscoresAreNoNumbers(String name) {
        for (int before = 10; before < 30; before++) {
            assertThat(signs("x".repeat(before) + ";" + name + "\n" + "y".repeat(before), 100)).as("" + before)
                    .isEmpty();
        }
    }

    /**
     * A name of very many digits is taken for a number: else each of its underscores would cost a look at all of them.
     */
    @Test
    void noMoreThanANumberIsLookedAt() {
        assertThat(signs(";K" + "1_".repeat(60) + "1;", 1000)).isEqualTo("_");
    }

    private static String signs(String text, int part) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ThousandsScan scan = new ThousandsScan();
        for (int i = 0; i < bytes.length; i += part) {
            byte[] next = Arrays.copyOfRange(bytes, i, Math.min(bytes.length, i + part));
            scan.scan(next, next.length);
        }
        scan.finish();
        return scan.signs();
    }
}
