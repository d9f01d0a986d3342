package io.tidemark.server.docs;

/**
 * A page before layout.
 *
 * @param path     its path in the site, such as {@code routes/v3/common/site.html}
 * @param group    its heading in the list of pages; empty for an unlisted page
 * @param title    its title
 * @param markdown its text
 */
public record DocsPage(String path, String group, String title, String markdown) {}
