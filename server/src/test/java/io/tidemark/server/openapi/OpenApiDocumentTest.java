package io.tidemark.server.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The API's description holds every public route with all of its parameters and fields, and says of them what their
 * headers say.
 */
class OpenApiDocumentTest {

    private static final Path GOLDEN = Path.of("src/test/resources/golden/openapi.txt");
    private static final RouteCatalog CATALOG = RouteCatalog.load(null);
    private static final JsonNode PUBLIC = OpenApiDocument.of(CATALOG, false).tree();
    private static final JsonNode ALL = OpenApiDocument.of(CATALOG, true).tree();

    @Test
    void isAsItWasReviewed() throws IOException {
        // each release has another version
        String outline = new DescriptionOutline(PUBLIC).of(OpenApiDocument.of(CATALOG, false).yaml()
                .replaceFirst("(?m)^  version: .*$", "  version: X"));
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(GOLDEN, outline);
        }
        assertThat(outline).as("the outline; tidemark openapi --yaml prints the whole, where the digest alone differs")
                .isEqualTo(Files.readString(GOLDEN));
    }

    @Test
    void bothFormsSayTheSame() throws IOException {
        OpenApiDocument document = OpenApiDocument.of(CATALOG, false);
        assertThat(new YAMLMapper().readTree(document.yaml())).isEqualTo(document.tree());
    }

    static Stream<RouteContract> routes() {
        return CATALOG.routes().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("routes")
    void aRouteHasAllOfItsParametersAndFields(RouteContract route) {
        JsonNode operation = ALL.at("/paths").path(route.path()).path("get");
        List<String> parameters = operation.path("parameters").valueStream()
                .map(node -> resolved(node).path("name").asText()).toList();
        assertThat(parameters).containsAll(route.parameters().keySet()).contains("format", "decimal", "snapshot");
        assertThat(parameters).hasSize(route.parameters().size() + 4);
        JsonNode answer = resolved(operation.at("/responses/200/content/application~1json/schema"));
        JsonNode data = answer.at("/properties/data");
        JsonNode record = resolved(data.has("items") ? data.get("items") : data);
        assertThat(record.path("properties").properties()).extracting(entry -> entry.getKey())
                .containsExactlyElementsOf(route.fields().stream().map(field -> field.name()).toList());
        assertThat(PUBLIC.at("/paths").has(route.path())).isEqualTo(!route.internal());
    }

    private static JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? ALL.at(node.get("$ref").asText().substring(1)) : node;
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        assertThat(PUBLIC.findValues("$ref")).isNotEmpty().allSatisfy(reference ->
                assertThat(PUBLIC.at(reference.asText().substring(1)).isMissingNode()).as(reference.asText())
                        .isFalse());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /paths/~1v3~1mortality~1areas~1week/get/operationId                             | getMortalityAreasWeek
            /paths/~1v3~1mortality~1areas~1week/get/tags/0                                  | Mortality
            /paths/~1v3~1mortality~1areas~1week/get/x-permission                            | mortality:read
            /paths/~1v2~1mortality~1mortality-rate-by-region/get/operationId                | getV2MortalityMortalityRateByRegion
            /paths/~1v2~1mortality~1mortality-rate-by-region/get/tags/0                     | Mortality (v2)
            /paths/~1v3~1common~1site~1{site_id}/get/responses/404/$ref                     | #/components/responses/NotFound
            /components/parameters/Mortality.limit/schema/maximum                           | 1000
            /components/parameters/Mortality.exclude_self/schema/default                    | false
            /components/parameters/Treatment.treatment_target/schema/items/enum/0           | Lice
            /components/parameters/Treatment.treatment_target/explode                       | false
            /components/schemas/MortalityAreasWeekRecord/properties/mortality_rate/x-unit   | fraction per week
            /components/schemas/MortalityAreasWeekRecord/properties/loss_rate_week/format   | date
            /components/schemas/V2MortalityMortalityRateByRegionRecord/properties/mortality_rate/properties/3_m/type/0 | number
            """)
    void saysWhatTheHeadersSay(String place, String expected) {
        assertThat(PUBLIC.at(place).asText()).isEqualTo(expected);
    }

    @Test
    void aDeploymentsOwnRouteIsDescribedToo(@TempDir Path own) throws IOException {
        Path file = own.resolve("v3/harbour/list.sql");
        Files.createDirectories(file.getParent());
        Files.writeString(file, """
                /*
                summary: Areas, once more
                family: common
                fields:
                  name: {type: string, meaning: the name}
                */
                SELECT name
                FROM platform_area
                ORDER BY area_id
                """);
        JsonNode document = OpenApiDocument.of(RouteCatalog.load(own), false).tree();

        assertThat(document.at("/paths/~1v3~1harbour~1list/get/tags/0").asText()).isEqualTo("Harbour");
        assertThat(document.at("/tags").findValuesAsText("name")).contains("Harbour");
    }
}
