package io.tidemark.server.live;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.ingest.Ingest;
import io.tidemark.ingest.IngestOptions;
import io.tidemark.ingest.IngestReport;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.openapi.OpenApiDocument;
import io.tidemark.server.route.RouteCatalog;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Administration over HTTP: who may, what it does, what is refused, and what the audit log says of it. */
@SuppressWarnings("NullAway.Init") // set before all tests
final class AdminApiTest {

    private static final JsonNode DOCUMENT = OpenApiDocument.of(RouteCatalog.load(null), false).tree();
    private static final String PASSWORD = "a long enough password";

    @TempDir
    static Path folder;

    private static LiveServer server;
    private static Path delivery;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        // every query is a slow one
        server = LiveServer.start(folder, CoastDelivery.TODAY, Map.of("query.slow-ms", "0"));
        delivery = CoastDelivery.write(folder.resolve("delivery"));
        server.ingest(delivery, CoastDelivery.RULE);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static HttpResponse<String> ask(String method, String path, String body, String caller) {
        HttpRequest.Builder request = server.request(path, caller);
        return server.send(body.isEmpty() ? request.method(method, BodyPublishers.noBody())
                : request.header("Content-Type", "application/json").method(method, BodyPublishers.ofString(body)));
    }

    private static JsonNode done(String method, String path, String body) {
        HttpResponse<String> answer = ask(method, path, body.replace('\'', '"'), "admin");
        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201);
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
        return LiveServer.json(answer).get("data");
    }

    private static JsonNode find(String path, String field, String value) {
        return StreamSupport.stream(done("GET", path, "").spliterator(), false)
                .filter(each -> each.get(field).asText().equals(value)).findFirst().orElseThrow();
    }

    static Stream<Arguments> operations() {
        return DOCUMENT.get("paths").propertyStream().filter(path -> path.getKey().startsWith("/v3/admin"))
                .flatMap(path -> path.getValue().propertyStream()
                .map(method -> Arguments.of(method.getKey().toUpperCase(Locale.ROOT), path.getKey())));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("operations")
    void everyDescribedOperationIsForAdminsAlone(String method, String path) {
        String asked = path.replace("{id}", "20260101T000000.000Z");

        assertThat(List.of("analyst", "farmer:F1", "readonly")).allSatisfy(caller ->
                assertThat(ask(method, asked, "", caller).statusCode()).as(caller).isEqualTo(403));
        HttpResponse<String> nobody = server.send(HttpRequest.newBuilder(server.uri(asked))
                .method(method, BodyPublishers.noBody()));
        assertThat(nobody.statusCode()).isEqualTo(401);
        assertThat(server.send(HttpRequest.newBuilder(server.uri(asked)).header("X-API-Key", key())
                .method(method, BodyPublishers.noBody()))
                .statusCode()).isEqualTo(403);
        // it is there: what is refused of an admin's is what is asked for
        HttpResponse<String> admin = ask(method, asked, "", "admin");
        assertThat(admin.statusCode()).as(admin.body()).isNotIn(401, 403, 405, 500, 503);
        assertThat(ask("PUT", asked, "", "admin").statusCode()).isEqualTo(405);
    }

    @ParameterizedTest
    @CsvSource({"GET, /v3/admin/user, /v3/admin/users", "PATCH, /v3/admin/key/abc, /v3/admin/keys/{id}",
            "GET, /v3/deliveries/owns, /v3/deliveries/own",
        "GET, /v3/common/farmers/me, ", "GET, /v3/mortality/region/rolling-12-months, "})
    void everyCallerIsToldTheSameOfAnUnknownPath(String method, String path, String nearest) {
        assertThat(List.of("admin", "analyst", "farmer:F1", "readonly")).allSatisfy(caller -> {
            HttpResponse<String> answer = ask(method, path, "", caller);
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(LiveServer.json(answer).get("message").asText())
                    .isEqualTo("There is no route " + path + (nearest == null ? "" : "; did you mean " + nearest
                    + "?"));
        });
    }

    private static String key() {
        return server.identity().apiKeys().add("every", EnumSet.allOf(Permission.class), null).text();
    }

    @Test
    void theGuideHasEveryRoute() throws IOException {
        String guide = Files.readString(Path.of("../docs/administration.md"));
        assertThat(operations()).hasSizeGreaterThan(15).allSatisfy(operation ->
                assertThat(guide).contains("`" + operation.get()[0] + " " + operation.get()[1] + "`"));
    }

    @Test
    void aUserIsAddedChangedAndRevoked() {
        JsonNode added = done("POST", "/v3/admin/users", "{'name': 'Åse', 'role': 'farmer', 'farmer_id': 'F1', "
                + "'password': '" + PASSWORD + "'}");
        String id = added.get("id").asText();
        assertThat(added.get("permissions")).hasSize(7);
        assertThat(signIn("åse", PASSWORD)).isEqualTo(200);

        JsonNode changed = done("PATCH", "/v3/admin/users/" + id,
                "{'permissions': ['common:read'], 'email': 'ase@example.org', 'password': 'another long password'}");
        assertThat(changed.get("permissions")).hasSize(1);
        assertThat(changed.get("email").asText()).isEqualTo("ase@example.org");
        assertThat(signIn("åse", PASSWORD)).isEqualTo(401);
        assertThat(signIn("åse", "another long password")).isEqualTo(200);
        assertThat(done("PATCH", "/v3/admin/users/" + id, "{'email': ''}").get("email").isNull()).isTrue();
        assertThat(done("PATCH", "/v3/admin/users/" + id, "{'role': 'analyst', 'role_permissions': true}")
                .get("farmer_id").isNull()).isTrue();

        assertThat(done("DELETE", "/v3/admin/users/" + id, "").get("revoked_at").isNull()).isFalse();
        assertThat(signIn("åse", "another long password")).isEqualTo(401);
        assertThat(ask("DELETE", "/v3/admin/users/" + id, "", "admin").statusCode()).isEqualTo(404);
        assertThat(find("/v3/admin/users", "id", id).get("revoked_at").isNull()).isFalse();
    }

    private static int signIn(String name, String password) {
        return server.send(HttpRequest.newBuilder(server.uri("/v3/auth/token"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"username\":\"" + name + "\",\"password\":\"" + password + "\"}")))
                .statusCode();
    }

    @Test
    void secretsOfClientsAndKeysAreShownOnceAndWork() {
        JsonNode client = done("POST", "/v3/admin/clients", "{'name': 'nightly', 'role': 'analyst'}");
        assertThat(server.send(HttpRequest.newBuilder(server.uri("/v3/auth/token"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"grant_type\":\"client_credentials\",\"client_id\":\""
                        + client.get("client_id").asText()
                        + "\",\"client_secret\":\"" + client.get("client_secret").asText() + "\"}"))).statusCode())
                        .isEqualTo(200);
        JsonNode key = done("POST", "/v3/admin/keys", "{'name': 'board', 'permissions': ['common:read'], 'expires': "
                + "'2099-01-01'}");
        assertThat(key.get("expires_at").asText()).isEqualTo("2098-12-31T23:00:00Z");
        assertThat(withKey(key.get("api_key").asText())).isEqualTo(200);
        assertThat(key.get("farmer_id").isNull()).isTrue();
        JsonNode excel = done("POST", "/v3/admin/keys", "{'name': 'excel', 'farmer_id': 'F1', 'permissions': "
                + "['common:read']}");
        assertThat(excel.get("farmer_id").asText()).isEqualTo("F1");
        assertThat(find("/v3/admin/keys", "name", "excel").get("farmer_id").asText()).isEqualTo("F1");
        assertThat(ask("GET", "/v3/admin/audit?event=admin_request&limit=5", "", "admin").body()).contains("farmer_id")
                .contains("F1").doesNotContain(excel.get("api_key").asText());
        assertThat(ask("POST", "/v3/admin/keys", "{'name': 'excel', 'farmer_id': 'F99', 'permissions': ['common:read']}"
                .replace('\'', '"'), "admin").body())
                .contains("There is no farmer F99 in the served data").contains("new_farmer");

        assertThat(ask("GET", "/v3/admin/clients", "", "admin").body())
                .doesNotContain(client.get("client_secret").asText())
                .doesNotContain(client.get("x_client_secret").asText());
        assertThat(ask("GET", "/v3/admin/keys", "", "admin").body())
                .doesNotContain(key.get("api_key").asText().substring(30));

        assertThat(done("PATCH", "/v3/admin/keys/" + key.get("id").asText(), "{'expires': 'never'}").get("expires_at")
                .isNull()).isTrue();
        assertThat(done("PATCH", "/v3/admin/clients/" + client.get("client_id").asText(),
                "{'permissions': ['feeding:read']}")
                .get("permissions").get(0).asText()).isEqualTo("feeding:read");
        done("DELETE", "/v3/admin/clients/" + client.get("client_id").asText(), "");
        done("DELETE", "/v3/admin/keys/" + key.get("id").asText(), "");
        assertThat(find("/v3/admin/keys", "name", "board").get("revoked_at").isNull()).isFalse();
    }

    private static int withKey(String key) {
        return server.send(HttpRequest.newBuilder(server.uri("/v3/common/generations")).header("X-API-Key", key))
                .statusCode();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            POST  | /v3/admin/users      | {'name': 'x'}                                                            | role: required; password: required
            POST  | /v3/admin/users      | {'name': 'x', 'role': 'adnim', 'password': 'a long enough password'}     | role: must be of admin, analyst, farmer, readonly; did you mean admin?
            POST  | /v3/admin/users      | {'nmae': 'x', 'role': 'admin', 'password': 'a long enough password'}     | nmae: there is no such field; did you mean name?
            POST  | /v3/admin/users      | {'name': 'x', 'role': 'admin', 'password': 'short'}                      | password: A password has at least 12 characters
            POST  | /v3/admin/users      | {'name': 'x', 'role': 'admin', 'password': 'aaaaaaaaaaaa'}               | password: The password is easy to guess
            POST  | /v3/admin/users      | {'name': 'x', 'role': 'farmer', 'password': 'a long enough password'}    | farmer_id: Role farmer needs the farmer id
            POST  | /v3/admin/users      | {'name': 'ADMIN', 'role': 'admin', 'password': 'a long enough password'} | name: There is a user named ADMIN already
            POST  | /v3/admin/users      | {'name': 'x', 'role': 'farmer', 'farmer_id': 'F11', 'password': 'a long enough password'} | farmer_id: There is no farmer F11 in the served data; did you mean F1?
            POST  | /v3/admin/clients    | {'name': 'x', 'role': 'analyst', 'permissions': ['raw:read']}            | permissions: Role analyst cannot have raw:read
            POST  | /v3/admin/clients    | {'name': '\\u0007', 'role': 'analyst'}                                   | name: A client name has 1 to 64
            POST  | /v3/admin/clients    | {'name': 3, 'role': 'analyst'}                                           | name: must be a string
            POST  | /v3/admin/keys       | {'name': 'x', 'permissions': []}                                         | permissions: A key without permissions
            POST  | /v3/admin/keys       | {'name': 'x', 'permissions': ['comon:read']}                             | permissions: must be of
            POST  | /v3/admin/keys       | {'name': 'x', 'permissions': ['common:read'], 'expires': 'soon'}         | expires: must be the first day
            POST  | /v3/admin/keys       | {'name': 'x', 'permissions': ['common:read'], 'expires': '2001-01-01'}   | expires: The key would have expired
            POST  | /v3/admin/keys       | {'name': 'x', 'permissions': ['common:read'], 'expires': '+999999999-01-01'} | expires: must be the first day
            POST  | /v3/admin/keys       | [1]                                                                      | body: must be a JSON object
            POST  | /v3/admin/keys       | {'name':                                                                 | body: is not well-formed JSON
            PATCH | /v3/admin/users/none | {}                                                                       | body: has nothing to change
            GET   | /v3/admin/audit?evnt=sign_in&limit=1&limit=2 |                                                   | evnt: no such parameter; did you mean event?; this route has event, account_id, address, limit; limit: may be given once
            GET   | /v3/admin/users?limit=abc | | limit: no such parameter; this route has none
            GET   | /v3/admin/audit?event=sign_inn&limit=0 |                                                        | event: must be of; did you mean sign_in; limit: must be a whole number
            """)
    void whatIsWrongIsSaidOfEachField(String method, String path, String body, String expected) {
        HttpResponse<String> answer = ask(method, path, body == null ? "" : body.replace('\'', '"'), "admin");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        List<String> said = new ArrayList<>();
        LiveServer.json(answer).get("details").forEach(detail ->
                said.add(detail.get("parameter").asText() + ": " + detail.get("message").asText()));
        assertThat(said).isNotEmpty();
        assertThat(Stream.of(expected.split("; ", -1)).filter(part -> String.join("; ", said).contains(part)).count())
                .as("%s", said).isEqualTo(expected.split("; ", -1).length);
        assertThat(answer.body()).doesNotContain("a long enough password").doesNotContain("short\"")
                .doesNotContain("aaaaaaaaaaaa");
    }

    @Test
    void aBodyMayNotBeLarge() {
        assertThat(ask("POST", "/v3/admin/keys", "{\"name\":\"" + "x".repeat(17_000) + "\"}", "admin").statusCode())
                .isEqualTo(413);
    }

    @Test
    void theLastAdminStaysOne() {
        server.token("admin");
        String own = find("/v3/admin/users", "name", "admin").get("id").asText();

        assertThat(ask("DELETE", "/v3/admin/users/" + own, "", "admin").statusCode()).isEqualTo(409);
        assertThat(ask("PATCH", "/v3/admin/users/" + own, "{\"role\":\"analyst\"}", "admin").statusCode())
                .isEqualTo(409);
        assertThat(ask("PATCH", "/v3/admin/users/" + own, "{\"email\":\"admin@example.com\"}", "admin").statusCode())
                .isEqualTo(200);
    }

    @Test
    void whatAdminsDoIsInTheAuditLogWithoutPasswords() {
        JsonNode user = done("POST", "/v3/admin/users", "{'name': 'logged', 'role': 'analyst', 'password': '"
                + PASSWORD + "'}");
        ask("POST", "/v3/admin/users", "{\"name\":\"logged\",\"role\":\"analyst\",\"password\":\"" + PASSWORD + "\"}",
                "admin");

        JsonNode lines = done("GET", "/v3/admin/audit?event=admin_request&limit=1000", "");
        List<JsonNode> mine = StreamSupport.stream(lines.spliterator(), false)
                .filter(line -> line.at("/arguments/name").asText().equals("logged")).toList();
        assertThat(mine).hasSize(2).allSatisfy(line -> {
            assertThat(line.get("action").asText()).isEqualTo("user add");
            assertThat(line.get("admin_id").asText())
                    .isEqualTo(find("/v3/admin/users", "name", "admin").get("id").asText());
            assertThat(line.at("/arguments/password").asText()).isEqualTo("***");
        });
        // newest first
        assertThat(mine).extracting(line -> line.get("outcome").asText()).containsExactly("refused", "done");
        assertThat(mine.getLast().get("account_id")).isEqualTo(user.get("id"));
        assertThat(lines.toString()).doesNotContain(PASSWORD);

        signIn("logged", "a wrong password");
        JsonNode refused = done("GET", "/v3/admin/audit?event=sign_in_refused,security_alert&account_id="
                + user.get("id").asText(), "");
        assertThat(refused).hasSize(1);
        assertThat(done("GET", "/v3/admin/audit?limit=3", "")).hasSize(3);
    }

    @Test
    void snapshotsAreComparedPublishedAndRolledBack() throws IOException, InterruptedException {
        String first = published();
        Path next = CoastDelivery.write(folder.resolve("next"));
        Path stock = next.resolve("farmers/F1/stock.csv");
        Files.writeString(stock, Files.readString(stock) + "this,is,no,row\n");
        // one bad file fails the delivery: the rows that are wrong are told
        IngestReport report = Ingest.run(new IngestOptions(next, Lake.at(server.lake()), CoastDelivery.TODAY, false,
                0.01, null, CoastDelivery.RULE), line -> { });
        assertThat(report.snapshot()).isNull();
        JsonNode rejects = done("GET", "/v3/admin/rejects", "");
        assertThat(rejects).isNotEmpty();
        JsonNode file = rejects.get(0).get("files").get(0);
        assertThat(rejects.get(0).get("snapshot").asBoolean()).isFalse();
        assertThat(file.get("rows").asLong()).isPositive();
        String id = rejects.get(0).get("id").asText();
        String path = file.get("path").asText();
        HttpResponse<String> csv = ask("GET", "/v3/admin/rejects/" + id + "/file?path="
                + URLEncoder.encode(path, StandardCharsets.UTF_8), "", "admin");
        assertThat(csv.statusCode()).isEqualTo(200);
        assertThat(csv.body()).startsWith("line,column,value,reason").contains(file.at("/reasons/0/reason").asText());
        assertThat(ask("GET", "/v3/admin/rejects/" + id + "/file?path=..%2F..%2FCURRENT", "", "admin").statusCode())
                .isEqualTo(404);

        // the farmer is told of its own, and of nobody else's
        JsonNode own = LiveServer.json(ask("GET", "/v3/deliveries/own", "", "farmer:F1")).get("data");
        assertThat(own.at("/rejects/0/files/0/path").asText()).isEqualTo("farmers/F1/stock.csv");
        assertThat(own.get("tables")).hasSize(5);
        assertThat(own.at("/tables/0/delivery").asText()).isEqualTo("delivery");
        assertThat(ask("GET", "/v3/deliveries/own/rejects/" + id + "?path=farmers%2FF1%2Fstock.csv", "", "farmer:F1")
                .body()).isEqualTo(csv.body());
        assertThat(ask("GET", "/v3/deliveries/own/rejects/" + id + "?path=farmers%2FF1%2Fstock.csv", "", "farmer:F2")
                .statusCode()).isEqualTo(404);
        assertThat(LiveServer.json(ask("GET", "/v3/deliveries/own", "", "farmer:F2")).at("/data/rejects")).isEmpty();
        assertThat(List.of("admin", "analyst", "readonly")).allSatisfy(caller ->
                assertThat(ask("GET", "/v3/deliveries/own", "", caller).statusCode()).isEqualTo(403));

        // another cause of one day's losses makes another snapshot
        CoastDelivery.write(next);
        Path losses = next.resolve("farmers/F1/losses.csv");
        Files.writeString(losses, Files.readString(losses).replaceFirst("A101", "B101"));
        server.ingest(next, CoastDelivery.RULE);
        String second = published();
        assertThat(done("GET", "/v3/admin/deliveries", "").at("/0/deliveries/0/name").asText()).isEqualTo("next");

        assertThat(done("POST", "/v3/admin/rollback", "").get("id").asText()).isEqualTo(first);
        assertThat(published()).isEqualTo(first);
        assertThat(ask("POST", "/v3/admin/rollback", "", "admin").statusCode()).isEqualTo(409);
        assertThat(done("POST", "/v3/admin/snapshots/" + second + "/publish", "").get("sound").asBoolean()).isTrue();
        assertThat(published()).isEqualTo(second);
        assertThat(ask("POST", "/v3/admin/snapshots/20200101T000000.000Z/publish", "", "admin").statusCode())
                .isEqualTo(404);
        Path broken = Files.createDirectories(server.lake().resolve("snapshots/broken"));
        Files.writeString(broken.resolve("manifest.json"), "{}");
        assertThat(ask("POST", "/v3/admin/snapshots/broken/publish", "", "admin").statusCode()).isEqualTo(409);
        assertThat(published()).isEqualTo(second);
    }

    private static String published() {
        return find("/v3/admin/snapshots", "published", "true").get("id").asText();
    }

    @Test
    void slowQueriesAreListedWithTheirPlans() throws InterruptedException {
        server.get("/v3/mortality/areas/week", "analyst");

        // it is told of when the answer is on its way already
        eventually().until(() -> done("GET", "/v3/admin/queries/slow", "").toString().contains("areas/week"));
        JsonNode slow = find("/v3/admin/queries/slow", "route", "/v3/mortality/areas/week");
        assertThat(slow.get("ran_ms").isIntegralNumber()).isTrue();
        assertThat(slow.get("plan").asText()).isNotEmpty();
    }
}
