package io.tidemark.server.identity.token;

import io.helidon.security.jwt.jwk.JwkKeys;

/** The public keys of an issuer, as they are now. Thread-safe. */
public interface KeysInForce {

    /**
     * The keys that sign now. As long as they are the same it is the same object, so that a token need not be checked again.
     *
     * @param keyId the key that a token names; an issuer may look for newer ones when it does not know it
     */
    JwkKeys with(String keyId);
}
