package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.FieldContract;
import io.tidemark.server.route.contract.RouteContract;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * OWASP API3:2023. That hidden values stay hidden is proven by {@link ConfidentialityTest}; here: a record has the
 * fields of its contract and no others, and a client cannot give itself what its account has not.
 */
@ExtendWith(CoastServer.class)
class Api3BrokenObjectPropertyLevelAuthorizationTest {

    private static final String PASSWORD = "correct horse battery";

    static Stream<String> routes() {
        return RouteCatalog.load(null).routes().stream().map(RouteContract::path);
    }

    @ParameterizedTest
    @MethodSource("routes")
    void recordsHaveTheFieldsOfTheirContract(String path, LiveServer server) {
        RouteContract route = RouteCatalog.load(null).routes().stream()
                .filter(r -> r.path().equals(path)).findFirst().orElseThrow();
        HttpResponse<String> answer = server.get(path.replace("{site_id}", "10001"), "farmer:F1");
        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 204);
        if (answer.statusCode() == 200) {
            JsonNode data = LiveServer.json(answer).get("data");
            List<String> fields = route.fields().stream().map(FieldContract::name).toList();
            for (JsonNode row : data.isArray() ? data : List.of(data)) {
                List<String> names = new ArrayList<>();
                row.fieldNames().forEachRemaining(names::add);
                assertThat(names).isEqualTo(fields);
            }
        }
    }

    @Test
    void nobodyGivesItselfARole(LiveServer server) {
        server.identity().accounts().addUser("api3", null, Access.of(Role.READONLY, null,
                EnumSet.noneOf(Permission.class)), PASSWORD);
        HttpResponse<String> answer = server.send(HttpRequest.newBuilder(server.uri("/v3/auth/token"))
                .header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString("""
                        {"username": "api3", "password": "%s", "role": "admin", "roles": ["admin"],
                         "scope": "mortality:read raw:read", "permissions": ["mortality:read"], "farmer_id": "F1"}"""
                        .formatted(PASSWORD))));
        if (answer.statusCode() == 200) {
            String token = LiveServer.json(answer).get("access_token").asText();
            HttpResponse<String> data = server.send(HttpRequest.newBuilder(server.uri("/v3/mortality/areas/week"))
                    .header("Authorization", "Bearer " + token));
            assertThat(data.statusCode()).isEqualTo(403);
        } else {
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        }
    }
}
