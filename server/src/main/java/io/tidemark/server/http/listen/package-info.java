/** Connections: their limits, heads that are misread elsewhere, slow clients, TLS from files that may change. */
package io.tidemark.server.http.listen;
