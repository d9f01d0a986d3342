package io.tidemark.server.identity.token;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
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
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks the tokens that this server issued, and that their account is still active. Picks up key rotations. Thread-safe.
 */
public final class OwnIssuer implements IssuerVerifier {
    /** RFC 9068, section 2.1: with or without the prefix of the media type. */
    private static final DefaultJOSEObjectTypeVerifier<SecurityContext> TYPES = new DefaultJOSEObjectTypeVerifier<>(
            new JOSEObjectType("at+jwt"), new JOSEObjectType("application/at+jwt"));

    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(JWSAlgorithm.RS256);

    private final IdentityConfig config;
    private final SigningKeys keys;
    private final StateCache<Optional<Account>> accounts;
    private final JwtChecks checks;
    private final Cache<UncheckedToken, TokenClaims> read = Caffeine.newBuilder().weakKeys().build();
    private volatile Current current;

    /** With the keys that sign, and what finds accounts. */
    public OwnIssuer(IdentityConfig config, SigningKeys keys, StateCache<Optional<Account>> accounts, Clock clock) {
        this.config = config;
        this.keys = keys;
        this.accounts = accounts;
        this.current = Current.of(keys.inForce());
        this.checks = new JwtChecks(ALGORITHMS, this::matching, config.audience(), JWTClaimsSet::getSubject, clock);
    }

    private record Current(SigningKeySet keys, JWKSet published) {
        static Current of(SigningKeySet keys) {
            return new Current(keys, keys.published());
        }
    }

    @Override
    public String issuer() {
        return config.issuer();
    }

    @Override
    public Set<JWSAlgorithm> algorithms() {
        return ALGORITHMS;
    }

    @Override
    public Caller verify(UncheckedToken token) {
        checks.check(token);
        requireAccessToken(token.signed().getHeader().getType());
        TokenClaims claims = read.get(token, each -> TokenClaims.read(each.claims()));
        Account account = accounts.of(claims.subject()).filter(Account::active)
                .orElseThrow(() -> new IdentityException(Reason.TOKEN_REVOKED, claims.subject()));
        Access access = inForce(claims.access(), account);
        require(account.tokensFrom() == null || issuedSince(token.claims(), account.tokensFrom()), account);
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

    /** Token times are whole seconds: tokens of the same second are accepted. */
    private static boolean issuedSince(JWTClaimsSet claims, Instant start) {
        Date issued = claims.getIssueTime();
        return issued != null && !issued.toInstant().isBefore(start.truncatedTo(ChronoUnit.SECONDS));
    }

    private static void requireAccessToken(@Nullable JOSEObjectType type) {
        try {
            TYPES.verify(type, null);
        } catch (BadJOSEException e) {
            throw new IdentityException(Reason.TOKEN_TYPE);
        }
    }

    /** Those of the keys in force that a token may be signed with. */
    private List<JWK> matching(JWKSelector selector, @Nullable SecurityContext context) {
        SigningKeySet inForce = keys.inForce();
        Current known = current;
        if (!known.keys().equals(inForce)) {
            known = Current.of(inForce);
            current = known;
        }
        return selector.select(known.published());
    }

    private static void require(boolean upToDate, Account account) {
        if (!upToDate) {
            throw new IdentityException(Reason.TOKEN_OUTDATED, account.id());
        }
    }
}
