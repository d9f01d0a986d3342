/** Connections: limits, request heads that proxies may misread, slow clients. */
package io.tidemark.server.http.listen;
