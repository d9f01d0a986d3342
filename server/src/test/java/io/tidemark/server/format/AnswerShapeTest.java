package io.tidemark.server.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ApiException.Detail;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which format a request gets. */
class AnswerShapeTest {

    @ParameterizedTest(name = "{0} gets {1}")
    @CsvSource(delimiter = '|', textBlock = """
            */*                                                               | JSON
            *                                                                 | JSON
            application/json                                                  | JSON
            APPLICATION/JSON                                                  | JSON
            application/*                                                     | JSON
            text/*                                                            | CSV
            text/csv                                                          | CSV
            text/csv;charset=utf-8;header=present                             | CSV
            application/x-ndjson                                              | NDJSON
            application/ndjson                                                | NDJSON
            application/jsonl                                                 | NDJSON
            application/vnd.apache.parquet                                    | PARQUET
            text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8 | JSON
            text/csv, */*                                                     | CSV
            */*, text/csv                                                     | CSV
            text/csv, application/json                                        | CSV
            application/json, text/csv                                        | JSON
            application/json;q=0.5, text/csv;q=0.6                            | CSV
            application/json;q=0.6, text/csv;q=0.5                            | JSON
            application/json; Q=0.1 , */*;q=0.5                               | CSV
            application/*, text/csv;q=0.9                                     | JSON
            text/*;q=0.9, application/x-ndjson;q=0.8                          | CSV
            application/json;q=0, */*                                         | CSV
            application/json;q=0, application/*                               | NDJSON
            text/csv;q=0, text/*, application/jsonl;q=0.1                     | NDJSON
            text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2              | JSON
            text/csv;note="a,application/json", application/xml               | CSV
            text/csv;note="a\\",b";q=0.1, application/json;q=0.2              | JSON
            text/csv;q=high, application/jsonl                                | NDJSON
            text/csv;q=2, application/jsonl;q=0.1                             | NDJSON
            """)
    void theAcceptHeader(String accept, AnswerFormat expected) {
        assertThat(AnswerShape.asked(List.of(accept), null, null)).isEqualTo(new AnswerShape(expected, false));
    }

    @Test
    void severalLinesAreOneHeader() {
        assertThat(AnswerShape.asked(List.of("application/json;q=0.5", "text/csv"), null, null).format())
                .isEqualTo(AnswerFormat.CSV);
        assertThat(AnswerShape.asked(List.of(), null, null).format()).isEqualTo(AnswerFormat.JSON);
        assertThat(AnswerShape.asked(List.of(""), null, null).format()).isEqualTo(AnswerFormat.JSON);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/html", "application/xml, image/*", "application/json;q=0", "*/*;q=0", "*/*;q=0.000",
        "text/csv;q=0, text/*", "text", "application/jso", "text/csv-schema"})
    void nothingThatIsAccepted(String accept) {
        assertThatThrownBy(() -> AnswerShape.asked(List.of(accept), null, null))
                .isInstanceOf(ApiException.NotAcceptable.class)
                .hasMessage("None of the formats that you accept is available; available: "
                        + "application/json, text/csv; charset=utf-8, application/x-ndjson, "
                        + "application/vnd.apache.parquet. The parameter ?format= (json, csv, ndjson, parquet) "
                        + "overrides the Accept header");
    }

    @ParameterizedTest(name = "format {1} with Accept {0} and decimal {2}")
    @CsvSource(nullValues = "null", textBlock = """
            text/csv,         json,    null,  JSON,    false
            image/png,        json,    null,  JSON,    false
            application/json, csv,     null,  CSV,     false
            application/json, csv,     point, CSV,     false
            application/json, CSV,     Comma, CSV,     true
            text/csv,         null,    comma, CSV,     true
            text/csv,         ndjson,  null,  NDJSON,  false
            text/csv,         parquet, null,  PARQUET, false
            """)
    void theParametersWin(String accept, @Nullable String format, @Nullable String decimal, AnswerFormat expected,
    boolean comma) {
        assertThat(AnswerShape.asked(List.of(accept), format, decimal)).isEqualTo(new AnswerShape(expected, comma));
    }

    @Test
    void parametersThatAreNotAllowed() {
        Detail format = new Detail("format", "xml", "must be one of json, csv, ndjson, parquet");
        Detail sign = new Detail("decimal", "dot", "must be one of point, comma");

        assertThat(faults("xml", null)).containsExactly(format);
        assertThat(faults("", null)).containsExactly(new Detail("format", "", format.message()));
        assertThat(faults("csv", "dot")).containsExactly(sign);
        assertThat(faults("xml", "dot")).containsExactly(format, sign);
        for (String decimal : List.of("comma", "point")) {
            Detail alone = new Detail("decimal", decimal, "is only for CSV: add format=csv, or leave it out");
            assertThat(faults(null, decimal)).containsExactly(alone);
            assertThat(faults("parquet", decimal)).containsExactly(alone);
        }
    }

    private static List<Detail> faults(@Nullable String format, @Nullable String decimal) {
        return catchThrowableOfType(ApiException.BadRequest.class, () -> AnswerShape.asked(List.of(), format, decimal))
                .details();
    }

    @Test
    void eachFormatSaysItsMediaTypeAndEnding() {
        assertThat(AnswerFormat.values()).extracting(AnswerFormat::wireName)
                .containsExactly("json", "csv", "ndjson", "parquet");
        assertThat(AnswerFormat.values()).extracting(AnswerFormat::extension)
                .containsExactly("json", "csv", "ndjson", "parquet");
        assertThat(AnswerFormat.values()).extracting(AnswerFormat::mediaType).containsExactly("application/json",
                "text/csv; charset=utf-8", "application/x-ndjson", "application/vnd.apache.parquet");
    }
}
