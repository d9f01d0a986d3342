package io.tidemark.server.identity;

import io.helidon.security.jwt.SignedJwt;

/** Checks the tokens of one issuer: signature, audience, times, type and claims. Thread-safe. */
interface IssuerVerifier {
    /** The {@code iss} of its tokens. */
    String issuer();

    /**
     * The caller of a token whose unchecked {@code iss} is {@link #issuer}.
     *
     * @param token the token, of an allowed algorithm; nothing of it has been checked
     * @throws IdentityException when it is not a token of this issuer that is in force
     * @throws StateException when the accounts cannot be read
     */
    Caller verify(SignedJwt token);
}
