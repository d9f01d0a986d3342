package io.tidemark.server.answer;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.helidon.http.HttpMediaType;
import io.helidon.webserver.http.ServerRequest;
import io.tidemark.server.answer.ApiException.Detail;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.OptionalLong;

/** Reads a request's body as one JSON object of limited size. */
public final class JsonBody {
    private JsonBody() {
    }

    /**
     * The body's JSON object.
     *
     * @param limit largest body in bytes
     * @throws ApiException 400 when it is not {@code application/json} or not one well-formed object, 413 when too large
     */
    public static JsonNode read(ServerRequest request, int limit) {
        if (!isJson(request)) {
            throw bad("Content-Type", "must be application/json");
        }
        OptionalLong length = request.headers().contentLength();
        if (length.isPresent() && length.getAsLong() > limit) {
            throw new ApiException.PayloadTooLarge(limit);
        }
        byte[] bytes = bytes(request, limit);
        if (bytes.length > limit) {
            throw new ApiException.PayloadTooLarge(limit);
        }
        JsonNode body;
        try {
            body = Json.MAPPER.readTree(bytes);
        } catch (JsonProcessingException e) {
            // the parser's own words repeat the input, which may be a secret; the place is enough
            JsonLocation place = e.getLocation();
            throw bad("body", place == null ? "is not well-formed JSON"
                    : "is not well-formed JSON, line " + place.getLineNr() + ", column " + place.getColumnNr());
        } catch (IOException e) {
            throw bad("body", "is not UTF-8 text");
        }
        if (body == null || !body.isObject()) {
            throw bad("body", "must be a JSON object");
        }
        return body;
    }

    private static boolean isJson(ServerRequest request) {
        try {
            return request.headers().contentType()
                    .map(HttpMediaType::mediaType)
                    .filter(type -> type.type().equalsIgnoreCase("application") && type.subtype().equalsIgnoreCase("json"))
                    .isPresent();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static byte[] bytes(ServerRequest request, int limit) {
        if (!request.content().hasEntity()) {
            return new byte[0];
        }
        try (InputStream stream = request.content().inputStream()) {
            return stream.readNBytes(limit + 1);
        } catch (IOException e) {
            throw bad("body", "ended before it was complete");
        }
    }

    private static ApiException.BadRequest bad(String parameter, String message) {
        return new ApiException.BadRequest(List.of(new Detail(parameter, null, message)));
    }
}
