package io.tidemark.server.identity;

import io.helidon.common.socket.PeerInfo;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Method;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tidemark.server.http.BasePath;
import io.tidemark.server.http.Json;
import io.tidemark.server.http.PathMethods;
import io.tidemark.server.identity.token.IdentityConfig;
import io.tidemark.server.identity.token.SigningKeys;
import java.nio.charset.StandardCharsets;

/**
 * The public metadata of this issuer: its public keys (RFC 7517) and its endpoints (RFC 8414). They are registered at
 * {@link #PATH}.
 */
public final class WellKnownRoutes implements HttpService {
    /** The path of these routes. */
    public static final String PATH = "/.well-known";

    private static final String KEYS = "/jwks.json";
    /** A client that finds an unknown key fetches them again by itself. */
    private static final String MINUTES = "public, max-age=300";

    private final IdentityConfig config;
    private final SigningKeys keys;

    WellKnownRoutes(IdentityConfig config, SigningKeys keys) {
        this.config = config;
        this.keys = keys;
    }

    @Override
    public void routing(HttpRules rules) {
        new PathMethods(rules).on(Method.GET, KEYS, this::keys)
                .on(Method.GET, "/oauth-authorization-server", this::metadata)
                .on(Method.GET, "/openid-configuration", this::metadata).only();
    }

    private void keys(ServerRequest request, ServerResponse response) {
        response.header(HeaderNames.CACHE_CONTROL, MINUTES);
        response.header(HeaderValues.CONTENT_TYPE_JSON);
        response.send(keys.publicJwkSet().getBytes(StandardCharsets.UTF_8));
    }

    private void metadata(ServerRequest request, ServerResponse response) {
        boolean published = IssuerMetadata.isAddress(config.issuer());
        String base = address(request);
        // an address of this connection is for its client only
        response.header(HeaderNames.CACHE_CONTROL, published ? MINUTES : "no-store");
        response.header(HeaderValues.CONTENT_TYPE_JSON);
        response.send(Json.bytes(IssuerMetadata.of(config.issuer(), base)));
    }

    /** The server's address for a client, without a slash at its end: the issuer's, or where its connection arrived. */
    public String address(ServerRequest request) {
        return IssuerMetadata.isAddress(config.issuer()) ? config.issuer().replaceFirst("/$", "") : reached(request);
    }

    /**
     * Where the connection has arrived. Host is not asked: who sends another's request could make it name a server of
     * their own.
     */
    private static String reached(ServerRequest request) {
        PeerInfo here = request.localPeer();
        // the address of an interface may name that too, which no URL can
        String address = here.host().replaceFirst("%.*", "");
        return (request.isSecure() ? "https://" : "http://") + (address.contains(":") ? "[" + address + "]" : address)
                + ":" + here.port() + BasePath.address(request, "");
    }
}
