package io.tidemark.server.docs;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.BasePath;
import io.tidemark.server.http.ConditionalGet;
import io.tidemark.server.http.PathMethods;
import io.tidemark.server.part.Parts;
import io.tidemark.server.route.CatalogCache;
import io.tidemark.server.snapshot.RouteReloader;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/** Serves the documentation at {@link #PATH}, without sign-in. Thread-safe. */
public final class DocsService implements HttpService {

    /** The path of the documentation. */
    public static final String PATH = "/docs";

    private static final HeaderName POLICY = HeaderNames.create("Content-Security-Policy");
    /** The content policy: no external sources; the API reference's script sets its own styles. */
    private static final String OWN_FILES_ONLY = "default-src 'none'; script-src 'self'; style-src 'self' "
            + "'unsafe-inline'; img-src 'self' data:; "
            + "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";
    private static final Map<String, String> TYPES = Map.of("html", "text/html; charset=utf-8", "css",
            "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8", "json", "application/json", "svg", "image/svg+xml",
            "service", "text/plain; charset=utf-8", "timer", "text/plain; charset=utf-8");

    private final CatalogCache<DocsSite> site;

    /**
     * Further pages of the documentation.
     *
     * @param all supplies them
     */
    public record MorePages(Supplier<List<DocsPage>> all) {}

    /**
     * Starts the service, which documents the routes that are currently served.
     * It builds the site at the first request.
     */
    public static void start(Parts parts) {
        parts.service(PATH, new DocsService(parts));
    }

    private DocsService(Parts parts) {
        Supplier<List<DocsPage>> more = parts.get(MorePages.class).all();
        BasePath base = parts.config().http().basePath();
        this.site = new CatalogCache<>(parts.get(RouteReloader.class), served -> DocsSite.of(served, more.get(), base));
    }

    @Override
    public void routing(HttpRules rules) {
        new PathMethods(rules).on(Method.GET, "/", this::answer).on(Method.GET, "/*", this::answer).only();
    }

    private void answer(ServerRequest request, ServerResponse response) {
        String path = request.path().absolute().path();
        if (path.equals(PATH)) {
            // the site's links are relative to the folder
            response.status(Status.MOVED_PERMANENTLY_301)
                    .header(HeaderNames.LOCATION, BasePath.address(request, PATH + "/")).send();
            return;
        }
        String name = path.substring(PATH.length() + 1);
        String found = name.isEmpty() || name.endsWith("/") ? name + "index.html" : name;
        DocsSite now = site.get();
        if (now.isOpen(found)) {
            response.headers().add(HeaderNames.VARY, HeaderNames.ACCEPT_LANGUAGE.defaultCase());
            DocsLanguage preferred = DocsLanguage.preferred(
                    request.headers().all(HeaderNames.ACCEPT_LANGUAGE, List::of));
            if (preferred != DocsLanguage.ENGLISH) {
                redirect(request, response, preferred.folder() + found);
                return;
            }
        }
        if (now.files().containsKey(found + "/index.html")) {
            redirect(request, response, found + "/");
            return;
        }
        byte[] file = now.files().get(found);
        DocsLanguage named = DocsLanguage.named(found);
        if (file == null && named != null && now.files().containsKey(found.substring(named.folder().length()))) {
            // a page that there is in English alone
            redirect(request, response, found.substring(named.folder().length()));
            return;
        }
        if (file == null) {
            throw new ApiException.NotFound("No page " + path + "; " + PATH + "/ has a list of all");
        }
        // also with a 304, whose headers replace those that the browser has kept
        response.headers().set(POLICY, OWN_FILES_ONLY);
        ConditionalGet.answer(request, response, now.tag(found), () -> {
            response.header(HeaderNames.CONTENT_TYPE,
                    Objects.requireNonNull(TYPES.get(found.substring(found.lastIndexOf('.') + 1)), found));
            response.send(file);
        });
    }

    /**
     * Leads to another page for this time: the reader's language, or the pages that there are,
     * may be others the next time.
     */
    private static void redirect(ServerRequest request, ServerResponse response, String page) {
        response.status(Status.FOUND_302).header(HeaderNames.CACHE_CONTROL, "no-cache")
                .header(HeaderNames.LOCATION, BasePath.address(request, PATH + "/" + page)).send();
    }
}
