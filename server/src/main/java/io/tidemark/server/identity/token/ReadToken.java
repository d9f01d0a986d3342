package io.tidemark.server.identity.token;

import io.helidon.security.jwt.Jwt;
import io.helidon.security.jwt.SignedJwt;
import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.IdentityException.Reason;

/**
 * A signed token as it was read; nothing of it has been checked.
 *
 * @param signed with its signature
 * @param jwt    its header and claims
 */
public record ReadToken(SignedJwt signed, Jwt jwt) {

    /** Reads one; throws {@link IdentityException} when it is none. */
    static ReadToken of(String text) {
        try {
            SignedJwt signed = SignedJwt.parseToken(text);
            // the parser throws here, and in its own words, where header or claims have another JSON type than they should
            ReadToken token = new ReadToken(signed, signed.getJwt());
            token.jwt.algorithm();
            token.jwt.issuer();
            return token;
        } catch (RuntimeException e) {
            throw new IdentityException(Reason.TOKEN_MALFORMED);
        }
    }
}
