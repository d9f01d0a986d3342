package io.tidemark.server.identity;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.http.ApiException;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request to the token endpoint, with each field checked; unknown fields are ignored (RFC 6749, section 3.2). A
 * client's id and secret are two of the fields, also if they were sent as HTTP Basic.
 */
sealed interface TokenRequest {
    /** The grants of the token endpoint by their OAuth names. */
    Set<String> GRANTS = Set.of("client_credentials", "password", "refresh_token");

    /** A user's name and password. */
    record ByPassword(String username, String password) implements TokenRequest {
        @Override
        public String toString() {
            return "ByPassword";
        }
    }

    /** A client's id and secret. */
    record ByClient(BasicCredentials client) implements TokenRequest {
    }

    /** A refresh token, and the credentials of the client that claims to own it, if any. */
    record ByRefreshToken(String token, @Nullable BasicCredentials client) implements TokenRequest {
        @Override
        public String toString() {
            return "ByRefreshToken";
        }
    }

    /**
     * Reads the token endpoint's fields; throws {@link ApiException.BadRequest}
     * that names each wrong field, and no secret.
     */
    static TokenRequest read(JsonNode body) {
        TokenFields fields = new TokenFields(body);
        boolean user = body.has("username") || body.has("password");
        boolean client = body.has("client_id") || body.has("client_secret");
        String grant = fields.optional("grant_type");
        if (grant != null && !GRANTS.contains(grant)) {
            fields.wrong("grant_type", "allowed: client_credentials, password, refresh_token");
        }
        fields.refuse();
        if ("refresh_token".equals(grant)) {
            return refresh(body);
        }
        if (user && client) {
            fields.wrong("grant_type", "send either username and password, or client_id and client_secret, not both");
        } else if (user && "client_credentials".equals(grant)) {
            fields.wrong("grant_type", "client_credentials needs client_id and client_secret");
        } else if (client && "password".equals(grant)) {
            fields.wrong("grant_type", "password needs username and password");
        } else if (client && grant == null) {
            fields.wrong("grant_type", "required with client_id: client_credentials");
        }
        fields.refuse();
        if (client || "client_credentials".equals(grant)) {
            BasicCredentials credentials = fields.client();
            fields.refuse();
            return new ByClient(credentials);
        }
        String username = fields.required("username");
        String password = fields.required("password");
        fields.refuse();
        return new ByPassword(username, password);
    }

    /** Reads the fields of a refresh, at its own endpoint or as a grant. */
    static ByRefreshToken refresh(JsonNode body) {
        TokenFields fields = new TokenFields(body);
        String token = fields.required("refresh_token");
        Optional<BasicCredentials> client = fields.optionalClient();
        fields.refuse();
        return new ByRefreshToken(token, client.orElse(null));
    }
}
