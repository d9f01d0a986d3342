package io.tidemark.server.identity;

import java.util.Set;

/** Checks the tokens of one issuer: signature, audience, times, type and claims. Thread-safe. */
interface IssuerVerifier {
    /** The {@code iss} of its tokens. */
    String issuer();

    /** The algorithms with which they may be signed. */
    Set<String> algorithms();

    /**
     * The caller of a token whose unchecked {@code iss} is {@link #issuer}.
     *
     * @param token the token, of an allowed algorithm; nothing of it has been checked
     * @throws IdentityException when it is not a token of this issuer that is in force
     * @throws StateException when the accounts cannot be read
     * @throws ProviderException when the keys of another's tokens are not known
     */
    Caller verify(ReadToken token);
}
