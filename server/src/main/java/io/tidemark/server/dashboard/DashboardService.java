package io.tidemark.server.dashboard;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tidemark.server.config.IdentitySettings;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ConditionalGet;
import io.tidemark.server.http.Json;
import io.tidemark.server.http.PathMethods;
import io.tidemark.server.http.coding.ContentCoding;
import io.tidemark.server.http.limit.SignInThrottle;
import io.tidemark.server.identity.Identity;
import io.tidemark.server.identity.provider.CompanySignIns;
import io.tidemark.server.identity.provider.ProviderSignIn;
import io.tidemark.server.part.Parts;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Serves the dashboard: every page URL returns the same HTML page, whose scripts draw the page of that URL. The files
 * need no sign-in, since they contain no data. Thread-safe.
 */
public final class DashboardService {

    private static final String FILES = "/web/";
    private static final String SETTINGS = FILES + "settings.json";
    private static final String BACK = "/sign-in/{provider}";
    private static final HeaderName CONTENT_SECURITY_POLICY = HeaderNames.create("Content-Security-Policy");
    private static final HeaderName OPENER_POLICY = HeaderNames.create("Cross-Origin-Opener-Policy");
    /**
     * The content policy: only scripts, styles and requests of this server, none inline; images that the page draws are
     * data URLs.
     */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' "
            + "data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    private static final String FOR_GOOD = "public, max-age=31536000, immutable";

    private final DashboardFiles files;
    private final String policy;
    private final byte[] settings;
    private final ProviderSignInRoutes signIns;
    private final SessionRoutes sessions;

    /** Starts the service. */
    public static void start(Parts parts) {
        parts.paths(new DashboardService(parts)::register);
    }

    private DashboardService(Parts parts) {
        IdentitySettings identity = parts.config().identity();
        ProviderSignIn signIn = identity.signIn();
        signIns = new ProviderSignInRoutes(new CompanySignIns(identity.companies(), identity.by()),
                parts.get(SignInThrottle.class));
        sessions = new SessionRoutes(parts.get(Identity.class).tokenService(), signIns);
        files = DashboardFiles.load(parts.config().http().basePath().path());
        // the page requests tokens from the provider itself, whose endpoints must be at the issuer
        policy = signIn == null ? POLICY : POLICY.replace("connect-src 'self'", "connect-src 'self' "
                + signIn.origin());
        Map<String, @Nullable Object> provider = signIn == null ? null
                : Json.object("issuer", signIn.issuer(), "client_id", signIn.clientId(), "scopes", signIn.scopes());
        settings = Json.bytes(Json.object("provider", provider, "companies", signIns.settings(),
                "authority", parts.config().dashboard().authorityName()));
    }

    private void register(HttpRouting.Builder routing) {
        PathMethods paths = new PathMethods(routing);
        files.pages().forEach(page -> paths.on(Method.GET, page, this::page));
        // a company's provider sends readers back to an address of its own;
        // the page is the same for any name, and so tells none
        paths.on(Method.GET, BACK, this::page).only();
        signIns.register(routing);
        sessions.register(routing);
        new PathMethods(routing).on(Method.GET, SETTINGS, this::settings).on(Method.GET, FILES + "*", this::file)
                .only();
    }

    private void page(ServerRequest request, ServerResponse response) {
        response.headers().set(CONTENT_SECURITY_POLICY, policy);
        response.headers().set(OPENER_POLICY, "same-origin");
        ConditionalGet.answer(request, response, '"' + files.hash() + '"',
                () -> send(request, response, DashboardFiles.index()));
    }

    /** Sends the settings that the page needs before a user has signed in. */
    private void settings(ServerRequest request, ServerResponse response) {
        response.headers().set(HeaderNames.CACHE_CONTROL, "no-cache");
        response.headers().set(HeaderNames.CONTENT_TYPE, "application/json");
        response.send(settings);
    }

    private void file(ServerRequest request, ServerResponse response) {
        String path = request.path().path();
        String folder = FILES + files.hash() + "/";
        String name = path.startsWith(folder) ? path.substring(folder.length()) : "";
        if (name.equals(DashboardFiles.index()) || !files.names().contains(name)) {
            // includes files of an older version: its page then asks the user to reload
            throw new ApiException.NotFound("There is no file " + path);
        }
        response.headers().set(HeaderNames.CACHE_CONTROL, FOR_GOOD);
        send(request, response, name);
    }

    private void send(ServerRequest request, ServerResponse response, String name) {
        ContentCoding coding = files.coding(name,
                ContentCoding.accepted(request.headers().all(HeaderNames.ACCEPT_ENCODING, List::of)));
        response.headers().set(HeaderNames.CONTENT_TYPE, DashboardFiles.mediaType(name));
        response.headers().set(HeaderNames.VARY, "Accept-Encoding");
        if (coding != ContentCoding.IDENTITY) {
            response.headers().set(HeaderNames.CONTENT_ENCODING, coding.wireName());
        }
        response.send(files.content(name, coding).orElseThrow());
    }
}
