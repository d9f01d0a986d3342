package io.tidemark.server.identity.token;

import com.nimbusds.jose.JWSAlgorithm;
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
import org.jspecify.annotations.Nullable;

/**
 * Checks the tokens that this server issued, and that their account is still active.
 * Picks up key rotations. Thread-safe.
 */
public final class OwnIssuer implements IssuerVerifier {
    private static final Set<String> ALGORITHMS = Set.of(JWSAlgorithm.RS256.getName());

    private final IdentityConfig config;
    private final SigningKeys keys;
    private final StateCache<Optional<Account>> accounts;
    private final JwtChecks checks;
    private volatile ProvidedKeys current;

    /** Checks tokens with these keys, and finds their accounts in {@code accounts}. */
    public OwnIssuer(IdentityConfig config, SigningKeys keys, StateCache<Optional<Account>> accounts, Clock clock) {
        this.config = config;
        this.keys = keys;
        this.accounts = accounts;
        this.current = ProvidedKeys.of(keys.inForce(), config.audience());
        this.checks = new JwtChecks(this::inForce, config.issuer(), config.audience(),
                token -> token.registered().subject().orElse(null), clock);
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
    public VerifiedToken verify(UncheckedToken token) {
        return checks.check(token, () -> {
            if (!token.isTypedAccessToken()) {
                throw new IdentityException(Reason.TOKEN_TYPE);
            }
            TokenClaims claims = TokenClaims.read(token.claims());
            Instant issued = token.issuedAt();
            return () -> caller(claims, issued);
        });
    }

    private Caller caller(TokenClaims claims, @Nullable Instant issued) {
        Account account = accounts.of(claims.subject()).filter(Account::active)
                .orElseThrow(() -> new IdentityException(Reason.TOKEN_REVOKED, claims.subject()));
        Access access = inForce(claims.access(), account);
        // token times are whole seconds, so tokens of the same second are accepted
        require(account.tokensFrom() == null
                || (issued != null && !issued.isBefore(account.tokensFrom().truncatedTo(ChronoUnit.SECONDS))), account);
        String client = account.kind() == Account.Kind.CLIENT ? account.id() : null;
        return new Caller(claims.subject(), claims.name(), client, access.role(), access.permissions(),
                access.farmerId(), account.email());
    }

    /**
     * The rights of a token: never more than its account has now. If role or farmer differ it is refused, so that its
     * holder refreshes it.
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

    /** The keys that verify now, whichever of them a token names. */
    private ProvidedKeys inForce(String keyId) {
        SigningKeySet now = keys.inForce();
        ProvidedKeys known = current;
        if (!known.keys().equals(now)) {
            known = ProvidedKeys.of(now, config.audience());
            current = known;
        }
        return known;
    }

    private static void require(boolean upToDate, Account account) {
        if (!upToDate) {
            throw new IdentityException(Reason.TOKEN_OUTDATED, account.id());
        }
    }
}
