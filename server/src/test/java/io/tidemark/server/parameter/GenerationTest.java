package io.tidemark.server.parameter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GenerationTest {

    @ParameterizedTest
    @CsvSource({"V2025,V2025", "v2025,V2025", "H2024,H2024", "2025 - Vår,V2025", "2025 - HØST,H2025",
            "2025 - spring,V2025",
        "2025-Autumn,H2025", "' 2025 - Vår ',V2025"})
    void codesAndDisplayNamesGiveTheCode(String text, String code) {
        assertThat(Generation.code(text)).contains(code);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2025", "S2025", "V25", "V20255", "2025 - Sommer", "V0202", "V2025'"})
    void anythingElseIsNoGeneration(String text) {
        assertThat(Generation.code(text)).isEmpty();
    }
}
