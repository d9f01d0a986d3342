package io.tidemark.server.identity.token;

import io.tidemark.server.identity.account.Secrets;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The token that follows a refresh token: HMAC-SHA256 of a random salt, with the presented token as the key. So a
 * second presentation within the salt's short life gives the same token, and the state, which has the salt, has neither
 * of the two. Who holds only the old token, or only the state, cannot compute the next one.
 */
final class NextRefreshToken {
    private static final String ALGORITHM = "HmacSHA256";

    private NextRefreshToken() {
    }

    /** The first token of a family. */
    static String first() {
        return Secrets.create(RefreshTokens.PREFIX);
    }

    /** A salt for one use of a token. */
    static String salt() {
        return Secrets.create("");
    }

    /** The token that follows this one, by the salt of its first use. */
    static String of(String token, String salt) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(token.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            byte[] next = mac.doFinal(salt.getBytes(StandardCharsets.US_ASCII));
            return RefreshTokens.PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(next);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }
}
