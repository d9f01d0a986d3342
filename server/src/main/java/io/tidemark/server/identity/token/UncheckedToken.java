package io.tidemark.server.identity.token;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.helidon.security.jwt.Jwt;
import io.helidon.security.jwt.JwtHeaders;
import io.helidon.security.jwt.SignedJwt;
import io.tidemark.server.http.Json;
import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.IdentityException.Reason;
import java.io.IOException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A signed token as it was read; nothing of it has been checked.
 *
 * @param headers    its algorithm, type and key
 * @param signed     what was signed, and the signature
 * @param registered the claims that every token is checked by (RFC 7519, section 4.1)
 * @param issuedAt   when it was issued; null when it does not say
 * @param claims     all claims; not to be changed
 */
public record UncheckedToken(JwtHeaders headers, SignedJwt signed, Jwt registered, @Nullable Instant issuedAt,
        ObjectNode claims) {
    /** RFC 9068, section 2.1: the types that only access tokens have. */
    private static final Set<String> ACCESS_TYPES = Set.of("at+jwt", "application/at+jwt");

    private static final Base64.Decoder DECODER = Base64.getUrlDecoder();
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    /**
     * Reads a token. Its algorithm is checked before anything else than its header is read.
     *
     * @throws IdentityException if it is no token, or none that is signed with one of the algorithms
     */
    static UncheckedToken of(String text, Set<String> algorithms) {
        String[] parts = text.split("\\.", -1);
        try {
            // Helidon would read the last of two equal keys, where a proxy may have read the first
            object(parts[0]);
            JwtHeaders headers = JwtHeaders.parseToken(text);
            String algorithm = headers.algorithm().orElseThrow(() -> new IdentityException(Reason.TOKEN_MALFORMED));
            if (!algorithms.contains(algorithm)) {
                throw new IdentityException(Reason.TOKEN_ALGORITHM);
            }
            if (parts.length != 3 || bytes(parts[2]).length == 0) {
                throw new IdentityException(Reason.TOKEN_MALFORMED);
            }
            ObjectNode claims = object(parts[1]);
            return new UncheckedToken(headers, SignedJwt.parseToken(headers, text), registered(claims),
                    time(claims.get("iat")), claims);
        } catch (IdentityException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            // without the cause, whose message repeats the token
            throw new IdentityException(Reason.TOKEN_MALFORMED);
        }
    }

    /** The type in its header in lower case; null when there is none. */
    public @Nullable String type() {
        return headers.type().map(type -> type.toLowerCase(Locale.ROOT)).orElse(null);
    }

    /** Whether its type says that it is an access token. */
    public boolean isTypedAccessToken() {
        String type = type();
        return type != null && ACCESS_TYPES.contains(type);
    }

    private static ObjectNode object(String part) throws IOException {
        if (Json.MAPPER.readTree(bytes(part)) instanceof ObjectNode object) {
            return object;
        }
        throw new IdentityException(Reason.TOKEN_MALFORMED);
    }

    // Helidon's reader accepts padding and spare bits, which RFC 7515, section 2, does not allow: one token would have
    // many spellings, and a list of refused tokens, or a proxy, would have to know each of them
    private static byte[] bytes(String part) {
        byte[] bytes = DECODER.decode(part);
        if (!ENCODER.encodeToString(bytes).equals(part)) {
            throw new IdentityException(Reason.TOKEN_MALFORMED);
        }
        return bytes;
    }

    // SignedJwt.getJwt() also converts what users write about themselves, and fails at a website with a blank in it.
    // The time of issue is left out: Helidon would refuse a token that expires before it was issued, as when its
    // issuer's clock jumped back, but only the expiry counts here
    private static Jwt registered(ObjectNode claims) {
        return Jwt.builder()
                .issuer(text(claims.get("iss")))
                .subject(text(claims.get("sub")))
                .audience(audience(claims.path("aud")))
                .expirationTime(time(claims.get("exp")))
                .notBefore(time(claims.get("nbf")))
                .build();
    }

    /** The audiences: one text or a list. A value of another type gives none, so the token is refused. */
    private static List<String> audience(JsonNode claim) {
        if (claim.isTextual()) {
            return List.of(claim.textValue());
        }
        return claim.isArray() ? claim.valueStream().filter(JsonNode::isTextual).map(JsonNode::textValue).toList()
                : List.of();
    }

    private static @Nullable String text(@Nullable JsonNode claim) {
        if (claim == null || claim.isNull()) {
            return null;
        }
        if (!claim.isTextual()) {
            throw new IdentityException(Reason.TOKEN_MALFORMED);
        }
        return claim.textValue();
    }

    /** A time in seconds since 1970, without its fraction. */
    private static @Nullable Instant time(@Nullable JsonNode claim) {
        if (claim == null || claim.isNull()) {
            return null;
        }
        if (!claim.isNumber() || !claim.canConvertToLong()) {
            throw new IdentityException(Reason.TOKEN_MALFORMED);
        }
        return Instant.ofEpochSecond(claim.longValue());
    }
}
