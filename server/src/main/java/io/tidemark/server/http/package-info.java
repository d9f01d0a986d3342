/** HTTP for all routes: typed errors and their one writer, bodies, request ids, headers, CORS. */
package io.tidemark.server.http;
