package io.tidemark.server.docs;

/**
 * A page before layout.
 *
 * @param path     its path in the site, such as {@code routes/v3/common/site.html}
 * @param group    its heading in the list of pages; empty for an unlisted page
 * @param title    its title
 * @param markdown its text
 * @param source   the file among the sources that the links of its text are relative to, such as {@code
 *                 docs/nb/answers.md}
 */
public record DocsPage(String path, String group, String title, String markdown, String source) {

    /** A page that the program writes, with links as from a file in the folder {@code docs}. */
    public DocsPage(String path, String group, String title, String markdown) {
        this(path, group, title, markdown, "docs/written.md");
    }

    /** The same page at the address that names its language. */
    DocsPage in(DocsLanguage language) {
        return new DocsPage(language.folder() + path, group, title, markdown, source);
    }
}
