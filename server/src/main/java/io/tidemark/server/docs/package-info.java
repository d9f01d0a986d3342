/** The documentation as a site of static pages: the guides of {@code docs/}, a page for each route, tables, settings, commands. */
@NullMarked
package io.tidemark.server.docs;

import org.jspecify.annotations.NullMarked;
