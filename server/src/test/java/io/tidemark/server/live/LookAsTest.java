package io.tidemark.server.live;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.EnvelopeKind;
import io.tidemark.server.route.contract.RouteContract;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** An admin looks as a company: the same answers, nothing written, and both can tell. */
@ExtendWith(CoastServer.class)
class LookAsTest {

    private static final RouteCatalog CATALOG = RouteCatalog.load(null);
    private static final String OWN_SITE = "10001";

    private static HttpResponse<String> looking(LiveServer coast, String path, String admin, String company) {
        return coast.send(coast.request(path, admin).header("X-Look-As", company));
    }

    static Stream<String> routes() {
        return CATALOG.routes().stream().map(RouteContract::path);
    }

    @ParameterizedTest
    @MethodSource("routes")
    void everyRouteAnswersAsToTheCompany(String route, LiveServer coast) {
        String path = route.replace("{site_id}", OWN_SITE);

        HttpResponse<String> own = coast.get(path, "farmer:F1");
        HttpResponse<String> looked = looking(coast, path, "admin", "F1");

        assertSame(looked, own);
        assertThat(looked.headers().firstValue("ETag")).isEqualTo(own.headers().firstValue("ETag"));
        assertThat(looked.headers().firstValue("Server-Timing")).isEmpty();
    }

    /** An admin who was not given raw:read sees no rows of single sites, as a company's account without it. */
    @ParameterizedTest
    @MethodSource("routes")
    void rawRowsNeedTheAdminsOwnPermission(String route, LiveServer coast) {
        String path = route.replace("{site_id}", OWN_SITE);
        Set<Permission> rest = EnumSet.complementOf(EnumSet.of(Permission.RAW_READ, Permission.DELIVER));
        HttpResponse<String> own = coast.send(bearer(coast, path, "without-raw",
                Access.of(Role.FARMER, "F1", rest)));
        HttpResponse<String> looked = coast.send(bearer(coast, path, "admin-without-raw",
                Access.of(Role.ADMIN, null, rest)).header("X-Look-As", "F1"));

        assertSame(looked, own);
    }

    private static HttpRequest.Builder bearer(LiveServer coast, String path, String name, Access access) {
        var accounts = coast.identity().accounts();
        if (accounts.findUser(name).isEmpty()) {
            accounts.addUser(name, null, access, LiveServer.PASSWORD);
        }
        return HttpRequest.newBuilder(coast.uri(path)).header("Authorization", "Bearer "
                + coast.identity().accessTokens().issue(accounts.findUser(name).orElseThrow()));
    }

    private static void assertSame(HttpResponse<String> looked, HttpResponse<String> own) {
        assertThat(looked.statusCode()).as(looked.body()).isEqualTo(own.statusCode());
        if (own.statusCode() == 200) {
            assertThat(withoutRequest(looked)).isEqualTo(withoutRequest(own));
        }
    }

    private static JsonNode withoutRequest(HttpResponse<String> answer) {
        JsonNode body = LiveServer.json(answer);
        for (EnvelopeKind kind : EnvelopeKind.values()) {
            if (body.path(kind.key()) instanceof ObjectNode metadata) {
                metadata.remove(List.of("request_id", "time"));
            }
        }
        return body;
    }

    @Test
    void theLookIsSeenAsTheCompany(LiveServer coast) {
        JsonNode info = LiveServer.json(looking(coast, "/v3/auth/userinfo", "admin", "F1")).get("data");
        assertThat(info.get("roles").toString()).isEqualTo("[\"farmer\"]");
        assertThat(info.get("farmer_id").asText()).isEqualTo("F1");
        assertThat(info.get("username").asText()).isEqualTo("admin");
        assertThat(looking(coast, "/v3/deliveries/own", "admin", "F1").body())
                .isEqualTo(coast.get("/v3/deliveries/own", "farmer:F1").body());
    }

    @ParameterizedTest
    @CsvSource({"analyst, F1, 403", "farmer:F3, F1, 403", "farmer:F1, F1, 403", "readonly, F1, 403", "key, F1, 403",
        "admin, F99, 403", "admin, '../F1', 400", "admin, 'F1,F3', 400", "admin, '', 400"})
    void nobodyElseMayAndOnlyAtACompany(String caller, String company, int status, LiveServer coast) {
        HttpResponse<String> answer = looking(coast, "/v3/mortality/areas/week", caller, company);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).doesNotContain("\"data\"");
    }

    @Test
    void twoCompaniesAtOnceAreRefusedAndNobodyLooksWithoutAToken(LiveServer coast) {
        assertThat(coast.send(coast.request("/v3/common/site", "admin").header("X-Look-As", "F1")
                .header("X-Look-As", "F3")).statusCode()).isEqualTo(400);
        assertThat(coast.send(HttpRequest.newBuilder(coast.uri("/v3/common/site")).header("X-Look-As", "F1"))
                .statusCode()).isEqualTo(401);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PUT    | /v3/auth/my-page  | {"theme":"dark"}
            POST   | /v3/admin/users   | {"name":"x","role":"analyst","password":"a long password of mine"}
            POST   | /v3/admin/keys    | {"name":"x"}
            POST   | /v3/admin/rollback | {}
            GET    | /v3/admin/users   |
            GET    | /v3/admin/accesses |
            GET    | /health/details   |
            """)
    void nothingIsWrittenOrAdministeredWhileLooking(String method, String path, String body, LiveServer coast) {
        int before = coast.data("/v3/admin/users", "admin").size();
        HttpRequest.Builder request = coast.request(path, "admin").header("X-Look-As", "F1")
                .header("Content-Type", "application/json");
        HttpResponse<String> answer = coast.send(request.method(method, body == null
                ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body)));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
        assertThat(coast.data("/v3/admin/users", "admin")).hasSize(before);
        assertThat(coast.data("/v3/auth/my-page", "admin").get("theme").isNull()).isTrue();
    }

    @Test
    void theLogTellsTheOperatorAndTheCompany(LiveServer coast) {
        String id = looking(coast, "/v3/mortality/areas/week?areas=A4", "admin", "F3").headers()
                .firstValue("X-Request-Id").orElseThrow();
        looking(coast, "/v3/deliveries/own", "admin", "F3");
        String admin = coast.identity().accounts().findUser("admin").orElseThrow().id();

        JsonNode line = eventually().until(() -> find(coast.data("/v3/admin/accesses?farmer_id=F3&limit=100", "admin"),
                "request_id", id), found -> !found.isMissingNode());
        assertThat(line.get("looks").asBoolean()).isTrue();
        assertThat(line.get("account_id").asText()).isEqualTo(admin);
        assertThat(line.get("farmer_id").asText()).isEqualTo("F3");

        JsonNode told = eventually().until(() -> coast.data("/v3/looks/own", "farmer:F3"), found ->
                !find(found, "route", "/v3/deliveries/own").isMissingNode());
        JsonNode own = find(told, "route", "/v3/mortality/areas/week");
        assertThat(own.get("account_id").asText()).isEqualTo(admin);
        assertThat(own.get("values").toString()).contains("\"areas\":[6,7]");
        assertThat(own.has("address")).isFalse();
        // what the company itself asks is no look, and no other company is told
        coast.get("/v3/mortality/size", "farmer:F3");
        assertThat(find(coast.data("/v3/looks/own", "farmer:F3"), "route", "/v3/mortality/size")
                .isMissingNode()).isTrue();
        assertThat(coast.data("/v3/looks/own", "farmer:F5")).isEmpty();
        assertThat(LiveServer.json(coast.get("/v3/looks/own", "farmer:F5")).get("metadata"))
                .hasToString("{\"has_more\":false,\"searched_back_to\":null}");
        assertThat(coast.get("/v3/looks/own", "analyst").statusCode()).isEqualTo(403);
    }

    private static JsonNode find(JsonNode lines, String field, String value) {
        for (JsonNode line : lines) {
            if (line.path(field).asText().equals(value)) {
                return line;
            }
        }
        return MissingNode.getInstance();
    }
}
