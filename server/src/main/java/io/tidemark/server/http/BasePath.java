package io.tidemark.server.http;

import io.helidon.common.uri.UriPath;
import io.helidon.http.HeaderNames;
import io.helidon.http.HttpPrologue;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import java.util.regex.Pattern;

/**
 * The path below which everything is served, such as {@code /benchmark}, for a proxy that serves other programs under
 * the same name. The proxy passes the path on as it came; here it is taken off before the routing, and set before the
 * addresses of answers. Health checks are also answered without it, since they come from beside the proxy. {@link
 * #NONE} needs no filter.
 *
 * @param path begins with a slash and does not end with one; empty for none
 */
public record BasePath(String path) implements Filter {

    /** No path: everything is served from the root. */
    public static final BasePath NONE = new BasePath("");

    private static final Pattern FORM = Pattern.compile("(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*");
    private static final String HEALTH = "/health";

    /**
     * Whether a text can be a base path: segments that no client and no proxy rewrites,
     * and not that of the health checks.
     */
    public static boolean isOne(String text) {
        return FORM.matcher(text).matches() && !text.equals(HEALTH) && !text.startsWith(HEALTH + "/");
    }

    /** The address of a path of this server as the client of a request reaches it, without scheme and host. */
    public static String address(ServerRequest request, String path) {
        return request.context().get(BasePath.class).orElse(NONE).path() + path;
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        HttpPrologue sent = request.prologue();
        String asked = sent.uriPath().rawPath();
        if (asked.startsWith(path + "/")) {
            request.context().register(this);
            request.prologue(HttpPrologue.create(sent.rawProtocol(), sent.protocol(), sent.protocolVersion(),
                    sent.method(), UriPath.create(asked.substring(path.length())), sent.query(), sent.fragment()));
        } else if (asked.equals(path) && (sent.method().equals(Method.GET) || sent.method().equals(Method.HEAD))) {
            String query = sent.query().rawValue();
            response.status(Status.MOVED_PERMANENTLY_301);
            response.header(HeaderNames.LOCATION, path + "/" + (query.isEmpty() ? "" : "?" + query));
            response.send();
            return;
        } else if (!asked.equals(HEALTH) && !asked.startsWith(HEALTH + "/")) {
            throw new ApiException.NotFound("There is nothing here: this server's paths begin with " + path + "/");
        }
        chain.proceed();
    }
}
