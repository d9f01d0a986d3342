package io.tidemark.server.identity.token;

import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.state.StateException;
import java.util.Set;

/** Checks the tokens of one issuer: signature, audience, times, type and claims. Thread-safe. */
public interface IssuerVerifier {
    /** The {@code iss} of this issuer's tokens. */
    String issuer();

    /** The algorithms with which they may be signed. */
    Set<String> algorithms();

    /**
     * Checks a token whose unchecked {@code iss} is {@link #issuer}.
     *
     * @param token the token, of an allowed algorithm; nothing of it has been checked
     * @throws IdentityException if it is not a valid token of this issuer
     * @throws StateException when the accounts cannot be read
     */
    VerifiedToken verify(UncheckedToken token);
}
