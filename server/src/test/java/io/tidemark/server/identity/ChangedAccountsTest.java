package io.tidemark.server.identity;

import static io.tidemark.server.identity.RunningServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.AccessChange;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.AccountChange;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.InvalidAccountException;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.key.ApiKeys;
import io.tidemark.server.identity.key.NewApiKey;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An account that is changed while its tokens are out: they never give more than the account has. */
@SuppressWarnings("NullAway.Init") // set before each test
final class ChangedAccountsTest {
    private static final String PASSWORD = "correct horse battery";
    private static final String OTHER_PASSWORD = "staple horse battery";

    @TempDir
    Path state;

    private final StepClock clock = new StepClock(Instant.parse("2026-03-01T12:00:00Z"));
    private RunningServer server;
    private Accounts accounts;

    @BeforeEach
    void start() {
        server = new RunningServer(state, clock);
        accounts = server.identity.accounts();
        accounts.addUser("kari", null, Access.of(Role.FARMER, "F1", null), PASSWORD);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private JsonNode signIn(String password) {
        HttpResponse<String> answer = server.post("/v3/auth/token", "{\"username\":\"kari\",\"password\":\"" + password
                + "\"}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return json(answer);
    }

    private HttpResponse<String> refresh(JsonNode tokens) {
        return server.post("/v3/auth/refresh", "{\"refresh_token\":\"" + tokens.get("refresh_token").textValue()
                + "\"}");
    }

    private HttpResponse<String> whoIs(JsonNode tokens) {
        return server.userInfo(tokens.get("access_token").textValue());
    }

    /** Changes kari's account; the server remembers accounts for five seconds. */
    private void change(@Nullable Role role, @Nullable String farmer, @Nullable Set<Permission> permissions) {
        assertThat(accounts.changeUser("Kari", new AccountChange(new AccessChange(role, farmer, permissions, false),
                null, null))).isPresent();
        clock.advance(Duration.ofSeconds(6));
    }

    @Test
    void permissionsThatAreTakenAwayAreGoneFromTokensThatAreOut() {
        JsonNode before = signIn(PASSWORD);
        assertThat(json(whoIs(before)).at("/data/permissions")).hasSize(7);

        change(null, null, Set.of(Permission.MORTALITY_READ, Permission.COMMON_READ));

        assertThat(json(whoIs(before)).at("/data/permissions")).hasToString("[\"mortality:read\",\"common:read\"]");
        JsonNode after = json(refresh(before));
        assertThat(json(whoIs(after)).at("/data/permissions")).hasToString("[\"mortality:read\",\"common:read\"]");

        // what is given comes with the next token
        change(null, null, Set.of(Permission.MORTALITY_READ, Permission.FEEDING_READ));
        assertThat(json(whoIs(after)).at("/data/permissions")).hasToString("[\"mortality:read\"]");
        assertThat(json(whoIs(json(refresh(after)))).at("/data/permissions"))
                .hasToString("[\"mortality:read\",\"feeding:read\"]");
    }

    @Test
    void aTokenOfAnotherRoleOrFarmerIsRefusedAndARefreshGivesTheNewOne() {
        JsonNode first = signIn(PASSWORD);
        change(null, "F2", null);
        HttpResponse<String> refused = whoIs(first);
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(server.reasonOf(refused)).isEqualTo("TOKEN_OUTDATED");
        JsonNode second = json(refresh(first));
        assertThat(json(whoIs(second)).at("/data/farmer_id").textValue()).isEqualTo("F2");

        change(Role.ANALYST, null, null);
        assertThat(whoIs(second).statusCode()).isEqualTo(401);
        JsonNode third = json(refresh(second));
        assertThat(json(whoIs(third)).at("/data/roles")).hasToString("[\"analyst\"]");
        // the farmer went with the role, and the permissions are the role's again
        assertThat(json(whoIs(third)).at("/data/farmer_id").textValue()).isNull();
        assertThat(json(whoIs(third)).at("/data/permissions")).hasSize(6);
    }

    @Test
    void aNewPasswordEndsEverySessionAndEveryToken() {
        JsonNode before = signIn(PASSWORD);
        clock.advance(Duration.ofSeconds(10));
        assertThat(accounts.changeUser("kari", new AccountChange(AccessChange.NONE, "kari@example.no", OTHER_PASSWORD)))
                .isPresent();
        JsonNode after = signIn(OTHER_PASSWORD);
        clock.advance(Duration.ofSeconds(6));

        HttpResponse<String> refused = whoIs(before);
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(server.reasonOf(refused)).isEqualTo("TOKEN_OUTDATED");
        assertThat(refresh(before).statusCode()).isEqualTo(401);
        assertThat(server.post("/v3/auth/token", "{\"username\":\"kari\",\"password\":\"" + PASSWORD + "\"}")
                .statusCode())
                .isEqualTo(401);
        assertThat(json(whoIs(after)).at("/data/email").textValue()).isEqualTo("kari@example.no");
        assertThat(refresh(after).statusCode()).isEqualTo(200);
    }

    @Test
    void whatCannotBeChangesNothing() {
        accounts.addUser("ola", null, Access.of(Role.ANALYST, null, null), PASSWORD);
        refused("ola", new AccessChange(Role.FARMER, null, null, false), "Role farmer needs the farmer id");
        refused("kari", new AccessChange(Role.ADMIN, "F2", null, false), "A farmer id belongs to role farmer only");
        refused("kari", new AccessChange(Role.ANALYST, null, Set.of(Permission.RAW_READ), false),
                "Role analyst cannot have raw:read");
        refused("kari", new AccountChange(AccessChange.NONE, "k@example.no", "short"), "at least 12 characters");
        refused("kari", new AccountChange(AccessChange.NONE, "no address", OTHER_PASSWORD),
                "The email address is not valid");
        assertThat(accounts.changeUser("per", new AccountChange(AccessChange.NONE, null, null))).isEmpty();
    }

    private void refused(String name, AccessChange change, String message) {
        refused(name, new AccountChange(change, null, null), message);
    }

    private void refused(String name, AccountChange change, String message) {
        Account before = accounts.findUser(name).orElseThrow();
        assertThatThrownBy(() -> accounts.changeUser(name, change)).isInstanceOf(InvalidAccountException.class)
                .hasMessageContaining(message);
        assertThat(accounts.findUser(name)).contains(before);
    }

    @Test
    void aKeyHasItsNewPermissionsAndEnd() {
        NewApiKey key = server.identity.apiKeys().add("board", Set.of(Permission.COMMON_READ), null);
        ApiKeys keys = server.identity.apiKeys();
        Instant end = clock.instant().plusSeconds(60);

        assertThat(keys.change(key.key().id(), Set.of(Permission.FEEDING_READ), null).orElseThrow().permissions())
                .containsExactly(Permission.FEEDING_READ);
        assertThat(keys.change(key.key().id(), null, new ApiKeys.Expiry(end)).orElseThrow()).satisfies(changed -> {
            assertThat(changed.permissions()).containsExactly(Permission.FEEDING_READ);
            assertThat(changed.expiresAt()).isEqualTo(end);
        });
        assertThat(whoHas(key).statusCode()).isEqualTo(200);
        assertThat(json(whoHas(key)).get("permissions")).hasToString("[\"feeding:read\"]");
        clock.advance(Duration.ofSeconds(61));
        assertThat(whoHas(key).statusCode()).isEqualTo(401);
        keys.change(key.key().id(), null, new ApiKeys.Expiry(null));
        clock.advance(Duration.ofSeconds(6));
        assertThat(whoHas(key).statusCode()).isEqualTo(200);
        keys.revoke(key.key().id());
        assertThat(keys.change(key.key().id(), null, new ApiKeys.Expiry(null))).isEmpty();
    }

    private HttpResponse<String> whoHas(NewApiKey key) {
        return server.send(server.request("/whoami").header("X-API-Key", key.text()));
    }
}
