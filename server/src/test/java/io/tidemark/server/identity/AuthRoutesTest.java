package io.tidemark.server.identity;

import static io.tidemark.server.identity.RunningServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.event.Event;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.ClientCredentials;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The token endpoint in both modes, refresh and userinfo, over HTTP. */
@SuppressWarnings("NullAway.Init") // set before all tests
final class AuthRoutesTest {
    private static final String PASSWORD = "correct horse battery";
    private static final String KARI = "{\"username\":\"kari\",\"password\":\"" + PASSWORD + "\"}";

    @TempDir
    static Path state;

    private static RunningServer server;
    private static ClientCredentials client;

    @BeforeAll
    static void start() {
        server = new RunningServer(state, Clock.systemUTC());
        Accounts accounts = server.identity.accounts();
        accounts.addUser("kari", "kari@example.no", Access.of(Role.FARMER, "F07", null), PASSWORD);
        accounts.addUser("ola", null, Access.of(Role.ANALYST, null, null), PASSWORD);
        accounts.addUser("root", null, Access.of(Role.ADMIN, null, null), PASSWORD);
        accounts.addUser("board", null, Access.of(Role.READONLY, null, Set.of(Permission.COMMON_READ)), PASSWORD);
        client = accounts.addClient("Nightly job", Access.of(Role.FARMER, "F08", Set.of(Permission.MORTALITY_READ)));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aUserSignsIn() {
        HttpResponse<String> response = server.post("/v3/auth/token", KARI);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(response.headers().firstValue("X-Request-Id")).isPresent();
        JsonNode answer = json(response);
        assertThat(answer.fieldNames()).toIterable()
                .containsExactly("access_token", "refresh_token", "token_type", "expires_in", "scope");
        assertThat(answer.get("token_type").textValue()).isEqualTo("bearer");
        assertThat(answer.get("expires_in").intValue()).isEqualTo(3600);
        assertThat(answer.get("scope").textValue()).isEqualTo(
                "mortality:read environment:read feeding:read treatment:read inventory:read common:read raw:read");
    }

    /** A session cannot be stored: the access token alone is good until it expires; a refresh waits for room. */
    @Test
    void aFullDiskStillSignsIn(@TempDir Path folder) throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=4m", "tidemark-test", disk.toString()) == 0,
                "no tmpfs can be mounted here; that takes Linux and root");
        try (RunningServer full = new RunningServer(disk.resolve("state"), Clock.systemUTC())) {
            full.identity.accounts().addUser("kari", null, Access.of(Role.ADMIN, null, null), PASSWORD);
            String before = json(full.post("/v3/auth/token", KARI)).get("refresh_token").textValue();
            Files.write(disk.resolve("filler"), new byte[(int) disk.toFile().getUsableSpace()]);
            HttpResponse<String> response = full.post("/v3/auth/token", KARI);
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(json(response).fieldNames()).toIterable()
                    .containsExactly("access_token", "token_type", "expires_in", "scope");
            assertThat(full.userInfo(json(response).get("access_token").textValue()).statusCode()).isEqualTo(200);
            assertThat(full.post("/v3/auth/token", KARI.replace("correct", "wrong")).statusCode()).isEqualTo(401);
            String refresh = "{\"refresh_token\":\"" + before + "\"}";
            assertThat(full.post("/v3/auth/refresh", refresh).statusCode()).isEqualTo(503);
            Files.delete(disk.resolve("filler"));
            assertThat(full.post("/v3/auth/refresh", refresh).statusCode()).isEqualTo(200);
        } finally {
            run("umount", "-l", disk.toString());
        }
    }

    private static int run(String... command) throws Exception {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start().waitFor();
        } catch (IOException e) {
            return -1;
        }
    }

    @Test
    void aClientSignsIn() {
        HttpResponse<String> response = server.post("/v3/auth/token", clientBody(client.clientSecret()));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(json(response).get("scope").textValue()).isEqualTo("mortality:read");
        JsonNode info = json(server.userInfo(json(response).get("access_token").textValue())).get("data");
        assertThat(info.get("sub").textValue()).isEqualTo(client.client().id());
        assertThat(info.get("farmer_id").textValue()).isEqualTo("F08");
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {
        "kari,  farmer,   F07, kari@example.no, "
                + "'[\"mortality:read\",\"environment:read\",\"feeding:read\",\"treatment:read\","
            + "\"inventory:read\",\"common:read\",\"raw:read\"]'",
        "OLA,   analyst,  -,   -,               "
            + "'[\"mortality:read\",\"environment:read\",\"feeding:read\",\"treatment:read\","
            + "\"inventory:read\",\"common:read\"]'",
        "root,  admin,    -,   -,               "
            + "'[\"mortality:read\",\"environment:read\",\"feeding:read\",\"treatment:read\","
            + "\"inventory:read\",\"common:read\",\"raw:read\"]'",
        "board, readonly, -,   -,               '[\"common:read\"]'"})
    void userinfoOfEachRole(String name, String role, @Nullable String farmer, @Nullable String email,
    String permissions) {
        JsonNode tokens = json(server.post("/v3/auth/token",
                "{\"username\":\"" + name + "\",\"password\":\"" + PASSWORD + "\"}"));
        HttpResponse<String> response = server.userInfo(tokens.get("access_token").textValue());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
        JsonNode data = json(response).get("data");
        assertThat(json(response).get("metadata").toString()).isEqualTo("{}");
        assertThat(data.fieldNames()).toIterable()
                .containsExactly("sub", "username", "email", "roles", "farmer_id", "permissions");
        assertThat(data.get("sub").textValue()).matches("[0-9a-f-]{36}");
        assertThat(data.get("username").textValue()).isEqualToIgnoringCase(name);
        assertThat(data.get("email").textValue()).isEqualTo(email);
        assertThat(data.get("roles").toString()).isEqualTo("[\"" + role + "\"]");
        assertThat(data.get("farmer_id").textValue()).isEqualTo(farmer);
        assertThat(data.get("permissions").toString()).isEqualTo(permissions);
    }

    @Test
    void wrongCredentialsAllLookTheSame() {
        List<HttpResponse<String>> refused = List.of(
                server.post("/v3/auth/token", "{\"username\":\"kari\",\"password\":\"wrong horse battery\"}"),
                server.post("/v3/auth/token", "{\"username\":\"nobody\",\"password\":\"" + PASSWORD + "\"}"),
                server.post("/v3/auth/token", clientBody("tms_wrong")),
                server.post("/v3/auth/token", clientBody(client.xClientSecret())),
                server.post("/v3/auth/token", clientBody(client.clientSecret())
                .replace(client.client().id(), "tmc_unknown")));
        for (HttpResponse<String> response : refused) {
            assertThat(response.statusCode()).isEqualTo(401);
            assertThat(response.headers().firstValue("WWW-Authenticate")).contains("Bearer realm=\"tidemark\"");
            assertThat(json(response).get("error").textValue()).isEqualTo("unauthorized");
            assertThat(json(response).get("message").textValue()).isEqualTo("Unknown account or wrong secret");
            assertThat(json(response).get("error_description").textValue())
                    .isEqualTo("Unknown account or wrong secret");
            assertThat(json(response).get("code").intValue()).isEqualTo(401);
            assertThat(json(response).get("request_id").textValue())
                    .isEqualTo(response.headers().firstValue("X-Request-Id").orElseThrow());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "``                                                        | body          | must be a JSON object",
        "{                                                         | body          | is not well-formed JSON, line 1, "
        + "column 2",
        "[]                                                        | body          | must be a JSON object",
        "null                                                      | body          | must be a JSON object",
        "\"kari\"                                                  | body          | must be a JSON object",
        "{} {}                                                     | body          | is not well-formed JSON, line 1, "
        + "column 4",
        "{\"username\":\"a\",\"username\":\"b\",\"password\":\"c\"} | body | is not well-formed JSON, line 1, column "
        + "27", "{}                                                        | username      | required, a string",
        "{\"username\":\"kari\"}                                   | password      | required, a string",
        "{\"username\":\"kari\",\"password\":null}                 | password      | required, a string",
        "{\"username\":\"kari\",\"password\":\"\"}                 | password      | must not be empty",
        "{\"username\":\"kari\",\"password\":123456789012}         | password      | must be a string",
        "{\"username\":[\"kari\"],\"password\":\"p\"}              | username      | must be a string",
        "{\"grant_type\":7,\"username\":\"a\",\"password\":\"p\"}  | grant_type    | must be a string",
        "{\"grant_type\":\"implicit\"}                             | grant_type    | "
            + "allowed: client_credentials, password, refresh_token",
        "{\"grant_type\":\"client_credentials\"}                   | client_id     | required, a string",
        "{\"client_id\":\"a\",\"client_secret\":\"b\"}             | grant_type    | required with client_id: "
        + "client_credentials",
        "{\"grant_type\":\"client_credentials\",\"client_id\":\"a\"} | client_secret | required, a string",
        "{\"username\":\"a\",\"password\":\"p\",\"client_id\":\"c\",\"client_secret\":\"s\"} | grant_type | "
            + "send either username and password, or client_id and client_secret, not both",
        "{\"grant_type\":\"client_credentials\",\"username\":\"a\",\"password\":\"p\"} | grant_type | "
            + "client_credentials needs client_id and client_secret"})
    void malformedBodiesAreNamed(String body, String parameter, String message) {
        HttpResponse<String> response = server.post("/v3/auth/token", body);
        assertThat(response.statusCode()).isEqualTo(400);
        JsonNode error = json(response);
        assertThat(error.get("error").textValue()).isEqualTo("bad_request");
        assertThat(error.get("details").get(0).get("parameter").textValue()).isEqualTo(parameter);
        assertThat(error.get("details").get(0).get("message").textValue()).isEqualTo(message);
        assertThat(error.get("details").get(0).get("value").isNull()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"refresh_token\":7}", "{\"refresh_token\":\"\"}", "x", "{\"token\":\"tmr_x\"}"})
    void malformedRefreshBodies(String body) {
        assertThat(server.post("/v3/auth/refresh", body).statusCode()).isEqualTo(400);
    }

    @Test
    void unknownFieldsAreIgnored() {
        assertThat(server.post("/v3/auth/token", KARI.replace("}", ",\"scope\":\"x\",\"grant_type\":\"password\"}"))
                .statusCode()).isEqualTo(200);
    }

    @Test
    void aNestedBombIsMalformed() {
        assertThat(server.post("/v3/auth/token", "{\"a\":" + "[".repeat(8000) + "]".repeat(8000) + "}").statusCode())
                .isEqualTo(400);
    }

    @Test
    void onlyJsonAndFormsAreRead() {
        assertThat(server.send(server.request("/v3/auth/token").header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofString("username=kari&password=" + PASSWORD))).statusCode()).isEqualTo(400);
        assertThat(server.send(server.request("/v3/auth/token").POST(BodyPublishers.ofString(KARI))).statusCode())
                .isEqualTo(400);
        assertThat(server.send(server.request("/v3/auth/token").header("Content-Type", "/;;=nonsense")
                .POST(BodyPublishers.ofString(KARI))).statusCode()).isEqualTo(400);
        assertThat(server.send(server.request("/v3/auth/token")
                .header("Content-Type", "Application/JSON; charset=utf-8")
                .POST(BodyPublishers.ofString(KARI))).statusCode()).isEqualTo(200);
    }

    @Test
    void bodiesAreLimited() {
        String largest = KARI + " ".repeat(AuthRoutes.BODY_LIMIT - KARI.length());
        assertThat(server.post("/v3/auth/token", largest).statusCode()).isEqualTo(200);
        HttpResponse<String> tooLarge = server.post("/v3/auth/token", largest + " ");
        assertThat(tooLarge.statusCode()).isEqualTo(413);
        assertThat(json(tooLarge).get("error").textValue()).isEqualTo("payload_too_large");
        byte[] bytes = (largest + " ").getBytes(StandardCharsets.UTF_8);
        // without a length, in chunks
        HttpResponse<String> chunked = server.send(server.request("/v3/auth/token")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes))));
        assertThat(chunked.statusCode()).isEqualTo(413);
    }

    @Test
    void refreshRotatesAndAReuseEndsTheFamily() {
        String first = json(server.post("/v3/auth/token", KARI)).get("refresh_token").textValue();
        HttpResponse<String> response = server.post("/v3/auth/refresh", refreshBody(first));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
        JsonNode answer = json(response);
        assertThat(answer.fieldNames()).toIterable()
                .containsExactly("access_token", "refresh_token", "token_type", "expires_in");
        assertThat(server.userInfo(answer.get("access_token").textValue()).statusCode()).isEqualTo(200);

        String second = answer.get("refresh_token").textValue();
        // an answer that was lost
        HttpResponse<String> again = server.post("/v3/auth/refresh", refreshBody(first));
        assertThat(json(again).get("refresh_token").textValue()).isEqualTo(second);
        String third = json(server.post("/v3/auth/refresh", refreshBody(second))).get("refresh_token").textValue();
        HttpResponse<String> reuse = server.post("/v3/auth/refresh", refreshBody(first));
        assertThat(reuse.statusCode()).isEqualTo(401);
        assertThat(reuse.headers().firstValue("WWW-Authenticate")).contains("Bearer realm=\"tidemark\"");
        assertThat(json(reuse).get("message").textValue())
                .isEqualTo("The refresh token is invalid, expired or revoked");
        assertThat(server.post("/v3/auth/refresh", refreshBody(third)).statusCode()).isEqualTo(401);
        assertThat(server.events).hasAtLeastOneElementOfType(Event.RefreshReuse.class);
    }

    @Test
    void anAccessTokenIsNoRefreshTokenNorTheOtherWayRound() {
        JsonNode tokens = json(server.post("/v3/auth/token", KARI));
        assertThat(server.post("/v3/auth/refresh", refreshBody(tokens.get("access_token").textValue())).statusCode())
                .isEqualTo(401);
        assertThat(server.userInfo(tokens.get("refresh_token").textValue()).statusCode()).isEqualTo(401);
    }

    @ParameterizedTest
    @CsvSource({"GET, token, POST", "DELETE, refresh, POST", "GET, revoke, POST", "POST, userinfo, 'GET, HEAD'",
            "PUT, token, POST"})
    void otherMethodsAreNotAllowed(String method, String route, String allowed) {
        HttpResponse<String> response = server.send(
                server.request("/v3/auth/" + route).method(method, BodyPublishers.noBody()));
        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(response.headers().firstValue("Allow")).contains(allowed);
        assertThat(json(response).get("error").textValue()).isEqualTo("method_not_allowed");
    }

    @Test
    void eventsHoldNoSecret() {
        server.post("/v3/auth/token", "{\"username\":\"" + PASSWORD + "\",\"password\":\"kari\"}");
        JsonNode tokens = json(server.post("/v3/auth/token", KARI));
        server.post("/v3/auth/token", clientBody(client.clientSecret()));
        server.userInfo("not-a-token");
        String seen = server.events.toString();
        assertThat(seen).contains("SignIn[", "SignInRefused[", "UNKNOWN_ACCOUNT", "TokenRefused[", "TOKEN_MALFORMED",
                "address=127.0.0.1");
        assertThat(seen).doesNotContain(PASSWORD, client.clientSecret(), tokens.get("access_token").textValue(),
                tokens.get("refresh_token").textValue(), "not-a-token");
    }

    private static String clientBody(String secret) {
        return "{\"grant_type\":\"client_credentials\",\"client_id\":\"" + client.client().id()
                + "\",\"client_secret\":\"" + secret + "\"}";
    }

    private static String refreshBody(String token) {
        return "{\"refresh_token\":\"" + token + "\"}";
    }
}
