package io.tidemark.server.identity.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.tidemark.server.identity.StepClock;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.IdentityException.Reason;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.account.WatchMail;
import io.tidemark.server.identity.state.StateCache;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A verified token is kept for a minute at most, and never longer than it or its key is good. */
@SuppressWarnings("NullAway.Init") // set by JUnit
final class KeptTokensTest {
    @TempDir
    Path state;

    private final StepClock clock = new StepClock(Instant.parse("2026-03-01T12:00:00Z"));
    private final AtomicInteger checks = new AtomicInteger();
    private final Account job = new Account(Account.Kind.CLIENT, "job", "job", null, Access.of(Role.ADMIN, null, null),
            clock.instant(), null, null, WatchMail.OFF);
    private Optional<Account> known = Optional.of(job);
    private SigningKeys keys;
    private TokenVerifier verifier;

    @BeforeEach
    void open() {
        KeptSigningKeys.into(state);
        keys = SigningKeys.open(state, clock);
        StateCache<Optional<Account>> accounts = new StateCache<>(id -> known, clock);
        IdentityConfig config = IdentityConfig.of("https://tidemark.test", "tidemark", state);
        OwnIssuer own = new OwnIssuer(config, keys, accounts, clock);
        verifier = new TokenVerifier(List.of(new IssuerVerifier() {
            @Override
            public String issuer() {
                return own.issuer();
            }

            @Override
            public Set<String> algorithms() {
                return own.algorithms();
            }

            @Override
            public VerifiedToken verify(UncheckedToken token) {
                checks.incrementAndGet();
                return own.verify(token);
            }
        }));
    }

    @Test
    void aTokenIsCheckedOnceAMinute() throws Exception {
        String token = token(3_600, "1");
        accept(token);
        clock.advance(Duration.ofSeconds(59));
        accept(token);
        assertThat(checks).hasValue(1);
        clock.advance(Duration.ofSeconds(1));
        accept(token);
        assertThat(checks).hasValue(2);
    }

    @Test
    void oneThatEndsWithinTheMinuteIsCheckedAgainWhenItEnds() throws Exception {
        String token = token(30, "1");
        accept(token);
        clock.advance(Duration.ofSeconds(29));
        accept(token);
        assertThat(checks).hasValue(1);
        // the allowance for clocks is a minute
        clock.advance(Duration.ofSeconds(60));
        accept(token);
        assertThat(checks).hasValue(2);
        clock.advance(Duration.ofSeconds(2));
        refuse(token, Reason.TOKEN_EXPIRED);
    }

    @Test
    void aRevokedAccountCountsWithinTheMinute() throws Exception {
        String token = token(3_600, "1");
        accept(token);
        known = Optional.empty();
        // as long as an account is taken as known
        clock.advance(Duration.ofSeconds(10));
        refuse(token, Reason.TOKEN_REVOKED);
        assertThat(checks).hasValue(1);
    }

    @Test
    void aDiscardedKeyCountsAtOnceAndARotatedOneStays() throws Exception {
        String token = token(3_600, "1");
        accept(token);
        SigningKeys.rotate(state, clock, false);
        keys.follow();
        accept(token);
        assertThat(checks).hasValue(2);
        SigningKeys.rotate(state, clock, true);
        keys.follow();
        refuse(token, Reason.TOKEN_SIGNATURE);
    }

    @Test
    void aFloodOfTokensTakesBoundedMemoryAndRefusedOnesNone() throws Exception {
        String good = token(3_600, "0");
        String other = token(3_600, "x");
        String forged = good.substring(0, good.lastIndexOf('.')) + other.substring(other.lastIndexOf('.'));
        refuse(forged, Reason.TOKEN_SIGNATURE);
        assertThat(verifier.kept.estimatedSize()).isZero();
        VerifiedToken verified = new VerifiedToken(() -> true, () -> {
            throw new AssertionError("nobody asks");
        });
        for (int i = 0; i < 3 * TokenVerifier.KEPT; i++) {
            verifier.kept.put("digest " + i, verified);
        }
        accept(good);
        verifier.kept.cleanUp();
        assertThat(verifier.kept.estimatedSize()).isLessThanOrEqualTo(TokenVerifier.KEPT);
    }

    private void accept(String token) {
        assertThat(verifier.verify("Bearer " + token).subject()).isEqualTo(job.id());
    }

    private void refuse(String token, Reason reason) {
        assertThatThrownBy(() -> verifier.verify("Bearer " + token))
                .isInstanceOfSatisfying(IdentityException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }

    private String token(long seconds, String id) throws Exception {
        SignedJWT token = new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.RS256).type(new JOSEObjectType("at+jwt"))
                .keyID(keys.signingKey().getKeyID()).build(),
                new JWTClaimsSet.Builder().issuer("https://tidemark.test").audience("tidemark").subject(job.id())
                        .jwtID(id).issueTime(Date.from(clock.instant()))
                        .expirationTime(Date.from(clock.instant().plusSeconds(seconds))).claim("name", "job")
                        .claim("roles", List.of("admin")).claim("permissions", List.of("common:read")).build());
        token.sign(new RSASSASigner(keys.signingKey()));
        return token.serialize();
    }
}
