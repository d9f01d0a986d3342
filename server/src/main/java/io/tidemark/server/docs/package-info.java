/** The documentation as static pages: guides, and a page for each route, table, setting and command. */
@NullMarked
package io.tidemark.server.docs;

import org.jspecify.annotations.NullMarked;
