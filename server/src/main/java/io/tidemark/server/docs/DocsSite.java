package io.tidemark.server.docs;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidemark.data.file.Sha256;
import io.tidemark.server.dashboard.BrowserLibrary;
import io.tidemark.server.dashboard.DashboardPages;
import io.tidemark.server.http.BasePath;
import io.tidemark.server.http.Json;
import io.tidemark.server.http.ProgramVersion;
import io.tidemark.server.openapi.OpenApiDocument;
import io.tidemark.server.route.RouteCatalog;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The whole documentation as files by path. It has no external sources, so that it works from a server, from a folder and offline. Immutable. */
public final class DocsSite {

    private static final List<String> SWAGGER_FILES = List.of("swagger-ui.css", "swagger-ui-bundle.js");
    private static final List<String> OWN_FILES = List.of("site.css", "search.js", "api.js");
    private static final List<String> PICTURES = List.of("images/cells.svg", "images/architecture.svg");
    private static final List<String> UNITS = List.of("systemd/tidemark.service", "systemd/tidemark-ingest.service",
            "systemd/tidemark-ingest.timer", "systemd/tidemark-watch.service", "systemd/tidemark-prune.service", "systemd/tidemark-prune.timer",
            "systemd/tidemark-backup.service", "systemd/tidemark-backup.timer", "systemd/tidemark-verify.service", "systemd/tidemark-verify.timer",
            "monitoring/alerts.yaml", "monitoring/dashboard.json");
    private static final int SEARCHED = 6000;

    /** The guides by group, in reading order. */
    private static final Map<String, List<String>> GUIDES = guides();

    private final SortedMap<String, byte[]> files;
    private final Map<String, String> tags = new HashMap<>();

    private DocsSite(SortedMap<String, byte[]> files) {
        this.files = Collections.unmodifiableSortedMap(files);
        files.forEach((path, file) -> tags.put(path, '"' + Sha256.hex(file).substring(0, 32) + '"'));
    }

    private static Map<String, List<String>> guides() {
        Map<String, List<String>> guides = new LinkedHashMap<>();
        guides.put("Start", List.of("getting-started.md", "dashboard.md", "examples.md", "glossary.md", "side-by-side.md", "coast.md"));
        guides.put("Using the API", List.of("answers.md", "comparison.md", "access.md", "confidentiality.md"));
        guides.put("Running it", List.of("install.md", "deliveries.md", "failures.md", "operations.md", "administration.md", "proxies.md", "oidc.md",
                "security.md", "trino.md"));
        guides.put("Working on it", List.of("architecture.md", "sql/README.md"));
        return guides;
    }

    /**
     * Builds the site as a folder of files, away from a server.
     *
     * @param more further pages, such as those of the command line
     */
    public static DocsSite of(RouteCatalog catalog, List<DocsPage> more) {
        return of(catalog, more, null);
    }

    /**
     * Builds the site.
     *
     * @param base the path below which the server is, to whose dashboard the site leads; null where there is no server
     */
    static DocsSite of(RouteCatalog catalog, List<DocsPage> more, @Nullable BasePath base) {
        List<DocsPage> pages = new ArrayList<>();
        GUIDES.forEach((group, names) -> {
            for (String name : names) {
                String text = new String(resource("/guides/" + name), StandardCharsets.UTF_8);
                pages.add(new DocsPage(page(name), group, Markdown.title(text), text));
            }
        });
        pages.addAll(ReferencePages.all(catalog));
        pages.addAll(more);
        RoutePictures pictures = new RoutePictures(DashboardPages.load(), base != null);
        catalog.routes().stream().filter(route -> !route.internal()).forEach(route -> pages.add(RoutePage.of(catalog, route, pictures)));

        SortedMap<String, byte[]> files = new TreeMap<>();
        PageLayout layout = new PageLayout(pages, ProgramVersion.TEXT);
        for (DocsPage page : pages) {
            files.put(page.path(), utf8(layout.html(page, Markdown.html(page.markdown(), links(page.path())))));
        }
        files.put("index.html", files.get(page("getting-started.md")));
        files.put("api.html", utf8(layout.api()));
        files.put("openapi.json", utf8(OpenApiDocument.of(catalog, false).below(base == null ? BasePath.NONE : base).json()));
        files.put("search.json", search(pages));
        OWN_FILES.forEach(name -> files.put(name, resource("/site/" + name)));
        Stream.of(UNITS, PICTURES).flatMap(List::stream).forEach(name -> files.put(name, resource("/guides/" + name)));
        SWAGGER_FILES.forEach(name -> files.put("swagger/" + name, bytes(BrowserLibrary.of("swagger-ui", name))));
        return new DocsSite(files);
    }

    private static String page(String guide) {
        return guide.equals("sql/README.md") ? "sql.html" : guide.replaceFirst("\\.md$", ".html");
    }

    /** The targets of the guides' links, relative to a page. */
    private static Map<String, String> links(String path) {
        String up = PageLayout.up(path);
        Map<String, String> links = new HashMap<>();
        GUIDES.values().forEach(names -> names.forEach(name -> {
            links.put(name, up + page(name));
            links.put("../docs/" + name, up + page(name));
            links.put("../" + name, up + page(name));
            links.put("docs/" + name, up + page(name));
        }));
        return links;
    }

    private static byte[] search(List<DocsPage> pages) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (DocsPage page : pages) {
            String words = Markdown.words(page.markdown());
            list.addObject().put("path", page.path()).put("title", page.title())
                    .put("words", words.substring(0, Math.min(SEARCHED, words.length())));
        }
        return Json.bytes(list);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] resource(String name) {
        return bytes(Objects.requireNonNull(DocsSite.class.getResource(name), name));
    }

    private static byte[] bytes(URL file) {
        try (InputStream in = file.openStream()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
    }

    /** A file's ETag. */
    String tag(String path) {
        return Objects.requireNonNull(tags.get(path), path);
    }

    /** The files by path. */
    public SortedMap<String, byte[]> files() {
        return files;
    }
}
