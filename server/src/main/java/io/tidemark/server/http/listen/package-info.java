/** Connections: limits, request heads that proxies may misread, slow clients, TLS with reloaded files. */
package io.tidemark.server.http.listen;
