package io.tidemark.ingest.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeaderNameTest {

    @ParameterizedTest
    @CsvSource(ignoreLeadingAndTrailingWhitespace = false, value = {
            "Date,date", "' Site_ID ',site_id", "'\u00a0\uFEFFa b\u200B\u202F',a b", "'  ',''"})
    void spacesAroundANameAreNoneOfIt(String written, String name) {
        assertThat(HeaderName.of(written)).isEqualTo(name);
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS)
    void aNameOfAMillionSpacesTakesNoTime() {
        String name = "a" + " ".repeat(1_000_000) + "b";
        assertThat(HeaderName.of(name + " ")).isEqualTo(name);
    }
}
