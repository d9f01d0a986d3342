package io.tidemark.server.identity;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.http.ApiException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request to the revocation endpoint (RFC 7009, section 2.1); the token type hint is ignored.
 * @param token the refresh token
 * @param client the credentials of the client that claims to own it, if any
 */
record RevokeRequest(String token, @Nullable BasicCredentials client) {

    /** Reads the fields; throws {@link ApiException.BadRequest}, also for an access token, which expires by itself. */
    static RevokeRequest read(JsonNode body) {
        TokenFields fields = new TokenFields(body);
        String token = fields.required("token");
        Optional<BasicCredentials> client = fields.optionalClient();
        if (token.split("\\.", -1).length == 3) {
            fields.wrong("token", "unsupported_token_type: access tokens cannot be revoked, they expire within the "
                    + "hour; revoke the refresh token");
        }
        fields.refuse();
        return new RevokeRequest(token, client.orElse(null));
    }

    /** Leaves out the token. */
    @Override
    public String toString() {
        return "RevokeRequest";
    }
}
