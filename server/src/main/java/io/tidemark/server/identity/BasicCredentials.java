package io.tidemark.server.identity;

import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.IdentityException.Reason;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** A client's id and secret as HTTP Basic credentials (RFC 6749, section 2.3.1). */
record BasicCredentials(String clientId, String clientSecret) {
    private static final String SCHEME = "basic ";

    /**
     * The credentials of an {@code Authorization} header; empty for another scheme.
     * @throws IdentityException if it is Basic without id and secret
     */
    static Optional<BasicCredentials> parse(String header) throws IdentityException {
        if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Optional.empty();
        }
        try {
            String text = new String(Base64.getDecoder().decode(header.substring(SCHEME.length()).strip()),
                    StandardCharsets.UTF_8);
            int colon = text.indexOf(':');
            if (colon < 1 || colon == text.length() - 1) {
                throw new IdentityException(Reason.BASIC_MALFORMED);
            }
            return Optional.of(new BasicCredentials(decoded(text.substring(0, colon)),
                    decoded(text.substring(colon + 1))));
        } catch (IllegalArgumentException e) {
            throw new IdentityException(Reason.BASIC_MALFORMED);
        }
    }

    /** Both parts are encoded like a form's values before they are joined. */
    private static String decoded(String part) {
        return URLDecoder.decode(part, StandardCharsets.UTF_8);
    }

    /** Leaves out the secret. */
    @Override
    public String toString() {
        return "BasicCredentials[" + clientId + "]";
    }
}
