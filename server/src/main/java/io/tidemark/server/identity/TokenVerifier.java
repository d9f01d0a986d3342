package io.tidemark.server.identity;

import io.helidon.security.jwt.Jwt;
import io.helidon.security.jwt.SignedJwt;
import io.tidemark.server.identity.IdentityException.Reason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks access tokens: what is no signed token of an allowed algorithm is refused here, the rest goes to the verifier of the
 * issuer that the token claims to be of. Thread-safe.
 */
final class TokenVerifier {
    private static final int LONGEST_HEADER = 8_192;
    private static final String SCHEME = "bearer ";

    private final Map<String, IssuerVerifier> issuers;

    /** Accepts the tokens of these issuers, whose names differ. */
    TokenVerifier(List<IssuerVerifier> issuers) {
        this.issuers = issuers.stream().collect(Collectors.toUnmodifiableMap(IssuerVerifier::issuer, Function.identity()));
    }

    /**
     * The caller of an {@code Authorization} header.
     *
     * @param authorization its value as sent, null when there was none
     * @throws IdentityException when it is not a token of a known issuer that is in force
     * @throws StateException when the accounts cannot be read
     * @throws ProviderException when the keys of another issuer are not known
     */
    Caller verify(@Nullable String authorization) throws IdentityException {
        if (authorization == null) {
            throw new IdentityException(Reason.TOKEN_MISSING);
        }
        if (authorization.length() > LONGEST_HEADER) {
            throw new IdentityException(Reason.TOKEN_TOO_LONG);
        }
        if (!authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            throw new IdentityException(Reason.TOKEN_MALFORMED);
        }
        SignedJwt token;
        Optional<String> algorithm;
        Optional<String> issuer;
        try {
            token = SignedJwt.parseToken(authorization.substring(SCHEME.length()));
            // the parser throws here, and in its own words, where header or claims have another JSON type than they should
            Jwt jwt = token.getJwt();
            algorithm = jwt.algorithm();
            issuer = jwt.issuer();
        } catch (RuntimeException e) {
            throw new IdentityException(Reason.TOKEN_MALFORMED);
        }
        IssuerVerifier verifier = issuer.map(issuers::get).orElseThrow(() -> new IdentityException(Reason.TOKEN_ISSUER));
        // allow-list before anything is computed with the token
        if (algorithm.filter(verifier.algorithms()::contains).isEmpty()) {
            throw new IdentityException(Reason.TOKEN_ALGORITHM);
        }
        return verifier.verify(token);
    }
}
