package io.tidemark.server.identity.provider;

import com.nimbusds.jose.Algorithm;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import io.tidemark.server.identity.token.JwtChecks;
import java.text.ParseException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Those of a provider's public keys that may sign access tokens here, as they were at a time.
 *
 * @param algorithms the one algorithm of each key, by its id
 * @param checks     what a token of theirs must pass
 * @param fetched    when they were told
 */
record ProviderKeySet(Map<String, String> algorithms, JwtChecks checks, Instant fetched) {
    /** What a provider's tokens may be signed with. */
    static final Set<String> ALLOWED = Set.of(JWSAlgorithm.RS256.getName(), JWSAlgorithm.ES256.getName());

    private static final int SHORTEST_RSA = 2048;

    /** Takes the usable keys of a JWK set; throws {@link ProviderException} when it is none. */
    static ProviderKeySet of(String jwkSet, String audience, Instant now) {
        List<JWK> keys;
        try {
            keys = JWKSet.parse(jwkSet).getKeys().stream().filter(ProviderKeySet::isUsable).map(JWK::toPublicJWK).toList();
        } catch (ParseException | RuntimeException e) {
            throw new ProviderException("its JWK set cannot be read");
        }
        Map<String, String> algorithms = new HashMap<>();
        for (JWK key : keys) {
            if (algorithms.put(key.getKeyID(), algorithm(key)) != null) {
                throw new ProviderException("its JWK set has two keys of one id");
            }
        }
        return new ProviderKeySet(Map.copyOf(algorithms), new JwtChecks(new JWKSet(keys).toString(), audience), now);
    }

    // a secret key (oct) in a public set would let everybody sign with it; short keys can be broken
    private static boolean isUsable(JWK key) {
        boolean strong = (key instanceof RSAKey && key.size() >= SHORTEST_RSA)
                || (key instanceof ECKey curve && curve.getCurve().equals(Curve.P_256));
        KeyUse use = key.getKeyUse();
        Algorithm said = key.getAlgorithm();
        return strong && key.getKeyID() != null && (use == null || use.equals(KeyUse.SIGNATURE))
                && (said == null || said.getName().equals(algorithm(key)));
    }

    private static String algorithm(JWK key) {
        return (key instanceof RSAKey ? JWSAlgorithm.RS256 : JWSAlgorithm.ES256).getName();
    }
}
