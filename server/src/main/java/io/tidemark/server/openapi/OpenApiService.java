package io.tidemark.server.openapi;

import io.helidon.common.media.type.MediaType;
import io.helidon.common.media.type.MediaTypes;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.openapi.OpenApiFeature;
import io.helidon.openapi.OpenApiFormat;
import io.helidon.openapi.OpenApiManager;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tidemark.data.file.Sha256;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ApiException.Detail;
import io.tidemark.server.http.BasePath;
import io.tidemark.server.http.ConditionalGet;
import io.tidemark.server.http.PathMethods;
import io.tidemark.server.part.Parts;
import io.tidemark.server.route.CatalogCache;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.snapshot.RouteReloader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Answers {@link #PATH} with the description, as JSON or YAML by {@code ?format=} or Accept, without signing in. It is
 * a service of Helidon's {@link OpenApiFeature}, which leaves all requests to it: the feature's own handler has no ETag
 * and never updates its first document, but a deployment's own routes may change while the server runs. Thread-safe.
 */
public final class OpenApiService implements io.helidon.openapi.OpenApiService {

    /** The path of the description. */
    public static final String PATH = "/openapi";

    private static final MediaType YAML = MediaTypes.create("application/yaml");
    private static final String FORMAT = "format";

    /** The description of one catalog, in both formats. */
    private record Written(String json, String yaml, String tag) {

        static Written of(OpenApiManager<OpenApiDocument> manager, OpenApiDocument document) {
            String json = manager.format(document, OpenApiFormat.JSON);
            return new Written(json, manager.format(document, OpenApiFormat.YAML), Sha256.hex(json).substring(0, 32));
        }
    }

    private final GeneratedDocument manager;
    private final CatalogCache<Written> written;

    /** Starts the service, which describes the routes that are served at the time of a request. */
    public static void start(Parts parts) {
        RouteReloader routes = parts.get(RouteReloader.class);
        OpenApiService service = parts.add(new OpenApiService(routes, parts.config().http().basePath()));
        parts.paths(routing -> routing.get(PATH, service::formatFirst));
    }

    private OpenApiService(Supplier<RouteCatalog> catalog, BasePath base) {
        this.manager = new GeneratedDocument(catalog, base);
        this.written = new CatalogCache<>(catalog, served -> Written.of(manager, manager.of(served)));
    }

    /** Helidon's feature with this service, before which the paths of {@link #start} must be registered. */
    public OpenApiFeature feature() {
        return OpenApiFeature.builder()
                .webContext(PATH)
                .manager(manager)
                .servicesDiscoverServices(false)
                .addService(this)
                // the server's own settings decide about other origins
                .cors(cors -> cors.enabled(false)).build();
    }

    @Override
    public String name() {
        return "live";
    }

    @Override
    public String type() {
        return "tidemark";
    }

    /** Takes all requests: the feature itself would answer with its first document. */
    @Override
    public boolean supports(ServerRequestHeaders headers) {
        return true;
    }

    @Override
    public void setup(HttpRules routing, String path, Function<MediaType, String> first) {
        new PathMethods(routing).on(Method.GET, path, this::answer).only();
    }

    /**
     * Answers requests with {@code ?format=}, about which the feature does not ask its services,
     * and passes on all others.
     */
    private void formatFirst(ServerRequest request, ServerResponse response) {
        if (request.query().contains(FORMAT)) {
            answer(request, response);
        } else {
            response.next();
        }
    }

    private void answer(ServerRequest request, ServerResponse response) {
        boolean json = format(request) == OpenApiFormat.JSON;
        Written now = written.get();
        String tag = '"' + now.tag() + (json ? "-j" : "-y") + '"';
        response.header(HeaderNames.VARY, "Accept");
        ConditionalGet.answer(request, response, tag, () -> {
            response.header(HeaderNames.CONTENT_TYPE, json ? "application/json" : "application/yaml");
            response.send((json ? now.json() : now.yaml()).getBytes(StandardCharsets.UTF_8));
        });
    }

    /** The format that {@code ?format=} names, by Helidon's names, or else the one that Accept prefers. */
    private static OpenApiFormat format(ServerRequest request) {
        if (request.query().contains(FORMAT)) {
            List<String> sent = request.query().all(FORMAT);
            if (sent.size() > 1) {
                throw refused(String.join(" and ", sent), "may be given once");
            }
            String asked = sent.isEmpty() ? "" : sent.getFirst().toLowerCase(Locale.ROOT);
            return Stream.of(OpenApiFormat.values()).filter(format -> format.fileTypes().contains(asked)).findFirst()
                    .orElseThrow(() -> refused(asked, "must be json, yaml or yml"));
        }
        Optional<MediaType> best = request.headers()
                .bestAccepted(MediaTypes.APPLICATION_JSON, YAML, MediaTypes.APPLICATION_OPENAPI_JSON,
                MediaTypes.APPLICATION_OPENAPI_YAML, MediaTypes.APPLICATION_X_YAML, MediaTypes.TEXT_YAML,
                MediaTypes.TEXT_PLAIN);
        return best.map(OpenApiFormat::valueOf)
                .orElseThrow(() -> new ApiException.NotAcceptable("Available: application/json and application/yaml"));
    }

    private static ApiException.BadRequest refused(String sent, String rule) {
        return new ApiException.BadRequest(List.of(new Detail(FORMAT, sent, rule)));
    }
}
