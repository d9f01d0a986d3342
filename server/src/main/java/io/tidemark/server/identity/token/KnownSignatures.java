package io.tidemark.server.identity.token;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.jca.JCAContext;
import com.nimbusds.jose.util.Base64URL;
import io.tidemark.data.hash.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.Key;
import java.util.Set;

/**
 * Verifies signatures, each good one once: what a key has signed it has signed for good, and to work that out takes longer than all
 * the rest of a request that is answered from memory. Whether the key is still in force is decided before. Thread-safe.
 */
final class KnownSignatures extends DefaultJWSVerifierFactory {
    private static final int REMEMBERED = 1_000;

    /** What a key has signed, with the signature. */
    private record Signed(Key key, String hash) {
    }

    private final Cache<Signed, Boolean> good = Caffeine.newBuilder().maximumSize(REMEMBERED).build();

    @Override
    public JWSVerifier createJWSVerifier(JWSHeader header, Key key) throws JOSEException {
        return new Remembering(key, super.createJWSVerifier(header, key));
    }

    private final class Remembering implements JWSVerifier {
        private final Key key;
        private final JWSVerifier verifier;

        Remembering(Key key, JWSVerifier verifier) {
            this.key = key;
            this.verifier = verifier;
        }

        @Override
        public boolean verify(JWSHeader header, byte[] content, Base64URL signature) throws JOSEException {
            Signed signed = new Signed(key, Sha256.hex(new String(content, StandardCharsets.UTF_8) + '.' + signature));
            if (good.getIfPresent(signed) != null) {
                return true;
            }
            boolean holds = verifier.verify(header, content, signature);
            // only what is good: nobody fills it with anything else
            if (holds) {
                good.put(signed, true);
            }
            return holds;
        }

        @Override
        public Set<JWSAlgorithm> supportedJWSAlgorithms() {
            return verifier.supportedJWSAlgorithms();
        }

        @Override
        public JCAContext getJCAContext() {
            return verifier.getJCAContext();
        }
    }
}
