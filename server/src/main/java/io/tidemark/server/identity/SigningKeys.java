package io.tidemark.server.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;

/**
 * The key that signs access tokens: RSA 2048, made at first use, kept as a JWK set in {@code signing-keys.json} (0600).
 * Its id is its RFC 7638 thumbprint. Immutable.
 */
public final class SigningKeys {
    private static final String FILE = "signing-keys.json";
    private static final int BITS = 2048;

    private final RSAKey key;

    private SigningKeys(RSAKey key) {
        this.key = key;
    }

    /** The keys of a state folder; a file that does not hold them is refused with {@link StateException} and left alone. */
    public static SigningKeys open(Path stateFolder) {
        StateFolder folder = StateFolder.create(stateFolder);
        Path file = folder.file(FILE);
        return folder.exclusively(() -> {
            if (!Files.exists(file)) {
                folder.write(file, new JWKSet(generate()).toString(false).getBytes(StandardCharsets.UTF_8));
            }
            folder.makePrivate(file);
            return new SigningKeys(read(file));
        });
    }

    /** The private key, for signing. */
    RSAKey signingKey() {
        return key;
    }

    /** The public JWK set as JSON, for whoever checks tokens. */
    public String publicJwkSet() {
        return new JWKSet(key.toPublicJWK()).toString(true);
    }

    private static RSAKey generate() {
        try {
            return new RSAKeyGenerator(BITS).keyUse(KeyUse.SIGNATURE).algorithm(JWSAlgorithm.RS256)
                    .keyIDFromThumbprint(true).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException("every Java makes RSA keys", e);
        }
    }

    private static RSAKey read(Path file) {
        String content;
        try {
            content = Files.readString(file);
        } catch (IOException e) {
            throw StateFolder.failure("cannot be read", file, e);
        }
        try {
            for (JWK candidate : JWKSet.parse(content).getKeys()) {
                if (candidate instanceof RSAKey rsa && usable(rsa)) {
                    return rsa;
                }
            }
        } catch (ParseException | JOSEException | IllegalArgumentException e) {
            // the parser's message may repeat the file, which is secret
            throw new StateException("Signing keys " + file + " are damaged: restore the file from a backup, or remove it to"
                    + " have new keys made (all access tokens end). Nothing was changed.");
        }
        throw new StateException("Signing keys " + file + " hold no private RS256 key of at least " + BITS
                + " bits named by its thumbprint. Nothing was changed.");
    }

    private static boolean usable(RSAKey key) throws JOSEException {
        return key.isPrivate() && key.size() >= BITS && JWSAlgorithm.RS256.equals(key.getAlgorithm())
                && key.computeThumbprint().toString().equals(key.getKeyID());
    }
}
