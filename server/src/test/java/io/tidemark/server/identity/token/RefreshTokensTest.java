package io.tidemark.server.identity.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.server.identity.StepClock;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.IdentityException.Reason;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.state.StateStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rotation, sliding life, and what a second use of a token does. */
@SuppressWarnings("NullAway.Init") // set before each test
final class RefreshTokensTest {
    private static final Duration LIFE = Duration.ofDays(30);

    @TempDir
    Path folder;

    private final StepClock clock = new StepClock(Instant.parse("2026-03-01T12:00:00Z"));
    private Accounts accounts;
    private RefreshTokens tokens;
    private Account client;

    @BeforeEach
    void open() {
        StateStore store = StateStore.open(folder, clock);
        accounts = new Accounts(store);
        tokens = new RefreshTokens(store, LIFE, false);
        client = accounts.addClient("job", Access.of(Role.ADMIN, null, null)).client();
    }

    @Test
    void eachUseGivesAnotherTokenAndStartsItsLifeAnew() {
        String token = tokens.start(client);
        for (int use = 0; use < 3; use++) {
            clock.advance(LIFE.minusSeconds(1));
            RefreshTokens.Rotated next = tokens.rotate(token, client.id());
            assertThat(next.account()).isEqualTo(client);
            assertThat(next.token()).isNotEqualTo(token);
            token = next.token();
        }
        clock.advance(LIFE);
        refused(token, Reason.REFRESH_EXPIRED);
    }

    @Test
    void anAccountHasASessionFromItsSignInOrRefreshUntilItIsRevoked() {
        Account other = accounts.addClient("other", Access.of(Role.ADMIN, null, null)).client();
        String token = tokens.start(client);
        clock.advance(Duration.ofDays(6));
        assertThat(lately()).containsExactly(client);
        clock.advance(Duration.ofDays(2));
        assertThat(lately()).isEmpty();
        tokens.rotate(token, client.id());
        tokens.start(other);
        assertThat(lately()).containsExactlyInAnyOrder(client, other);
        accounts.revokeClient(client.id());
        assertThat(lately()).containsExactly(other);
    }

    private List<Account> lately() {
        return accounts.withSessionsUntil(clock.instant().plus(LIFE).minus(Duration.ofDays(7)));
    }

    @Test
    void aSecondUseRevokesTheFamilyAndNoOther() {
        String other = tokens.start(client);
        String first = tokens.start(client);
        String second = tokens.rotate(first, client.id()).token();
        clock.advance(Duration.ofMillis(10_001));
        refused(first, Reason.REFRESH_REUSED);
        refused(second, Reason.REFRESH_REVOKED);
        refused(first, Reason.REFRESH_REVOKED);
        assertThat(tokens.rotate(other, client.id()).account()).isEqualTo(client);
    }

    @Test
    void anOldTokenIsRememberedAsLongAsItsFamilyLives() {
        String first = tokens.start(client);
        String last = first;
        for (int use = 0; use < 3; use++) {
            clock.advance(Duration.ofDays(20));
            last = tokens.rotate(last, client.id()).token();
        }
        // 60 days later a new family starts, and rows of dead families are cleared away
        tokens.start(client);
        refused(first, Reason.REFRESH_REUSED);
        refused(last, Reason.REFRESH_REVOKED);
    }

    @Test
    void deadFamiliesAreClearedAway() {
        String forgotten = tokens.start(client);
        clock.advance(LIFE.plusSeconds(1));
        tokens.start(client);
        refused(forgotten, Reason.REFRESH_UNKNOWN);
    }

    @Test
    void unknownTokensAreRefused() {
        refused("", Reason.REFRESH_UNKNOWN);
        refused("tmr_AAAA", Reason.REFRESH_UNKNOWN);
        refused("' OR 1=1 --", Reason.REFRESH_UNKNOWN);
    }

    @Test
    void revokingAnAccountEndsItsTokens() {
        String token = tokens.start(client);
        accounts.revokeClient(client.id());
        refused(token, Reason.REFRESH_REVOKED);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 10_000, -1, -10_000})
    void aSecondUseJustNowGivesTheSameNextToken(long millis) {
        String first = tokens.start(client);
        String second = tokens.rotate(first, client.id()).token();
        clock.advance(Duration.ofMillis(millis));
        // another process, or the same after a restart
        RefreshTokens restarted = new RefreshTokens(StateStore.open(folder, clock), LIFE, false);
        assertThat(restarted.rotate(first, client.id()).token()).isEqualTo(second);
        assertThat(tokens.rotate(first, client.id()).token()).isEqualTo(second);
        assertThat(tokens.rotate(second, client.id()).token()).isNotIn(first, second);
    }

    @Test
    void aSecondUseEndsTheFamilyOnceTheNextTokenWasUsed() {
        String first = tokens.start(client);
        String second = tokens.rotate(first, client.id()).token();
        String third = tokens.rotate(second, client.id()).token();
        refused(first, Reason.REFRESH_REUSED);
        refused(third, Reason.REFRESH_REVOKED);
    }

    @Test
    void aRepetitionDoesNotStartTheTenSecondsAnew() {
        String first = tokens.start(client);
        tokens.rotate(first, client.id());
        clock.advance(Duration.ofSeconds(9));
        tokens.rotate(first, client.id());
        clock.advance(Duration.ofSeconds(2));
        refused(first, Reason.REFRESH_REUSED);
    }

    @Test
    void aClockSetBackRepeatsNothingOld() {
        String first = tokens.start(client);
        tokens.rotate(first, client.id());
        clock.advance(Duration.ofMinutes(1));
        tokens.start(client);
        clock.advance(Duration.ofMinutes(-1));
        refused(first, Reason.REFRESH_REUSED);

        String other = tokens.start(client);
        tokens.rotate(other, client.id());
        clock.advance(Duration.ofMinutes(-1));
        refused(other, Reason.REFRESH_REUSED);
    }

    @Test
    void whatEndedIsNotRepeated() {
        String first = tokens.start(client);
        tokens.rotate(first, client.id());
        accounts.revokeClient(client.id());
        refused(first, Reason.REFRESH_REVOKED);
    }

    @Test
    void theStateHasNeitherTheTokenNorTheNext() throws IOException {
        String first = tokens.start(client);
        String second = tokens.rotate(first, client.id()).token();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).as(file.toString())
                        .doesNotContain(first, second);
            }
        }
    }

    @Test
    void aClientsSecretIsNeededWhereTheSettingSaysSo() {
        RefreshTokens strict = new RefreshTokens(StateStore.open(folder, clock), LIFE, true);
        String token = strict.start(client);
        assertThatThrownBy(() -> strict.rotate(token, null)).isInstanceOfSatisfying(IdentityException.class,
                e -> assertThat(e.reason()).isEqualTo(Reason.REFRESH_CLIENT_SECRET));
        String next = strict.rotate(token, client.id()).token();
        assertThat(tokens.rotate(next, null).account()).isEqualTo(client);
        Account user = accounts.addUser("kari", null, Access.of(Role.ANALYST, null, null),
                "correct horse & battery+ ae");
        assertThat(strict.rotate(strict.start(user), null).account()).isEqualTo(user);
    }

    @Test
    void allAtTheSameMomentGetTheSameNextToken() throws Exception {
        int users = 6;
        String token = tokens.start(client);
        CyclicBarrier start = new CyclicBarrier(users);
        List<String> won = Collections.synchronizedList(new ArrayList<>());
        List<Reason> lost = Collections.synchronizedList(new ArrayList<>());
        try (ExecutorService threads = Executors.newFixedThreadPool(users)) {
            List<Future<?>> running = new ArrayList<>();
            for (int user = 0; user < users; user++) {
                // a store of its own each, as another process would have
                RefreshTokens own = new RefreshTokens(StateStore.open(folder, clock), LIFE, false);
                running.add(threads.submit(() -> {
                    start.await();
                    try {
                        won.add(own.rotate(token, client.id()).token());
                    } catch (IdentityException e) {
                        lost.add(e.reason());
                    }
                    return null;
                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        }
        assertThat(lost).isEmpty();
        assertThat(won).hasSize(users).containsOnly(won.getFirst());
        assertThat(tokens.rotate(won.getFirst(), client.id()).account()).isEqualTo(client);
    }

    private void refused(String token, Reason reason) {
        assertThatThrownBy(() -> tokens.rotate(token, client.id())).isInstanceOfSatisfying(IdentityException.class,
                e -> assertThat(e.reason()).isEqualTo(reason));
    }
}
