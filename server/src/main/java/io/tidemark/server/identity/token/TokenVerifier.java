package io.tidemark.server.identity.token;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tidemark.data.file.Sha256;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.IdentityException.Reason;
import io.tidemark.server.identity.state.StateException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks access tokens. Only signed tokens of an allowed algorithm pass; then the verifier of the issuer that the token
 * names checks it. Thread-safe.
 */
public final class TokenVerifier {
    private static final int MAX_HEADER = 8_192;
    private static final String SCHEME = "bearer ";
    /** A flood of other tokens takes no more memory than this many. */
    static final int KEPT = 1_000;

    private final Map<String, IssuerVerifier> issuers;
    private final Set<String> algorithms;
    /** The verified tokens by their SHA-256: a client sends its token with each request, and a signature takes long. */
    final Cache<String, VerifiedToken> kept = Caffeine.newBuilder().maximumSize(KEPT).build();

    /** Accepts the tokens of these issuers, whose names differ. */
    public TokenVerifier(List<IssuerVerifier> issuers) {
        this.issuers = issuers.stream().collect(Collectors.toUnmodifiableMap(IssuerVerifier::issuer,
                Function.identity()));
        this.algorithms = issuers.stream().flatMap(issuer -> issuer.algorithms().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * The caller of an {@code Authorization} header.
     *
     * @param authorization its value as sent, null when there was none
     * @throws IdentityException if it is not a valid token of a known issuer
     * @throws StateException when the accounts cannot be read
     */
    public Caller verify(@Nullable String authorization) throws IdentityException {
        if (authorization == null) {
            throw new IdentityException(Reason.TOKEN_MISSING);
        }
        if (authorization.length() > MAX_HEADER) {
            throw new IdentityException(Reason.TOKEN_TOO_LONG);
        }
        if (!authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            throw new IdentityException(Reason.TOKEN_MALFORMED);
        }
        String text = authorization.substring(SCHEME.length());
        String digest = Sha256.hex(text);
        VerifiedToken known = kept.getIfPresent(digest);
        if (known != null && known.holds().getAsBoolean()) {
            return known.caller().get();
        }
        VerifiedToken verified = verify(UncheckedToken.of(text, algorithms));
        Caller caller = verified.caller().get();
        // only accepted tokens are kept, so that nobody can fill the cache with others
        kept.put(digest, verified);
        return caller;
    }

    private VerifiedToken verify(UncheckedToken token) {
        IssuerVerifier verifier = verifier(token);
        // the issuer must allow the algorithm, before anything is computed with the token
        if (token.headers().algorithm().filter(verifier.algorithms()::contains).isEmpty()) {
            throw new IdentityException(Reason.TOKEN_ALGORITHM);
        }
        return verifier.verify(token);
    }

    private IssuerVerifier verifier(UncheckedToken token) {
        return token.registered().issuer().map(issuers::get)
                .orElseThrow(() -> new IdentityException(Reason.TOKEN_ISSUER));
    }
}
