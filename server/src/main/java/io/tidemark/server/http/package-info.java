/** HTTP for all routes: errors, bodies, request ids, response headers and CORS. */
package io.tidemark.server.http;
