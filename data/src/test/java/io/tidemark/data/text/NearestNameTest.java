package io.tidemark.data.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {

    private static final List<String> TABLES = List.of("stock", "losses", "feeding", "temperatures", "treatments",
            "Møre");

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            stocks       | stock
            STOKC        | stock
            tsock        | stock
            stcko        | stock
            feedin       | feeding
            feding       | feeding
            temp         | temperatures
            lsoses       | losses
            moere        | Møre
            møer         | Møre
            zz           | -
            harvest      | -
            -            | -
            ''           | -
            """)
    void theOneThatWasMeant(String written, String meant) {
        assertThat(NearestName.of(written == null ? " " : written, TABLES)).isEqualTo(Optional.ofNullable(meant));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            stokc | ; did you mean stock?
            xyz   | ''
            """)
    void aHintFollowsAnotherClause(String written, String hint) {
        assertThat(NearestName.hint(written, TABLES)).isEqualTo(hint);
    }
}
