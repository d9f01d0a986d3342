package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.ParameterContract;
import io.tidemark.server.route.contract.ParameterType;
import io.tidemark.server.route.contract.RouteContract;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Hostile values, all of them through a parameter of each type, and some through every parameter of every route there
 * is: an error of the documented shape or an empty answer, never more rows, never a 500; and afterwards the route
 * answers as before.
 */
@ExtendWith(CoastServer.class)
class InjectionTest {

    private static final RouteCatalog CATALOG = RouteCatalog.load(null);
    /** Types whose values are looked for as they are: what is not there is not found. */
    private static final Set<ParameterType> SEARCHED =
            EnumSet.of(ParameterType.TEXT, ParameterType.TEXTS, ParameterType.GENERATIONS, ParameterType.SPECIES);

    private static final List<String> HOSTILE = List.of("'", "''", "\"", "`", "\\", "\\'", "';--", "' OR '1'='1",
            "1 OR 1=1",
            "1; DROP TABLE stock_day", "' UNION SELECT * FROM farmer --", "1) UNION SELECT 1,2,3 --", "/*", "*/ --",
            "-- x", "#",
            "x' AND (SELECT count(*) FROM read_csv('/etc/passwd')) > 0 --", "$1", "?", ":areas", ":own_group",
            "${jndi:ldap://x}",
            "{{7*7}}", "\u0000", "a\u0000b", "1\u0000", "\r\nX-Injected: yes", "a\nb", "\t'", "\u2019 OR 1=1",
            "\uff07 OR 1=1",
            "\u202e1", "\ud83d\udc1f", "e\u0301", "\ufeff", "../../etc/passwd", "..\\..\\windows", "/etc/passwd",
            "file:///etc/passwd",
            "<script>alert(1)</script>", "null", "NaN", "-1e999", "1e400", "0x10", "99999999999999999999",
            "-9223372036854775809",
            "2026-02-30", "[]", "{}", "%", "'%'", "_", "A".repeat(2000), "'".repeat(2000), "1,".repeat(3000) + "x",
            "A".repeat(9000));

    /** As they stand in a URL, since no encoder writes them. */
    private static final List<String> RAW = List.of("%00", "%c0%ae%c0%ae", "%ff", "%ed%a0%80", "%252e%252e%252f",
            "%0d%0a");

    /** For every parameter: an open quote, a condition of their own, a NUL, and a list that is too long. */
    private static final List<String> EVERYWHERE = List.of("'", "' OR '1'='1", "a\u0000b", "1,".repeat(3000) + "x");

    static Stream<String> routes() {
        return CATALOG.routes().stream().map(RouteContract::path);
    }

    /** A parameter of each type, in the path and in the query: the first route that has it, and its name. */
    static Stream<Arguments> parametersOfEachType() {
        Map<String, Arguments> found = new LinkedHashMap<>();
        CATALOG.routes().forEach(route -> route.parameters().forEach((name, parameter) -> found.putIfAbsent(
                parameter.type() + (parameter.inPath() ? " in the path" : ""), Arguments.of(route.path(), name))));
        return found.values().stream();
    }

    @ParameterizedTest
    @MethodSource("parametersOfEachType")
    void noValueDoesAnythingWhateverTheType(String path, String name, LiveServer server) {
        attack(route(path), name, Stream.concat(HOSTILE.stream().map(InjectionTest::encoded), RAW.stream()), server);
    }

    @ParameterizedTest
    @MethodSource("routes")
    void hostileValuesDoNothing(String path, LiveServer server) {
        RouteContract route = route(path);
        route.parameters().keySet().forEach(name ->
                attack(route, name, EVERYWHERE.stream().map(InjectionTest::encoded), server));
        for (String value : List.of("' OR 1=1 --", "\u0000", "__proto__")) {
            String asked = plain(route) + "?" + encoded(value) + "=1";
            assertThat(server.get(asked, caller(route)).statusCode()).as(asked).isEqualTo(400);
        }
    }

    private static RouteContract route(String path) {
        return CATALOG.routes().stream().filter(r -> r.path().equals(path)).findFirst().orElseThrow();
    }

    private static String caller(RouteContract route) {
        return route.access().isForFarmers() ? "farmer:F1" : "admin";
    }

    private static String plain(RouteContract route) {
        return route.path().replace("{site_id}", "10001");
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static void attack(RouteContract route, String name, Stream<String> values, LiveServer server) {
        String caller = caller(route);
        ParameterContract parameter = Objects.requireNonNull(route.parameters().get(name));
        String before = rows(server.get(plain(route), caller));
        values.forEach(value -> {
            String asked = parameter.inPath() ? route.path().replace("{" + name + "}", value) : plain(route) + "?"
                    + name + "=" + value;
            assertHarmless(asked, server.get(asked, caller), parameter.type(), value);
        });
        assertThat(rows(server.get(plain(route), caller))).isEqualTo(before);
    }

    private static void assertHarmless(String asked, HttpResponse<String> answer, ParameterType type, String value) {
        assertThat(answer.headers().firstValue("X-Injected")).isEmpty();
        if (answer.statusCode() == 200) {
            // % is every area, as documented
            boolean documented = value.equals("%25")
                    && (type == ParameterType.AREAS || type == ParameterType.PRODUCTION_AREAS);
            assertThat(documented || SEARCHED.contains(type)).as(asked).isTrue();
            assertThat(documented || LiveServer.json(answer).get("data").isEmpty()).as(asked + answer.body()).isTrue();
        } else if (answer.statusCode() != 204) {
            assertThat(answer.statusCode()).as(asked + answer.body()).isIn(400, 403, 404, 414);
            JsonNode error = LiveServer.json(answer);
            assertThat(error.path("error").asText()).as(answer.body()).isNotEmpty();
            assertThat(error.path("message").asText()).as(answer.body()).isNotEmpty();
            assertThat(answer.body()).doesNotContainIgnoringCase("exception")
                    .doesNotContain("at io.tidemark", "duckdb", "DuckDB");
        }
    }

    /** What is answered, without what differs from request to request. */
    private static String rows(HttpResponse<String> answer) {
        return answer.statusCode() + (answer.statusCode() == 200 ? LiveServer.json(answer).get("data").toString() : "");
    }
}
