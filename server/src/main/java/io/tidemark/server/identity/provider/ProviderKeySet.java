package io.tidemark.server.identity.provider;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.Algorithm;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import io.tidemark.server.http.Json;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Selects those of a provider's public keys that may sign access tokens here. */
public final class ProviderKeySet {
    /** What a provider's tokens may be signed with. */
    static final Set<String> ALLOWED = Set.of(JWSAlgorithm.RS256.getName(), JWSAlgorithm.ES256.getName());

    private static final System.Logger LOG = System.getLogger(ProviderKeySet.class.getName());
    private static final int MIN_RSA = 2048;

    private ProviderKeySet() {}

    /**
     * The number of usable keys that a provider has now; throws {@link ProviderException} if they cannot be fetched.
     */
    public static int count(ExternalIssuer provider) {
        return usable(new ProviderClient(provider).keySet()).size();
    }

    /** Takes the usable keys of a JWK set; throws {@link ProviderException} when it cannot be read. */
    static JWKSet usable(String jwkSet) {
        List<JWK> keys = keys(jwkSet).stream().filter(ProviderKeySet::isUsable).map(JWK::toPublicJWK).toList();
        Set<String> ids = new HashSet<>();
        if (!keys.stream().allMatch(key -> ids.add(key.getKeyID()))) {
            throw new ProviderException("its JWK set has two keys with one id");
        }
        return new JWKSet(keys);
    }

    // key by key: RFC 7517, section 5, ignores those that are not understood, such as of a new curve, and the library
    // refuses the whole set
    private static List<JWK> keys(String jwkSet) {
        JsonNode written;
        try {
            written = Json.MAPPER.readTree(jwkSet).path("keys");
        } catch (JsonProcessingException e) {
            throw new ProviderException("its JWK set cannot be read");
        }
        if (!written.isArray()) {
            throw new ProviderException("its JWK set has no keys");
        }
        List<JWK> keys = new ArrayList<>();
        for (int i = 0; i < written.size(); i++) {
            try {
                keys.add(JWK.parse(written.get(i).toString()));
            } catch (ParseException | RuntimeException e) {
                // without the cause, which may repeat the key: a provider may publish a secret one by mistake
                LOG.log(System.Logger.Level.WARNING, "a key of an identity provider cannot be read and is ignored: "
                        + "number " + (i + 1));
            }
        }
        return keys;
    }

    private static boolean isUsable(JWK key) {
        KeyUse use = key.getKeyUse();
        Algorithm said = key.getAlgorithm();
        return isStrong(key) && key.getKeyID() != null && (use == null || use.equals(KeyUse.SIGNATURE))
                && (said == null || said.equals(key instanceof RSAKey ? JWSAlgorithm.RS256 : JWSAlgorithm.ES256));
    }

    // A secret key (oct) in a public set would let everybody sign with it, and short keys can be broken. The modulus
    // itself is measured: the size of a JWK counts zeros in front of it too.
    private static boolean isStrong(JWK key) {
        try {
            return key instanceof RSAKey rsa ? rsa.toRSAPublicKey().getModulus().bitLength() >= MIN_RSA
                    : key instanceof ECKey curve && curve.getCurve().equals(Curve.P_256);
        } catch (JOSEException e) {
            // Java refuses its exponent; the other keys of the set are still good
            return false;
        }
    }
}
