package io.tidemark.server.docs;

import io.tidemark.server.http.HtmlText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds the frame of a page: the list of pages, the search, and the footer. */
final class PageLayout {

    private final Map<String, StringBuilder> groups = new LinkedHashMap<>();
    private final List<DocsPage> pages;
    private final String version;

    PageLayout(List<DocsPage> pages, String version) {
        this.pages = List.copyOf(pages);
        this.version = version;
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
        return around("api.html", "API reference", "<div id=\"api\"></div><noscript>This page needs JavaScript; the same is in "
                + "<a href=\"openapi.json\">openapi.json</a>.</noscript>",
                "<link rel=\"stylesheet\" href=\"swagger/swagger-ui.css\"><script defer src=\"swagger/swagger-ui-bundle.js\"></script>"
                        + "<script defer src=\"api.js\"></script>");
    }

    private String around(String path, String title, String content, String head) {
        String up = up(path);
        return "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"
                + "<title>" + HtmlText.escaped(title) + " – Tidemark</title><link rel=\"stylesheet\" href=\"" + up + "site.css\">"
                + "<script defer src=\"" + up + "search.js\" data-root=\"" + up + "\"></script>" + head + "</head><body>"
                + "<a class=\"skip\" href=\"#content\">To the text</a>"
                + "<header><a class=\"name\" href=\"" + up + "index.html\">Tidemark</a>"
                + "<label>Search <input id=\"search\" type=\"search\" autocomplete=\"off\"></label><ul id=\"found\" "
                + "aria-live=\"polite\"></ul></header>"
                + "<nav aria-label=\"Pages\">" + list(path, up) + "</nav><main id=\"content\">" + content + "</main>"
                + "<footer>Tidemark " + HtmlText.escaped(version) + "</footer></body></html>";
    }

    private String list(String path, String up) {
        groups.clear();
        for (DocsPage page : pages) {
            if (!page.group().isEmpty()) {
                entry(page.group(), page.path(), page.title(), path, up);
            }
        }
        entry("Reference", "api.html", "API reference, to try", path, up);
        StringBuilder list = new StringBuilder();
        groups.forEach((group, entries) -> list.append("<h2>").append(HtmlText.escaped(group)).append("</h2><ul>").append(entries).append("</ul>"));
        return list.toString();
    }

    private void entry(String group, String target, String title, String path, String up) {
        groups.computeIfAbsent(group, g -> new StringBuilder()).append("<li><a href=\"").append(up).append(target).append('"')
                .append(target.equals(path) ? " aria-current=\"page\"" : "").append('>').append(HtmlText.escaped(title)).append("</a></li>");
    }
}
