package io.tidemark.server.dashboard;

import io.helidon.http.HeaderNames;
import io.helidon.http.SetCookie;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.BasePath;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The refresh token of a reader of the dashboard, in a cookie that no script reads, that goes to the paths of the
 * sign-in alone, and that ends with the browser.
 *
 * @param provider name of the company's provider that gave the token; empty for one of this server
 * @param token    the token
 */
record SessionCookie(String provider, String token) {
    /** The path of the sign-in, and of what is below. */
    static final String PATH = "/web/sign-in";

    private static final String NAME = "tidemark-session";
    /** Browsers keep no cookie of 4096 bytes or more; its name and attributes count. */
    private static final int LONGEST = 3800;
    /** The provider's name, and the token as in a URL. */
    private static final Pattern VALUE = Pattern.compile("([a-z0-9-]{0,40}):((?:[^:%]|%[0-9A-F]{2})+)");
    private static final String SAME = "same-origin";

    /** The cookie of a request; empty without one. */
    static Optional<SessionCookie> of(ServerRequest request) {
        return request.headers().cookies().first(NAME).asOptional().map(VALUE::matcher).filter(Matcher::matches)
                .map(parts -> new SessionCookie(parts.group(1),
                        URLDecoder.decode(parts.group(2), StandardCharsets.UTF_8)));
    }

    /** Has the browser keep the token; one that is too long for a cookie is not kept. */
    void set(ServerRequest request, ServerResponse response) {
        String value = provider + ":" + URLEncoder.encode(token, StandardCharsets.UTF_8);
        if (value.length() > LONGEST) {
            clear(request, response);
        } else {
            response.headers().addCookie(cookie(request, value).build());
        }
    }

    /** Has the browser forget the token. */
    static void clear(ServerRequest request, ServerResponse response) {
        response.headers().addCookie(cookie(request, "").expires(Instant.EPOCH).build());
    }

    // behind a proxy the page's own origin says whether the browser came by TLS
    private static SetCookie.Builder cookie(ServerRequest request, String value) {
        String origin = sent(request, HeaderNames.ORIGIN.defaultCase());
        return SetCookie.builder(NAME, value).path(BasePath.address(request, PATH)).httpOnly(true)
                .sameSite(SetCookie.SameSite.STRICT)
                .secure(request.isSecure() || (origin != null && origin.startsWith("https://")));
    }

    /**
     * Refuses what a page of another origin sends. Browsers say where a request comes from: in {@code Sec-Fetch-Site},
     * over plain HTTP in {@code Origin} alone.
     *
     * @throws ApiException.Forbidden for another origin
     */
    static void fromOwnPage(ServerRequest request) {
        String site = sent(request, "Sec-Fetch-Site");
        String origin = sent(request, HeaderNames.ORIGIN.defaultCase());
        if (site == null ? origin != null && !request.authority().equalsIgnoreCase(authority(origin))
                : !site.equals(SAME)) {
            throw new ApiException.Forbidden("Only the dashboard's own page may ask for its session");
        }
    }

    private static @Nullable String authority(String origin) {
        try {
            return URI.create(origin).getRawAuthority();
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** The only value of a header; two are as wrong as another one. */
    private static @Nullable String sent(ServerRequest request, String name) {
        return request.headers().contains(HeaderNames.create(name))
                ? String.join(",", request.headers().get(HeaderNames.create(name)).allValues()) : null;
    }

    /** Leaves out the token. */
    @Override
    public String toString() {
        return "SessionCookie[" + provider + "]";
    }
}
