package io.tidemark.server.identity;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.answer.ApiException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the revocation endpoint is asked for (RFC 7009, section 2.1); the hint of the token's kind is not needed.
 *
 * @param token the refresh token
 * @param client who says that it is its own, if one does
 */
record RevokeRequest(String token, @Nullable BasicCredentials client) {

    /** Reads the fields; throws {@link ApiException.BadRequest}, for an access token too, which runs out by itself. */
    static RevokeRequest read(JsonNode body) {
        TokenFields fields = new TokenFields(body);
        String token = fields.required("token");
        Optional<BasicCredentials> client = fields.optionalClient();
        if (token.split("\\.", -1).length == 3) {
            fields.wrong("token", "unsupported_token_type: access tokens cannot be revoked, they end within the hour;"
                    + " revoke the refresh token");
        }
        fields.refuse();
        return new RevokeRequest(token, client.orElse(null));
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "RevokeRequest";
    }
}
