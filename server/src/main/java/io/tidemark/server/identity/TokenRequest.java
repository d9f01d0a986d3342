package io.tidemark.server.identity;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.answer.ApiException;
import io.tidemark.server.answer.ApiException.Detail;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The body of the token endpoint in one of its two modes, each field checked; fields that it does not know are ignored
 * (RFC 6749, section 3.2).
 */
sealed interface TokenRequest {
    /** A user's name and password. */
    record ByPassword(String username, String password) implements TokenRequest {
        @Override
        public String toString() {
            return "ByPassword";
        }
    }

    /** A client's id and secret. */
    record ByClient(String clientId, String clientSecret) implements TokenRequest {
        @Override
        public String toString() {
            return "ByClient";
        }
    }

    /** Reads a JSON object; throws {@link ApiException.BadRequest} that names each field in error, and no secret. */
    static TokenRequest read(JsonNode body) {
        Fields fields = new Fields(body);
        boolean user = body.has("username") || body.has("password");
        boolean client = body.has("client_id") || body.has("client_secret");
        String grant = fields.optional("grant_type");
        if (grant != null && !grant.equals("client_credentials") && !grant.equals("password")) {
            fields.wrong("grant_type", "allowed: client_credentials, password"
                    + (grant.equals("refresh_token") ? "; refresh tokens are used at /v3/auth/refresh" : ""));
        }
        fields.refuse();
        if (user && client) {
            fields.wrong("grant_type", "send either username and password, or client_id and client_secret, not both");
        } else if (user && "client_credentials".equals(grant)) {
            fields.wrong("grant_type", "client_credentials takes client_id and client_secret");
        } else if (client && "password".equals(grant)) {
            fields.wrong("grant_type", "password takes username and password");
        } else if (client && grant == null) {
            fields.wrong("grant_type", "required with client_id: client_credentials");
        }
        fields.refuse();
        if (client || "client_credentials".equals(grant)) {
            String id = fields.required("client_id");
            String secret = fields.required("client_secret");
            fields.refuse();
            return new ByClient(id, secret);
        }
        String username = fields.required("username");
        String password = fields.required("password");
        fields.refuse();
        return new ByPassword(username, password);
    }

    /** The refresh endpoint's one field. */
    static String refreshToken(JsonNode body) {
        Fields fields = new Fields(body);
        String token = fields.required("refresh_token");
        fields.refuse();
        return token;
    }

    /** Collects what is wrong, so that all of it is said at once. */
    final class Fields {
        private final JsonNode body;
        private final List<Detail> details = new ArrayList<>();

        Fields(JsonNode body) {
            this.body = body;
        }

        String required(String name) {
            if (!body.hasNonNull(name)) {
                wrong(name, "required, a string");
                return "";
            }
            String value = optional(name);
            if (value != null && value.isEmpty()) {
                wrong(name, "must not be empty");
            }
            return value == null ? "" : value;
        }

        @Nullable String optional(String name) {
            JsonNode value = body.get(name);
            if (value == null || value.isTextual()) {
                return value == null ? null : value.textValue();
            }
            wrong(name, "must be a string");
            return null;
        }

        /** Values are never repeated: any field may hold a secret that was put in the wrong place. */
        void wrong(String name, String message) {
            details.add(new Detail(name, null, message));
        }

        void refuse() {
            if (!details.isEmpty()) {
                throw new ApiException.BadRequest(details);
            }
        }
    }
}
