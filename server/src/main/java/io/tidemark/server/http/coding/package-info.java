/** Compressed bodies, and the choice among them by the request's headers. */
package io.tidemark.server.http.coding;
