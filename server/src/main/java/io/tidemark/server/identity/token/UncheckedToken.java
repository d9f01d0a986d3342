package io.tidemark.server.identity.token;

import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.JWTParser;
import com.nimbusds.jwt.SignedJWT;
import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.IdentityException.Reason;
import java.text.ParseException;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A signed token as it was read; nothing of it has been checked.
 *
 * @param signed its header and signature
 * @param claims its claims
 */
public record UncheckedToken(SignedJWT signed, JWTClaimsSet claims) {

    /** Reads one; throws {@link IdentityException} when it is none. */
    static UncheckedToken of(String text) {
        JWT jwt;
        JWTClaimsSet claims;
        try {
            jwt = JWTParser.parse(text);
            claims = jwt.getJWTClaimsSet();
        } catch (ParseException | RuntimeException e) {
            throw new IdentityException(Reason.TOKEN_MALFORMED);
        }
        if (!(jwt instanceof SignedJWT signed)) {
            throw new IdentityException(Reason.TOKEN_ALGORITHM);
        }
        if (claims == null || !isCanonical(text, signed)) {
            throw new IdentityException(Reason.TOKEN_MALFORMED);
        }
        return new UncheckedToken(signed, claims);
    }

    // the library ignores padding, spaces and spare bits (RFC 7515, section 2, allows none): one token would have many spellings, each
    // of which a list of refused tokens or a proxy would have to know
    private static boolean isCanonical(String text, SignedJWT signed) {
        return Arrays.stream(signed.getParsedParts()).map(part -> Base64URL.encode(part.decode()).toString())
                .collect(Collectors.joining(".")).equals(text);
    }
}
