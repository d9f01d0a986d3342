package io.tidemark.ingest.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is left out of a column's name, and that a long one takes no time. */
class HeaderNameTest {

    @ParameterizedTest
    @ValueSource(strings = {"site_id", " Site_ID\t", "\u00A0site_id\u202F", "\uFEFFSITE_ID", "site_id\u200B\r\n"})
    void whatNobodySeesAroundItIsLeftOut(String written) {
        assertThat(HeaderName.of(written)).isEqualTo("site_id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\u00A0\uFEFF"})
    void nothingIsLeft(String written) {
        assertThat(HeaderName.of(written)).isEmpty();
    }

    /**
     * A search for spaces before the end, from each of them on, takes 24 seconds for 80,000, and grows with the square.
     */
    @Test
    @Timeout(300)
    void aMillionSpacesWithinTakeNoTime() {
        assertThat(HeaderName.of("a" + " ".repeat(1_000_000) + "b")).isEqualTo("a b");
    }
}
