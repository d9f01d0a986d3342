package io.tidemark.server.http;

/** Text as HTML has it. */
public final class HtmlText {

    private HtmlText() {}

    /**
     * The text with what HTML would read as markup written as entities,
     * so that it may stand between tags and in quoted attributes.
     */
    public static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
