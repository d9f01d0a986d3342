package io.tidemark.server.http;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads a request's body as named fields: one JSON object, or a form. */
public final class BodyFields {
    private BodyFields() {
    }

    /**
     * Reads the body's fields; the fields of a form are all text.
     *
     * @param limit limit of the body in bytes
     * @throws ApiException 400 if the body is neither one well-formed JSON object nor a form, or repeats a field; 413
     *                      if it is too large
     */
    public static ObjectNode read(ServerRequest request, int limit) {
        if (LimitedBody.isOfType(request, "application", "json")) {
            return json(LimitedBody.read(request, limit));
        }
        if (LimitedBody.isOfType(request, "application", "x-www-form-urlencoded")) {
            return form(LimitedBody.read(request, limit));
        }
        throw LimitedBody.bad("Content-Type", "must be application/json or application/x-www-form-urlencoded");
    }

    /** Reads the fields of a body that must be one JSON object; throws like {@link #read}. */
    public static ObjectNode readJson(ServerRequest request, int limit) {
        if (!LimitedBody.isOfType(request, "application", "json")) {
            throw LimitedBody.bad("Content-Type", "must be application/json");
        }
        return json(LimitedBody.read(request, limit));
    }

    private static ObjectNode json(byte[] bytes) {
        JsonNode body;
        try {
            body = Json.MAPPER.readTree(bytes);
        } catch (JsonProcessingException e) {
            // report only the position: the parser's message repeats the input, which may be a secret
            JsonLocation place = e.getLocation();
            throw LimitedBody.bad("body", place == null ? "is not well-formed JSON"
                    : "is not well-formed JSON, line " + place.getLineNr() + ", column " + place.getColumnNr());
        } catch (IOException e) {
            throw notText();
        }
        if (body instanceof ObjectNode object) {
            return object;
        }
        throw LimitedBody.bad("body", "must be a JSON object");
    }

    private static ObjectNode form(byte[] bytes) {
        ObjectNode fields = Json.MAPPER.createObjectNode();
        String text = text(bytes);
        if (text.stripLeading().startsWith("{")) {
            throw LimitedBody.bad("Content-Type", "is that of a form, which curl sends by default, but the body looks "
                    + "like JSON;"
                    + " send it with Content-Type: application/json (curl: -H 'Content-Type: application/json', or "
                    + "--json)");
        }
        for (String pair : text.split("&", -1)) {
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            String value = decoded(equals < 0 ? "" : pair.substring(equals + 1));
            // a parameter without a value counts as absent, a repeated one is an error (RFC 6749, section 3.2)
            if (fields.has(name)) {
                throw LimitedBody.bad("body", "has a field twice");
            }
            if (!value.isEmpty()) {
                fields.put(name, value);
            }
        }
        return fields;
    }

    private static String decoded(String part) {
        try {
            return URLDecoder.decode(part, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw LimitedBody.bad("body", "is not a well-formed form");
        }
    }

    private static String text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw notText();
        }
    }

    private static ApiException.BadRequest notText() {
        return LimitedBody.bad("body", "is not UTF-8 text");
    }
}
