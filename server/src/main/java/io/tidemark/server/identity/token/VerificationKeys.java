package io.tidemark.server.identity.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import io.helidon.security.jwt.jwk.Jwk;
import io.helidon.security.jwt.jwk.JwkEC;
import io.helidon.security.jwt.jwk.JwkKeys;
import io.helidon.security.jwt.jwk.JwkRSA;
import java.util.function.Predicate;

/**
 * A JWK set, and its public keys in the form in which Helidon verifies signatures. Immutable.
 *
 * @param set  the keys as they are kept and published
 * @param keys the same, each with the one algorithm that it may sign with
 */
public record VerificationKeys(JWKSet set, JwkKeys keys) implements Predicate<UncheckedToken> {
    /**
     * RFC 7518, section 3.4: two numbers of 32 bytes. Java also accepts zeros before them, so that one token would have
     * several spellings.
     */
    private static final int ES256_BYTES = 64;

    /** Converts RSA keys for RS256 and keys of the curve P-256 for ES256; the set must have no others. */
    public static VerificationKeys of(JWKSet set) {
        JwkKeys.Builder keys = JwkKeys.builder();
        set.getKeys().forEach(key -> keys.addKey(converted(key)));
        return new VerificationKeys(set, keys.build());
    }

    /** Whether the key that the token names has signed it. */
    @Override
    public boolean test(UncheckedToken token) {
        boolean sized = !JWSAlgorithm.ES256.getName().equals(token.headers().algorithm().orElse(null))
                || token.signed().getSignature().length == ES256_BYTES;
        return sized && token.signed().verifySignature(keys).isValid();
    }

    private static Jwk converted(JWK key) {
        try {
            return switch (key) {
                case RSAKey rsa -> JwkRSA.builder().keyId(key.getKeyID()).algorithm(JWSAlgorithm.RS256.getName())
                        .publicKey(rsa.toRSAPublicKey()).build();
                case ECKey curve -> JwkEC.builder().keyId(key.getKeyID()).algorithm(JWSAlgorithm.ES256.getName())
                        .publicKey(curve.toECPublicKey()).build();
                default -> throw new IllegalArgumentException("a key of type " + key.getKeyType());
            };
        } catch (JOSEException e) {
            throw new IllegalStateException("the key was checked when it was read", e);
        }
    }
}
