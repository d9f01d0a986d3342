package io.tidemark.server.http;

import io.helidon.cors.CrossOriginConfig;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.cors.CorsSupport;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Lets pages of the configured origins call the API (CORS); registers nothing without origins. Requests from other
 * origins get responses without CORS headers, which the browser withholds from the page. Helidon would answer 403, even
 * to clients that are not browsers. The page sends tokens itself, so browser credentials are not allowed.
 */
public final class CrossOrigins implements Handler {
    private static final long PREFLIGHT_SECONDS = 600;
    private static final String ADMINISTRATION = "/v3/admin";

    private final Set<String> origins;
    private final CorsSupport cors;

    private CrossOrigins(List<String> origins) {
        this.origins = Set.copyOf(origins);
        this.cors = CorsSupport.builder()
                .addCrossOrigin(CrossOriginConfig.builder()
                        .allowOrigins(origins.toArray(String[]::new))
                        .allowMethods("GET", "HEAD", "POST")
                        .allowHeaders("Authorization", "Content-Type", "If-None-Match", "X-API-Key", "x-client-secret",
                                "X-Request-Id")
                        .exposeHeaders("Content-Disposition", "ETag", "Link", "Retry-After", "Server-Timing",
                                "X-Request-Id", "X-Snapshot-Id", "X-Complete-Through",
                                "X-Hidden-Reason")
                        .allowCredentials(false)
                        .maxAgeSeconds(PREFLIGHT_SECONDS)
                        .build())
                .build();
    }

    /** Registers the handler. Register the API's routes afterwards. */
    public static void register(HttpRouting.Builder routing, List<String> origins) {
        if (!origins.isEmpty()) {
            CrossOrigins allowed = new CrossOrigins(origins);
            routing.any("/v2/*", allowed).any("/v3/*", allowed);
        }
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) throws Exception {
        // only this server's own page may use the admin API
        boolean allowed = !request.path().path().startsWith(ADMINISTRATION) && request.headers()
                .first(HeaderNames.ORIGIN)
                .filter(origin -> origins.contains(origin.toLowerCase(Locale.ROOT))).isPresent();
        if (allowed) {
            cors.handle(request, response);
        } else {
            response.next();
        }
    }
}
