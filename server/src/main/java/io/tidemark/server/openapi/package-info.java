/** The OpenAPI 3.1 document, generated from the headers of the SQL files. */
@NullMarked
package io.tidemark.server.openapi;

import org.jspecify.annotations.NullMarked;
