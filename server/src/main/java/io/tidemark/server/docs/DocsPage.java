package io.tidemark.server.docs;

/**
 * A page before it is laid out.
 *
 * @param path     where it is in the site, such as {@code routes/v3/common/site.html}
 * @param group    the heading that it stands under in the list of pages; empty for one that is not listed
 * @param title    its title
 * @param markdown its text
 */
public record DocsPage(String path, String group, String title, String markdown) {}
