/** Compresses response bodies, and chooses the encoding by the request's headers. */
package io.tidemark.server.http.coding;
