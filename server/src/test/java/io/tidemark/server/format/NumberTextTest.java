package io.tidemark.server.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tidemark.server.http.Json;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Numbers are rounded half away from zero, and written in full. */
class NumberTextTest {

    @ParameterizedTest(name = "{0} with {1} decimals is {2}")
    @CsvSource({
        "0,        2,  0",
        "-0.0,     2,  0",
        "0.005,    2,  0.01",
        "-0.005,   2,  -0.01",
        "0.00499,  2,  0",
        "-0.00499, 2,  0",
        "1.005,    2,  1.01",
        "2.5,      0,  3",
        "-2.5,     0,  -3",
        "0.5,      0,  1",
        "0.49,     0,  0",
        "0.05,     1,  0.1",
        "0.0999,   3,  0.1",
        "9.995,    2,  10",
        "99.994,   2,  99.99",
        "1.995,    2,  2",
        "-0.7949999999999999, 2, -0.8",
        "0.7949999999, 2, 0.79",
        "12.30,    2,  12.3",
        "100,      2,  100",
        "1200.5,   10, 1200.5",
        "0.1,      10, 0.1",
        "1e-7,     10, 0.0000001",
        "1e-7,     6,  0",
        "1.5e-10,  10, 0.0000000002",
        "1.25e10,  2,  12500000000",
        "1e21,     2,  1000000000000000000000",
        "123456789.125, 2, 123456789.13",
        "1234567.8912345678, 10, 1234567.8912345679"})
    void doubles(double number, int decimals, String expected) throws IOException {
        assertThat(NumberText.of(number, decimals)).isEqualTo(expected);
        assertThat(json(number, decimals)).isEqualTo(expected);
    }

    static Stream<Arguments> others() {
        return Stream.of(
                Arguments.of(new BigDecimal("-0.794999999999"), 2, "-0.8"),
                Arguments.of(7, 2, "7"),
                Arguments.of(100, 2, "100"),
                Arguments.of(-12L, 0, "-12"),
                Arguments.of(Long.MIN_VALUE, 10, "-9223372036854775808"),
                Arguments.of((short) 3, 0, "3"),
                Arguments.of((byte) -3, 0, "-3"),
                Arguments.of(new BigInteger("170141183460469231731687303715884105727"), 2,
                "170141183460469231731687303715884105727"),
                Arguments.of(new BigDecimal("1.005"), 2, "1.01"),
                Arguments.of(new BigDecimal("-0.004"), 2, "0"),
                Arguments.of(new BigDecimal("1E+3"), 2, "1000"),
                Arguments.of(1.5f, 0, "2"),
                Arguments.of(1250, -2, "1300"),
                Arguments.of(1249.9, -2, "1200"),
                Arguments.of(50.0, -2, "100"));
    }

    @ParameterizedTest(name = "{0} with {1} decimals is {2}")
    @MethodSource("others")
    void otherNumbers(Number number, int decimals, String expected) throws IOException {
        assertThat(NumberText.of(number, decimals)).isEqualTo(expected);
        assertThat(json(number, decimals)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"NaN", "Infinity", "-Infinity"})
    void whatIsNoNumberIsNull(double number) throws IOException {
        assertThat(NumberText.of(number, 2)).isNull();
        assertThat(json(number, 2)).isEqualTo("null");
    }

    @Test
    void theLongestHasAllItsDigits() throws IOException {
        assertThat(json(-Double.MAX_VALUE, 2)).hasSize(310);
    }

    private static String json(Number number, int decimals) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = Json.MAPPER.createGenerator(text)) {
            NumberText.write(json, number, decimals);
        }
        return text.toString();
    }
}
