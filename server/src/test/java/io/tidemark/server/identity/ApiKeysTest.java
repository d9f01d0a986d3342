package io.tidemark.server.identity;

import static io.tidemark.server.Eventually.eventually;
import static io.tidemark.server.identity.RunningServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.event.Event;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.InvalidAccountException;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.key.ApiKey;
import io.tidemark.server.identity.key.ApiKeys;
import io.tidemark.server.identity.key.NewApiKey;
import io.tidemark.server.identity.state.StateStore;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** API keys: what they open, when they end, and what is written down of their use. */
@SuppressWarnings("NullAway.Init") // set before each test
final class ApiKeysTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir
    Path state;

    private final StepClock clock = new StepClock(NOON);
    private RunningServer server;
    private NewApiKey key;

    @BeforeEach
    void start() {
        server = new RunningServer(state, clock);
        key = server.identity.apiKeys().add("dashboard", Set.of(Permission.COMMON_READ, Permission.MORTALITY_READ),
                NOON.plus(Duration.ofDays(1)));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private HttpResponse<String> whoami(String header) {
        return server.send(server.request("/whoami").header("X-API-Key", header));
    }

    @Test
    void aKeyReadsWhatItWasGivenAndOwnsNothing() {
        HttpResponse<String> answer = whoami(key.text());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        JsonNode caller = json(answer);
        assertThat(caller.get("sub").textValue()).isEqualTo("tm_" + key.key().id());
        assertThat(caller.get("username").textValue()).isEqualTo("dashboard");
        assertThat(caller.get("roles").toString()).isEqualTo("[\"readonly\"]");
        assertThat(caller.get("permissions").toString()).isEqualTo("[\"mortality:read\",\"common:read\"]");
        assertThat(caller.get("farmer_id").isNull()).isTrue();
        assertThat(server.events).hasAtLeastOneElementOfType(Event.ApiKeyUsed.class);
        assertThat(server.events.toString()).doesNotContain(key.text());
    }

    @Test
    void whatIsMadeInOneTickOfTheClockComesInTheOrderOfMaking() {
        List<String> names = List.of("g", "c", "f", "a", "e", "b", "d");
        names.forEach(name -> server.identity.apiKeys().add(name, Set.of(Permission.COMMON_READ), null));
        names.forEach(name -> server.identity.accounts().addClient(name, Access.of(Role.ADMIN, null, null)));
        assertThat(server.identity.apiKeys().list()).extracting(ApiKey::name).startsWith("dashboard")
                .endsWith(names.toArray(String[]::new));
        assertThat(server.identity.accounts().list(Account.Kind.CLIENT)).extracting(Account::name)
                .containsExactlyElementsOf(names);
    }

    // KEY stands for the key, ID for its id, 43 for as many letters
    @ParameterizedTest(name = "{0}")
    @CsvSource({"KEYx, KEY_MALFORMED", "xKEY, KEY_MALFORMED", "tm_, KEY_MALFORMED", "tm_ID, KEY_MALFORMED",
        "tm_ID_, KEY_MALFORMED",
        "tm_ID_short, KEY_MALFORMED", "TM_ID_43, KEY_MALFORMED", "Bearer KEY, KEY_MALFORMED",
        "OR '1'='1, KEY_MALFORMED", "tm_ID_43, KEY_WRONG_SECRET", "tm_0123456789abcdef01234567_43, KEY_UNKNOWN"})
    void otherKeysAreRefused(String header, String reason) {
        // random text is inserted last, since it may contain a 43
        HttpResponse<String> answer = whoami(header.replace("43", "A".repeat(43)).replace("ID", key.key().id())
                .replace("KEY", key.text()));
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.headers().firstValue("WWW-Authenticate")).contains("Bearer realm=\"tidemark\"");
        assertThat(json(answer).get("message").textValue()).isEqualTo("The API key is invalid, expired or revoked");
        assertThat(server.reasonOf(answer)).isEqualTo(reason);
    }

    @Test
    void aKeyEndsOnItsDay() {
        clock.advance(Duration.ofDays(1).minusSeconds(1));
        assertThat(whoami(key.text()).statusCode()).isEqualTo(200);
        clock.advance(Duration.ofSeconds(1));
        HttpResponse<String> answer = whoami(key.text());
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(server.reasonOf(answer)).isEqualTo("KEY_EXPIRED");
    }

    @Test
    void addedAndRevokedByTheCommandLineItCountsAtOnce() throws InterruptedException {
        // the server's clock is fixed, so its caches do not expire
        ApiKeys elsewhere = new ApiKeys(StateStore.openExisting(state, clock));
        NewApiKey added = elsewhere.add("late", Set.of(Permission.COMMON_READ), null);
        assertThat(whoami(added.text()).statusCode()).isEqualTo(200);
        elsewhere.revoke(added.key().id());
        eventually().until(() -> whoami(added.text()).statusCode() == 401);
        assertThat(server.reasonOf(whoami(added.text()))).isEqualTo("KEY_REVOKED");
        assertThat(whoami(key.text()).statusCode()).isEqualTo(200);
    }

    @Test
    void authRoutesTakeTokensOnly() {
        HttpResponse<String> answer = server.send(server.request("/v3/auth/userinfo").header("X-API-Key", key.text()));
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.headers().firstValue("WWW-Authenticate")).isPresent();
        assertThat(json(answer).get("message").textValue())
                .isEqualTo("An access token is needed here; API keys are for data routes");
    }

    @Test
    void aRequestHasOneCredential() {
        String token = server.identity.accessTokens().issue(
                server.identity.accounts().addClient("job", Access.of(Role.ADMIN, null, null)).client());
        assertThat(server.send(server.request("/whoami").header("X-API-Key", key.text())
                .header("Authorization", "Bearer " + token)).statusCode()).isEqualTo(400);
        HttpResponse<String> twice = server.send(
                server.request("/whoami").header("X-API-Key", key.text()).header("X-API-Key", key.text()));
        assertThat(twice.statusCode()).isEqualTo(401);
    }

    @Test
    void usesAreWrittenTogetherAndNotOneByOne() throws Exception {
        try (Connection watcher = DriverManager.getConnection("jdbc:sqlite:" + state.resolve("tidemark.db"))) {
            long before = dataVersion(watcher);
            for (int i = 0; i < 50; i++) {
                assertThat(whoami(key.text()).statusCode()).isEqualTo(200);
            }
            // ten seconds have not passed on the server's clock
            Thread.sleep(700);
            assertThat(dataVersion(watcher)).isEqualTo(before);
            assertThat(lastUse()).isNull();

            clock.advance(Duration.ofSeconds(10));
            eventually().until(() -> lastUse() != null);
            assertThat(lastUse()).isEqualTo(NOON);
        }
    }

    @Test
    void theLastUsesAreWrittenWhenTheServerStops() {
        clock.advance(Duration.ofSeconds(3));
        assertThat(whoami(key.text()).statusCode()).isEqualTo(200);
        server.identity.close();
        assertThat(lastUse()).isEqualTo(NOON.plusSeconds(3));
    }

    private @Nullable Instant lastUse() {
        return server.identity.apiKeys().list().getFirst().lastUsedAt();
    }

    private static long dataVersion(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA data_version")) {
            row.next();
            return row.getLong(1);
        }
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        ApiKeys keys = server.identity.apiKeys();
        assertThatThrownBy(() -> keys.add("x", Set.of(), null)).isInstanceOf(InvalidAccountException.class);
        assertThatThrownBy(() -> keys.add("x", Set.of(Permission.COMMON_READ), NOON))
                .isInstanceOf(InvalidAccountException.class);
        assertThatThrownBy(() -> keys.add("", Set.of(Permission.COMMON_READ), null))
                .isInstanceOf(InvalidAccountException.class);
        assertThat(keys.list()).hasSize(1);
        assertThat(keys.revoke("nothing")).isEmpty();
        assertThat(keys.revoke(key.key().id())).isPresent();
        assertThat(keys.revoke(key.key().id())).isEmpty();
    }
}
