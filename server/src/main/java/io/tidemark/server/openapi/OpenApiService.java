package io.tidemark.server.openapi;

import io.helidon.common.media.type.MediaType;
import io.helidon.common.media.type.MediaTypes;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tidemark.data.file.Sha256;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ConditionalGet;
import io.tidemark.server.route.CatalogCache;
import io.tidemark.server.route.RouteCatalog;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The description at {@link #PATH}, as JSON or YAML by Accept, without signing in. Helidon's own feature never updates the first
 * document and has no ETag, but a deployment's own routes may change while the server runs. Thread-safe.
 */
public final class OpenApiService implements HttpService {

    /** Where it is. */
    public static final String PATH = "/openapi";

    private static final MediaType YAML = MediaTypes.create("application/yaml");

    /** The description of one catalog, in both forms. */
    private record Written(String json, String yaml, String tag) {

        static Written of(RouteCatalog catalog) {
            OpenApiDocument document = OpenApiDocument.of(catalog, false);
            String json = document.json();
            return new Written(json, document.yaml(), Sha256.hex(json).substring(0, 32));
        }
    }

    private final CatalogCache<Written> written;

    /** Describes the routes that are served at the time of a request. */
    public OpenApiService(Supplier<RouteCatalog> catalog) {
        this.written = new CatalogCache<>(catalog, Written::of);
    }

    @Override
    public void routing(HttpRules rules) {
        rules.get("/", this::answer).any("/", (_, _) -> {
            throw new ApiException.MethodNotAllowed("GET");
        });
    }

    private void answer(ServerRequest request, ServerResponse response) {
        ServerRequestHeaders headers = request.headers();
        Optional<MediaType> best = headers.bestAccepted(MediaTypes.APPLICATION_JSON, YAML, MediaTypes.APPLICATION_OPENAPI_JSON,
                MediaTypes.APPLICATION_OPENAPI_YAML, MediaTypes.APPLICATION_X_YAML, MediaTypes.TEXT_YAML, MediaTypes.TEXT_PLAIN);
        MediaType type = best.orElseThrow(() -> new ApiException.NotAcceptable("There are application/json and application/yaml"));
        boolean json = type.subtype().endsWith("json");
        Written now = written.get();
        String tag = '"' + now.tag() + (json ? "-j" : "-y") + '"';
        response.header(HeaderNames.VARY, "Accept");
        ConditionalGet.answer(request, response, tag, () -> {
            response.header(HeaderNames.CONTENT_TYPE, json ? "application/json" : "application/yaml");
            response.send((json ? now.json() : now.yaml()).getBytes(StandardCharsets.UTF_8));
        });
    }
}
