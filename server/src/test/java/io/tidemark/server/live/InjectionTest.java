package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.ParameterType;
import io.tidemark.server.route.contract.RouteContract;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Hostile values through every parameter of every route there is: an error of the documented shape or an empty answer, never more
 * rows, never a 500; and afterwards the route answers as before.
 */
@ExtendWith(CoastServer.class)
class InjectionTest {

    private static final RouteCatalog CATALOG = RouteCatalog.load(null);
    /** Types whose values are looked for as they are: what is not there is not found. */
    private static final Set<ParameterType> SEARCHED =
            EnumSet.of(ParameterType.TEXT, ParameterType.TEXTS, ParameterType.GENERATIONS, ParameterType.SPECIES);

    private static final List<String> HOSTILE = List.of("'", "''", "\"", "`", "\\", "\\'", "';--", "' OR '1'='1", "1 OR 1=1",
            "1; DROP TABLE stock_day", "' UNION SELECT * FROM farmer --", "1) UNION SELECT 1,2,3 --", "/*", "*/ --", "-- x", "#",
            "x' AND (SELECT count(*) FROM read_csv('/etc/passwd')) > 0 --", "$1", "?", ":areas", ":own_group", "${jndi:ldap://x}",
            "{{7*7}}", "\u0000", "a\u0000b", "1\u0000", "\r\nX-Injected: yes", "a\nb", "\t'", "\u2019 OR 1=1", "\uff07 OR 1=1",
            "\u202e1", "\ud83d\udc1f", "e\u0301", "\ufeff", "../../etc/passwd", "..\\..\\windows", "/etc/passwd",
            "file:///etc/passwd",
            "<script>alert(1)</script>", "null", "NaN", "-1e999", "1e400", "0x10", "99999999999999999999", "-9223372036854775809",
            "2026-02-30", "[]", "{}", "%", "'%'", "_", "A".repeat(2000), "'".repeat(2000), "1,".repeat(3000) + "x",
            "A".repeat(9000));

    /** As they stand in a URL, since no encoder writes them. */
    private static final List<String> RAW = List.of("%00", "%c0%ae%c0%ae", "%ff", "%ed%a0%80", "%252e%252e%252f", "%0d%0a");

    static Stream<String> routes() {
        return CATALOG.routes().stream().map(RouteContract::path);
    }

    @ParameterizedTest
    @MethodSource("routes")
    void hostileValuesDoNothing(String path, LiveServer server) {
        RouteContract route = CATALOG.routes().stream().filter(r -> r.path().equals(path)).findFirst().orElseThrow();
        String caller = route.path().endsWith("/me") || route.path().startsWith("/v2/feeding") ? "farmer:F1" : "admin";
        String plain = path.replace("{site_id}", "10001");
        String before = rows(server.get(plain, caller));
        route.parameters().forEach((name, parameter) -> {
            Stream.concat(HOSTILE.stream().map(value -> URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20")),
                    RAW.stream()).forEach(value -> {
                        String asked = parameter.inPath() ? path.replace("{" + name + "}", value)
                                : plain + "?" + name + "=" + value;
                        assertHarmless(asked, server.get(asked, caller), parameter.type(), value);
                    });
        });
        for (String value : List.of("' OR 1=1 --", "\u0000", "__proto__")) {
            String asked = plain + "?" + URLEncoder.encode(value, StandardCharsets.UTF_8) + "=1";
            assertThat(server.get(asked, caller).statusCode()).as(asked).isEqualTo(400);
        }
        assertThat(rows(server.get(plain, caller))).isEqualTo(before);
    }

    private static void assertHarmless(String asked, HttpResponse<String> answer, ParameterType type, String value) {
        assertThat(answer.headers().firstValue("X-Injected")).isEmpty();
        if (answer.statusCode() == 200) {
            // % is every area, as documented
            boolean documented = value.equals("%25") && (type == ParameterType.AREAS || type == ParameterType.PRODUCTION_AREAS);
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
