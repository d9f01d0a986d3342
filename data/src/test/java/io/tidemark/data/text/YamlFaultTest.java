package io.tidemark.data.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The words for what is wrong with a file, which are the same for JSON and for YAML. */
class YamlFaultTest {

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES).build();

    enum Kind { COUNT, AMOUNT }

    record Column(@JsonProperty(required = true) Kind kind) {}

    record Sheet(List<Column> columns, @Nullable String name) {}

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {'columns': [], 'name': 'a', 'nmae': 'b'}         | there is no key nmae; did you mean name?
            {'columns': [{'kind': 'amout'}], 'name': 'a'}    | columns.[0].kind cannot be amout; did you mean amount?; it is one of count, amount
            {'columns': [{}], 'name': 'a'}                   | lacks the key kind in columns.[0]
            {'columns': null, 'name': 'a'}                   | has no value for the key columns
            {'columns': 3, 'name': 'a'}                      | columns is not written as it must be
            'a'                                              | it must hold keys with values, each on a line such as name: value
            ""                                               | it must hold keys with values, each on a line such as name: value
            """)
    void itSaysWhatIsWrong(String json, String words) {
        assertThat(YamlFault.words(catchThrowableOfType(JsonProcessingException.class,
                () -> MAPPER.readValue(json.replace('\'', '"'), Sheet.class)))).isEqualTo(words);
    }
}
