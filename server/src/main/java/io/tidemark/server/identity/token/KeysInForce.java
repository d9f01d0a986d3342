package io.tidemark.server.identity.token;

import io.helidon.security.jwt.jwk.JwkKeys;

/** The current public keys of an issuer. Thread-safe. */
public interface KeysInForce {

    /**
     * The current keys. It returns the same object until a key changes, so that a token need not be checked again.
     *
     * @param keyId the key that a token names; an issuer that does not know it may fetch its keys again
     */
    JwkKeys with(String keyId);
}
