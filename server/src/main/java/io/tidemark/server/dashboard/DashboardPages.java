package io.tidemark.server.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.http.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The dashboard's pages, and the routes that each of them asks, as their scripts have them. Immutable. */
public final class DashboardPages {

    /**
     * A page.
     *
     * @param title  its English title
     * @param path   its address on the server, such as {@code /mortality}
     * @param guide  the address of its guide in English, such as {@code dashboard.html#mortality}, below that of the
     *               documentation
     * @param routes the routes that it asks; a part of an address that the page fills in is {@code {}}
     */
    public record Page(String title, String path, String guide, Set<String> routes) {

        /** Whether the page asks a route. */
        public boolean asks(String route) {
            return routes.contains(form(route));
        }
    }

    private static final Pattern PAGE =
            Pattern.compile("\\{name: '([^']+)', path: '([^']+)', permission: '[^']*', guide: '/docs/([^']+)'\\}");
    /** The script whose routes each page asks for names, areas and dates. */
    private static final String SHARED = "js/session/reference.js";
    /** The page that asks whatever route its reader chooses. */
    private static final String ANY = "explore";
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|(?m)^\\s*//[^\\n]*$");
    private static final Pattern ROUTE = Pattern.compile("['`](/v\\d/[^'`?]*)[?'`]");
    private static final Pattern FILLED_IN = Pattern.compile("\\$?\\{[^}]*\\}");

    private final List<Page> pages;
    private final Page any;
    private final Set<String> shared;

    private DashboardPages(List<Page> pages, Page any, Set<String> shared) {
        this.pages = List.copyOf(pages);
        this.any = any;
        this.shared = Set.copyOf(shared);
    }

    /** Reads the scripts that ship with the program. */
    public static DashboardPages load() {
        return of(DashboardFiles.shipped());
    }

    static DashboardPages of(Map<String, byte[]> files) {
        JsonNode titles = json(Objects.requireNonNull(files.get("i18n/en.json")));
        List<Page> pages = new ArrayList<>();
        Page any = null;
        for (MatchResult found : PAGE.matcher(ScriptImports.text(DashboardFiles.PAGES, files)).results().toList()) {
            String name = found.group(1);
            Set<String> modules = new TreeSet<>();
            ScriptImports.addWithImports("js/pages/" + name + ".js", files, modules);
            Set<String> routes = new TreeSet<>();
            modules.stream().filter(module -> module.startsWith("js/pages/"))
                    .forEach(module -> routes.addAll(routes(module, files)));
            Page page = new Page(titles.path("page." + name).asText(), found.group(2), found.group(3),
                    Set.copyOf(routes));
            if (name.equals(ANY)) {
                any = page;
            } else {
                pages.add(page);
            }
        }
        return new DashboardPages(pages, Objects.requireNonNull(any, ANY), routes(SHARED, files));
    }

    private static Set<String> routes(String module, Map<String, byte[]> files) {
        Set<String> routes = new TreeSet<>();
        ROUTE.matcher(COMMENT.matcher(ScriptImports.text(module, files)).replaceAll("")).results()
                .forEach(found -> routes.add(form(found.group(1))));
        return routes;
    }

    /** A route with each part that varies as {@code {}}, whatever it is called. */
    private static String form(String route) {
        return FILLED_IN.matcher(route).replaceAll("{}");
    }

    private static JsonNode json(byte[] text) {
        try {
            return Json.MAPPER.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException("the dashboard's texts cannot be read", e);
        }
    }

    /** The pages that draw figures of their own, in the order of the dashboard. */
    public List<Page> pages() {
        return pages;
    }

    /** The pages that ask a route for their figures. */
    public List<Page> asking(String route) {
        return pages.stream().filter(page -> page.asks(route)).toList();
    }

    /** Whether every page asks a route, for what its filters offer and the names of things. */
    public boolean isShared(String route) {
        return shared.contains(form(route));
    }

    /** The page that asks any route. */
    public Page any() {
        return any;
    }
}
