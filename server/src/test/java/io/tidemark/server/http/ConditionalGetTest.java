package io.tidemark.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.helidon.http.HeaderNames;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.http.WritableHeaders;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which If-None-Match headers name a tag: the comparison is weak, as in the table of RFC 9110, section 8.8.3.2. */
class ConditionalGetTest {

    /** Header lines are separated by a bar. */
    @ParameterizedTest
    @CsvSource(quoteCharacter = '\'', textBlock = """
            W/"1", W/"1", true
            W/"1", W/"2", false
            W/"1", "1", true
            "1", "1", true
            "1", W/"1", true
            '"0", W/"1" ,"2"', "1", true
            '"0","2"', "1", false
            '"0"|"1"', "1", true
            '"0,"', "0", false
            '"0,1"', "1", false
            1, "1", false
            w/"1", "1", false
            W/"1-gzip", W/"1", true
            "1-gzip", W/"1", true
            "1;gzip", "1", true
            "1-gzi", "1", false
            W/1, W/"1", false
            *, "1", false
            '', "1", false
            ',', "1", false
            """)
    void names(String sent, String tag, boolean named) {
        WritableHeaders<?> headers = WritableHeaders.create();
        headers.set(HeaderNames.IF_NONE_MATCH, List.of(sent.split("\\|")));
        assertThat(ConditionalGet.names(ServerRequestHeaders.create(headers), tag)).isEqualTo(named);
    }
}
