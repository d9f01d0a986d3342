/** The API described for programs: OpenAPI 3.1, made from the headers of the SQL files. */
@NullMarked
package io.tidemark.server.openapi;

import org.jspecify.annotations.NullMarked;
