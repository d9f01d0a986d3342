package io.tidemark.server.identity.token;

import io.helidon.common.configurable.Resource;
import io.helidon.security.Security;
import io.helidon.security.SecurityResponse.SecurityStatus;
import io.helidon.security.providers.jwt.JwtProvider;
import java.util.function.Predicate;

/**
 * Our own keys of one moment, and Helidon's provider of JWTs with their public parts,
 * which verifies what they signed. Immutable.
 *
 * @param keys       the keys
 * @param security   asks the provider
 * @param signatures verifies a signature alone
 */
record ProvidedKeys(SigningKeySet keys, Security security, VerificationKeys signatures)
        implements Predicate<UncheckedToken> {

    static ProvidedKeys of(SigningKeySet keys, String audience) {
        JwtProvider.Builder provider = JwtProvider.builder().verifyJwk(Resource.create("signing keys",
                keys.published().toString(true))).propagate(false);
        provider.expectedAudience(audience);
        return new ProvidedKeys(keys, Security.builder().addAuthenticationProvider(provider.build()).build(),
                VerificationKeys.of(keys.published()));
    }

    /**
     * Whether one of the keys has signed a token; one that names another key is refused before anything is verified.
     * The provider refuses claims too, by the machine's clock and without a reason for the log: {@link JwtChecks}
     * judges those, so of a token that it refuses the signature alone counts.
     */
    @Override
    public boolean test(UncheckedToken token) {
        return token.headers().keyId().map(signatures.set()::getKeyByKeyId).isPresent()
                && (isAccepted(token) || signatures.test(token));
    }

    private boolean isAccepted(UncheckedToken token) {
        try {
            return security.contextBuilder("token").env(security.environmentBuilder()
                    .header("Authorization", "bearer " + token.signed().tokenContent()).build()).build()
                    .atnClientBuilder().submit().status() == SecurityStatus.SUCCESS;
        } catch (RuntimeException e) {
            // Helidon reads users' own claims, such as website, and fails at other types; its message repeats the token
            return false;
        }
    }
}
