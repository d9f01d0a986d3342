package io.tidemark.server.docs;

import io.tidemark.server.http.HtmlText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Builds the frame of a page: the list of pages, the search, and the footer. */
final class PageLayout {

    /** The picture of the program, as the dashboard has it. */
    static final String ICON = "icon.svg";

    private final Map<String, StringBuilder> groups = new LinkedHashMap<>();
    private final List<DocsPage> pages;
    private final Map<String, DocsPage> norwegian;
    private final String version;
    private final boolean isServed;

    /**
     * The layout of a site.
     *
     * @param pages     its pages, in English
     * @param norwegian those that there are in Norwegian too, by the path of the English page
     * @param isServed  whether a server has the site, whose dashboard is beside it
     */
    PageLayout(List<DocsPage> pages, Map<String, DocsPage> norwegian, String version, boolean isServed) {
        this.pages = List.copyOf(pages);
        this.norwegian = Map.copyOf(norwegian);
        this.version = version;
        this.isServed = isServed;
    }

    /** The pages that there are in Norwegian too. */
    Set<String> translated() {
        return norwegian.keySet();
    }

    /** The relative path from a page's folder to the site's: {@code ../../} for {@code a/b/c.html}. */
    static String up(String path) {
        return "../".repeat((int) path.chars().filter(c -> c == '/').count());
    }

    String html(DocsPage page, String content) {
        return around(page.path(), page.title(), "<article>" + content + "</article>", "");
    }

    /** The page of the interactive API reference. */
    String api() {
        return around("api.html", "API reference", "<div id=\"api\"></div><noscript>This page needs JavaScript; the "
                + "same is in <a href=\"openapi.json\">openapi.json</a>.</noscript>",
                "<link rel=\"stylesheet\" href=\"swagger/swagger-ui.css\"><script defer "
                        + "src=\"swagger/swagger-ui-bundle.js\"></script><script defer src=\"api.js\"></script>");
    }

    private String around(String path, String title, String content, String head) {
        String up = up(path);
        DocsLanguage named = DocsLanguage.named(path);
        DocsLanguage language = named == null ? DocsLanguage.ENGLISH : named;
        String page = named == null ? path : path.substring(named.folder().length());
        return "<!doctype html><html lang=\"" + language.tag() + "\"><head><meta charset=\"utf-8\">"
                + "<meta name=\"viewport\" content=\"width=device-width\">"
                + "<title>" + HtmlText.escaped(title) + " – Tidemark</title><link rel=\"stylesheet\" href=\"" + up
                + "site.css\"><link rel=\"icon\" href=\"" + up + ICON + "\" type=\"image/svg+xml\">"
                + "<script defer src=\"" + up + "scroll.js\"></script>"
                + "<script defer src=\"" + up + "search.js\" data-root=\"" + up + "\" data-named=\""
                + (named == null ? "" : named.tag()) + "\"></script>"
                + alternates(page, up) + head + "</head><body>"
                + "<a class=\"skip\" href=\"#content\">" + language.words().skip() + "</a>"
                + "<header><a class=\"name\" href=\"" + up + (named == null ? "" : named.folder())
                + "index.html\">Tidemark</a>"
                + (isServed ? "<a class=\"back\" href=\"" + up + "../\">" + language.words().dashboard() + "</a>" : "")
                + "<label>" + language.words().search()
                + " <input id=\"search\" type=\"search\" autocomplete=\"off\"></label>"
                + otherLanguages(page, language, up) + "<ul id=\"found\" aria-live=\"polite\"></ul></header>"
                + "<nav aria-label=\"" + language.words().pages() + "\">" + list(page, named, up)
                + "</nav><main id=\"content\">" + content + "</main>"
                + "<footer>Tidemark " + HtmlText.escaped(version) + "</footer></body></html>";
    }

    /** What the head of a page says of its languages, for search engines and for the link to the other one. */
    private String alternates(String page, String up) {
        if (!norwegian.containsKey(page)) {
            return "";
        }
        StringBuilder links = new StringBuilder("<script defer src=\"" + up + "language.js\"></script>"
                + "<link rel=\"alternate\" hreflang=\"x-default\" href=\"" + up + page + "\">");
        for (DocsLanguage each : DocsLanguage.values()) {
            links.append("<link rel=\"alternate\" hreflang=\"").append(each.tag()).append("\" href=\"").append(up)
                    .append(each.folder()).append(page).append("\">");
        }
        return links.toString();
    }

    /**
     * Links to the same page in the other languages. Their addresses name the language, so that it stays when they are
     * sent to somebody.
     */
    private String otherLanguages(String page, DocsLanguage language, String up) {
        StringBuilder links = new StringBuilder();
        for (DocsLanguage each : DocsLanguage.values()) {
            if (norwegian.containsKey(page) && each != language) {
                links.append("<a class=\"language\" rel=\"alternate\" hreflang=\"").append(each.tag())
                        .append("\" lang=\"").append(each.tag())
                        .append("\" href=\"").append(up).append(each.folder()).append(page).append("\">")
                        .append(each.words().label()).append("</a>");
            }
        }
        return links.toString();
    }

    private String list(String current, @Nullable DocsLanguage named, String up) {
        groups.clear();
        for (DocsPage page : pages) {
            if (!page.group().isEmpty()) {
                entry(page.group(), page.path(), page.title(), current, named, up);
            }
        }
        entry("Reference", "api.html", "API reference, to try", current, named, up);
        StringBuilder list = new StringBuilder();
        groups.forEach((group, entries) -> list.append("<h2>")
                .append(HtmlText.escaped((named == null ? DocsLanguage.ENGLISH : named).group(group)))
                .append("</h2><ul>").append(entries).append("</ul>"));
        return list.toString();
    }

    private void entry(String group, String target, String title, String current, @Nullable DocsLanguage named,
            String up) {
        DocsPage other = named == DocsLanguage.NORWEGIAN ? norwegian.get(target) : null;
        boolean isEnglishInNorwegian = named == DocsLanguage.NORWEGIAN && other == null;
        String path = named != null && norwegian.containsKey(target) ? named.folder() + target : target;
        groups.computeIfAbsent(group, g -> new StringBuilder()).append("<li><a href=\"").append(up).append(path)
                .append('"')
                .append(isEnglishInNorwegian ? " lang=\"en\"" : "")
                .append(target.equals(current) ? " aria-current=\"page\"" : "").append('>')
                .append(HtmlText.escaped(other == null ? title : other.title())).append("</a></li>");
    }
}
