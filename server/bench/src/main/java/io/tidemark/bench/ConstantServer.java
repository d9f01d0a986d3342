package io.tidemark.bench;

import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;

/**
 * A bare Helidon server that answers {@code GET /} with a fixed number of bytes of JSON, or 304: the upper bound for
 * Tidemark's server.
 */
public final class ConstantServer {

    private static final String TAG = "W/\"constant\"";

    private ConstantServer() {}

    /** Serves until stopped; the argument is the number of bytes. */
    public static void main(String[] arguments) {
        int size = Integer.parseInt(arguments[0]);
        byte[] body = ("\"" + "x".repeat(Math.max(0, size - 2)) + "\"").getBytes(StandardCharsets.US_ASCII);
        WebServer server = WebServer.builder().host("127.0.0.1").port(0)
                .routing(routing -> routing.get("/", (request, response) -> answer(request, response, body)))
                .build().start();
        System.out.println("serving at http://127.0.0.1:" + server.port());
    }

    private static void answer(ServerRequest request, ServerResponse response, byte[] body) {
        response.headers().set(HeaderNames.ETAG, TAG);
        if (request.headers().first(HeaderNames.IF_NONE_MATCH).filter(TAG::equals).isPresent()) {
            response.status(Status.NOT_MODIFIED_304).send();
        } else {
            response.headers().set(HeaderValues.CONTENT_TYPE_JSON);
            response.send(body);
        }
    }
}
