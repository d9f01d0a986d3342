package io.tidemark.server.http;

import io.helidon.http.HttpMediaType;
import io.helidon.webserver.http.ServerRequest;
import io.tidemark.server.http.ApiException.Detail;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.OptionalLong;

/** Reads a request's body as bytes, up to a limit. */
public final class LimitedBody {
    private LimitedBody() {
    }

    /** Whether the Content-Type is a media type, ignoring its parameters. */
    public static boolean isOfType(ServerRequest request, String type, String subtype) {
        try {
            return request.headers().contentType()
                    .map(HttpMediaType::mediaType)
                    .filter(sent -> sent.type().equalsIgnoreCase(type) && sent.subtype().equalsIgnoreCase(subtype))
                    .isPresent();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Reads the bytes; throws {@link ApiException}: 413 above the limit, 400 if the body is cut off. */
    public static byte[] read(ServerRequest request, int limit) {
        OptionalLong length = request.headers().contentLength();
        if (length.isPresent() && length.getAsLong() > limit) {
            throw new ApiException.PayloadTooLarge(limit);
        }
        byte[] bytes = bytes(request, limit);
        if (bytes.length > limit) {
            throw new ApiException.PayloadTooLarge(limit);
        }
        return bytes;
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

    /** A refusal without any part of the body, which may contain a secret. */
    static ApiException.BadRequest bad(String parameter, String message) {
        return new ApiException.BadRequest(List.of(new Detail(parameter, null, message)));
    }
}
