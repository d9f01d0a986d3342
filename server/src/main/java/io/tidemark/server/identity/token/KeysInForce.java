package io.tidemark.server.identity.token;

import java.util.function.Predicate;

/** The current public keys of an issuer. Thread-safe. */
public interface KeysInForce {

    /**
     * The current keys, as a test whether the key that a token names has signed it. It returns an equal test until a
     * key changes, so that a token need not be checked again.
     *
     * @param keyId the key that a token names; an issuer that does not know it may fetch its keys again
     */
    Predicate<UncheckedToken> with(String keyId);
}
