package io.tidemark.server.identity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ApiException.Detail;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a request to the auth routes. Collects the errors to report them together. Values are never repeated:
 * any field may hold a misplaced secret.
 */
final class TokenFields {
    private static final String CLIENT_ID = "client_id";
    private static final String CLIENT_SECRET = "client_secret";

    private final JsonNode body;
    private final List<Detail> details = new ArrayList<>();

    TokenFields(JsonNode body) {
        this.body = body;
    }

    /**
     * Adds HTTP Basic credentials to the fields.
     *
     * @throws ApiException.BadRequest when the body has a secret too, or another id (RFC 6749, section 2.3: one method
     *                                 a request)
     */
    static void merge(ObjectNode body, BasicCredentials basic) {
        TokenFields fields = new TokenFields(body);
        if (body.has(CLIENT_SECRET)) {
            fields.wrong(CLIENT_SECRET, "was sent in the Authorization header too; send it once");
        }
        String id = fields.optional(CLIENT_ID);
        if (id != null && !id.equals(basic.clientId())) {
            fields.wrong(CLIENT_ID, "differs from the one in the Authorization header");
        }
        fields.refuse();
        body.put(CLIENT_ID, basic.clientId());
        body.put(CLIENT_SECRET, basic.clientSecret());
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

    /** The client's id and secret, both required. */
    BasicCredentials client() {
        return new BasicCredentials(required(CLIENT_ID), required(CLIENT_SECRET));
    }

    /** The client's id and secret if a secret was sent; an id alone is ignored. */
    Optional<BasicCredentials> optionalClient() {
        return body.has(CLIENT_SECRET) ? Optional.of(client()) : Optional.empty();
    }

    void wrong(String name, String message) {
        details.add(new Detail(name, null, message));
    }

    /** Throws {@link ApiException.BadRequest} when anything was wrong. */
    void refuse() {
        if (!details.isEmpty()) {
            throw new ApiException.BadRequest(details);
        }
    }
}
