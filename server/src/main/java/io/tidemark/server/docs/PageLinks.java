package io.tidemark.server.docs;

import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns a text's links between Markdown files, as a code host follows them,
 * into links between pages of the site. Immutable.
 */
final class PageLinks {

    private static final String DOCS = "docs/";

    private final Path source;
    private final String up;
    private final @Nullable DocsLanguage named;
    private final Set<String> translated;

    /**
     * The links of a page.
     *
     * @param translated the pages that there are in each language
     */
    PageLinks(DocsPage page, Set<String> translated) {
        this.source = Path.of(page.source());
        this.up = PageLayout.up(page.path());
        this.named = DocsLanguage.named(page.path());
        this.translated = Set.copyOf(translated);
    }

    /** The link's form in the site. Links to elsewhere stay as they are. */
    String of(String link) {
        if (link.startsWith("#") || link.startsWith("/") || link.contains(":")) {
            return link;
        }
        String[] parts = link.split("#", 2);
        String page = page(source.resolveSibling(parts[0]).normalize().toString().replace('\\', '/'));
        return page == null ? link : up + page + (parts.length == 2 ? "#" + parts[1] : "");
    }

    /** The page or file of the site that a source becomes; null if it is not in the site. */
    private @Nullable String page(String file) {
        String name = file.startsWith(DOCS) ? file.substring(DOCS.length()) : file;
        if (!name.endsWith(".md")) {
            return file.startsWith(DOCS) ? name : null;
        }
        String page = Guides.page(name);
        if (DocsLanguage.named(name) != null) {
            return page;
        }
        if (!Guides.has(name)) {
            return null;
        }
        return named != null && translated.contains(page) ? named.folder() + page : page;
    }
}
