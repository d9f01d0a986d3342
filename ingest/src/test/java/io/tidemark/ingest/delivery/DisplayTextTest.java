package io.tidemark.ingest.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DisplayTextTest {

    @ParameterizedTest
    @CsvSource(quoteCharacter = '~', value = {
        "Mærdi æøå 1|2, Mærdi æøå 1|2",
        "~a\nb\tc~, a\\u000ab\\u0009c",
        "~\u001b]0;title\u0007~, \\u001b]0;title\\u0007",
        "~csv.\u202Egnp~, csv.\\u202egnp",
        "~line\u2028end~, line\\u2028end",
        "~half \uD83D~, half \\ud83d",
        "~a fish \uD83D\uDC1F~, a fish \uD83D\uDC1F"})
    void whatSteersIsMadeVisible(String text, String shown) {
        assertThat(DisplayText.of(text)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '~', value = {
        "=1+1, ~'=1+1~", "@SUM(A1), ~'@SUM(A1)~", "+cmd|x, ~'+cmd|x~", "-cmd|x, ~'-cmd|x~", "~=a\nb~, ~'=a\\u000ab~",
        "-1, -1", "+1.5, +1.5", "~-1,5~, ~-1,5~", "-1e9, -1e9", "-inf, -inf", "U-1, U-1", "~~, ~~", "-, ~'-~"})
    void aCellIsNoFormula(String value, String cell) {
        assertThat(DisplayText.cell(value)).isEqualTo(cell);
    }
}
