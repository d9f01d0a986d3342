package io.tidemark.server.identity.token;

import static io.tidemark.server.Eventually.eventually;
import static io.tidemark.server.identity.RunningServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.SignedJWT;
import io.tidemark.server.identity.RunningServer;
import io.tidemark.server.identity.StepClock;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.state.StateException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rotation of the signing key beside a running server: no token that is good ends early, none lives longer. */
@SuppressWarnings("NullAway.Init") // set by JUnit
final class SigningKeyRotationTest {
    @TempDir
    Path state;

    private final StepClock clock = new StepClock(Instant.parse("2026-03-01T12:00:00Z"));

    @Test
    void aRunningServerFollowsAndTheOldKeyVerifiesUntilItsLastTokenHasExpired() throws Exception {
        try (RunningServer server = new RunningServer(state, clock)) {
            Account account = server.identity.accounts().addClient("job", Access.of(Role.ADMIN, null, null)).client();
            String before = server.identity.accessTokens().issue(account);

            SigningKeys.rotate(state, clock, false);
            eventually().until(() -> !kid(server.identity.accessTokens().issue(account)).equals(kid(before)));

            String after = server.identity.accessTokens().issue(account);
            assertThat(server.userInfo(before).statusCode()).isEqualTo(200);
            assertThat(server.userInfo(after).statusCode()).isEqualTo(200);
            assertThat(published(server)).containsExactly(kid(after), kid(before));
            // an hour, and two minutes for a server that has not seen the rotation yet
            clock.advance(Duration.ofMinutes(62));
            assertThat(published(server)).containsExactly(kid(after));
            assertThat(server.userInfo(before).statusCode()).isEqualTo(401);
        }
    }

    @Test
    void aKeyThatLeakedIsDiscardedAtOnce() throws Exception {
        try (RunningServer server = new RunningServer(state, clock)) {
            Account account = server.identity.accounts().addClient("job", Access.of(Role.ADMIN, null, null)).client();
            String before = server.identity.accessTokens().issue(account);

            assertThat(SigningKeys.rotate(state, clock, true)).hasSize(1);

            eventually().until(() -> server.userInfo(before).statusCode() == 401);
            assertThat(server.userInfo(server.identity.accessTokens().issue(account)).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aFileThatBreaksLeavesARunningServerAsItWas() throws Exception {
        try (RunningServer server = new RunningServer(state, clock)) {
            Account account = server.identity.accounts().addClient("job", Access.of(Role.ADMIN, null, null)).client();
            String token = server.identity.accessTokens().issue(account);
            String whole = Files.readString(state.resolve("signing-keys.json"));

            Files.writeString(state.resolve("signing-keys.json"), "{\"keys\":[");
            server.identity.signingKeys().follow();
            assertThat(server.userInfo(token).statusCode()).isEqualTo(200);
            assertThatThrownBy(() -> SigningKeys.rotate(state, clock, false)).isInstanceOf(StateException.class)
                    .hasMessageContaining("are damaged");

            Files.writeString(state.resolve("signing-keys.json"), whole);
            server.identity.signingKeys().follow();
            assertThat(server.userInfo(server.identity.accessTokens().issue(account)).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void rotationsOverlapAndWhatEndedIsForgotten() throws Exception {
        String first = oneKey(clock.instant());
        clock.advance(Duration.ofMinutes(30));
        String second = SigningKeys.rotate(state, clock, false).getFirst().kid();
        clock.advance(Duration.ofMinutes(30));
        List<SigningKeys.KeyState> keys = SigningKeys.rotate(state, clock, false);
        String third = keys.getFirst().kid();

        assertThat(keys).containsExactly(
                new SigningKeys.KeyState(third, Instant.parse("2026-03-01T13:00:00Z"), null),
                new SigningKeys.KeyState(second, Instant.parse("2026-03-01T12:30:00Z"),
                Instant.parse("2026-03-01T14:02:00Z")),
                new SigningKeys.KeyState(first, Instant.parse("2026-03-01T12:00:00Z"),
                Instant.parse("2026-03-01T13:32:00Z")));
        clock.advance(Duration.ofMinutes(33));
        assertThat(SigningKeys.openExisting(state, clock).list()).extracting(SigningKeys.KeyState::kid)
                .containsExactly(third, second);
        SigningKeys.rotate(state, clock, false);
        assertThat(Files.readString(state.resolve("signing-keys.json"))).doesNotContain(first);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state.resolve("signing-keys.json"))))
                .isEqualTo("rw-------");
    }

    @Test
    void aFileFromBeforeThereWereRotationsIsRotatedToo() throws Exception {
        oneKey(null);

        assertThat(SigningKeys.rotate(state, clock, false)).extracting(SigningKeys.KeyState::createdAt)
                .containsExactly(clock.instant(), null);
    }

    @Test
    void withoutKeysThereIsNothingToRotate() {
        assertThatThrownBy(() -> SigningKeys.rotate(state, clock, false)).isInstanceOf(StateException.class)
                .hasMessageContaining("No signing keys");
        assertThat(state.resolve("signing-keys.json")).doesNotExist();
    }

    /** Writes a file with one key, which says when it was made, or nothing of that; returns its id. */
    private String oneKey(@Nullable Instant made) throws Exception {
        RSAKey kept = JWKSet.parse(KeptSigningKeys.content()).getKeys().getFirst().toRSAKey();
        RSAKey key = new RSAKey.Builder(kept).issueTime(made == null ? null : Date.from(made)).build();
        Files.writeString(state.resolve("signing-keys.json"), new JWKSet(key).toString(false));
        return key.getKeyID();
    }

    private static List<String> published(RunningServer server) throws ParseException {
        JsonNode keys = json(server.send(server.request("/.well-known/jwks.json")));
        return JWKSet.parse(keys.toString()).getKeys().stream().map(JWK::getKeyID).toList();
    }

    private static String kid(String token) {
        try {
            return SignedJWT.parse(token).getHeader().getKeyID();
        } catch (ParseException e) {
            throw new AssertionError(e);
        }
    }
}
