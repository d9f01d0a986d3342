package io.tidemark.data.text;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import java.io.UncheckedIOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A YAML file that should have shipped, or is broken, is named. */
class YamlResourceTest {

    @Test
    void aMissingFileIsNamed() {
        assertThatThrownBy(() -> read("gone.yaml")).isInstanceOf(IllegalStateException.class)
                .hasMessage("the program was built without io/tidemark/data/text/gone.yaml");
        assertThatThrownBy(() -> read("/sql/gone.yaml")).isInstanceOf(IllegalStateException.class)
                .hasMessage("the program was built without sql/gone.yaml");
    }

    @Test
    void aBadFileIsNamed() {
        assertThatThrownBy(() -> read("twice.yaml")).isInstanceOf(UncheckedIOException.class)
                .hasMessageStartingWith("cannot read io/tidemark/data/text/twice.yaml: ")
                .hasMessageContaining("Duplicate field 'a'");
    }

    private static Map<String, Map<String, Integer>> read(String name) {
        return YamlResource.read(YamlResourceTest.class, name, new TypeReference<>() {});
    }
}
