package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.ClientCredentials;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** x-client-secret: who needs one, and whose is accepted. F1 is premium, F2 is not, F9 is in no snapshot. */
@SuppressWarnings("NullAway.Init") // set before all tests
class ClientSecretTest {

    private static final LocalDate TODAY = LocalDate.of(2026, 3, 8);
    private static final String PASSWORD = "correct horse battery";

    @TempDir
    static Path folder;

    private static LiveServer server;
    private static final Map<String, String> TOKENS = new HashMap<>();
    private static final Map<String, String> SECRETS = new HashMap<>();

    @BeforeAll
    static void start() throws InterruptedException {
        server = LiveServer.start(folder, TODAY).ingest(delivery("first", "standard"));
        user("user of F1", Role.FARMER, "F1");
        user("user of F2", Role.FARMER, "F2");
        user("user of F9", Role.FARMER, "F9");
        user("analyst", Role.ANALYST, null);
        user("admin", Role.ADMIN, null);
        client("client of F1", "F1");
        client("client A of F2", "F2");
        client("client B of F2", "F2");
        client("client of F9", "F9");
        accounts().revokeClient(client("revoked client of F2", "F2").client().id());
        SECRETS.put("client_secret of A", client("another of F2", "F2").clientSecret());
        SECRETS.put("one too many letters", SECRETS.get("client A of F2") + "x");
        SECRETS.put("three hundred letters", "x".repeat(300));
        SECRETS.put("nothing", "");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Accounts accounts() {
        return server.identity().accounts();
    }

    private static Path delivery(String name, String tier) {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve(name)).farmer("F1", "G1")
                .line("reference/farmers.csv", "farmers", "F2,Company F2,G2,Group G2," + tier + ",2020-01-01");
        for (String farmer : new String[] {"F1", "F2"}) {
            delivery.site("1000" + farmer.charAt(1), 3)
                    .stock(farmer, "1000" + farmer.charAt(1), TODAY.minusDays(6), TODAY, 1000);
        }
        return delivery.write();
    }

    private static void user(String name, Role role, @Nullable String farmer) {
        Account account = accounts().addUser(name.replace(' ', '.'), null, Access.of(role, farmer, null), PASSWORD);
        TOKENS.put(name, server.identity().accessTokens().issue(account));
    }

    private static ClientCredentials client(String name, String farmer) {
        ClientCredentials client = accounts().addClient(name, Access.of(Role.FARMER, farmer, null));
        TOKENS.put(name, server.identity().accessTokens().issue(client.client()));
        SECRETS.put(name, client.xClientSecret());
        return client;
    }

    @ParameterizedTest(name = "{0} with the secret of {1}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
            user of F1     | none                  | 200
            user of F1     | client A of F2        | 200
            client of F1   | none                  | 200
            analyst        | none                  | 200
            admin          | none                  | 200
            user of F2     | none                  | 403
            user of F2     | nothing               | 403
            user of F2     | client A of F2        | 200
            user of F2     | client B of F2        | 200
            user of F2     | client of F1          | 403
            user of F2     | revoked client of F2  | 403
            user of F2     | client_secret of A    | 403
            user of F2     | one too many letters  | 403
            user of F2     | three hundred letters | 403
            client A of F2 | none                  | 403
            client A of F2 | client A of F2        | 200
            client A of F2 | client B of F2        | 403
            client B of F2 | client B of F2        | 200
            """)
    void whoNeedsOneAndWhose(String caller, String whose, int status) {
        for (String path : new String[] {"/v3/common/generations", "/v2/mortality/categories/level-1"}) {
            HttpRequest.Builder request = request(path, caller);
            if (!whose.equals("none")) {
                request.header("x-client-secret", SECRETS.get(whose));
            }
            HttpResponse<String> answer = server.send(request);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
            if (status == 403) {
                assertThat(LiveServer.json(answer).get("error").asText()).isEqualTo("forbidden");
                assertThat(LiveServer.json(answer).get("message").asText()).contains("x-client-secret");
                assertThat(answer.body()).doesNotContain("tmx_");
            }
        }
    }

    // whose figures would it see? With its secret or without, on every route of data
    @ParameterizedTest
    @CsvSource({"/v3/common/generations, none", "/v3/common/generations, client of F9",
            "/v2/mortality/categories/level-1, client of F9",
        "/v3/mortality/areas/week, client of F9", "/v3/treatment/by-site, client of F9"})
    void aFarmerThatTheDataDoNotKnowIsRefused(String path, String whose) {
        HttpRequest.Builder request = request(path, "user of F9");
        if (!whose.equals("none")) {
            request.header("x-client-secret", SECRETS.get(whose));
        }
        HttpResponse<String> answer = server.send(request);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
        assertThat(LiveServer.json(answer).get("message").asText())
                .isEqualTo("The farmer of this account is not in the served data");
    }

    @Test
    void anApiKeyNeedsNone() {
        String key = server.identity().apiKeys().add("key", Set.of(Permission.COMMON_READ), null).text();
        assertThat(server.send(HttpRequest.newBuilder(server.uri("/v3/common/generations")).header("X-API-Key", key))
                .statusCode()).isEqualTo(200);
    }

    @Test
    void twoHeadersAreNone() {
        String secret = SECRETS.get("client A of F2");
        assertThat(server.send(request("/v3/common/generations", "user of F2").header("x-client-secret", secret)
                .header("x-client-secret", secret)).statusCode()).isEqualTo(403);
    }

    // 404 for the route and 403 for its permission go before, 400 for what was asked comes after
    @Test
    void itIsAskedOfRoutesThatThereAreBeforeTheirParameters() {
        assertThat(server.send(request("/v3/nothing", "user of F2")).statusCode()).isEqualTo(404);
        assertThat(server.send(request("/v3/common/generations?x=1", "user of F2")).statusCode()).isEqualTo(403);
        assertThat(server.send(request("/v3/auth/userinfo", "user of F2")).statusCode()).isEqualTo(200);
    }

    @Test
    void anUnchangedAnswerIsNotToldWithoutIt() {
        HttpResponse<String> first = server.send(request("/v3/common/generations", "user of F2")
                .header("x-client-secret", SECRETS.get("client A of F2")));
        assertThat(server.send(request("/v3/common/generations", "user of F2")
                .header("If-None-Match", first.headers().firstValue("ETag").orElseThrow())).statusCode())
                .isEqualTo(403);
    }

    @Test
    void whoBecomesPremiumNeedsOneNoMore(@TempDir Path other) throws InterruptedException {
        try (LiveServer own = LiveServer.start(other, TODAY).ingest(delivery("standard", "standard"))) {
            Account kari = own.identity().accounts()
                    .addUser("kari", null, Access.of(Role.FARMER, "F2", null), PASSWORD);
            HttpRequest.Builder request = HttpRequest.newBuilder(own.uri("/v3/common/generations"))
                    .header("Authorization", "Bearer " + own.identity().accessTokens().issue(kari));
            assertThat(own.send(request).statusCode()).isEqualTo(403);
            own.ingest(delivery("premium", "premium"));
            assertThat(own.send(request).statusCode()).isEqualTo(200);
        }
    }

    private static HttpRequest.Builder request(String path, String caller) {
        return HttpRequest.newBuilder(server.uri(path)).header("Authorization", "Bearer " + TOKENS.get(caller));
    }
}
