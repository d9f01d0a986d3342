package io.tidemark.server.identity;

import static io.tidemark.server.identity.RunningServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.event.Event;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.ClientCredentials;
import io.tidemark.server.identity.account.Role;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The auth routes as OAuth clients use them: forms, HTTP Basic, the refresh grant, revocation. */
@SuppressWarnings("NullAway.Init") // set before all tests
final class OAuthClientsTest {
    private static final String PASSWORD = "correct horse & battery+ æ";
    private static final String TOKEN = "/v3/auth/token";
    private static final String CLIENT_GRANT = "grant_type=client_credentials";

    @TempDir
    static Path state;

    private static RunningServer server;
    private static String id;
    private static String secret;
    private static ClientCredentials other;

    @BeforeAll
    static void start() {
        server = new RunningServer(state, Clock.systemUTC());
        Accounts accounts = server.identity.accounts();
        accounts.addUser("kari", null, Access.of(Role.ANALYST, null, null), PASSWORD);
        ClientCredentials client = accounts.addClient("job", Access.of(Role.ANALYST, null, null));
        id = client.client().id();
        secret = client.clientSecret();
        other = accounts.addClient("other", Access.of(Role.ADMIN, null, null));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** {@code ID} and {@code SECRET} stand for the client's own. */
    private static String filled(String text) {
        return text.replace("ID", id).replace("SECRET", secret);
    }

    // %5F is the underscore of tmc_; a form's blank is a plus sign, its & and + are escaped
    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            ID          | SECRET | grant_type=client_credentials
            ID          | SECRET | grant_type=client_credentials&scope=x&client_id=ID
            ID          | SECRET | &grant_type=client_credentials&&username=&
            tmc%5FREST  | SECRET | grant_type=client_credentials
            -           | -      | grant_type=client_credentials&client_id=ID&client_secret=SECRET
            -           | -      | grant_type=password&username=kari&password=correct+horse+%26+battery%2B+%C3%A6
            -           | -      | username=kari&password=correct%20horse%20%26%20battery%2B%20%C3%A6
            """)
    void formsGetTokens(String user, String password, String body) {
        HttpResponse<String> answer = user == null ? server.form(TOKEN, filled(body))
                : server.form(TOKEN, filled(user).replace("REST", id.substring(4)), filled(password), filled(body));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(json(answer).fieldNames()).toIterable()
                .containsExactly("access_token", "refresh_token", "token_type", "expires_in", "scope");
        assertThat(server.userInfo(json(answer).get("access_token").textValue()).statusCode()).isEqualTo(200);
    }

    @Test
    void basicCredentialsGoWithJsonToo() {
        String basic = Base64.getEncoder().encodeToString((id + ":" + secret).getBytes(StandardCharsets.UTF_8));
        HttpResponse<String> answer = server.send(server.request(TOKEN).header("Content-Type", "application/json")
                .header("Authorization", "basic " + basic)
                .POST(BodyPublishers.ofString("{\"grant_type\":\"client_credentials\"}")));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(textBlock = """
            ID,       wrong
            ID,       tms_
            tmc_none, SECRET
            SECRET,   ID
            kari,     correct horse
            """)
    void wrongBasicCredentialsAreChallengedAsBasic(String user, String password) {
        refused(server.form(TOKEN, filled(user), filled(password), CLIENT_GRANT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Basic *", "Basic Og==", "Basic YQ==", "Basic YTo=", "Basic OmI=",
        "Basic JTp4", "Basic %%%"})
    void brokenBasicCredentialsToo(String authorization) {
        HttpResponse<String> answer = server.send(server.request(TOKEN)
                .header("Content-Type", RunningServer.FORM).header("Authorization", authorization)
                .POST(BodyPublishers.ofString(CLIENT_GRANT)));
        refused(answer);
    }

    private static void refused(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(401);
        assertThat(answer.headers().firstValue("WWW-Authenticate"))
                .contains("Basic realm=\"tidemark\", charset=\"UTF-8\"");
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(json(answer).fieldNames()).toIterable()
                .containsExactly("error", "message", "error_description", "code", "request_id");
        assertThat(json(answer).get("error").textValue()).isEqualTo("unauthorized");
        assertThat(json(answer).get("error_description").textValue()).isEqualTo("Unknown account or wrong secret");
        assertThat(json(answer).get("code").intValue()).isEqualTo(401);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            basic | grant_type=client_credentials&client_secret=x | client_secret | was sent in the Authorization header too; send it once
            basic | grant_type=client_credentials&client_id=tmc_x | client_id | differs from the one in the Authorization header
            basic | grant_type=password&username=kari | grant_type | send either username and password, or client_id and client_secret, not both
            basic | scope=x | grant_type | required with client_id: client_credentials
            none  | grant_type=client_credentials&grant_type=client_credentials | body          | has a field twice
            none  | grant_type=%zz                                              | body          | is not a well-formed form
            none  | grant_type=implicit | grant_type | allowed: client_credentials, password, refresh_token
            none  | grant_type=refresh_token                                    | refresh_token | required, a string
            none  | grant_type=client_credentials                               | client_id     | required, a string
            none  | username=kari                                               | password      | required, a string
            none  | username=kari&password=                                     | password      | required, a string
            """)
    void malformedFormsAreNamed(String credentials, String body, String parameter, String message) {
        HttpResponse<String> answer = credentials.equals("basic") ? server.form(TOKEN, id, secret, body)
                : server.form(TOKEN, body);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        JsonNode error = json(answer);
        assertThat(error.get("error").textValue()).isEqualTo("bad_request");
        assertThat(error.get("error_description").textValue()).isEqualTo(parameter + ": " + message);
        assertThat(error.get("details").get(0).get("parameter").textValue()).isEqualTo(parameter);
        assertThat(error.get("details").get(0).get("message").textValue()).isEqualTo(message);
        assertThat(answer.body()).doesNotContain(secret);
    }

    @Test
    void aFormIsUtf8() {
        HttpResponse<String> answer = server.send(server.request(TOKEN).header("Content-Type", RunningServer.FORM)
                .POST(BodyPublishers.ofByteArray(new byte[] {'a', '=', (byte) 0xff})));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).get("message").textValue()).isEqualTo("body: is not UTF-8 text");
    }

    @Test
    void aRefreshTokenIsUsedAsAGrantByItsOwnClientOnly() {
        String first = signIn();
        HttpResponse<String> foreign = server.form(TOKEN, other.client().id(), other.clientSecret(),
                refreshGrant(first));
        refusedRefresh(foreign);
        refusedRefresh(server.form("/v3/auth/refresh", other.client().id(), other.clientSecret(), "refresh_token="
                + first));

        // the attempts of another client have used nothing up
        HttpResponse<String> answer = server.form(TOKEN, id, secret, refreshGrant(first));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(json(answer).has("scope")).isFalse();
        String second = json(answer).get("refresh_token").textValue();
        HttpResponse<String> third = server.form(TOKEN, id, secret, refreshGrant(second));
        assertThat(third.statusCode()).isEqualTo(200);
        assertThat(server.form(TOKEN, id, secret, refreshGrant(json(third).get("refresh_token").textValue()))
                .statusCode()).isEqualTo(200);
        // used again after its next one was
        refusedRefresh(server.form(TOKEN, id, secret, refreshGrant(second)));
    }

    @Test
    void aClientsRefreshTokenIsEnough() {
        String token = signIn();
        for (String form : List.of("grant_type=refresh_token&refresh_token=", "client_id=" + id
                + "&grant_type=refresh_token&refresh_token=")) {
            HttpResponse<String> answer = server.form(TOKEN, form + token);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            token = json(answer).get("refresh_token").textValue();
        }
        HttpResponse<String> answer = server.post("/v3/auth/refresh", "{\"refresh_token\":\"" + token + "\"}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(json(answer).fieldNames()).toIterable()
                .containsExactly("access_token", "refresh_token", "token_type", "expires_in");
        assertThat(server.userInfo(json(answer).get("access_token").textValue()).body()).contains(id);
    }

    @Test
    void aSecretThatIsSentWithARefreshMustBeRight() {
        String token = signIn();
        refused(server.form(TOKEN, id, "wrong", refreshGrant(token)));
        assertThat(server.form(TOKEN, refreshGrant(token) + "&client_id=" + id + "&client_secret=wrong").statusCode())
                .isEqualTo(401);
        assertThat(server.form(TOKEN, refreshGrant(token) + "&client_secret=" + secret).statusCode()).isEqualTo(400);
        // those used nothing up
        assertThat(server.form(TOKEN, id, secret, refreshGrant(token)).statusCode()).isEqualTo(200);
    }

    private static void refusedRefresh(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(401);
        assertThat(answer.headers().firstValue("WWW-Authenticate")).isPresent();
        assertThat(json(answer).get("error_description").textValue())
                .isEqualTo("The refresh token is invalid, expired or revoked");
    }

    @Test
    void twoRefreshesAtTheSameMomentGetTheSameNextToken() throws Exception {
        String token = signIn();
        CyclicBarrier start = new CyclicBarrier(2);
        List<HttpResponse<String>> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<Future<HttpResponse<String>>> running = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                running.add(threads.submit(() -> {
                    start.await();
                    return server.form("/v3/auth/refresh", id, secret, "refresh_token=" + token);
                }));
            }
            for (Future<HttpResponse<String>> one : running) {
                answers.add(one.get());
            }
        }
        assertThat(answers).extracting(HttpResponse::statusCode).containsExactly(200, 200);
        List<String> next = answers.stream().map(answer -> json(answer).get("refresh_token").textValue()).distinct()
                .toList();
        assertThat(next).hasSize(1);
        assertThat(server.form("/v3/auth/refresh", id, secret, "refresh_token=" + next.getFirst()).statusCode())
                .isEqualTo(200);
    }

    @Test
    void aRevokedFamilyEndsByAnyOfItsTokens() {
        String used = signIn();
        String current = json(server.form(TOKEN, id, secret, refreshGrant(used))).get("refresh_token").textValue();

        HttpResponse<String> answer = server.form("/v3/auth/revoke", "token=" + used
                + "&token_type_hint=refresh_token");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEmpty();
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
        refusedRefresh(server.form(TOKEN, id, secret, refreshGrant(current)));
        assertThat(server.events).hasAtLeastOneElementOfType(Event.RefreshRevoked.class);
        assertThat(server.events.toString()).doesNotContain(used).doesNotContain(current).doesNotContain(secret);
    }

    @Test
    void revokingSaysNothingOfTokensThatAreNotOnesOwn() {
        String token = signIn();
        assertThat(server.form("/v3/auth/revoke", "token=tmr_unknown").statusCode()).isEqualTo(200);
        assertThat(server.form("/v3/auth/revoke", other.client().id(), other.clientSecret(), "token=" + token)
                .statusCode())
                .isEqualTo(200);
        refused(server.form("/v3/auth/revoke", id, "wrong", "token=" + token));

        String next = json(server.form(TOKEN, id, secret, refreshGrant(token))).get("refresh_token").textValue();
        assertThat(server.post("/v3/auth/revoke", "{\"token\":\"" + next + "\",\"client_id\":\"" + id
                + "\",\"client_secret\":\"" + secret + "\"}").statusCode()).isEqualTo(200);
        refusedRefresh(server.form(TOKEN, id, secret, refreshGrant(next)));
    }

    @Test
    void anAccessTokenCannotBeRevoked() {
        String token = json(server.form(TOKEN, id, secret, CLIENT_GRANT)).get("access_token").textValue();
        HttpResponse<String> answer = server.form("/v3/auth/revoke", "token=" + token);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).get("error_description").textValue()).startsWith("token: unsupported_token_type");
        assertThat(answer.body()).doesNotContain(token);
        assertThat(server.form("/v3/auth/revoke", "").statusCode()).isEqualTo(400);
        assertThat(server.form("/v3/auth/revoke", "token=").statusCode()).isEqualTo(400);
    }

    private static String signIn() {
        return json(server.form(TOKEN, id, secret, CLIENT_GRANT)).get("refresh_token").textValue();
    }

    private static String refreshGrant(String token) {
        return "grant_type=refresh_token&refresh_token=" + token;
    }
}
