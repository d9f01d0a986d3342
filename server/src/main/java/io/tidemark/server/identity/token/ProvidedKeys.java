package io.tidemark.server.identity.token;

import io.helidon.common.configurable.Resource;
import io.helidon.security.AuthenticationResponse;
import io.helidon.security.Security;
import io.helidon.security.SecurityResponse.SecurityStatus;
import io.helidon.security.providers.jwt.JwtProvider;
import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.IdentityException.Reason;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Our own keys of one moment, and Helidon's provider of JWTs with their public parts, which verifies what they signed.
 * Immutable.
 *
 * @param keys     the keys
 * @param security asks the provider
 */
record ProvidedKeys(SigningKeySet keys, Security security) implements Predicate<UncheckedToken> {
    /**
     * The provider reads claims only below a good signature, so a text about them says that it is good. {@link
     * JwtChecks} judges them: the provider takes the machine's clock, with an allowance of five seconds, and gives no
     * reason for the log.
     */
    private static final Pattern ABOUT_CLAIMS =
            Pattern.compile("FATAL: (Token|Audience|Field) .*", Pattern.DOTALL);

    static ProvidedKeys of(SigningKeySet keys, String audience) {
        JwtProvider.Builder provider = JwtProvider.builder().verifyJwk(Resource.create("signing keys",
                keys.published().toString(true))).propagate(false);
        provider.expectedAudience(audience);
        return new ProvidedKeys(keys, Security.builder().addAuthenticationProvider(provider.build()).build());
    }

    @Override
    public boolean test(UncheckedToken token) {
        // an answer about the signature repeats the name of the key: a key of ours has no words for a name
        if (keys.keys().stream().noneMatch(key -> key.getKeyID().equals(token.headers().keyId().orElse(null)))) {
            return false;
        }
        AuthenticationResponse answer;
        try {
            answer = security.contextBuilder("token").env(security.environmentBuilder()
                    .header("Authorization", "bearer " + token.signed().tokenContent()).build()).build()
                    .atnClientBuilder().submit();
        } catch (RuntimeException e) {
            // Helidon reads users' own claims, such as website, and fails at other types; its message repeats the token
            throw new IdentityException(Reason.TOKEN_MALFORMED);
        }
        return answer.status() == SecurityStatus.SUCCESS
                || answer.description().filter(text -> ABOUT_CLAIMS.matcher(text).matches()).isPresent();
    }
}
