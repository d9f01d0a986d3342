package io.tidemark.server.identity.token;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jose.JWSAlgorithm;
import io.helidon.security.jwt.jwk.JwkKeys;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.IdentityException.Reason;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.state.StateCache;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Checks the tokens that this server issued, and that their account is still active. Picks up key rotations. Thread-safe.
 */
public final class OwnIssuer implements IssuerVerifier {
    private static final Set<String> ALGORITHMS = Set.of(JWSAlgorithm.RS256.getName());

    private final IdentityConfig config;
    private final SigningKeys keys;
    private final StateCache<Optional<Account>> accounts;
    private final JwtChecks checks;
    private final Cache<UncheckedToken, TokenClaims> read = Caffeine.newBuilder().weakKeys().build();
    private volatile Current current;

    /** Checks tokens with these keys, and finds their accounts in {@code accounts}. */
    public OwnIssuer(IdentityConfig config, SigningKeys keys, StateCache<Optional<Account>> accounts, Clock clock) {
        this.config = config;
        this.keys = keys;
        this.accounts = accounts;
        this.current = Current.of(keys.inForce());
        this.checks = new JwtChecks(this::inForce, config.issuer(), config.audience(),
                token -> token.registered().subject().orElse(null), clock);
    }

    private record Current(SigningKeySet signing, VerificationKeys verifying) {
        static Current of(SigningKeySet keys) {
            return new Current(keys, VerificationKeys.of(keys.published()));
        }
    }

    @Override
    public String issuer() {
        return config.issuer();
    }

    @Override
    public Set<String> algorithms() {
        return ALGORITHMS;
    }

    @Override
    public Caller verify(UncheckedToken token) {
        checks.check(token);
        if (!token.isTypedAccessToken()) {
            throw new IdentityException(Reason.TOKEN_TYPE);
        }
        TokenClaims claims = read.get(token, each -> TokenClaims.read(each.claims()));
        Account account = accounts.of(claims.subject()).filter(Account::active)
                .orElseThrow(() -> new IdentityException(Reason.TOKEN_REVOKED, claims.subject()));
        Access access = inForce(claims.access(), account);
        require(account.tokensFrom() == null || issuedSince(token, account.tokensFrom()), account);
        String client = account.kind() == Account.Kind.CLIENT ? account.id() : null;
        return new Caller(claims.subject(), claims.name(), client, access.role(), access.permissions(), access.farmerId(),
                account.email());
    }

    /**
     * The rights of a token: never more than its account has now. If role or farmer differ it is refused, so that its holder refreshes
     * it.
     */
    private static Access inForce(Access token, Account holder) {
        Access account = holder.access();
        require(token.role() == account.role() && Objects.equals(token.farmerId(), account.farmerId()), holder);
        if (account.permissions().containsAll(token.permissions())) {
            return token;
        }
        Set<Permission> both = new HashSet<>(token.permissions());
        both.retainAll(account.permissions());
        return new Access(account.role(), account.farmerId(), both);
    }

    /** Token times are whole seconds, so tokens of the same second are accepted. */
    private static boolean issuedSince(UncheckedToken token, Instant start) {
        Instant issued = token.issuedAt();
        return issued != null && !issued.isBefore(start.truncatedTo(ChronoUnit.SECONDS));
    }

    /** The keys that verify now, whichever of them a token names. */
    private JwkKeys inForce(String keyId) {
        SigningKeySet now = keys.inForce();
        Current known = current;
        if (!known.signing().equals(now)) {
            known = Current.of(now);
            current = known;
        }
        return known.verifying().keys();
    }

    private static void require(boolean upToDate, Account account) {
        if (!upToDate) {
            throw new IdentityException(Reason.TOKEN_OUTDATED, account.id());
        }
    }
}
