package io.tidemark.server.identity.token;

import io.helidon.security.jwt.Jwt;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.IdentityException.Reason;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.state.ShortMemory;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Checks the tokens that this server gave out, and that their account is still in force. A rotation of keys is taken up.
 * Thread-safe.
 */
public final class OwnIssuer implements IssuerVerifier {
    /** RFC 9068, section 2.1: with or without the prefix of the media type. */
    private static final Set<String> TYPES = Set.of("at+jwt", "application/at+jwt");

    private static final Set<String> ALGORITHMS = Set.of("RS256");

    private final IdentityConfig config;
    private final SigningKeys keys;
    private final ShortMemory<Optional<Account>> accounts;
    private final Clock clock;
    private volatile Current current;

    public OwnIssuer(IdentityConfig config, SigningKeys keys, ShortMemory<Optional<Account>> accounts, Clock clock) {
        this.config = config;
        this.keys = keys;
        this.accounts = accounts;
        this.clock = clock;
        this.current = Current.of(keys.inForce(), config);
    }

    private record Current(SigningKeySet keys, JwtChecks checks) {
        static Current of(SigningKeySet keys, IdentityConfig config) {
            return new Current(keys, new JwtChecks(keys.publicJson(), config.audience()));
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
    public Caller verify(ReadToken token) {
        checks().check(token, clock.instant());
        Jwt jwt = token.jwt();
        require(jwt.type().map(type -> type.toLowerCase(Locale.ROOT)).filter(TYPES::contains).isPresent(), Reason.TOKEN_TYPE);
        require(jwt.issuer().filter(config.issuer()::equals).isPresent(), Reason.TOKEN_ISSUER);
        TokenClaims claims = TokenClaims.read(jwt);
        Account account = accounts.of(claims.subject()).filter(Account::active)
                .orElseThrow(() -> new IdentityException(Reason.TOKEN_REVOKED, claims.subject()));
        Access access = inForce(claims.access(), account.access());
        require(account.tokensFrom() == null || issuedSince(jwt, account.tokensFrom()), Reason.TOKEN_OUTDATED);
        String client = account.kind() == Account.Kind.CLIENT ? account.id() : null;
        return new Caller(claims.subject(), claims.name(), client, access.role(), access.permissions(), access.farmerId(),
                account.email());
    }

    /**
     * What a token may do: never more than its account may now. One of another role or farmer is refused, so that its holder refreshes
     * it.
     */
    private static Access inForce(Access token, Access account) {
        require(token.role() == account.role() && Objects.equals(token.farmerId(), account.farmerId()), Reason.TOKEN_OUTDATED);
        Set<Permission> both = new HashSet<>(token.permissions());
        both.retainAll(account.permissions());
        return new Access(account.role(), account.farmerId(), both);
    }

    /** Tokens count in seconds: those of the very second are good. */
    private static boolean issuedSince(Jwt jwt, Instant start) {
        return jwt.issueTime().filter(time -> !time.isBefore(start.truncatedTo(ChronoUnit.SECONDS))).isPresent();
    }

    private JwtChecks checks() {
        SigningKeySet inForce = keys.inForce();
        Current known = current;
        if (!known.keys().equals(inForce)) {
            known = Current.of(inForce, config);
            current = known;
        }
        return known.checks();
    }

    private static void require(boolean holds, Reason reason) {
        if (!holds) {
            throw new IdentityException(reason);
        }
    }
}
