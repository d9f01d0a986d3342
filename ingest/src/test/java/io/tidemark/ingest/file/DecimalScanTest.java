package io.tidemark.ingest.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecimalScanTest {

    /** The same at every place of a text. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a,b 1.5,2.5  |
            a;b 1;2      |
            a;b 1;2.5    | .
            a;b 1;2,5    | ,
            a;b x.y;,5   | ,
            a;b x,y;5.   | .
            a;b 1.5;2,5  | .,
            a;b 2,5;1.5  | .,
            """)
    void findsTheSignsBesideDigits(String text, String signs) {
        for (int before = 0; before < 20; before++) {
            for (int after = 1; after < 20; after++) {
                assertThat(signs("x".repeat(before) + text + "y".repeat(after), Integer.MAX_VALUE))
                        .as(before + " " + after).isEqualTo(signs == null ? "" : signs);
            }
        }
    }

    /** None is missed where one part of the bytes ends and the next begins. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a;b 1;2.5 | .
            a;b 1;2,5 | ,
            a;b ,5;5. | .,
            """)
    void missesNoneBetweenParts(String text, String signs) {
        for (int part = 1; part < 24; part++) {
            assertThat(signs("xxxxxxx" + text + "yyyyyyy", part)).as("parts of " + part).contains(signs.split(""));
        }
    }

    private static String signs(String text, int part) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        DecimalScan scan = new DecimalScan();
        for (int i = 0; i < bytes.length; i += Math.min(part, bytes.length)) {
            byte[] next = Arrays.copyOfRange(bytes, i, (int) Math.min(bytes.length, (long) i + part));
            scan.scan(next, next.length);
        }
        return scan.signs();
    }
}
