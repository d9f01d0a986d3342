package io.tidemark.server.identity.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import io.tidemark.server.identity.state.StateException;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;

/**
 * The keys at one moment: one signs; older keys only verify, until the last token that they signed has expired. As a
 * JWK set the signing key comes first and has no {@code exp}. Immutable.
 *
 * @param signing the private key that signs
 * @param retired private keys that verify until their {@code exp}, newest first
 */
record SigningKeySet(RSAKey signing, List<RSAKey> retired) {
    private static final int BITS = 2048;
    /** Allows for servers that have not yet seen the rotation, and for clock differences. */
    private static final Duration MARGIN = Duration.ofMinutes(2);

    SigningKeySet {
        retired = List.copyOf(retired);
    }

    /** A set with one new key. */
    static SigningKeySet first(Instant now) {
        return new SigningKeySet(generate(now), List.of());
    }

    /** A new key signs; the previous one verifies for the lifetime of a token, older ones until they expire. */
    SigningKeySet rotated(Instant now) {
        Instant end = now.plus(IdentityConfig.ACCESS_TOKEN_LIFE).plus(MARGIN).truncatedTo(ChronoUnit.SECONDS);
        List<RSAKey> kept = new ArrayList<>(List.of(new RSAKey.Builder(signing).expirationTime(Date.from(end))
                .build()));
        kept.addAll(at(now).retired());
        return new SigningKeySet(generate(now), kept);
    }

    /** The set without expired keys. */
    SigningKeySet at(Instant now) {
        if (retired.stream().allMatch(key -> key.getExpirationTime().toInstant().isAfter(now))) {
            return this;
        }
        return new SigningKeySet(signing,
                retired.stream().filter(key -> key.getExpirationTime().toInstant().isAfter(now)).toList());
    }

    /** All keys, the signing one first. */
    List<RSAKey> keys() {
        List<RSAKey> keys = new ArrayList<>(List.of(signing));
        keys.addAll(retired);
        return keys;
    }

    /** The file's content, private parts included. */
    String privateJson() {
        return new JWKSet(List.<JWK>copyOf(keys())).toString(false);
    }

    /** The public parts, for programs that check tokens. */
    JWKSet published() {
        return new JWKSet(List.<JWK>copyOf(keys())).toPublicJWKSet();
    }

    /** Reads {@link #privateJson}; throws {@link StateException} that names the file but not its content. */
    static SigningKeySet parse(String json, String file) {
        RSAKey signing = null;
        List<RSAKey> retired = new ArrayList<>();
        try {
            for (JWK candidate : JWKSet.parse(json).getKeys()) {
                if (!(candidate instanceof RSAKey rsa) || !usable(rsa)) {
                    continue;
                }
                if (rsa.getExpirationTime() != null) {
                    retired.add(rsa);
                } else if (signing == null) {
                    signing = rsa;
                }
            }
        } catch (ParseException | JOSEException | IllegalArgumentException e) {
            // the parser's message may repeat the secret content
            throw new StateException("Signing keys " + file + " are damaged: restore the file from a backup, or remove "
                    + "it to get new keys (all access tokens become invalid). Nothing was changed.");
        }
        if (signing == null) {
            throw new StateException("Signing keys " + file + " hold no private RS256 key of at least " + BITS
                    + " bits named by its thumbprint. Nothing was changed.");
        }
        return new SigningKeySet(signing, retired);
    }

    private static RSAKey generate(Instant now) {
        try {
            return new RSAKeyGenerator(BITS).keyUse(KeyUse.SIGNATURE).algorithm(JWSAlgorithm.RS256)
                    .keyIDFromThumbprint(true).issueTime(Date.from(now)).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException("every Java makes RSA keys", e);
        }
    }

    private static boolean usable(RSAKey key) throws JOSEException {
        return key.isPrivate() && key.size() >= BITS && JWSAlgorithm.RS256.equals(key.getAlgorithm())
                && key.computeThumbprint().toString().equals(key.getKeyID());
    }

    /** Leaves out the keys. */
    @Override
    public String toString() {
        return "SigningKeySet[" + signing.getKeyID() + ", " + retired.size() + " retired]";
    }
}
