package io.tidemark.server.docs;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The whole documentation as files by path. It has no external sources, so that it works from a server, from a folder
 * and offline. Immutable.
 */
public final class DocsSite {

    private static final List<String> SWAGGER_FILES = List.of("swagger-ui.css", "swagger-ui-bundle.js");
    private static final List<String> OWN_FILES = List.of("site.css", "search.js", "scroll.js", "language.js",
            "api.js");
    private static final List<String> PICTURES = List.of("images/cells.svg", "images/architecture.svg");
    private static final List<String> UNITS = List.of("systemd/tidemark.service", "systemd/tidemark-ingest.service",
            "systemd/tidemark-ingest.timer", "systemd/tidemark-watch.service", "systemd/tidemark-prune.service",
            "systemd/tidemark-prune.timer",
            "systemd/tidemark-backup.service", "systemd/tidemark-backup.timer",
            "systemd/tidemark-backup-verify.service", "systemd/tidemark-backup-verify.timer", "monitoring/alerts.yaml",
            "monitoring/dashboard.json");
    /** The letters of a page that a search shows a part of; of the rest it knows the words. */
    private static final int SEARCHED = 6000;
    /** What a folder shows: its first page. */
    private static final String INDEX = "index.html";
    private static final String FIRST = "getting-started.html";

    private final SortedMap<String, byte[]> files;
    private final Set<String> translated;
    private final Map<String, String> tags = new HashMap<>();

    private DocsSite(SortedMap<String, byte[]> files, Set<String> translated) {
        this.files = Collections.unmodifiableSortedMap(files);
        this.translated = Set.copyOf(translated);
        files.forEach((path, file) -> tags.put(path, '"' + Sha256.hex(file).substring(0, 32) + '"'));
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
        List<DocsPage> pages = new ArrayList<>(guides());
        pages.addAll(ReferencePages.all(catalog));
        pages.addAll(more);
        RoutePictures pictures = new RoutePictures(DashboardPages.load(), base != null);
        catalog.routes().stream().filter(route -> !route.internal())
                .forEach(route -> pages.add(RoutePage.of(catalog, route, pictures)));
        Map<String, DocsPage> norwegian = norwegian();

        SortedMap<String, byte[]> files = new TreeMap<>();
        PageLayout layout = new PageLayout(pages, norwegian, ProgramVersion.TEXT, base != null);
        for (DocsPage page : pages) {
            DocsPage other = norwegian.get(page.path());
            add(files, layout, page, other);
            if (other != null) {
                add(files, layout, page.in(DocsLanguage.ENGLISH), other);
                add(files, layout, other, page);
            }
        }
        for (String folder : List.of("", DocsLanguage.ENGLISH.folder(), DocsLanguage.NORWEGIAN.folder())) {
            files.put(folder + INDEX, Objects.requireNonNull(files.get(folder + FIRST)));
        }
        files.put("api.html", utf8(layout.api()));
        files.put("openapi.json", utf8(OpenApiDocument.of(catalog, false).below(base == null ? BasePath.NONE : base)
                .json()));
        files.put("search.json", search(pages, norwegian));
        OWN_FILES.forEach(name -> files.put(name, resource("/site/" + name)));
        files.put(PageLayout.ICON, resource("/web/" + PageLayout.ICON));
        Stream.of(UNITS, PICTURES).flatMap(List::stream).forEach(name -> files.put(name, resource("/guides/" + name)));
        SWAGGER_FILES.forEach(name -> files.put("swagger/" + name, bytes(BrowserLibrary.of("swagger-ui", name))));
        return new DocsSite(files, norwegian.keySet());
    }

    private static List<DocsPage> guides() {
        List<DocsPage> pages = new ArrayList<>();
        Guides.GROUPS.forEach((group, names) -> names.forEach(name -> pages.add(guide(name, group))));
        return pages;
    }

    /** The guides that are there in Norwegian too, by the path of the English page. */
    private static Map<String, DocsPage> norwegian() {
        Map<String, DocsPage> pages = new HashMap<>();
        Guides.inNorwegian().forEach(name -> pages.put(Guides.page(name),
                guide(DocsLanguage.NORWEGIAN.folder() + name, "")));
        return pages;
    }

    /** The text of a guide, such as {@code nb/answers.md}. */
    static String guide(String name) {
        return new String(resource("/guides/" + name), StandardCharsets.UTF_8);
    }

    private static DocsPage guide(String name, String group) {
        String text = guide(name);
        return new DocsPage(Guides.page(name), group, Markdown.title(text), text, Guides.source(name));
    }

    /** Adds a page; the anchors of the same page in the other language lead to its headings too. */
    private static void add(Map<String, byte[]> files, PageLayout layout, DocsPage page, @Nullable DocsPage other) {
        PageLinks links = new PageLinks(page, layout.translated());
        String content = Markdown.html(page.markdown(), links::of, other == null
                ? List.of() : Markdown.anchors(other.markdown()));
        files.put(page.path(), utf8(layout.html(page, content)));
    }

    private static byte[] search(List<DocsPage> pages, Map<String, DocsPage> norwegian) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (DocsPage page : pages) {
            DocsPage other = norwegian.get(page.path());
            if (other == null) {
                list.add(searched(page));
            } else {
                list.add(searched(page).put("language", DocsLanguage.ENGLISH.tag()));
                list.add(searched(other).put("language", DocsLanguage.NORWEGIAN.tag()));
            }
        }
        return Json.bytes(list);
    }

    private static ObjectNode searched(DocsPage page) {
        String words = Markdown.words(page.markdown());
        int shown = Math.min(SEARCHED, words.length());
        return JsonNodeFactory.instance.objectNode().put("path", page.path()).put("title", page.title())
                .put("headings", String.join(" ", Markdown.anchors(page.markdown())).replace('-', ' '))
                .put("words", words.substring(0, shown))
                .put("more", Stream.of(words.substring(shown).split(" ")).distinct().collect(Collectors.joining(" ")));
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

    /** Whether a page's address leaves open in which of its languages it is read. */
    boolean isOpen(String path) {
        return translated.contains(path) || path.equals(INDEX);
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
