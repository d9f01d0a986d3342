package io.tidemark.server.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.server.route.RouteCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The types that the dashboard's scripts are checked against are those of the API. */
final class ScriptTypesTest {

    /** Where {@code bin/test types} and editors find them. */
    private static final Path TYPES = Path.of("target/types/api.d.ts");

    @Test
    void theTypesAreThoseOfEachRoute() throws IOException {
        RouteCatalog catalog = RouteCatalog.load(null);
        String types = new ScriptTypes(OpenApiDocument.of(catalog, true).tree()).text();
        Files.createDirectories(TYPES.getParent());
        Files.writeString(TYPES, types);
        assertThat(catalog.routes()).isNotEmpty().allSatisfy(route ->
                assertThat(types).contains("    '" + route.path() + "': "));
    }

    @Test
    void aRecordHasTheTypesOfItsFields() throws JsonProcessingException {
        String types = new ScriptTypes(new YAMLMapper().readTree("""
                paths:
                  /v3/weeks: {get: {responses: {"200": {content: {application/json: {schema: {$ref: "#/components/schemas/WeeksAnswer"}}}}}}}
                  /health: {get: {responses: {"200": {description: no record}}}}
                components:
                  schemas:
                    WeeksAnswer: {properties: {data: {type: array, items: {$ref: "#/components/schemas/Week"}}}}
                    Week:
                      type: object
                      required: [week, areas, kinds, inner]
                      properties:
                        week: {type: string}
                        n: {type: [integer, "null"]}
                        areas: {type: [array, "null"], items: {type: integer}}
                        kinds: {type: array, items: {enum: [loss, culling]}}
                        inner: {type: object, required: [3_m], properties: {3_m: {type: number}}}
                        rows: {type: object, additionalProperties: {type: integer}}
                """)).text();

        assertThat(types.lines().skip(3)).containsExactly("  interface Week {", "    week: string;",
                "    n?: number | null;",
                "    areas: number[] | null;", "    kinds: ('loss' | 'culling')[];", "    inner: {",
                "      '3_m': number;", "    };", "    rows?: {[key: string]: number};", "  }", "",
                "  /** The record of each route that is read. */", "  interface Records {", "    '/v3/weeks': Week;",
                "  }", "}");
    }

    @Test
    void whatIsNotKnownIsNoTypeAtAll() throws JsonProcessingException {
        var unknown = new ScriptTypes(new YAMLMapper()
                .readTree("components: {schemas: {Odd: {properties: {value: {type: file}}}}}"));

        assertThatThrownBy(unknown::text).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("file");
    }
}
